import { ChannelType, type Guild, type GuildMember, type GuildTextBasedChannel } from 'discord.js';
import { compareSnowflakes } from '../../core/conversation/evidence.ts';
import { toOneLine } from '../../core/conversation/text.ts';
import type { ChannelNews } from '../../core/digests/channel-news.ts';
import { parseSinceWords } from '../../core/time-words.ts';
import { truncate } from '../../render/cut.ts';
import { toTimestamp } from '../../render/embed/discord-markup.ts';
import { colors } from '../../render/embed/embed.ts';
import type { Texts } from '../../render/texts.ts';
import { type AccessOptions, checkAccess, takeSnapshot } from './access/check-access.ts';
import { type Row, toButton, toInline, toRow, toSelect } from './components.ts';
import { type FoundNews, findNews } from './find-news.ts';
import { createOptOutFilter } from './history/history.ts';
import { toFirstId } from './history/message.ts';
import { isOwnLast } from './history/window.ts';
import type { Press, PressContext, RequestContext } from './interaction/context.ts';
import type { Unavailable } from './interaction/failures.ts';
import { defer, edit, replyPrivately } from './interaction/reply.ts';
import { findZone } from './summarize/read-window.ts';

const maxDays = 30;
const dayMs = 86_400_000;
/** Channels not read within this time are reported as skipped. */
const timeoutMs = 60_000;
/** The most skipped channels to name. */
const maxNamed = 5;

const looking = new Set<string>();

/**
 * Lists for a person the channels with news for them, one request per person at a time.
 *
 * @param since In words; null for the person's last message in each channel.
 */
export async function answerCatchup(context: RequestContext, since: string | null): Promise<void> {
  const { interaction, t } = context;
  const { user, guild } = interaction;
  if (guild === null) return replyPrivately(interaction, t('bot.denied.gone', { place: '' }));
  if (looking.has(user.id)) return replyPrivately(interaction, t('bot.catchup.alreadyLooking'));
  looking.add(user.id);
  let answer: Answer;
  try {
    await defer(context);
    answer = await findAnswer(context, guild, since);
  } finally {
    looking.delete(user.id);
  }
  await edit(interaction, answer);
}

type Answer = { readonly content: string } | ReturnType<typeof toCatchupMessage>;

async function findAnswer(context: RequestContext, guild: Guild, asked: string | null): Promise<Answer> {
  const { interaction, t, privacy, log } = context;
  const { user, channel: here } = interaction;
  const start = await parseStart(context, asked);
  if (typeof start === 'string') return { content: start };
  const { fromMs, isGiven } = start;
  const floorId = String(toFirstId(fromMs) - 1n);
  const shownIn = here === null || here.isDMBased() ? undefined : here;
  const survey = await surveyChannels(guild, user.id, { newerThan: floorId, privacy, shownIn });
  const { person, channels } = survey;
  if (typeof person === 'string') return { content: t('bot.denied.not_a_member', { place: '' }) };
  if (survey.isRoleNeeded) return { content: t('bot.denied.role_needed', { place: '' }) };
  const found = await findNews(
    {
      guild,
      personId: user.id,
      roleIds: new Set([...person.roles.cache.keys()].filter(id => id !== guild.id)),
      channels,
      floorId,
      fromOwnLast: !isGiven,
      allow: createOptOutFilter(guild.client, privacy),
    },
    log,
    AbortSignal.timeout(timeoutMs),
  );
  const { news } = found;
  log.info(
    {
      interaction: interaction.id,
      channels: channels.length,
      news: news.length,
      left: found.notLooked.length,
    },
    'catchup-shown',
  );
  const since = isGiven ? toTimestamp(new Date(fromMs).toISOString()) : null;
  const notes = toNotes(found, survey, !isGiven, t);
  if (news.length === 0)
    return {
      content: toContent(
        since === null ? t('bot.catchup.nothingNewOwn') : t('bot.catchup.nothingNew', { since }),
        notes,
      ),
    };
  const byId = new Map(channels.map(each => [each.id, each]));
  const title =
    since === null
      ? t('bot.catchup.titleOwn', { channels: news.length })
      : t('bot.catchup.title', { channels: news.length, since });
  return toCatchupMessage({ news, title, notes, nameOf: id => byId.get(id) }, t);
}

