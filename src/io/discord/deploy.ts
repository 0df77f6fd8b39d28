import { isDeepStrictEqual } from 'node:util';
import { REST, type RESTGetAPIApplicationCommandsResult, Routes } from 'discord.js';
import type { Command } from './bot.ts';

export type DeployTarget = {
  readonly token: string;
  readonly applicationId: string;
  /** Only this server; if missing, all servers. */
  readonly guildId?: string | undefined;
  readonly apiUrl: string;
};

/** The names of the commands that a deployment changes. */
type Changes = {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
};

function toRoute({ applicationId, guildId }: DeployTarget) {
  return guildId === undefined
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
}

/** Compares the deployed commands with ours. */
export async function compareCommands(
  commands: readonly Command[],
  target: DeployTarget,
  rest = new REST({ api: target.apiUrl }).setToken(target.token),
): Promise<Changes> {
  const query = new URLSearchParams({ with_localizations: 'true' });
  const deployed = (await rest.get(toRoute(target), { query })) as RESTGetAPIApplicationCommandsResult;
  const known = new Map(deployed.map(command => [`${command.type} ${command.name}`, command]));
  const definitions = commands.map(({ definition }) => definition);
  const keys = new Set(definitions.map(({ type, name }) => `${type ?? 1} ${name}`));
  const isNew = (key: string) => !known.has(key);
  const named = (wanted: (key: string, definition: object) => boolean) =>
    definitions.flatMap(each => (wanted(`${each.type ?? 1} ${each.name}`, each) ? [each.name] : []));
  return {
    added: named(isNew),
    changed: named((key, definition) => !isNew(key) && !holds(known.get(key), definition)),
    removed: deployed.flatMap(({ type, name }) => (keys.has(`${type} ${name}`) ? [] : [name])),
    unchanged: named((key, definition) => !isNew(key) && holds(known.get(key), definition)),
  };
}

/** Replaces all deployed commands in one request; resolves to their number. */
export async function deployCommands(commands: readonly Command[], target: DeployTarget): Promise<number> {
  const rest = new REST({ api: target.apiUrl }).setToken(target.token);
  const body = commands.map(({ definition }) => definition);
  const deployed = (await rest.put(toRoute(target), { body })) as RESTGetAPIApplicationCommandsResult;
  return deployed.length;
}

/** Fields that Discord adds at the top level of a command. */
const added = new Set(['id', 'application_id', 'guild_id', 'version', 'dm_permission', 'handler']);
/** Discord's defaults for what we leave out. */
const filled = ['type', 'contexts', 'integration_types'];

/** Whether Discord's copy equals our definition. */
function holds(theirs: object | undefined, ours: object): boolean {
  const own = Object.entries(theirs ?? {}).filter(
    ([key]) => !added.has(key) && (key in ours || !filled.includes(key)),
  );
  return isDeepStrictEqual(toBare(Object.fromEntries(own)), toBare(ours));
}

/** Removes values that mean the same as a missing one: null, false, empty strings, lists and objects. */
function toBare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toBare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, each]) => {
    const bare = toBare(each);
    const isEmpty = typeof bare === 'object' && bare !== null && Object.keys(bare).length === 0;
    const isNothing = bare === undefined || bare === null || bare === false || bare === '' || isEmpty;
    return isNothing ? [] : [[key, bare] as const];
  });
  return Object.fromEntries(entries);
}
