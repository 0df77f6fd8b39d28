import type { Quote } from '../core/claims/claim.ts';
import type { CitedMessage, Summary } from '../core/claims/summary.ts';
import { toLinkTarget } from './marker.ts';
import { toShownName, toSnippet } from './snippet.ts';
import type { Words } from './words/words.ts';

/** One row of the sources table: a message that claims rest on. */
export type SourceRow = {
  /** null for a message that is only listed ("+K more"). */
  readonly number: number | null;
  readonly who: string;
  /** ISO instant. */
  readonly time: string;
  /** "message 2 of 47" */
  readonly position: string;
  /** One line, at most 200 UTF-16 units, marked where it is a forward. */
  readonly snippet: string;
  /** As it was read; `quotes` are spans of it. */
  readonly text: string;
  readonly quotes: readonly Quote[];
  readonly url: string | null;
  /** Where that is not the place the summary is of. */
  readonly channel: string | null;
  readonly edited: boolean;
  /** Its words are as they were read. */
  readonly editedSince: boolean;
  readonly forwarded: boolean;
  /** The claims that show it, in reading order. */
  readonly claimIds: readonly string[];
};

/** The footnotes as rows, 1..k. */
export function toSourceRows(summary: Summary, words: Words): readonly SourceRow[] {
  const claimIds = new Map<number, string[]>();
  for (const claim of summary.claims) {
    const shown = [...claim.references, ...(claim.before?.references ?? [])];
    for (const footnote of new Set(shown.map(reference => reference.footnote))) {
      claimIds.set(footnote, [...(claimIds.get(footnote) ?? []), claim.id]);
    }
  }
  return summary.footnotes.map(note => ({
    ...toRow(note, note.quotes, summary, words),
    number: note.number,
    claimIds: claimIds.get(note.number) ?? [],
  }));
}

/** The messages that claims rest on and that got no number, each once, in reading order of their claims. */
export function toMoreRows(summary: Summary, words: Words, claimId?: string): readonly SourceRow[] {
  const rows = new Map<number, SourceRow>();
  for (const claim of summary.claims) {
    if (claimId !== undefined && claim.id !== claimId) continue;
    for (const { quote, ...message } of [...claim.more, ...(claim.before?.more ?? [])]) {
      const known = rows.get(message.position);
      const row = known ?? toRow(message, quote ? [quote] : [], summary, words);
      const quotes =
        known && quote && !known.quotes.some(({ start, end }) => start === quote.start && end === quote.end)
          ? [...known.quotes, quote]
          : row.quotes;
      rows.set(message.position, { ...row, quotes, claimIds: [...new Set([...row.claimIds, claim.id])] });
    }
  }
  return [...rows.values()];
}

/** One message as a row, without a number. */
export function toRow(
  message: CitedMessage,
  quotes: readonly Quote[],
  summary: Summary,
  words: Words,
): SourceRow {
  return {
    number: null,
    who: toShownName(message.sender, words.someone),
    time: message.time,
    position: words.position(message.position, summary.coverage.read),
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
