import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  type Guild,
  GuildMember,
  type StringSelectMenuInteraction,
} from 'discord.js';
import type { Topic } from '../../../core/claims/topics.ts';
import type { TopicAction, TopicScope } from '../../../render/topics/topic-id.ts';
import { topicsPerPage, toTopicList, toTopicPage, toTopicTitle } from '../../../render/topics/topic-pages.ts';
import { takeSnapshot } from '../access/access-snapshot.ts';
import { toAnswerChannel } from '../access/places.ts';
import { checkCachedPlacesAccess, checkPlacesAccess } from '../access/stored-sources.ts';
import type { Suggestion, TopicAsk } from '../command.ts';
import type { RequestContext } from '../interaction/context.ts';
import { toInline } from '../interaction/message-body.ts';
import { defer, deferUpdate, edit, replyPrivately } from '../interaction/reply.ts';
import { findTopics, loadCurrent } from './find-topics.ts';

/** Answers `/topics`, only to the person who asked. */
export async function answerTopics(context: RequestContext, { topic, ...scope }: TopicAsk): Promise<void> {
  await defer(context);
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

async function showTopics(context: RequestContext, scope: TopicScope, wanted: number): Promise<void> {
  const { interaction, t } = context;
  const toPage = (topics: readonly Topic[]) => {
    const page = Math.min(wanted, Math.max(1, Math.ceil(topics.length / topicsPerPage)));
    return { page, shown: topics.slice((page - 1) * topicsPerPage, page * topicsPerPage) };
  };
  const topics = await findCurrent(context, scope, all => toPage(all).shown);
  if (topics.length === 0) return replyPrivately(interaction, t('bot.topics.empty'));
  const { page, shown } = toPage(topics);
  await edit(interaction, toTopicList(shown, { page, count: topics.length, scope }, t));
}

/** @param wanted The id of a topic, as suggested, or a title as typed. */
function select(topics: readonly Topic[], wanted: string): readonly Topic[] {
  const found =
    topics.find(({ id }) => id === wanted) ??
    topics.find(topic => toTopicTitle(topic).toLowerCase() === wanted.trim().toLowerCase());
  return found ? [found] : [];
}

/** The topic of all that the person can read, by its id or title; null if there is none. */
export async function findTopic(context: RequestContext, wanted: string): Promise<Topic | null> {
  return select(await findScope(context, { channelId: null, memberId: null }), wanted)[0] ?? null;
}

async function showTopic(context: RequestContext, scope: TopicScope, wanted: string): Promise<void> {
  const { interaction, t } = context;
  const topics = await findCurrent(context, scope, all => select(all, wanted));
  const [topic] = select(topics, wanted);
  if (topic !== undefined) return void (await edit(interaction, toTopicPage(topic, scope, t)));
  const wasThere = /^\w{32,40}\.\d+$/.test(wanted);
  const text = wasThere ? t('bot.topics.gone') : t('bot.topics.unknown', { name: toInline(wanted) });
  await replyPrivately(interaction, text);
}

/** The topics that a person may see; the summaries behind those selected are up to date. */
function findCurrent(
  context: RequestContext,
  scope: TopicScope,
  select: (topics: readonly Topic[]) => readonly Topic[],
): Promise<readonly Topic[]> {
  const { interaction, summarySync } = context;
  return loadCurrent(() => findScope(context, scope), select, {
    guildId: interaction.guildId,
    summarySync,
  });
}

async function findScope(
  context: RequestContext,
  { channelId, memberId }: TopicScope,
): Promise<readonly Topic[]> {
  const { interaction, client, privacy } = context;
  const { guild, user } = interaction;
  if (guild === null) return [];
  const snapshot = await takeSnapshot(client, guild.id, { personId: user.id });
  const options = { privacy, shownIn: toAnswerChannel(interaction), snapshot };
  const mayRead = async (placeId: string) =>
    (await checkPlacesAccess({ channelIds: [placeId], placeIds: [] }, client, user.id, options)) === null;
  const found = await findTopics(context, {
    guildId: guild.id,
    placeIds: toPlaceIds(guild, channelId),
    mayRead,
  });
  return memberId === null ? found : found.filter(topic => isOf(topic, memberId));
}

/** A channel with its threads, or all channels and threads of a server that the bot knows. */
function toPlaceIds({ channels }: Guild, channelId: string | null): readonly string[] {
  const all = [...channels.cache.values()];
  return all
    .filter(each => channelId === null || each.id === channelId || each.parentId === channelId)
    .map(({ id }) => id);
}

function isOf({ lines }: Topic, memberId: string): boolean {
  return lines.some(({ cited }) => cited.some(({ authorId }) => authorId === memberId));
}

const mostSuggestions = 25;

/** The titles, containing what was typed, of topics that the person may see. */
export async function suggestTopics(
  context: RequestContext<AutocompleteInteraction>,
): Promise<readonly Suggestion[]> {
  const { interaction, client, privacy } = context;
  const { guild, member, options } = interaction;
  if (guild === null || !(member instanceof GuildMember)) return [];
  const typed = options.getFocused().trim().toLowerCase();
  const mayRead = async (placeId: string) => {
    const places = { channelIds: [placeId], placeIds: [] };
    return (await checkCachedPlacesAccess(places, client, member, { privacy })) === null;
  };
  const topics = await findTopics(context, { guildId: guild.id, placeIds: toPlaceIds(guild, null), mayRead });
  return topics
    .map(topic => ({ name: toTopicTitle(topic), value: topic.id }))
    .filter(({ name }) => name.toLowerCase().includes(typed))
    .slice(0, mostSuggestions);
}
