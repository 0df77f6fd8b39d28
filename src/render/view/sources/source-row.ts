import type { Quote } from '../../../core/claims/claim.ts';
import type {
  CitedMessage,
  Reference,
  Summary,
  SummaryClaim,
  Support,
} from '../../../core/claims/summary.ts';
import type { Texts } from '../../texts.ts';
import { toLinkTarget } from '../marker.ts';
import { toShownName, toSnippet } from '../snippet.ts';
import { type ShownTime, toShownTime } from './shown-time.ts';

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
export function toNumberedRows(
  summary: Summary,
  t: Texts,
  claims: readonly SummaryClaim[],
): readonly SourceRow[] {
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
