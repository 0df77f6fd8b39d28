import type { Topic, TopicLine } from '../../core/claims/topics.ts';
import { truncate } from '../cut.ts';
import { type Texts, toFrameTexts } from '../texts.ts';
import { type LinePiece, toItem } from '../view/item.ts';
import { toShownLine } from '../view/shown.ts';
import { toLines, toReplyLines, toTimestamp, truncateEscaped } from './discord-markup.ts';
import { type EmbedPage, toEmbed, toPage } from './message-body.ts';

/** The longest title in UTF-16 units. */
const maxTitle = 80;
const maxPlaces = 3;
/** The claims' share of a description, in UTF-16 units. */
const maxLines = 3_300;

export function toTopicTitle({ title }: Pick<Topic, 'title'>): string {
  return truncate(toShownLine(title), maxTitle) || '…';
}

/** "active · since 9 March, last message 2 hours ago", then the channels. */
function toFacts({ isQuiet, first, last, placeIds }: Topic, t: Texts): string {
  const state = t(`bot.topics.status.${isQuiet ? 'inactive' : 'active'}`);
  const places = placeIds.slice(0, maxPlaces).map(id => `<#${id}>`);
  return `-# ${[state, t('bot.topics.times', { first: toTimestamp(first, 'D'), last: toTimestamp(last, 'R') }), places.join(' ')].join(' · ')}`;
}

/** A topic: since when, where, and its claims, newest first, with links to the messages behind them. */
export function toTopicPage(topic: Topic, t: Texts): EmbedPage {
  const numbers = new Map<string, number>();
  let room = maxLines;
  const lines = topic.lines.flatMap(each => {
    const line = toMarkup(each, numbers);
    room -= line.length;
    return room < 0 ? [] : [line];
  });
  const left = topic.lines.length - lines.length;
  const description = [
    toFacts(topic, t),
    lines.join('\n'),
    ...(left > 0 ? [`-# ${t('bot.topics.more', { count: left })}`] : []),
  ].join('\n\n');
  const title = truncateEscaped(topic.title, maxTitle, 'title');
  return toPage(toEmbed(title, description));
}

/** Footnotes are numbered along the page. */
function toMarkup({ summary, claim }: TopicLine, numbers: Map<string, number>): string {
  const t = toFrameTexts(summary.language);
  const { line, replies } = toItem(claim, summary, t, { references: true });
  const renumbered = line.map((piece): LinePiece => {
    if (piece.as === 'more') return { ...piece, url: null };
    if (piece.as !== 'marker') return piece;
    const { marker } = piece;
    const address = marker.url ?? `${marker.time} ${marker.sender}`;
    const number = numbers.get(address) ?? numbers.size + 1;
    numbers.set(address, number);
    return { as: 'marker', marker: { ...marker, number } };
  });
  return [`- ${toLines(renumbered).join(' ')}`, ...toReplyLines(replies)].join('\n');
}
