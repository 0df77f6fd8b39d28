import type { Client, GuildMember, GuildTextBasedChannel } from 'discord.js';
import type { KeptSummary } from '../../app/ports.ts';
import { type AccessOptions, checkAccess, type Denial, judgeAccess } from './access.ts';
import { checkAudience } from './audience.ts';
import { findChannel, type ReadableChannel } from './places.ts';
import { toKnownStanding } from './standing.ts';

type Sourced = Pick<KeptSummary, 'channelId' | 'places' | 'summary'>;

/** The channels that a stored summary is of: one, or all that a digest read. */
function toSourceIds({ channelId, places, summary }: Sourced): readonly string[] {
  return places === undefined ? [channelId] : summary.source.channelIds;
}

/** The channels and threads that a stored summary cites. */
export function toPlaceIds({ channelId, places }: Sourced): readonly string[] {
  return places === undefined ? [channelId] : [...new Set(Object.values(places))];
}

/** Whether a person may read every channel that a stored summary is of; null if they may. */
export function checkKeptAccess(
  kept: Sourced,
  client: Client,
  personId: string,
  options: AccessOptions,
): Promise<Denial | null> {
  return checkEach(kept, client, channel => checkAccess(channel, personId, options));
}

/**
 * The same as far as the gateway has told, for what has to be shown within three seconds: what they do next is gated anew.
 * Discord is asked only about private threads.
 */
export function checkKnownKeptAccess(
  kept: Sourced,
  client: Client,
  member: GuildMember,
  options: AccessOptions,
): Promise<Denial | null> {
  return checkEach(kept, client, channel =>
    judgeAccess(channel, toKnownStanding(channel, member), member.id, options),
  );
}

/** Whether everybody who can read a channel may read what a stored summary is of; null if they may. */
export function checkKeptAudience(
  kept: Sourced,
  client: Client,
  shownIn: ReadableChannel,
): Promise<Denial | null> {
  return checkEach(kept, client, channel => checkAudience(channel, shownIn));
}

async function checkEach(
  kept: Sourced,
  client: Client,
  check: (channel: GuildTextBasedChannel) => Promise<Denial | null>,
): Promise<Denial | null> {
  for (const channelId of toSourceIds(kept)) {
    const channel = await findChannel(client, channelId);
    const denial = channel === null ? { reason: 'gone' as const, channelId } : await check(channel);
    if (denial !== null) return denial;
  }
  return null;
}
