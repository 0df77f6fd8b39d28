import type { Guild, GuildTextBasedChannel } from 'discord.js';
import type { StoredSummary } from '../../app/ports.ts';
import { toPlaceOf } from '../../core/claims/footnotes.ts';
import { toUnnumbered } from '../../core/claims/renumber.ts';
import { isAwaitingReview } from '../../core/claims/review.ts';
import { toSection } from '../../core/claims/section.ts';
import { isHighlights, type ListedMessage, type UnnumberedClaim } from '../../core/claims/summary.ts';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import type { Message } from '../../core/conversation/message.ts';
import { toLoggedError } from '../../log.ts';
import type { AccessSnapshot } from './access/check-access.ts';
import { toPlacing } from './access/places.ts';
import { checkStoredAccess } from './access/stored-sources.ts';
import type { BaseServices } from './interaction/context.ts';

/** The most summaries that are looked at, the latest. */
const mostLookedAt = 300;
/** Of all summaries together, each the same share, its most important ones. */
const mostClaims = 100;
const fewestOfSummary = 3;

/** A channel, and the id after which messages are new. */
export type OpenChannel = { readonly channel: GuildTextBasedChannel; readonly afterId: string };

/** A claim of a stored summary, and where its newest message is. */
export type ToldClaim = {
  readonly claim: UnnumberedClaim;
  readonly newestId: string;
  readonly channel: GuildTextBasedChannel;
};

/** What stored summaries tell of what is new to a person. */
export type Told = {
  /** The latest news first. */
  readonly claims: readonly ToldClaim[];
  /** Those that they cite, oldest first. */
  readonly messages: readonly Message[];
  /** By channel: the messages up to this id are told. */
  readonly untilIds: ReadonlyMap<string, string>;
  readonly summaries: number;
  /** How many messages these summaries read. */
  readonly read: number;
};

const nothing: Told = { claims: [], messages: [], untilIds: new Map(), summaries: 0, read: 0 };

type Parts = Pick<BaseServices, 'client' | 'summaries' | 'summarySync' | 'privacy' | 'log'>;

type Reader = {
  readonly guild: Guild;
  readonly personId: string;
  readonly snapshot: AccessSnapshot | null;
  /** All channels that the person may read. */
  readonly channels: readonly GuildTextBasedChannel[];
};

/** A part of a channel that one summary tells. */
type Span = { readonly stored: StoredSummary; readonly afterId: string; readonly untilId: string };

/**
 * Finds what summaries and digests tell of each channel from where it is new to the person on, without a gap. Only those
 * count whose sources the person may read, all of them, and which told all that they read. Nothing if the store fails: then all is read.
 */
export async function findTold(services: Parts, reader: Reader, open: readonly OpenChannel[]): Promise<Told> {
  try {
    return await find(services, reader, open);
  } catch (error) {
    services.log.warn({ guild: reader.guild.id, ...toLoggedError(error) }, 'told-unavailable');
    return nothing;
  }
}

async function find(services: Parts, reader: Reader, open: readonly OpenChannel[]): Promise<Told> {
  const { client, summaries, summarySync, privacy } = services;
  const { guild, personId, snapshot } = reader;
  const ids = await summaries.citing(
    guild.id,
    open.flatMap(({ channel }) => toIds(channel)),
  );
  const found = await summaries.getMany(guild.id, ids.slice(-mostLookedAt));
  let usable: readonly StoredSummary[] = [];
  for (const stored of found.filter(isWhole)) {
    const denial = await checkStoredAccess(stored, client, personId, { privacy, snapshot });
    if (denial === null) usable = [...usable, stored];
  }
  const current = new Map<string, StoredSummary>();
  for (;;) {
    const spans = open.map(each => ({ ...each, spans: toSpans(each, usable) }));
    const used = [...new Set(spans.flatMap(each => each.spans.map(({ stored }) => stored)))];
    const unchecked = used.filter(({ summary }) => !current.has(summary.id));
    if (unchecked.length === 0) return toTold(spans, used, reader);
    for (const { guildId, summary } of unchecked) {
      // Its messages may have been deleted while the bot was offline.
      const now = await summarySync.withCurrent({ guildId, summaryId: summary.id }, async each => each);
      if (now !== null && isWhole(now)) current.set(summary.id, now);
    }
    const checked = new Set(unchecked.map(({ summary }) => summary.id));
    usable = usable.flatMap(each =>
      checked.has(each.summary.id) ? (current.get(each.summary.id) ?? []) : each,
    );
  }
}

/** Whether it tells what mattered in all that it covers. What is quoted of an attached file is not stored with its text. */
function isWhole(stored: StoredSummary): boolean {
  const { covers, request, summary } = stored;
  const { engine, coverage, footnotes, claims, matters } = summary;
  return (
    covers !== undefined &&
    // Of many channels, a card tells little of each.
    request.everywhere === undefined &&
    matters !== undefined &&
    !isHighlights(summary) &&
    engine.reason === undefined &&
    coverage.unsummarized === undefined &&
    !isAwaitingReview(stored) &&
    !footnotes.some(({ quotes }) => quotes.some(({ file }) => file !== undefined)) &&
    !claims.some(({ more }) => more.some(({ quote }) => quote?.file !== undefined))
  );
}

