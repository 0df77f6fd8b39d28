import type { Quote } from '../../core/claims/claim.ts';
import { isUnclear } from '../../core/claims/summary/section.ts';
import type {
  CitedMessage,
  Reference,
  Summary,
  SummaryClaim,
  Support,
} from '../../core/claims/summary/summary.ts';
import { replaceNumberBrackets } from '../../core/conversation/bracketed-numbers.ts';
import { findQuotations, toInnerQuote } from '../../core/verify/quotes/quotations.ts';
import { truncate } from '../cut.ts';
import { type Grouping, groupings } from '../formats.ts';
import type { Texts } from '../texts.ts';
import { toLinkTarget, toShownLine, toShownName, toSnippet } from './shown.ts';
import { type ShownTime, toShownTime } from './times.ts';

/** One row of the sources table: a cited message. */
export type SourceRow = ShownTime & {
  /** null for a message that is only listed ("+K more"). */
  readonly number: number | null;
  readonly who: string;
  /** "message 2 of 47" */
  readonly position: string;
  /** One line, at most 200 UTF-16 units, marked if it is a forward. */
  readonly snippet: string;
  /** As it was read; `quotes` are spans of it. */
  readonly text: string;
  readonly quotes: readonly Quote[];
  readonly url: string | null;
  /** Null if it is the summary's own channel. */
  readonly channel: string | null;
  readonly edited: boolean;
  /** It was edited later; the text is the one that was read. */
  readonly editedSince: boolean;
  readonly forwarded: boolean;
  /** The claims that cite it, in reading order. */
  readonly claimIds: readonly string[];
};

/** Whether a claim above the sources already shows the words of this row. */
export function isRepeated({ number }: SourceRow, repeated: ReadonlySet<number>): boolean {
  return number !== null && repeated.has(number);
}

/** The footnotes of these claims as rows, ascending, each with the spans that they quote; for all claims, they are 1..k. */
export function toSourceRows(
  summary: Summary,
  t: Texts,
  claims: readonly SummaryClaim[] = summary.claims,
): readonly SourceRow[] {
  return toRows(summary, t, claims, ({ references }) => references);
}

/** The same, with the numbered messages that these claims only count. */
function toNumberedRows(summary: Summary, t: Texts, claims: readonly SummaryClaim[]): readonly SourceRow[] {
  const numbers = new Map(summary.footnotes.map(({ messageId, number }) => [messageId, number]));
  return toRows(summary, t, claims, ({ references, more }) => [
    ...references,
    ...more.flatMap(({ messageId, quote }) => {
      const footnote = numbers.get(messageId);
      return footnote === undefined ? [] : [{ footnote, quote }];
    }),
  ]);
}

function toRows(
  summary: Summary,
  t: Texts,
  claims: readonly SummaryClaim[],
  toShown: (support: Support) => readonly Reference[],
): readonly SourceRow[] {
  const cited = new Map<number, { readonly claimIds: Set<string>; quotes: readonly Quote[] }>();
  for (const claim of claims) {
    for (const { footnote, quote } of [claim, claim.before].flatMap(each => (each ? toShown(each) : []))) {
      const known = cited.get(footnote) ?? { claimIds: new Set(), quotes: [] };
      known.claimIds.add(claim.id);
      cited.set(footnote, { ...known, quotes: addQuote(known.quotes, quote) });
    }
  }
  return summary.footnotes.flatMap((note): SourceRow[] => {
    const { claimIds, quotes } = cited.get(note.number) ?? {};
    if (!claimIds || !quotes) return [];
    return [{ ...toRow(note, quotes, summary, t), number: note.number, claimIds: [...claimIds] }];
  });
}

/** The messages that these claims only count, each once, in reading order, without those in `without`. */
export function toMoreRows(
  summary: Summary,
  t: Texts,
  claims: readonly SummaryClaim[] = summary.claims,
  without: ReadonlySet<string> = new Set(),
): readonly SourceRow[] {
  const rows = new Map<string, SourceRow>();
  for (const claim of claims) {
    for (const { quote, ...message } of [...claim.more, ...(claim.before?.more ?? [])]) {
      if (without.has(message.messageId)) continue;
      const known = rows.get(message.messageId);
      const row = known ?? toRow(message, quote ? [quote] : [], summary, t);
      rows.set(message.messageId, {
        ...row,
        quotes: addQuote(row.quotes, quote),
        claimIds: [...new Set([...row.claimIds, claim.id])],
      });
    }
  }
  return [...rows.values()];
}

function addQuote(quotes: readonly Quote[], quote: Quote | null): readonly Quote[] {
  const isKnown = quotes.some(({ start, end }) => start === quote?.start && end === quote.end);
  return quote === null || isKnown ? quotes : [...quotes, quote];
}

/** One message as a row, without a number. */
export function toRow(
  message: CitedMessage,
  quotes: readonly Quote[],
  summary: Summary,
  t: Texts,
): SourceRow {
  return {
    number: null,
    who: toShownName(message.sender, t('summary.someone')),
    ...toShownTime(message.time, summary),
    position: message.earlier
      ? t('summary.earlier')
      : t('summary.position', { position: message.position, read: summary.coverage.read }),
    snippet: toSnippet(message, quotes[0]),
    text: message.text,
    quotes,
    url: toLinkTarget(message.url),
    channel:
      message.channel && message.channel.title !== summary.source.title
        ? toShownName(message.channel.title, '') || null
        : null,
    edited: message.edited,
    editedSince: message.editedSince ?? false,
    forwarded: message.forwarded,
    claimIds: [],
  };
}

