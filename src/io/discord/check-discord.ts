import { isDeepStrictEqual } from 'node:util';
import {
  DiscordAPIError,
  PermissionFlagsBits,
  REST,
  type RESTGetAPIApplicationCommandsResult,
  type RESTGetCurrentApplicationResult,
  Routes,
} from 'discord.js';
import { type Diagnosis, UserError } from '../../errors.ts';
import type { Command } from './bot.ts';
import { contentOff, readsContent, requireDiscord, toFault, toRefusal } from './client.ts';
import { describeReach } from './reach.ts';

const requestTimeoutMs = 5_000;

type DiscordAddress = Omit<DeployTarget, 'applicationId'> & { readonly applicationId?: string | undefined };

/** Checks the token, the application id, the Message Content intent and the deployed commands. Changes nothing. */
export async function checkDiscord(
  commands: readonly Command[],
  { token, apiUrl, applicationId, guildId }: DiscordAddress,
): Promise<readonly Diagnosis[]> {
  const rest = createRest({ token, apiUrl });
  let application: RESTGetCurrentApplicationResult;
  try {
    application = await readApplication(rest);
  } catch (error) {
    return [say('problem', 'Discord', toWords(error))];
  }
  const { id, approximate_guild_count: servers } = application;
  const target = { token, apiUrl, applicationId: id, guildId };
  return [
    ...checkId(id, applicationId),
    ...describe(application),
    ...(servers === 0
      ? [say('warning', 'Servers', `The bot is in no server yet. Invite it: ${toInvite(id)}`)]
      : []),
    await checkCommands(commands, rest, target),
    ...(await checkReach(rest, application)),
  ];
}

/** The application of a token; throws `UserError` if Discord does not tell. */
export async function identify(address: Pick<DiscordAddress, 'token' | 'apiUrl'>) {
  try {
    const application = await readApplication(createRest(address));
    const { id } = application;
    return { id, diagnoses: [...describe(application), say('ok', 'Invitation', toInvite(id))] };
  } catch (cause) {
    const isWrong = cause instanceof UserError || toRefusal(cause) !== null;
    throw new UserError(isWrong ? 'bad_environment' : 'discord_unavailable', toWords(cause), { cause });
  }
}

function createRest({ token, apiUrl }: Pick<DiscordAddress, 'token' | 'apiUrl'>): REST {
  const limits = { timeout: requestTimeoutMs, retries: 0, rejectOnRateLimit: () => true };
  return new REST({ api: apiUrl, ...limits }).setToken(token);
}

async function readApplication(rest: REST): Promise<RESTGetCurrentApplicationResult> {
  await requireDiscord(rest);
  return (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
}

/** View Channels, Send Messages, Send Messages in Threads, Embed Links and Read Message History. */
const neededPermissions =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.ReadMessageHistory;

function toInvite(id: string): string {
  return `https://discord.com/oauth2/authorize?client_id=${id}&scope=bot+applications.commands&permissions=${neededPermissions}`;
}

function describe({ flags, bot, name }: RESTGetCurrentApplicationResult): readonly Diagnosis[] {
  return [
    say('ok', 'Discord', `The token is accepted; the bot is ${bot?.username ?? name}.`),
    readsContent(flags ?? 0)
      ? say('ok', 'Intents', 'The Message Content intent is on.')
      : say('warning', 'Intents', contentOff),
  ];
}

function checkId(id: string, given: string | undefined): readonly Diagnosis[] {
  if (given === id) return [];
  const what =
    given === undefined ? 'not set, and npm run deploy needs it' : 'not the application of this token';
  return [say('problem', 'Discord', `DISCORD_APPLICATION_ID is ${what}. Set it to ${id}.`)];
}

async function checkReach(
  rest: REST,
  { approximate_user_install_count: installs }: RESTGetCurrentApplicationResult,
): Promise<readonly Diagnosis[]> {
  try {
    const { isNear, text } = await describeReach(rest, installs);
    return [say(isNear ? 'warning' : 'ok', 'Reach', text)];
  } catch (error) {
    return [say('warning', 'Reach', toWords(error))];
  }
}

async function checkCommands(
  commands: readonly Command[],
  rest: REST,
  target: DeployTarget,
): Promise<Diagnosis> {
  const topic = 'Commands';
  const { guildId } = target;
  const where = guildId === undefined ? 'for all servers' : `for the server ${guildId}`;
  try {
    const { added, changed, removed } = await compareCommands(commands, target, rest);
    const differences = Object.entries({ missing: added, outdated: changed, unknown: removed }).flatMap(
      ([what, names]) => (names.length > 0 ? `${what}: ${names.join(', ')}` : []),
    );
    if (differences.length === 0)
      return say('ok', topic, `All ${commands.length} commands are deployed ${where}.`);
    return say(
      'problem',
      topic,
      `The commands ${where} are not up to date (${differences.join('; ')}). Run npm run deploy.`,
    );
  } catch (error) {
    if (guildId !== undefined && error instanceof DiscordAPIError && [403, 404].includes(error.status))
      return say(
        'problem',
        topic,
        `The bot is not in the server DISCORD_GUILD_ID (${guildId}). Correct the id, leave it empty, or invite the bot to that server.`,
      );
    return say('problem', topic, toWords(error));
  }
}

function toWords(error: unknown): string {
  if (error instanceof UserError) return error.message;
  const words = toRefusal(error) ?? toFault(error);
  if (words !== null) return words;
  return error instanceof DiscordAPIError
    ? `Discord refused the request (status ${error.status}, code ${error.code}).`
    : `The request to Discord failed (${error instanceof Error ? error.message : String(error)}).`;
}

function say(level: Diagnosis['level'], topic: string, text: string): Diagnosis {
  return { level, topic, text };
}

type DeployTarget = {
  readonly token: string;
  readonly applicationId: string;
  readonly guildId?: string | undefined;
  readonly apiUrl: string;
};

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

export function toDeployFailure(error: unknown): string {
  if (error instanceof DiscordAPIError && error.status !== 401)
    return `Discord rejected the commands (HTTP ${error.status}, code ${error.code}): ${error.message}`;
  return toWords(error);
}

/** Fields that Discord adds at the top level of a command. */
const added = new Set(['id', 'application_id', 'guild_id', 'version', 'dm_permission', 'handler']);
/** Discord's defaults for what we leave out. */
const filled = ['type', 'contexts', 'integration_types'];

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
