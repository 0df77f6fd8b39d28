import type { ChatInputCommandInteraction, Guild } from 'discord.js';
import type { PrivacyStore, ZoneStore } from '../../../app/ports.ts';
import { parseSinceWords } from '../../../core/time-words.ts';
import type { Logger } from '../../../log.ts';
import { toTimestamp } from '../../../render/embed/embed.ts';
import { toBotWords } from '../../../render/words/bot/index.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import type { Bot, CatchupAsk } from '../command.ts';
import { toFirstId } from '../history/snowflake.ts';
import { isOwnLast } from '../history/window.ts';
import { toInline } from '../interaction/inline.ts';
import { defer, edit, say } from '../interaction/reply.ts';
import { createAllowRecords } from '../settings/privacy/withheld-records.ts';
import { findZone } from '../summarize/read-window.ts';
import { toCatchupMessage, toContent } from './catchup-message.ts';
import { type FoundNews, findNews } from './find-news.ts';
import { type Survey, surveyChannels } from './survey.ts';

const maxDays = 30;
const dayMs = 86_400_000;
/** What has not been read by then counts as not looked at. */
const timeoutMs = 60_000;
/** So many of the channels that were not looked at are named. */
const maxNamed = 5;

export type CatchupParts = {
  readonly zones: ZoneStore;
  readonly privacy: PrivacyStore;
  readonly log: Logger;
  /** The time as an ISO instant. */
  readonly now: () => string;
};

/** Lists for one person the channels with something new to them, one list a person at a time. */
export function createCatchup(parts: CatchupParts): Bot['catchUp'] {
  const waiting = new Set<string>();
  return async (interaction, ask) => {
    const { user, guild, locale } = interaction;
    const words = toBotWords(locale);
    if (guild === null) return say(interaction, words.denied('gone', ''));
    if (waiting.has(user.id)) return say(interaction, words.catchup.alreadyLooking);
    waiting.add(user.id);
    let answer: Answer;
    try {
      await defer(interaction);
      answer = await findAnswer(interaction, guild, ask, parts, words);
    } finally {
      waiting.delete(user.id);
    }
    await edit(interaction, answer);
  };
}

type Answer = { readonly content: string } | ReturnType<typeof toCatchupMessage>;

async function findAnswer(
  interaction: ChatInputCommandInteraction,
  guild: Guild,
  ask: CatchupAsk,
  parts: CatchupParts,
  words: BotWords,
): Promise<Answer> {
  const { user, channel: here } = interaction;
  const { privacy } = parts;
  const start = await parseStart(interaction, ask, parts, words);
  if (typeof start === 'string') return { content: start };
  const { fromMs, isGiven } = start;
  const floorId = String(toFirstId(fromMs) - 1n);
  const shownIn = here === null || here.isDMBased() ? undefined : here;
  const survey = await surveyChannels(guild, user.id, { newerThan: floorId, privacy, shownIn });
  const { person, channels } = survey;
  if (typeof person === 'string') return { content: words.denied('not_a_member', '') };
  if (survey.isRoleNeeded) return { content: words.denied('role_needed', '') };
  await edit(interaction, { content: words.catchup.looking(channels.length) });
  const found = await findNews(
    {
      guild,
      personId: user.id,
      roleIds: new Set([...person.roles.cache.keys()].filter(id => id !== guild.id)),
      channels,
      floorId,
      fromOwnLast: !isGiven,
      allow: createAllowRecords(guild.client, privacy),
    },
    parts.log,
    AbortSignal.timeout(timeoutMs),
  );
  const { news } = found;
  parts.log.info(
    {
      interaction: interaction.id,
      channels: channels.length,
      news: news.length,
      left: found.notLooked.length,
    },
    'catchup-shown',
  );
  const since = isGiven ? toTimestamp(new Date(fromMs).toISOString()) : null;
  const notes = toNotes(found, survey, !isGiven, words);
  if (news.length === 0) return { content: toContent(words.catchup.nothingNew(since), notes) };
  const byId = new Map(channels.map(each => [each.id, each]));
  const title = words.catchup.title(news.length, since);
  return toCatchupMessage({ news, title, notes, nameOf: id => byId.get(id) }, words.catchup);
}

type Start = { readonly fromMs: number; readonly isGiven: boolean };

/** When to begin at the earliest, or a sentence where that cannot be told. */
async function parseStart(
  interaction: ChatInputCommandInteraction,
  { since }: CatchupAsk,
  { zones, now }: CatchupParts,
  words: BotWords,
): Promise<Start | string> {
  const nowMs = Date.parse(now());
  const earliestMs = nowMs - maxDays * dayMs;
  if (since === null || isOwnLast(since)) return { fromMs: earliestMs, isGiven: false };
  if (/^<?https?:/i.test(since)) return words.catchup.onlyTimes;
  const from = parseSinceWords(since, now(), await findZone(interaction, zones));
  if (from === null) return words.notUnderstood(toInline(since));
  if (Date.parse(from) > nowMs) return words.inFuture(toInline(since), toTimestamp(from));
  return { fromMs: Math.max(Date.parse(from), earliestMs), isGiven: true };
}

/** What was not looked at. */
function toNotes(
  { notLooked, isSearched }: FoundNews,
  { botBlind, ageRestricted }: Survey,
  fromOwnLast: boolean,
  { catchup: words }: BotWords,
): readonly string[] {
  const named = notLooked.slice(0, maxNamed).map(channel => channel.toString());
  return [
    ...(notLooked.length > 0 ? [words.notLooked(notLooked.length, named)] : []),
    ...(isSearched || !fromOwnLast ? [] : [words.noSearch]),
    ...(botBlind > 0 ? [words.botBlind(botBlind)] : []),
    ...(ageRestricted > 0 ? [words.ageRestricted(ageRestricted)] : []),
    words.never(maxDays),
  ];
}