/** Sources under one heading. A message of several topics or claims appears under each, with the same number. */
export type SourceGroup = {
  /** One line; null for a flat list. */
  readonly heading: string | null;
  /** A warning that the claim needs clarification. */
  readonly note: string | null;
  /** The claim of a group with a single claim. */
  readonly claimId: string | null;
  readonly rows: readonly SourceRow[];
  /** Messages without a number. */
  readonly more: readonly SourceRow[];
};

const maxHeadingLength = 160;

/** The groupings that are useful for a summary. */
export function toGroupings({ claims, topics }: Summary): readonly Grouping[] {
  if (claims.length < 2) return ['flat'];
  return groupings.filter(each => each !== 'topic' || topics.length > 0);
}

/** The sources of these claims, grouped in reading order, those without a topic last; one list if no claim has a topic. */
export function toSourceGroups(
  summary: Summary,
  t: Texts,
  grouping: Grouping,
  claims: readonly SummaryClaim[] = summary.claims,
): readonly SourceGroup[] {
  if (grouping === 'flat' || (grouping === 'topic' && summary.topics.length === 0)) {
    const rows = toSourceRows(summary, t, claims);
    return [{ heading: null, note: null, claimId: null, rows, more: toMoreRows(summary, t, claims) }];
  }
  const numbered = new Set(summary.footnotes.map(({ messageId }) => messageId));
  const toGroup = (heading: string, own: readonly SummaryClaim[]): SourceGroup => ({
    heading,
    note: grouping === 'claim' && own.some(isUnclear) ? t('summary.needsClarification') : null,
    claimId: grouping === 'claim' ? (own[0]?.id ?? null) : null,
    rows: toNumberedRows(summary, t, own),
    more: toMoreRows(summary, t, own, numbered),
  });
  const groups =
    grouping === 'claim' ? claims.map(claim => toGroup(toHeading(claim.text), [claim])) : toTopicGroups();
  return groups.filter(({ rows, more }) => rows.length + more.length > 0);

  function toTopicGroups(): readonly SourceGroup[] {
    const titled = summary.topics.map(({ title, claimIds }) => {
      const own = claims.filter(({ id }) => claimIds.includes(id));
      return toGroup(toShownName(title, t('summary.summary'), 120), own);
    });
    const inTopics = new Set(summary.topics.flatMap(({ claimIds }) => claimIds));
    const others = claims.filter(({ id }) => !inTopics.has(id));
    return [...titled, toGroup(t('summary.grouping.noTopic'), others)];
  }
}

function toHeading(text: string): string {
  return replaceNumberBrackets(truncate(toShownLine(text), maxHeadingLength), '(', ')') || '…';
}

/**
 * The footnotes whose quotes a claim already shows, so that a list of sources below need not repeat them. A
 * paraphrasing claim keeps its sources in full, unless it quotes all of the words.
 */
export function findRepeatedQuotes(summary: Summary): ReadonlySet<number> {
  const isQuoteOnly = summary.engine.name === 'extractive' && summary.checked === undefined;
  const repeated = new Set<number>();
  for (const { text, references, before } of summary.claims) {
    for (const { text: shown, references: cited } of [{ text, references }, ...(before ? [before] : [])]) {
      const quotations = findQuotations(toShownLine(shown)).map(({ words }) => words);
      for (const { footnote, quote } of cited) {
        const note = summary.footnotes[footnote - 1];
        if (!note) continue;
        const needed = isQuoteOnly && quote ? toShownLine(quote.text) : toSnippet(note, quote);
        const words = toInnerQuote(needed);
        if (words !== '' && quotations.some(each => each.includes(words))) repeated.add(footnote);
      }
    }
  }
  return repeated;
}

/** A message that a claim cites; without a number it is only listed. */
type ShownCitation = {
  readonly number: number | null;
  readonly message: CitedMessage;
  readonly quote: Quote | null;
};

/** The messages that a claim, or its earlier text, cites: numbered ones first. */
export function toCitations({ references, more }: Support, { footnotes }: Summary): readonly ShownCitation[] {
  return [
    ...references.flatMap(({ footnote, quote }): ShownCitation[] => {
      const message = footnotes[footnote - 1];
      return message ? [{ number: footnote, message, quote }] : [];
    }),
    ...more.map(({ quote, ...message }): ShownCitation => ({ number: null, message, quote })),
  ];
}

/** The same for a claim together with its earlier text. */
export function toAllCitations(claim: SummaryClaim, summary: Summary): readonly ShownCitation[] {
  return [claim, ...(claim.before ? [claim.before] : [])].flatMap(support => toCitations(support, summary));
}

/** Splits a text at the edges of quotes; each part has the indexes of the quotes that cover it. */
export function splitAtQuotes(
  text: string,
  quotes: readonly Pick<Quote, 'start' | 'end'>[],
): readonly { readonly text: string; readonly quotes: readonly number[] }[] {
  const clamp = (offset: number) => Math.min(Math.max(offset, 0), text.length);
  const spans = quotes.map(({ start, end }) => ({ start: clamp(start), end: clamp(end) }));
  const edges = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])];
  edges.sort((a, b) => a - b);
  return edges.slice(0, -1).map((from, index) => ({
    text: text.slice(from, edges[index + 1]),
    quotes: spans.flatMap(({ start, end }, quote) => (start <= from && from < end ? [quote] : [])),
  }));
}
