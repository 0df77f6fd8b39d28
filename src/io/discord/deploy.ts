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

/** Compares what Discord has with what there is. */
export async function compareCommands(commands: readonly Command[], target: DeployTarget): Promise<Changes> {
  const rest = new REST({ api: target.apiUrl }).setToken(target.token);
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

/** Puts exactly these commands in place of whatever there was, in one request; how many there are then. */
export async function deployCommands(commands: readonly Command[], target: DeployTarget): Promise<number> {
  const rest = new REST({ api: target.apiUrl }).setToken(target.token);
  const body = commands.map(({ definition }) => definition);
  const deployed = (await rest.put(toRoute(target), { body })) as RESTGetAPIApplicationCommandsResult;
  return deployed.length;
}

/** Whether Discord's copy says all that ours says; it adds ids, versions and defaults of its own. */
function holds(theirs: unknown, ours: unknown): boolean {
  if (Array.isArray(ours)) {
    const list = Array.isArray(theirs) ? theirs : [];
    return ours.length === list.length && ours.every((each, index) => holds(list[index], each));
  }
  if (typeof ours !== 'object' || ours === null) return theirs === ours;
  const record = (theirs ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(ours).every(([key, value]) => holds(record[key], value));
}
