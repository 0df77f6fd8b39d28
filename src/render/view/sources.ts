import { type AttachedSpan, withExcerpts } from '../../core/claims/attached-quotes.ts';
import type { Quote } from '../../core/claims/claim.ts';
import type { CitedMessage, Summary, Support } from '../../core/claims/summary.ts';
import type { Texts } from '../texts.ts';
import { toLinkTarget, toSenderName, toShownName, toSnippet } from './shown.ts';
import { type ShownTime, toShownTime } from './times.ts';

export type Source = ShownTime & {
  /** Null for a message that is only listed ("+K more"). */
  readonly number: number | null;
  readonly who: string;
  /** "message 2 of 47" */
  readonly position: string;
  readonly snippet: string;
  /** As it was read, with what is quoted of its files; `quotes` are spans of it. */
  readonly text: string;
  readonly quotes: readonly Quote[];
  readonly url: string | null;
  /** Null if it is the summary's own channel. */
  readonly channel: string | null;
  readonly edited: boolean;
  /** It was edited later; the text is the one that was read. */
  readonly editedSince: boolean;
  readonly forwarded: boolean;
  readonly claimIds: readonly string[];
};

/** The footnotes, ascending, which is the order of the matters; then the messages that claims only count. */
export function toSources(summary: Summary, t: Texts): readonly Source[] {
  const { claims, footnotes } = summary;
  const citing = (isCited: (support: Support) => boolean) => claims.filter(isCited).map(({ id }) => id);
  const numbered = footnotes.map(note => ({
    ...toSource(note, note.quotes, summary, t),
    number: note.number,
    claimIds: citing(({ references }) => references.some(({ footnote }) => footnote === note.number)),
  }));
  const listed = Map.groupBy(
    claims.flatMap(({ more }) => more),
    ({ messageId }) => messageId,
  );
  const others = [...listed].flatMap(([id, [message, ...again]]) => {
    if (!message) return [];
    const quotes = new Map(
      [message, ...again].flatMap(({ quote }) =>
        quote ? [[`${quote.file?.name} ${quote.start}-${quote.end}`, quote]] : [],
      ),
    );
    const claimIds = citing(({ more }) => more.some(({ messageId }) => messageId === id));
    return [{ ...toSource(message, [...quotes.values()], summary, t), claimIds }];
  });
  return [...numbered, ...others];
}

export function toSource(
  message: CitedMessage,
  quotes: readonly Quote[],
  summary: Summary,
  t: Texts,
): Source {
  const shown = withExcerpts(message.text, quotes, file => toFileWords(file, t));
  return {
    number: null,
    who: toSenderName(message, t),
    ...toShownTime(message.time, summary),
    position: message.earlier
      ? t('summary.earlier')
      : t('summary.position', { position: message.position, read: countNumbered(summary) }),
    snippet: toSnippet({ ...message, text: shown.text }, shown.quotes[0]),
    ...shown,
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

/** How many messages have a position: those that were read, and those that a question narrowed them to. */
export function countNumbered({ coverage }: Summary): number {
  const { count = 0 } = coverage.omitted.find(({ reason }) => reason === 'off_topic') ?? {};
  return coverage.read + count;
}

/** "boot.log, lines 40 to 43" */
export function toFileWords({ name, from, to }: AttachedSpan, t: Texts): string {
  return t('summary.fileLines', { name: toShownName(name, ''), from, to, count: to - from + 1 });
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
