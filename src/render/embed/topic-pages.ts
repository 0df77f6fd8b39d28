import type {
  APIStringSelectComponent,
  APIButtonComponentWithCustomId as Button,
  ComponentType,
} from 'discord.js';
import type { Topic, TopicLine } from '../../core/claims/topics.ts';
import { truncate } from '../cut.ts';
import { type Texts, toTexts } from '../texts.ts';
import { type LinePiece, toItem } from '../view/item.ts';
import { toShownLine } from '../view/shown.ts';
import { toLines, toTimestamp, truncateEscaped } from './discord-markup.ts';
import { colors } from './embed.ts';
import { type EmbedPage, toButton, toPage, toTurning } from './embed-page.ts';

/** Whose topics are shown: those of a channel with its threads, and those that a member takes part in; null for all. */
export type TopicScope = { readonly channelId: string | null; readonly memberId: string | null };

/** The action of a button or select of `/topics`; pages count from 1. */
export type TopicAction = TopicScope &
  ({ readonly step: 'list'; readonly page: number } | { readonly step: 'open' });

const shape = /^topics:(list|open):(\d{1,20}|-):(\d{1,20}|-):(\d{1,4})$/;

/** Writes `topics:list:CHANNEL:MEMBER:PAGE` and `topics:open:CHANNEL:MEMBER:0`, with `-` in place of null. */
export function toTopicId(action: TopicAction): string {
  const { step, channelId, memberId } = action;
  return `topics:${step}:${channelId ?? '-'}:${memberId ?? '-'}:${step === 'list' ? action.page : 0}`;
}

/** Reads the result of `toTopicId`; null for anything else. */
export function parseTopicId(customId: string): TopicAction | null {
  const [, step, channel, member, page] = shape.exec(customId) ?? [];
  if (step === undefined) return null;
  const scope = { channelId: toId(channel), memberId: toId(member) };
  return step === 'open' ? { step, ...scope } : { step: 'list', ...scope, page: Math.max(1, Number(page)) };
}

function toId(text = '-'): string | null {
  return text === '-' ? null : text;
}

/** The topics of one page fit a phone's screen. */
export const topicsPerPage = 6;
/** The longest title in UTF-16 units. */
const maxTitle = 80;
const maxPlaces = 3;
/** The claims' share of a description, in UTF-16 units. */
const maxLines = 3_300;
/** The latest claims of each topic in a list. */
const linesInList = 2;

/** A value of discord.js's enum: its type can be imported without loading the values. */
const stringSelect: ComponentType.StringSelect = 3;

export function toTopicTitle({ title }: Pick<Topic, 'title'>): string {
  return truncate(toShownLine(title), maxTitle) || '…';
}

/** One page of a list of topics, with a select that opens one. */
export function toTopicList(
  shown: readonly Topic[],
  { page, count, scope }: { readonly page: number; readonly count: number; readonly scope: TopicScope },
  t: Texts,
): EmbedPage<Button | APIStringSelectComponent> {
  const pages = Math.ceil(count / topicsPerPage);
  const toLines = createLines(maxLines);
  const description = shown
    .map(topic =>
      [
        `**${truncateEscaped(topic.title, maxTitle)}**`,
        toFacts(topic, t),
        ...toLines(topic.lines.slice(0, linesInList)),
      ].join('\n'),
    )
    .join('\n\n');
  const select: APIStringSelectComponent = {
    type: stringSelect,
    custom_id: toTopicId({ step: 'open', ...scope }),
    placeholder: truncate(t('bot.topics.choose'), 150),
    options: shown.map(topic => ({ label: toTopicTitle(topic), value: topic.id })),
  };
  const footer = { text: t('bot.topics.footer', { page, pages, topics: count }) };
  return toPage<Button | APIStringSelectComponent>(
    { title: t('bot.topics.title'), description, color: colors.empty, footer },
    [select],
    toTurning(page, pages, t, to => toTopicId({ step: 'list', ...scope, page: to })),
  );
}

/** "active · since 9 March, last message 2 hours ago", then the channels. */
function toFacts({ isQuiet, first, last, placeIds }: Topic, t: Texts): string {
  const state = t(`bot.topics.status.${isQuiet ? 'inactive' : 'active'}`);
  const places = placeIds.slice(0, maxPlaces).map(id => `<#${id}>`);
  return `-# ${[state, t('bot.topics.times', { first: toTimestamp(first, 'D'), last: toTimestamp(last, 'R') }), places.join(' ')].join(' · ')}`;
}

/** A topic: since when, where, and its claims, newest first, with links to the messages behind them. */
export function toTopicPage(topic: Topic, scope: TopicScope, t: Texts): EmbedPage {
  const lines = createLines(maxLines)(topic.lines);
  const left = topic.lines.length - lines.length;
  const description = [
    toFacts(topic, t),
    lines.join('\n'),
    ...(left > 0 ? [`-# ${t('bot.topics.more', { count: left })}`] : []),
  ].join('\n\n');
  return toPage(
    { title: truncateEscaped(topic.title, maxTitle, 'title'), description, color: colors.empty },
    [toButton(t('bot.topics.back'), toTopicId({ step: 'list', ...scope, page: 1 }))],
  );
}

/** Writes claims as lines until `room` UTF-16 units are used up; footnotes are numbered along the page. */
function createLines(room: number) {
  const numbers = new Map<string, number>();
  let left = room;
  return (lines: readonly TopicLine[]): readonly string[] =>
    lines.flatMap(each => {
      const line = toMarkup(each, numbers);
      left -= line.length;
      return left < 0 ? [] : [line];
    });
}

function toMarkup({ summary, claim }: TopicLine, numbers: Map<string, number>): string {
  const t = toTexts(summary.language);
  const { line } = toItem({ ...claim, before: null }, summary, t, { references: true });
  const renumbered = line.map((piece): LinePiece => {
    if (piece.as === 'more') return { ...piece, url: null };
    if (piece.as !== 'marker') return piece;
    const { marker } = piece;
    const address = marker.url ?? `${marker.time} ${marker.sender}`;
    const number = numbers.get(address) ?? numbers.size + 1;
    numbers.set(address, number);
    return { as: 'marker', marker: { ...marker, number } };
  });
  return `- ${toLines(renumbered).join(' ')}`;
}
