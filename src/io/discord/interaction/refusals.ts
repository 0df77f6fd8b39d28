import { RESTJSONErrorCodes as Codes, DiscordAPIError } from 'discord.js';

/** What Discord refuses in an expected way: a thing is not there, or the bot may not see it. */
export type Refusal = 'gone' | 'hidden';

const refusals: ReadonlyMap<string | number, Refusal> = new Map<string | number, Refusal>([
  [Codes.UnknownChannel, 'gone'],
  [Codes.UnknownGuild, 'gone'],
  [Codes.UnknownMember, 'gone'],
  [Codes.UnknownUser, 'gone'],
  [Codes.UnknownMessage, 'gone'],
  [Codes.MissingAccess, 'hidden'],
  [Codes.MissingPermissions, 'hidden'],
]);

/** The refusal in place of the value; any other failure stays one. */
export async function orRefusal<T>(request: Promise<T>): Promise<T | Refusal> {
  try {
    return await request;
  } catch (error) {
    const refusal = error instanceof DiscordAPIError ? refusals.get(error.code) : undefined;
    if (refusal === undefined) throw error;
    return refusal;
  }
}
