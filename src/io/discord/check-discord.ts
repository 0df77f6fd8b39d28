import { DiscordAPIError, REST, type RESTGetCurrentApplicationResult, Routes } from 'discord.js';
import type { Diagnosis } from '../../app/ports.ts';
import { UserError } from '../../errors.ts';
import type { Command } from './bot.ts';
import { intentsOff, requireDiscord, toFault, toRefusal } from './client.ts';
import { compareCommands, type DeployTarget } from './deploy.ts';
import { contentFlags } from './history/history.ts';

const requestTimeoutMs = 5_000;

type DiscordAddress = Omit<DeployTarget, 'applicationId'> & { readonly applicationId?: string | undefined };

/** Checks the token, the application id, the Message Content intent and the deployed commands. Changes nothing. */
export async function checkDiscord(
  commands: readonly Command[],
  { token, apiUrl, applicationId, guildId }: DiscordAddress,
): Promise<readonly Diagnosis[]> {
  const rest = new REST({
    api: apiUrl,
    timeout: requestTimeoutMs,
    retries: 0,
    rejectOnRateLimit: () => true,
  }).setToken(token);
  let application: RESTGetCurrentApplicationResult;
  try {
    await requireDiscord(rest);
    application = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
  } catch (error) {
    return [say('problem', 'Discord', toWords(error))];
  }
  const { id, flags = 0, approximate_guild_count: servers } = application;
  const name = application.bot?.username ?? application.name;
  const target = { token, apiUrl, applicationId: id, guildId };
  const invite = `https://discord.com/oauth2/authorize?client_id=${id}`;
  return [
    say('ok', 'Discord', `The token is accepted; the bot is ${name}.`),
    ...checkId(id, applicationId),
    (flags & contentFlags) === 0
      ? say('problem', 'Intents', intentsOff)
      : say('ok', 'Intents', 'The Message Content intent is on.'),
    ...(servers === 0
      ? [say('warning', 'Servers', `The bot is in no server yet. Invite it: ${invite}`)]
      : []),
    await checkCommands(commands, rest, target),
  ];
}

function checkId(id: string, given: string | undefined): readonly Diagnosis[] {
  if (given === id) return [];
  const what =
    given === undefined ? 'not set, and npm run deploy needs it' : 'not the application of this token';
  return [say('problem', 'Discord', `DISCORD_APPLICATION_ID is ${what}. Set it to ${id}.`)];
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