type Start = { readonly fromMs: number; readonly isGiven: boolean };

/** The earliest start, or a sentence if it is unknown. */
async function parseStart(
  { interaction, t, zones, now }: RequestContext,
  since: string | null,
): Promise<Start | string> {
  const nowMs = Date.parse(now());
  const earliestMs = nowMs - maxDays * dayMs;
  if (since === null || isOwnLast(since)) return { fromMs: earliestMs, isGiven: false };
  if (/^<?https?:/i.test(since)) return t('bot.catchup.onlyTimes');
  const from = parseSinceWords(since, now(), await findZone(interaction, zones));
  if (from === null) return t('bot.notUnderstood', { words: toInline(since) });
  if (Date.parse(from) > nowMs) return t('bot.inFuture', { words: toInline(since), time: toTimestamp(from) });
  return { fromMs: Math.max(Date.parse(from), earliestMs), isGiven: true };
}

/** Sentences about the skipped places. */
function toNotes(
  { notLooked, isSearched }: FoundNews,
  { botBlind, ageRestricted }: Survey,
  fromOwnLast: boolean,
  t: Texts,
): readonly string[] {
  const named = notLooked.slice(0, maxNamed).map(channel => channel.toString());
  const more = notLooked.length - named.length;
  return [
    ...(notLooked.length > 0
      ? [t(more > 0 ? 'bot.catchup.notLookedMore' : 'bot.catchup.notLooked', { some: t.list(named), more })]
      : []),
    ...(isSearched || !fromOwnLast ? [] : [t('bot.catchup.noSearch')]),
    ...(botBlind > 0 ? [t('bot.catchup.botBlind', { channels: botBlind })] : []),
    ...(ageRestricted > 0 ? [t('bot.catchup.ageRestricted', { channels: ageRestricted })] : []),
    t('bot.catchup.never', { days: maxDays }),
  ];
}

/** Private threads need a request for their members each, so only the newest are checked. */
const maxPrivateThreads = 10;

/** The channels with messages newer than an id that the person and the bot may read. */
type Survey = {
  readonly person: GuildMember | Unavailable;
  /** Newest first. */
  readonly channels: readonly GuildTextBasedChannel[];
  /** The number of the person's channels that the bot may not read, and of those that may not be shown here. */
  readonly botBlind: number;
  readonly ageRestricted: number;
  /** The server restricts Footnote to other roles. */
  readonly isRoleNeeded: boolean;
};

/**
 * Finds all channels and active threads of a server with five requests, and two more per private thread. Channels that
 * the person may not read are neither named nor counted.
 */
async function surveyChannels(
  guild: Guild,
  personId: string,
  { newerThan, ...access }: AccessOptions & { readonly newerThan: string },
): Promise<Survey> {
  const snapshot = await takeSnapshot(guild.client, guild.id, { personId, withThreads: true });
  const places = snapshot.channels
    .filter(each => each.isTextBased())
    .filter(({ lastMessageId }) => lastMessageId !== null && compareSnowflakes(lastMessageId, newerThan) > 0)
    .sort((a, b) => compareSnowflakes(b.lastMessageId ?? '', a.lastMessageId ?? ''));
  const isPrivate = ({ type }: GuildTextBasedChannel) => type === ChannelType.PrivateThread;
  const privateThreads = new Set(places.filter(isPrivate).slice(0, maxPrivateThreads));
  const looked = places.filter(place => !isPrivate(place) || privateThreads.has(place));
  const judged = await Promise.all(
    looked.map(async channel => {
      return { channel, denial: await checkAccess(channel, personId, { ...access, snapshot }) };
    }),
  );
  const count = (...reasons: readonly string[]) =>
    judged.filter(({ denial }) => denial !== null && reasons.includes(denial.reason)).length;
  return {
    person: await snapshot.member(personId),
    channels: judged.flatMap(({ channel, denial }) => (denial === null ? [channel] : [])),
    botBlind: count('bot_view', 'bot_history'),
    ageRestricted: count('age_restricted'),
    isRoleNeeded: count('role_needed') > 0,
  };
}

