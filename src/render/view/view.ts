import { groupByMatter, toHeading } from '../../core/claims/assemble.ts';
import { toHeadingChannel } from '../../core/claims/section.ts';
import { isHighlights, type Summary, type SummaryClaim } from '../../core/claims/summary.ts';
import type { Place } from '../../core/conversation/message.ts';
import { isDated } from '../../core/time.ts';
import { type Texts, toFrameTexts } from '../texts.ts';
import { toCheckedItems } from './checked.ts';
import { type Item, toItem } from './item.ts';
import { toFacts, toNotices, toOmittedWords } from './reliability.ts';
import { toShownName } from './shown.ts';
import { type Source, toSources } from './sources.ts';
import { toWindowWords, type ZonedTimes } from './times.ts';
import { toDroppedWords, toReplacements, toWhy, type Why } from './why.ts';

export type ViewOptions = {
  /** Without references, there are no markers or sources; the claims are the same. Default true. */
  readonly references?: boolean;
  /** Default: the words of the summary's language. */
  readonly t?: Texts;
  /** The summary is still being written or judged, so unjudged claims get no note. */
  readonly isUnfinished?: boolean;
  readonly newIds?: readonly string[] | undefined;
  /** One list: a title begins the first line under it, and each line names its channel. */
  readonly isCard?: boolean | undefined;
  /** The reader is the bot's owner, so no sentence says that the owner was notified. */
  readonly isOwner?: boolean;
};

/** The claims of one matter or channel, or all of a short summary; then it has no heading. */
export type Section = {
  readonly heading: string | null;
  /** The channel that the heading names. */
  readonly channel?: string | null;
  readonly items: readonly Item[];
};

/** The layout of a summary: sentences, claims in reading order under their headings, times as instants, for every format alike. */
export type View = {
  readonly summaryId: string;
  readonly t: Texts;
  readonly language: string;
  readonly zone: string;
  readonly title: string;
  /** The range asked for, otherwise the range read; ISO instants. */
  readonly window: { readonly from?: string; readonly to?: string };
  readonly notices: readonly string[];
  /** "Still open from before: 3 tasks → /decisions"; null if there are none, and outside digests. */
  readonly stillOpen: string | null;
  readonly facts: readonly string[];
  readonly why: Why;
  readonly dropped: string | null;
  readonly empty: string | null;
  readonly sections: readonly Section[];
  readonly sources: readonly Source[];
  readonly references: boolean;
  /** The claims are the quoted words themselves, so that a list of sources need not repeat them. */
  readonly isQuotes: boolean;
};

/** With fewer messages, headings would outweigh the claims. */
const fewestMessagesWithHeadings = 5;

export function toView(summary: Summary, options: ViewOptions = {}): View {
  const t = options.t ?? toFrameTexts(summary.language);
  const references = options.references ?? true;
  const { checked } = summary;
  const flat = checked !== undefined || summary.coverage.read < fewestMessagesWithHeadings;
  const isFinal = checked === undefined && !isHighlights(summary) && !options.isUnfinished;
  const replaced = isFinal ? toReplacements(summary, t, references) : [];
  const sections = flat
    ? [
        {
          heading: null,
          items: checked
            ? toCheckedItems(summary, checked, t, { references })
            : [
                ...summary.claims.map(claim =>
                  toItem(claim, summary, t, { references, newIds: options.newIds }),
                ),
                ...replaced.map(({ item }) => item),
              ],
        },
      ]
    : toSections(summary, t, references, replaced, options);
  return {
    summaryId: summary.id,
    t,
    language: summary.language,
    zone: summary.zone,
    title: toTitle(summary, t),
    window: toWindow(summary),
    notices: toNotices(summary, t, options),
    stillOpen: summary.openBefore?.tasks ? t('summary.stillOpen', summary.openBefore) : null,
    facts: toFacts(summary, t),
    why: toWhy(summary, t, references),
    dropped: toDroppedWords(summary, t),
    empty: sections.some(({ items }) => items.length > 0) ? null : toEmptyWords(summary, t),
    sections: options.isCard ? [toList(sections)] : sections.filter(section => section.items.length > 0),
    sources: references ? toSources(summary, t) : [],
    references,
    isQuotes: isHighlights(summary),
  };
}

/** So much of a question fits into a title beside the name of its channel. */
const longestQuestion = 120;

function toTitle(summary: Summary, t: Texts): string {
  const title = toShownName(summary.source.title, t('summary.summary'), 200);
  if (summary.checked) return t('summary.check.title', { place: title });
  if (summary.question !== undefined)
    return `${toShownName(summary.question, '', longestQuestion)} · ${title}`;
  return isHighlights(summary) ? `${t('summary.highlights')} · ${title}` : title;
}

