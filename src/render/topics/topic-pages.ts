import type {
  APIActionRowComponent,
  APIButtonComponentWithCustomId,
  APIEmbed,
  APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { Summary } from '../../core/claims/summary/summary.ts';
import type { TopicClaim } from '../../core/topics/topic-claim.ts';
import type { ChannelTopic } from '../../core/topics/topics.ts';
import { truncate } from '../cut.ts';
import { joinAtoms, toLineAtoms, toTimestamp, truncateEscaped } from '../embed/discord-markup.ts';
import { colors } from '../embed/embed.ts';
import { limits } from '../embed/embed-page.ts';
import { type Item, toItem } from '../view/item.ts';
import { toLine } from '../view/line.ts';
import { toShownLine } from '../view/shown.ts';
import type { BotWords } from '../words/bot/words.ts';
import { toWords } from '../words/index.ts';
import { type TopicAction, type TopicScope, toTopicId } from './topic-id.ts';

/** The body of a message that only one person sees. */
export type TopicMessage = {
  readonly content: string;
  readonly embeds: readonly APIEmbed[];
  readonly components: readonly APIActionRowComponent<
    APIButtonComponentWithCustomId | APIStringSelectComponent
  >[];
};

/** The topics of one page fit a phone's screen. */
export const topicsPerPage = 6;
/** The longest title in UTF-16 units. */
const maxTitle = 80;
const maxNames = 3;
/** The most open items, and the most other claims, of a topic. */
const maxItems = 8;
/** The claims' share of a description, in UTF-16 units. */
const maxLines = 3_500;
/** The share of a request in a list, in UTF-16 units. */
const maxRequest = 1_000;

/** Values of discord.js's enums: their types can be imported without loading the values. */
const actionRow: ComponentType.ActionRow = 1;
const button: ComponentType.Button = 2;
const stringSelect: ComponentType.StringSelect = 3;
const secondary: ButtonStyle.Secondary = 2;

export function toTopicTitle({ title }: Pick<ChannelTopic, 'title'>): string {
  return truncate(toShownLine(title), maxTitle) || '…';
}

/** One page of a list of topics, with a select that opens one. */
export function toTopicList(
  shown: readonly ChannelTopic[],
  { page, count, scope }: { readonly page: number; readonly count: number; readonly scope: TopicScope },
  summaries: ReadonlyMap<string, Summary>,
  words: BotWords,
): TopicMessage {
  const { topics: own } = words;
  const pages = Math.ceil(count / topicsPerPage);
  const { buttons: turning, sections } = toWords(words.tag);
  const toLines = createLines(summaries, maxRequest, words);
  const description = shown
    .map(topic => {
      const asked = toSection(sections.request, toLines(toAsked(topic)));
      return [`**${truncateEscaped(topic.title, maxTitle)}**`, toFacts(topic, words), ...asked].join('\n');
    })
    .join('\n\n');
  return {
    content: '',
    embeds: [
      {
        title: own.title,
        description,
        color: colors.empty,
        footer: { text: own.footer(page, pages, count) },
      },
    ],
    components: [
      {
        type: actionRow,
        components: [
          {
            type: stringSelect,
            custom_id: toTopicId({ step: 'open', ...scope }),
            placeholder: truncate(own.choose, 150),
            options: shown.map(topic => ({ label: toTopicTitle(topic), value: topic.id })),
          },
        ],
      },
      ...(pages < 2
        ? []
        : [
            toButtons(
              { label: turning.previous, to: { step: 'list', ...scope, page: page - 1 }, isOff: page === 1 },
              { label: turning.next, to: { step: 'list', ...scope, page: page + 1 }, isOff: page === pages },
            ),
          ]),
    ],
  };
}

/** "active · since 9 March, last 2 hours ago · 2 open items", then places and people. */
function toFacts({ reason, first, last, open, placeIds, people }: ChannelTopic, words: BotWords): string {
  const { topics: own } = words;
  const state = [
    own.status[reason === null ? 'inactive' : 'active'],
    own.times(toTimestamp(first, 'D'), toTimestamp(last, 'R')),
    ...(open.length > 0 ? [own.openCount(open.length)] : []),
  ];
  const names = people.slice(0, maxNames).map(name => truncateEscaped(name, 40));
  const places = placeIds.slice(0, maxNames).map(id => `<#${id}>`);
  return `${state.join(' · ')}\n-# ${places.join(' ')} · ${own.people(names, people.length - names.length)}`;
}

/** A topic: since when, where, who, what is asked now, its open items and its latest claims, with links to the messages behind them. */
export function toTopicPage(
  topic: ChannelTopic,
  summaries: ReadonlyMap<string, Summary>,
  scope: TopicScope,
  words: BotWords,
): TopicMessage {
  const { topics: own } = words;
  const toLines = createLines(summaries, maxLines, words);
  const asked = toAsked(topic);
  const rest = topic.claims.filter(claim => !asked.includes(claim));
  const open = rest.filter(claim => topic.open.includes(claim));
  const askedLines = toLines(asked);
  const openLines = toLines(open);
  const latest = toLines(rest.filter(claim => !open.includes(claim)));
  const left = topic.claims.length - askedLines.length - openLines.length - latest.length;
  const description = [
    toFacts(topic, words),
    ...toSection(toWords(words.tag).sections.request, askedLines),
    ...toSection(own.open, openLines),
    ...toSection(own.latest, latest),
    ...(left > 0 ? [`-# ${own.more(left)}`] : []),
  ].join('\n\n');
  return {
    content: '',
    embeds: [{ title: truncateEscaped(topic.title, maxTitle, 'title'), description, color: colors.empty }],
    components: [toButtons({ label: own.back, to: { step: 'list', ...scope, page: 1 } })],
  };
}

/** Writes claims as lines until there are too many of them or `room` UTF-16 units are used up. */
function createLines(summaries: ReadonlyMap<string, Summary>, room: number, botWords: BotWords) {
  const numbers = new Map<string, number>();
  let left = room;
  return (claims: readonly TopicClaim[]): readonly string[] =>
    claims.slice(0, maxItems).flatMap(claim => {
      const line = toClaimLine(claim, summaries, numbers, botWords);
      left -= line?.length ?? 0;
      return line === null || left < 0 ? [] : [line];
    });
}

/** The request, then the question about it. */
function toAsked({ request }: ChannelTopic): readonly TopicClaim[] {
  return request === null ? [] : [request.claim, ...(request.question ? [request.question] : [])];
}

function toSection(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`**${heading}**\n${lines.join('\n')}`];
}

