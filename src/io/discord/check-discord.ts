import { DiscordAPIError, REST, type RESTGetCurrentApplicationResult, Routes } from 'discord.js';
import type { Diagnosis } from '../../app/doctor-ports.ts';
import { UserError } from '../../errors.ts';
import { intentsOff, requireDiscord, toFault, toRefusal } from './client.ts';
import { compareCommands } from './deploy.ts';
import { contentFlags } from './history/history.ts';
import type { Command } from './interaction/route-command.ts';

const requestTimeoutMs = 5_000;

type DiscordAddress = {
  readonly token: string;
  readonly apiUrl: string;
  readonly applicationId?: string;
  readonly guildId?: string;
};

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
    return [problem('Discord', toWords(error))];
  }
  const name = application.bot?.username ?? application.name;
  return [
    { level: 'ok', topic: 'Discord', text: `The token is accepted; the bot is ${name}.` },
    ...checkId(application.id, applicationId),
    checkIntent(application.flags ?? 0),
    ...checkServers(application),
    await checkCommands(commands, rest, {
      token,
      apiUrl,
      applicationId: application.id,
      ...(guildId !== undefined && { guildId }),
    }),
  ];
}

function checkId(id: string, given: string | undefined): readonly Diagnosis[] {
  if (given === undefined)
    return [
      problem('Discord', `DISCORD_APPLICATION_ID is not set, and npm run deploy needs it. Set it to ${id}.`),
    ];
  if (given === id) return [];
  return [
    problem('Discord', `DISCORD_APPLICATION_ID is not the application of this token. Set it to ${id}.`),
  ];
}

function checkIntent(flags: number): Diagnosis {
  return (flags & contentFlags) === 0
    ? problem('Intents', intentsOff)
    : { level: 'ok', topic: 'Intents', text: 'The Message Content intent is on.' };
}

function checkServers({
  id,
  approximate_guild_count: count,
}: RESTGetCurrentApplicationResult): readonly Diagnosis[] {
  if (count !== 0) return [];
  return [
    {
      level: 'warning',
      topic: 'Servers',
      text: `The bot is in no server yet. Invite it: https://discord.com/oauth2/authorize?client_id=${id}`,
    },
  ];
}

async function checkCommands(
  commands: readonly Command[],
  rest: REST,
  target: Parameters<typeof compareCommands>[1],
): Promise<Diagnosis> {
  const topic = 'Commands';
  const { guildId } = target;
  const where = guildId === undefined ? 'for all servers' : `for the server ${guildId}`;
  try {
    const { added, changed, removed } = await compareCommands(commands, target, rest);
    const differences = [
      ...(added.length > 0 ? [`missing: ${added.join(', ')}`] : []),
      ...(changed.length > 0 ? [`outdated: ${changed.join(', ')}`] : []),
      ...(removed.length > 0 ? [`unknown: ${removed.join(', ')}`] : []),
    ];
    if (differences.length === 0)
      return { level: 'ok', topic, text: `All ${commands.length} commands are deployed ${where}.` };
    return problem(
      topic,
      `The commands ${where} are not up to date (${differences.join('; ')}). Run npm run deploy.`,
    );
  } catch (error) {
    if (guildId !== undefined && error instanceof DiscordAPIError && [403, 404].includes(error.status))
      return problem(
        topic,
        `The bot is not in the server DISCORD_GUILD_ID (${guildId}). Correct the id, leave it empty, or invite the bot to that server.`,
      );
    return problem(topic, toWords(error));
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

function problem(topic: string, text: string): Diagnosis {
  return { level: 'problem', topic, text };
}
