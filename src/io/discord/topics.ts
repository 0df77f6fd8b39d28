import { type AutocompleteInteraction, type Guild, GuildMember } from 'discord.js';
import type { StoredSummary } from '../../app/store-ports.ts';
import { toPlaceOf } from '../../core/claims/footnotes.ts';
import { isAwaitingReview } from '../../core/claims/review.ts';
import {
  type KnownMatter,
  type Topic,
  type TopicLine,
  type TopicSource,
  toKnownMatters,
  toTopics,
} from '../../core/claims/topics.ts';
import type { Conversation } from '../../core/conversation/message.ts';
import { toInline } from '../../render/embed/message-body.ts';
import { toTopicPage, toTopicTitle } from '../../render/embed/topic-page.ts';
import { type AccessSnapshot, takeSnapshot, toCachedSnapshot } from './access/check-access.ts';
import { findSourcePlace } from './access/open-channels.ts';
import { type ReadableChannel, type SourceChannel, toAnswerChannel } from './access/places.ts';
import { findReadable } from './access/stored-sources.ts';
import type { BaseServices, RequestContext, Suggestion } from './interaction/context.ts';
import { defer, edit, replyPrivately } from './interaction/reply.ts';

export async function answerTopic(context: RequestContext, wanted: string): Promise<void> {
  const { interaction, t, summarySync } = context;
  await defer(context);
  const topics = await loadCurrent(
    () => findOwnTopics(context),
    all => select(all, wanted),
    interaction.guildId,
    summarySync,
  );
  const [topic] = select(topics, wanted);
  if (topic !== undefined) return void (await edit(interaction, { ...toTopicPage(topic, t), content: '' }));
  const wasThere = /^\w{32,40}\.\d+$/.test(wanted);
  const text = wasThere ? t('bot.topics.gone') : t('bot.topics.unknown', { name: toInline(wanted) });
  await replyPrivately(interaction, text);
}

/** @param wanted The id of a topic, as suggested, or a title as typed. */
function select(topics: readonly Topic[], wanted: string): readonly Topic[] {
  const found =
    topics.find(({ id }) => id === wanted) ??
    topics.find(topic => toTopicTitle(topic).toLowerCase() === wanted.trim().toLowerCase());
  return found ? [found] : [];
}

export async function findTopic(context: RequestContext, wanted: string): Promise<Topic | null> {
  return select(await findOwnTopics(context), wanted)[0] ?? null;
}

async function findOwnTopics(context: RequestContext): Promise<readonly Topic[]> {
  const { interaction, client } = context;
  const { guild, user } = interaction;
  if (guild === null) return [];
  const snapshot = await takeSnapshot(client, guild.id, { personId: user.id });
  return findTopicsOf(context, guild, snapshot, user.id, toAnswerChannel(interaction));
}

function findTopicsOf(
  services: Parts & Pick<BaseServices, 'client'>,
  guild: Guild,
  snapshot: AccessSnapshot,
  personId: string,
  shownIn?: ReadableChannel,
): Promise<readonly Topic[]> {
  return findTopics(services, {
    guildId: guild.id,
    placeIds: [...guild.channels.cache.keys()],
    findReadable: placeIds =>
      findReadable(placeIds, services.client, personId, { privacy: services.privacy, snapshot, shownIn }),
  });
}

const mostSuggestions = 25;

/** The topics that the person may see and whose titles contain the typed text. */
export async function suggestTopics(
  context: RequestContext<AutocompleteInteraction>,
): Promise<readonly Suggestion[]> {
  const { interaction } = context;
  const { guild, member, options } = interaction;
  if (guild === null || !(member instanceof GuildMember)) return [];
  const typed = options.getFocused().trim().toLowerCase();
  const topics = await findTopicsOf(context, guild, toCachedSnapshot(member), member.id);
  const suggested = topics
    .map(topic => ({ name: toTopicTitle(topic), value: topic.id }))
    .filter(({ name }) => name.toLowerCase().includes(typed));
  // Nobody could tell topics of the same name apart: the first is the one with the latest news.
  const byName = Map.groupBy(suggested, ({ name }) => name.toLowerCase());
  return [...byName.values()].flatMap(([first]) => first ?? []).slice(0, mostSuggestions);
}

type Parts = Pick<BaseServices, 'summaries' | 'summarySync' | 'privacy' | 'now'>;

type Search = {
  readonly guildId: string;
  readonly placeIds: readonly string[];
  readonly findReadable: (placeIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly accepts?: (line: TopicLine) => boolean;
  /** Of the latest summaries. */
  readonly most?: number;
};

/** Of a channel with more, the latest count. */
const mostSummaries = 2_000;

/** The topics of stored summaries of some channels, without what the reader may not read and people who opted out. */
export async function findTopics(
  { summaries, privacy, now }: Parts,
  { guildId, placeIds, findReadable, accepts = () => true, most = mostSummaries }: Search,
): Promise<readonly Topic[]> {
  const ids = (await summaries.citing(guildId, placeIds)).slice(-most);
  const sources = (await summaries.getMany(guildId, ids)).flatMap(toSource);
  const cited = sources.flatMap(({ summary, toPlaceId }) =>
    summary.footnotes.map(({ messageId, authorId }) => ({ authorId, placeId: toPlaceId(messageId) })),
  );
  const optedOut = await privacy.optedOut([...new Set(cited.flatMap(({ authorId }) => authorId ?? []))]);
  const readable = await findReadable(sources.flatMap(toPlaceIds));
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
  const { summary, createdAt } = stored;
  if (summary.checked !== undefined || isAwaitingReview(stored)) return [];
  return [{ summary, createdAt, toPlaceId: toPlaceOf(stored) }];
}

function toPlaceIds({ summary, toPlaceId }: TopicSource): readonly string[] {
  const listed = summary.claims.flatMap(({ more }) => more);
  return [...summary.footnotes, ...listed].map(({ messageId }) => toPlaceId(messageId));
}

/** Loads again until all summaries behind the selected topics are up to date: messages may have been deleted meanwhile. */
async function loadCurrent(
  load: () => Promise<readonly Topic[]>,
  select: (topics: readonly Topic[]) => readonly Topic[],
  guildId: string | null,
  { withCurrent }: Parts['summarySync'],
): Promise<readonly Topic[]> {
  const checked = new Set<string>();
  for (;;) {
    const topics = await load();
    const ids = new Set(select(topics).flatMap(({ lines }) => lines.map(({ summary }) => summary.id)));
    const left = [...ids].filter(id => !checked.has(id));
    if (left.length === 0) return topics;
    for (const summaryId of left) {
      checked.add(summaryId);
      await withCurrent({ guildId, summaryId }, async stored => stored);
    }
  }
}

/** What earlier summaries say about these channels, except about the conversation's own messages. None if the store fails. */
export async function findMemory(
  services: Parts & Pick<BaseServices, 'log'>,
  conversation: Conversation,
  channels: readonly SourceChannel[],
): Promise<readonly KnownMatter[] | undefined> {
  const { guildId } = conversation.source;
  if (guildId === undefined) return undefined;
  const ids = new Set(conversation.messages.map(({ id }) => id));
  const load = () =>
    findTopics(services, {
      guildId,
      placeIds: channels.map(({ id }) => id),
      findReadable: async placeIds => {
        const readable = new Set<string>();
        for (const id of new Set(placeIds)) if (await findSourcePlace(id, channels)) readable.add(id);
        return readable;
      },
      accepts: ({ cited }) => !cited.some(({ messageId }) => ids.has(messageId)),
    });
  try {
    const known = toKnownMatters(await loadCurrent(load, toRecent, guildId, services.summarySync));
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
