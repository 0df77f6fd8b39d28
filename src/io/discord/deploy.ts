import { isDeepStrictEqual } from 'node:util';
import { REST, type RESTGetAPIApplicationCommandsResult, Routes } from 'discord.js';
import type { Command } from './command.ts';

export type DeployTarget = {
  readonly token: string;
  readonly applicationId: string;
  /** One server at once; without it all servers. */
  readonly guildId?: string;
  readonly apiUrl: string;
};

/** What a deployment changes, by the names of the commands. */
export type Changes = {
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

/** Replaces all deployed commands in one request; resolves to how many there are then. */
export async function deployCommands(commands: readonly Command[], target: DeployTarget): Promise<number> {
  const rest = new REST({ api: target.apiUrl }).setToken(target.token);
  const body = commands.map(({ definition }) => definition);
  const deployed = (await rest.put(toRoute(target), { body })) as RESTGetAPIApplicationCommandsResult;
  return deployed.length;
}

/** What Discord adds to the definition of a command, and to nothing in it. */
const added = new Set(['id', 'application_id', 'guild_id', 'version', 'dm_permission', 'handler']);
/** Discord's defaults for what we leave out. */
const filled = ['type', 'contexts', 'integration_types'];

/** Whether Discord's copy says what ours says, and no more. */
function holds(theirs: object | undefined, ours: object): boolean {
  const own = Object.entries(theirs ?? {}).filter(
    ([key]) => !added.has(key) && (key in ours || !filled.includes(key)),
  );
  return isDeepStrictEqual(toBare(Object.fromEntries(own)), toBare(ours));
}

/** Without what means the same as nothing: null, false, empty texts, lists and records. */
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