const maxHeadingLength = 120;
/** A start that could look like a list item or a rule, and marks that change the writing direction. */
const unlikeHeadline = /^[^\p{L}\p{N}“‘«「『¿¡]+|[\u061c\u200e\u200f]/gu;

/** Claims under the titles of their matters; without matters, under the names of their channels if there are several. */
function toSections(
  summary: Summary,
  t: Texts,
  references: boolean,
  replaced: ReturnType<typeof toReplacements>,
  { isCard = false, newIds }: ViewOptions,
): readonly Section[] {
  const toSection = (title: string | null, found: Place | null, claims: readonly SummaryClaim[]) => {
    const place = isCard ? null : found;
    const channel = place && toShownName(place.title, '');
    const heading = [title, channel].filter(Boolean).join(' · ') || null;
    const items = claims.map(claim => toItem(claim, summary, t, { references, place, newIds }));
    const { matter } = claims[0] ?? {};
    const own = replaced.filter(each => matter !== undefined && each.matter === matter);
    return { heading, channel, items: [...items, ...own.map(({ item }) => item)] };
  };
  const left = replaced.filter(
    ({ matter }) => !summary.claims.some(claim => matter && claim.matter === matter),
  );
  const rest = { heading: t('summary.why.dropped'), items: left.map(({ item }) => item) };
  const { matters, claims } = summary;
  if (matters) {
    const sections = groupByMatter(claims).map(({ number, claims: own }) => {
      const title =
        number === null
          ? t('summary.sections.note')
          : toShownName(
              toHeading(matters[number - 1], own, isCard)?.replace(unlikeHeadline, '') ?? '',
              '',
              maxHeadingLength,
            ) || null;
      return toSection(title, findOnlyChannel(own, summary), own);
    });
    return [...sections, rest];
  }
  const placeOf = ({ references }: SummaryClaim) =>
    toHeadingChannel(
      references.flatMap(({ footnote }) => summary.footnotes[footnote - 1] ?? []),
      summary.source,
    );
  const sections = [...Map.groupBy(claims, claim => placeOf(claim)?.id).values()].map(own =>
    toSection(null, own[0] ? placeOf(own[0]) : null, own),
  );
  return [...sections, rest];
}

function toList(sections: readonly Section[]): Section {
  const toItems = ({ heading, items }: Section) =>
    items.map((item, index): Item => {
      const isTitled = heading !== null && index === 0;
      return isTitled ? { ...item, line: [{ as: 'label', text: heading }, ...item.line] } : item;
    });
  return { heading: null, items: sections.flatMap(toItems) };
}

/** The channel of all messages that claims show, in a summary of several channels; null if there is more than one. */
function findOnlyChannel(claims: readonly SummaryClaim[], { source, footnotes }: Summary): Place | null {
  if (source.channelIds.length < 2) return null;
  const shown = claims.flatMap(({ references }) =>
    references.flatMap(({ footnote }) => footnotes[footnote - 1]?.channel ?? []),
  );
  const [first] = shown;
  return first && shown.every(({ id }) => id === first.id) ? first : null;
}

function toEmptyWords(summary: Summary, t: Texts): string {
  const { checked, coverage, rejected, engine } = summary;
  if (checked) return t('summary.check.noStatements');
  if (coverage.read === 0) {
    const omitted = toOmittedWords(summary, t);
    return omitted === null ? t('summary.nothingSaid') : t('summary.allLeftOut', { list: omitted });
  }
  if ((summary.question !== undefined && engine.reason === undefined) || engine.reason === 'unanswered')
    return t('summary.noneNear');
  if (rejected.some(({ reasons }) => reasons.some(({ problem }) => problem.code === 'message_deleted')))
    return t('summary.sourcesGone');
  if (summary.question !== undefined && isHighlights(summary)) return t('summary.noneNear');
  return engine.name === 'claude' && engine.reason === undefined && rejected.length === 0
    ? t('summary.emptyAnswer')
    : t('summary.nothingFound');
}

function toWindow({ window, timeRange }: Summary): View['window'] {
  const [start, end] = [timeRange?.start, timeRange?.end];
  const from = window.from ?? (start && isDated(start) ? start : undefined);
  const to = window.to ?? (end && isDated(end) ? end : undefined);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** What Markdown and plain text tell before the claims: one line each. */
export function toPreface(view: View, times: ZonedTimes): readonly string[] {
  const { notices, stillOpen, facts, dropped, zone, t } = view;
  const window = toWindowWords(view, times.full);
  const lines = [
    window && `${window} (${t('summary.timesIn', { zone })})`,
    ...notices,
    stillOpen,
    ...facts,
    dropped,
  ];
  return lines.filter(line => line !== null);
}
