import { RESTJSONErrorCodes as Codes, DiscordAPIError } from 'discord.js';

/** A Discord object that does not exist or that the bot may not see. */
export type Unavailable = 'gone' | 'hidden';

const unavailableCodes: ReadonlyMap<string | number, Unavailable> = new Map<string | number, Unavailable>([
  [Codes.UnknownChannel, 'gone'],
  [Codes.UnknownGuild, 'gone'],
  [Codes.UnknownMember, 'gone'],
  [Codes.UnknownUser, 'gone'],
  [Codes.UnknownMessage, 'gone'],
  [Codes.MissingAccess, 'hidden'],
  [Codes.MissingPermissions, 'hidden'],
]);

/** Resolves to the reason if Discord refuses in an expected way; rejects on any other failure. */
export async function orUnavailable<T>(request: Promise<T>): Promise<T | Unavailable> {
  try {
    return await request;
  } catch (error) {
    const unavailable = error instanceof DiscordAPIError ? unavailableCodes.get(error.code) : undefined;
    if (unavailable === undefined) throw error;
    return unavailable;
  }
}