/** The buttons in one row; for more channels, a select is used. */
const maxButtons = 5;
const maxLabel = 80;
/** Discord's limit for an option of a select. */
const maxDescription = 100;

type CatchupList = {
  readonly news: readonly ChannelNews[];
  /** A line above the list, and smaller ones below it. */
  readonly title: string;
  readonly notes: readonly string[];
  readonly nameOf: (channelId: string) => GuildTextBasedChannel | undefined;
};

/** One line per channel, and a button or option to summarize it. */
function toCatchupMessage({ news, title, notes, nameOf }: CatchupList, t: Texts) {
  return {
    content: toContent(title, notes),
    embeds: [
      {
        description: news.map(each => `<#${each.channelId}> · ${toSignals(each, t)}`).join('\n'),
        color: colors.empty,
      },
    ],
    components: [toControls(news, nameOf, t)],
  };
}

export function toContent(title: string, notes: readonly string[]): string {
  return [`**${title}**`, ...notes.map(note => `-# ${note}`)].join('\n');
}

function toSignals(
  { questions, replies, mentions, messages, people, hasMore }: ChannelNews,
  t: Texts,
): string {
  return [
    questions > 0 && t('bot.catchup.questions', { count: questions }),
    replies > 0 && t('bot.catchup.replies', { count: replies }),
    mentions > 0 && t('bot.catchup.mentions', { count: mentions }),
    t(hasMore ? 'bot.catchup.messagesMore' : 'bot.catchup.messages', { messages, people }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function toControls(news: readonly ChannelNews[], nameOf: CatchupList['nameOf'], t: Texts): Row {
  const toLabel = ({ channelId }: ChannelNews) => {
    const channel = nameOf(channelId);
    const name = toOneLine(channel?.name ?? '') || channelId;
    return truncate(channel?.isThread() ? name : `#${name}`, maxLabel);
  };
  if (news.length <= maxButtons) return toRow(...news.map(each => toButton(toLabel(each), toMissedId(each))));
  const options = news.map(each => ({
    label: toLabel(each),
    value: toMissedId(each),
    description: truncate(toSignals(each, t), maxDescription),
  }));
  return toRow(toSelect(missedSelectId, options, t('bot.catchup.select')));
}

/** A channel; the messages with a greater id are what a person missed. */
type Missed = { readonly channelId: string; readonly afterId: string };

const shape = /^catchup:(\d{15,20}):(\d{15,20})$/;
/** The select; its values have the format of a button's custom id. */
const missedSelectId = 'catchup';

/** Writes `catchup:CHANNEL:AFTER`, so that nothing has to be stored. */
function toMissedId({ channelId, afterId }: Missed): string {
  return `catchup:${channelId}:${afterId}`;
}

/** The channel of a button or option of the list; null for anything else. */
export function parseMissed(interaction: Press): Missed | null {
  const isSelect = interaction.isStringSelectMenu() && interaction.customId === missedSelectId;
  const [, channelId, afterId] =
    shape.exec(isSelect ? (interaction.values[0] ?? '') : interaction.customId) ?? [];
  return channelId === undefined || afterId === undefined ? null : { channelId, afterId };
}

/** Summarizes it for this person only, after a new access check. */
export async function summarizeMissed(context: PressContext, { channelId, afterId }: Missed): Promise<void> {
  // A link, which *Again…* can repeat; its message need not exist.
  const from = String(BigInt(afterId) + 1n);
  await context.summarize(context, {
    request: {
      detail: 'standard',
      since: `https://discord.com/channels/${context.interaction.guildId}/${channelId}/${from}`,
    },
    channelId,
    isPrivate: true,
  });
}
