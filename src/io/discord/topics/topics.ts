import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  GuildMember,
  type StringSelectMenuInteraction,
} from 'discord.js';
import { isClaimKey } from '../../../core/topics/topic-claim.ts';
import { type ChannelTopic, toTopics } from '../../../core/topics/topics.ts';
import type { TopicAction, TopicScope } from '../../../render/topics/topic-id.ts';
import {
  type TopicMessage,
  topicsPerPage,
  toTopicList,
  toTopicPage,
  toTopicTitle,
} from '../../../render/topics/topic-pages.ts';
import { takeSnapshot } from '../access/access-snapshot.ts';
import { toAnswerChannel } from '../access/places.ts';
import { checkCachedPlacesAccess, checkPlacesAccess } from '../access/stored-sources.ts';
import type { Suggestion, TopicAsk } from '../command.ts';
import type { RequestContext } from '../interaction/context.ts';
import { toInline } from '../interaction/inline.ts';
import { defer, deferUpdate, showList } from '../interaction/reply.ts';
import { type DrawnList, toDependencyIds } from '../sync/open-lists.ts';
import { loadCurrent } from './refresh.ts';
import { ofChannel, toVisibleRecords } from './visible-topics.ts';

/** Answers `/topics`, only to the person who asked. */
export async function answerTopics(context: RequestContext, { topic, ...scope }: TopicAsk): Promise<void> {
  await defer(context.interaction);
  if (topic === null) await showTopics(context, scope, 1);
  else await showTopic(context, scope, topic);
}

/** Answers a press on a list or a topic; everything is looked up and checked again. */
export async function answerTopicPress(
  context: RequestContext<ButtonInteraction | StringSelectMenuInteraction>,
  { step, channelId, memberId, ...rest }: TopicAction,
): Promise<void> {
  const { interaction } = context;
  await deferUpdate(interaction);
  const scope = { channelId, memberId };
  if ('page' in rest) return showTopics(context, scope, rest.page);
  const [key = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
  await showTopic(context, scope, key);
}

function showTopics(context: RequestContext, scope: TopicScope, wanted: number): Promise<void> {
  const { words } = context;
  const toPage = (topics: readonly ChannelTopic[]) => {
    const page = Math.min(wanted, Math.max(1, Math.ceil(topics.length / topicsPerPage)));
    return { page, shown: topics.slice((page - 1) * topicsPerPage, page * topicsPerPage) };
  };
  return showList(context, async () => {
    const { topics, summaries } = await findCurrent(context, scope, all => toPage(all).shown);
    if (topics.length === 0) return words.topics.empty;
    const { page, shown } = toPage(topics);
    const body = toTopicList(shown, { page, count: topics.length, scope }, summaries, words);
    return toDrawn(body, shown, context);
  });
}

function toDrawn(body: TopicMessage, topics: readonly ChannelTopic[], { client }: RequestContext): DrawnList {
  const sources = topics.flatMap(({ claims }) => claims.flatMap(each => each.sources));
  return { body, ids: toDependencyIds(sources, client) };
}

/** @param wanted The key of a claim, as suggested, or a title as typed. */
function select(topics: readonly ChannelTopic[], wanted: string): readonly ChannelTopic[] {
  const found =
    topics.find(({ keys }) => keys.has(wanted)) ??
    topics.find(topic => toTopicTitle(topic).toLowerCase() === wanted.trim().toLowerCase());
  return found ? [found] : [];
}

/** The topic of all that the person can read, by the key of a claim or by its title; null if there is none. */
export async function findTopic(context: RequestContext, wanted: string): Promise<ChannelTopic | null> {
  return select(await findTopics(context, { channelId: null, memberId: null }), wanted)[0] ?? null;
}

function showTopic(context: RequestContext, scope: TopicScope, wanted: string): Promise<void> {
  const { words } = context;
  let wasThere = isClaimKey(wanted);
  return showList(context, async () => {
    const { topics, summaries } = await findCurrent(context, scope, all => select(all, wanted));
    const [topic] = select(topics, wanted);
    if (topic === undefined) return wasThere ? words.topics.gone : words.topics.unknown(toInline(wanted));
    wasThere = true;
    return toDrawn(toTopicPage(topic, summaries, scope, words), [topic], context);
  });
}

/** The topics that a person may see, and the summaries behind those selected, as they are now. */
async function findCurrent(
  context: RequestContext,
  scope: TopicScope,
  select: (topics: readonly ChannelTopic[]) => readonly ChannelTopic[],
) {
  const { interaction, summarySync } = context;
  const { guildId } = interaction;
  const { found, summaries } = await loadCurrent(
    () => findTopics(context, scope),
    topics => select(topics).flatMap(({ claims }) => claims),
    { guildId, summarySync },
  );
  return { topics: found, summaries };
}

async function findTopics(
  context: RequestContext,
  { channelId, memberId }: TopicScope,
): Promise<readonly ChannelTopic[]> {
  const { interaction, client, topics, decisionLog, privacy } = context;
  const { guild, user } = interaction;
  if (guild === null) return [];
  const all = await topics.list(guild.id);
  const records = channelId === null ? all : await ofChannel(all, channelId, client);
  const snapshot = await takeSnapshot(client, guild.id, { personId: user.id });
  const options = { privacy, shownIn: toAnswerChannel(interaction), snapshot };
  const mayRead = async (placeId: string) =>
    (await checkPlacesAccess({ channelIds: [placeId], placeIds: [] }, client, user.id, options)) === null;
  const entries = await decisionLog.list(guild.id);
  const found = toTopics(await toVisibleRecords(records, { mayRead, privacy, entries }));
  return memberId === null ? found : found.filter(topic => isOf(topic, memberId));
}

function isOf({ claims }: ChannelTopic, memberId: string): boolean {
  return claims.some(({ sources }) => sources.some(({ authorId }) => authorId === memberId));
}

const mostSuggestions = 25;

/** The titles, containing what was typed, of topics that the person may see. */
export async function suggestTopics({
  interaction,
  client,
  topics,
  privacy,
}: RequestContext<AutocompleteInteraction>): Promise<readonly Suggestion[]> {
  const { guildId, member, options } = interaction;
  if (guildId === null || !(member instanceof GuildMember)) return [];
  const typed = options.getFocused().trim().toLowerCase();
  const mayRead = async (placeId: string) => {
    const places = { channelIds: [placeId], placeIds: [] };
    return (await checkCachedPlacesAccess(places, client, member, { privacy })) === null;
  };
  // Titles do not depend on the log.
  const reader = { mayRead, privacy, entries: [] };
  const visible = await toVisibleRecords(await topics.list(guildId), reader);
  // Merging the topics of many channels takes too long while somebody types; the one that opens is whole.
  const byTitle = new Map(
    visible.flatMap(record => toTopics([record])).map(topic => [toTopicTitle(topic), topic.id]),
  );
  return [...byTitle]
    .filter(([title]) => title.toLowerCase().includes(typed))
    .slice(0, mostSuggestions)
    .map(([name, value]) => ({ name, value }));
}