/** A channel, and the one that it is a thread of. */
function toIds(channel: GuildTextBasedChannel): readonly string[] {
  return channel.isThread() && channel.parentId ? [channel.id, channel.parentId] : [channel.id];
}

function isCovered(channel: GuildTextBasedChannel, { channelId, places, summary }: StoredSummary): boolean {
  // A summary of one channel does not read its threads.
  if (places === undefined) return channel.id === channelId;
  const { channelIds, placeIds = channelIds } = summary.source;
  return toIds(channel).some(id => placeIds.includes(id));
}

/** The parts of a channel that summaries tell, one after the other from where it is new on. */
function toSpans({ channel, afterId }: OpenChannel, usable: readonly StoredSummary[]): readonly Span[] {
  const covering = usable.filter(stored => isCovered(channel, stored));
  const spans: Span[] = [];
  for (let reached = afterId; ; ) {
    const next = covering
      .filter(({ covers }) => covers && compareSnowflakes(covers.afterId, reached) <= 0)
      .sort((a, b) => compareSnowflakes(b.covers?.untilId ?? '0', a.covers?.untilId ?? '0'))[0];
    const untilId = next?.covers?.untilId ?? '0';
    if (next === undefined || compareSnowflakes(untilId, reached) <= 0) return spans;
    spans.push({ stored: next, afterId: reached, untilId });
    reached = untilId;
  }
}

/** Without what the person has seen: claims whose newest message is not after the id of its channel. */
export function withoutOld(told: Told, afterIds: ReadonlyMap<string, string>): Told {
  const claims = told.claims.filter(
    ({ channel, newestId }) => compareSnowflakes(newestId, afterIds.get(channel.id) ?? newestId) > 0,
  );
  const cited = new Set(claims.flatMap(({ claim }) => claim.cited.map(({ messageId }) => messageId)));
  return { ...told, claims, messages: told.messages.filter(({ id }) => cited.has(id)) };
}

function toTold(
  open: readonly (OpenChannel & { readonly spans: readonly Span[] })[],
  used: readonly StoredSummary[],
  { channels }: Reader,
): Told {
  const readable = new Map(channels.map(channel => [channel.id, channel]));
  const spansOf = new Map(open.map(({ channel, spans }) => [channel.id, spans]));
  const messages = new Map<string, Message>();
  const told: ToldClaim[] = [];
  const share = Math.max(fewestOfSummary, Math.floor(mostClaims / used.length));
  for (const stored of used) {
    const toPlaceId = toPlaceOf(stored);
    let left = share;
    for (const each of stored.summary.claims) {
      const claim = toUnnumbered(each, stored.summary.footnotes);
      const [newest] = claim.cited.toSorted((a, b) => compareSnowflakes(b.messageId, a.messageId));
      if (['unclear', 'note'].includes(toSection(each)) || newest === undefined) continue;
      const channel = readable.get(toPlaceId(newest.messageId));
      const isOfSpan = ({ stored: { summary }, afterId, untilId }: Span) =>
        summary.id === stored.summary.id &&
        compareSnowflakes(newest.messageId, afterId) > 0 &&
        compareSnowflakes(newest.messageId, untilId) <= 0;
      const isOpen = claim.cited.every(({ messageId }) => readable.has(toPlaceId(messageId)));
      if (left === 0 || channel === undefined || !isOpen || !spansOf.get(channel.id)?.some(isOfSpan))
        continue;
      left -= 1;
      told.push({ claim, channel, newestId: newest.messageId });
      for (const cited of claim.cited) {
        const place = readable.get(toPlaceId(cited.messageId));
        if (place) messages.set(cited.messageId, toMessage(cited, place));
      }
    }
  }
  // Where nothing is told, for example because messages were deleted since, the channel is read.
  const toldIds = new Set(told.map(({ channel }) => channel.id));
  return {
    claims: told.sort((a, b) => compareSnowflakes(b.newestId, a.newestId)),
    messages: [...messages.values()].sort((a, b) => compareSnowflakes(a.id, b.id)),
    untilIds: new Map(
      open.flatMap(({ channel, spans }) => {
        const last = spans.at(-1);
        return last && toldIds.has(channel.id) ? [[channel.id, last.untilId] as const] : [];
      }),
    ),
    summaries: used.length,
    read: used.reduce((sum, { summary }) => sum + summary.coverage.read, 0),
  };
}

/** A cited message as it was read. */
function toMessage(cited: ListedMessage, channel: GuildTextBasedChannel): Message {
  const { messageId: id, authorId = '', sender, time, text, forwarded, edited, url } = cited;
  const { channel: own, thread } = toPlacing(channel);
  return {
    id,
    kind: 'said',
    author: { id: authorId, name: sender, bot: false },
    time,
    ...(edited && { editedTime: time }),
    text,
    forwarded,
    ...(own && { channel: own }),
    ...(thread && { thread }),
    attachments: [],
    reactions: [],
    ...(url !== undefined && { url }),
  };
}