/** The claim as its summary shows it now; its footnotes are numbered along the page. */
function toClaimLine(
  { key, logState }: TopicClaim,
  summaries: ReadonlyMap<string, Summary>,
  numbers: Map<string, number>,
  { decisions }: BotWords,
): string | null {
  const [summaryId = '', claimId] = key.split('.');
  const summary = summaries.get(summaryId);
  const claim = summary?.claims.find(({ id }) => id === claimId);
  if (summary === undefined || claim === undefined) return null;
  const words = toWords(summary.language);
  const item = toItem(claim, summary, words, {
    references: true,
    severalDays: true,
    hasHeadings: true,
    folds: false,
  });
  const renumber = (markers: Item['markers']): Item['markers'] =>
    markers.map(marker => {
      const address = marker.url ?? `${marker.time} ${marker.sender}`;
      const number = numbers.get(address) ?? numbers.size + 1;
      numbers.set(address, number);
      return { ...marker, number };
    });
  const label = logState === 'replaced' ? decisions.statuses.superseded : item.label;
  const line = toLine({ ...item, label, markers: renumber(item.markers), before: null }, words);
  return `- ${joinAtoms(toLineAtoms(line, words))}`;
}

function toButtons(
  ...buttons: readonly { readonly label: string; readonly to: TopicAction; readonly isOff?: boolean }[]
): TopicMessage['components'][number] {
  return {
    type: actionRow,
    components: buttons.map(({ label, to, isOff = false }) => ({
      type: button,
      style: secondary,
      label: truncate(label, limits.buttonLabel),
      custom_id: toTopicId(to),
      disabled: isOff,
    })),
  };
}
