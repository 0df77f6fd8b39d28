import type { StoredSummary } from '../../../app/ports.ts';
import {
  type KnownMatter,
  type Topic,
  type TopicLine,
  type TopicSource,
  toKnownMatters,
  toTopics,
} from '../../../core/claims/topics.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { SourceChannel } from '../access/places.ts';
import { findSourcePlace } from '../digests/sources.ts';
import type { BaseServices } from '../interaction/context.ts';

type Parts = Pick<BaseServices, 'summaries' | 'summarySync' | 'privacy' | 'now'>;

type Search = {
  readonly guildId: string;
  /** The channels and threads whose summaries are looked for. */
  readonly placeIds: readonly string[];
  /** Whether the reader may read this channel or thread. */
  readonly mayRead: (placeId: string) => Promise<boolean>;
  /** Only lines that this accepts count. */
  readonly accepts?: (line: TopicLine) => boolean;
};

/** Of a channel with more, the latest count. */
const mostSummaries = 2_000;

/** What stored summaries say of some channels, as far as a reader may read it, without people who opted out. */
export async function findTopics(
  { summaries, privacy, now }: Parts,
  { guildId, placeIds, mayRead, accepts = () => true }: Search,
): Promise<readonly Topic[]> {
  const ids = (await summaries.citing(guildId, placeIds)).slice(-mostSummaries);
  const found = await Promise.all(ids.map(id => summaries.get(guildId, id)));
  const sources = found.filter(each => each !== null).flatMap(toSource);
  const cited = sources.flatMap(({ summary, toPlaceId }) =>
    summary.footnotes.map(({ messageId, authorId }) => ({ authorId, placeId: toPlaceId(messageId) })),
  );
  const optedOut = await privacy.optedOut([...new Set(cited.flatMap(({ authorId }) => authorId ?? []))]);
  const readable = new Set<string>();
  for (const id of new Set(sources.flatMap(toPlaceIds))) if (await mayRead(id)) readable.add(id);
  return toTopics(
    sources,
    now(),
    line =>
      line.placeIds.every(id => readable.has(id)) &&
      line.cited.every(({ authorId = '' }) => !optedOut.has(authorId)) &&
      accepts(line),
  );
}

/** Before its review, nothing in a summary is known to be true; checked statements are not about a channel. */
function toSource(stored: StoredSummary): readonly TopicSource[] {
  const { summary, createdAt, places, channelId, needsReview } = stored;
  if (summary.checked !== undefined || (needsReview && summary.reviewed === undefined)) return [];
  return [{ summary, createdAt, toPlaceId: messageId => places?.[messageId] ?? channelId }];
}

function toPlaceIds({ summary, toPlaceId }: TopicSource): readonly string[] {
  const listed = summary.claims.flatMap(({ more }) => more);
  return [...summary.footnotes, ...listed].map(({ messageId }) => toPlaceId(messageId));
}

/**
 * Loads again until all summaries behind the selected topics are up to date: messages may have been deleted while the bot
 * was offline.
 */
export async function loadCurrent(
  load: () => Promise<readonly Topic[]>,
  select: (topics: readonly Topic[]) => readonly Topic[],
  { guildId, summarySync }: { readonly guildId: string | null } & Pick<Parts, 'summarySync'>,
): Promise<readonly Topic[]> {
  const checked = new Set<string>();
  for (;;) {
    const topics = await load();
    const ids = new Set(select(topics).flatMap(({ lines }) => lines.map(({ summary }) => summary.id)));
    const left = [...ids].filter(id => !checked.has(id));
    if (left.length === 0) return topics;
    for (const summaryId of left) {
      checked.add(summaryId);
      await summarySync.withCurrent({ guildId, summaryId }, async stored => stored);
    }
  }
}

/**
 * What earlier summaries say about these channels, except about the messages of the conversation itself. The readers of the
 * new summary may read all these channels. None if the store fails: a summary does not need it.
 */
export async function findMemory(
  services: Parts & Pick<BaseServices, 'log'>,
  {
    conversation,
    channels,
  }: {
    readonly conversation: Conversation;
    readonly channels: readonly SourceChannel[];
  },
): Promise<readonly KnownMatter[] | undefined> {
  const { guildId } = conversation.source;
  if (guildId === undefined) return undefined;
  const ids = new Set(conversation.messages.map(({ id }) => id));
  const load = () =>
    findTopics(services, {
      guildId,
      placeIds: channels.map(({ id }) => id),
      mayRead: async placeId => (await findSourcePlace(placeId, channels)) !== null,
      accepts: ({ cited }) => !cited.some(({ messageId }) => ids.has(messageId)),
    });
  try {
    const known = toKnownMatters(await loadCurrent(load, toRecent, { guildId, ...services }));
    return known.length === 0 ? undefined : known;
  } catch (error) {
    services.log.warn({ name: error instanceof Error ? error.name : '' }, 'memory-unavailable');
    return undefined;
  }
}

function toRecent(topics: readonly Topic[]): readonly Topic[] {
  const known = new Set(toKnownMatters(topics).map(({ topicId }) => topicId));
  return topics.filter(({ id }) => known.has(id));
}
