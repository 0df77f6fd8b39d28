import type { Message } from '../conversation/message.ts';
import { toAttachedHeading } from '../conversation/text.ts';
import type { Citation, Quote } from './claim.ts';

type HasTexts = Pick<Message, 'text' | 'attachedTexts'>;

export type AttachedSpan = NonNullable<Quote['file']>;

/** The text of a message without that of its files. */
export function toOwnText({ text, attachedTexts: [first] = [] }: HasTexts): string {
  return first === undefined ? text : text.slice(0, first.start - toAttachedHeading(first.name).length);
}

/** A quote as it is stored: in a file, its offsets are into the file. One that spans two parts is of the first. */
export function toStoredQuote(message: HasTexts, quote: Quote): Quote | null {
  const { attachedTexts = [], text } = message;
  const own = toOwnText(message).length;
  if (attachedTexts.length === 0 || quote.end <= own) return quote;
  const file = attachedTexts.find(({ end }) => quote.start < end);
  const part = quote.start < own || file === undefined ? { start: 0, end: own } : file;
  const start = Math.max(quote.start, part.start);
  const end = Math.min(quote.end, part.end);
  const words = text.slice(start, end);
  if (words.trim() === '') return null;
  if (part !== file) return { start, end, text: words };
  const lineAt = (offset: number) => text.slice(file.start, offset).split('\n').length;
  return {
    start: start - file.start,
    end: end - file.start,
    text: words,
    file: { name: file.name, from: lineAt(start), to: lineAt(end) },
  };
}

/** A message's own text with what is quoted of its files below it, and the quotes as spans of that. */
export function withExcerpts<Cut extends Quote>(
  own: string,
  quotes: readonly Cut[],
  toLabel: (file: AttachedSpan) => string,
): { readonly text: string; readonly quotes: readonly Cut[] } {
  let text = own;
  const shown = quotes.map((quote): Cut => {
    if (!quote.file) return quote;
    text += `\n[${toLabel(quote.file)}] `;
    const start = text.length;
    text += quote.text;
    return { ...quote, start, end: text.length };
  });
  return { text, quotes: shown };
}

/** Shown of a file on either side of what is cited of it, in UTF-16 units. */
const around = 1_500;

/** The text of a message with, of its files, only what is around what these citations quote, or the beginnings if there are none. */
export function toCitedText(message: HasTexts, citations: readonly Pick<Citation, 'quote'>[]): string {
  const { attachedTexts = [], text } = message;
  const files = attachedTexts.flatMap(({ name, start, end }) => {
    const spans = citations
      .map(({ quote }) => quote ?? { start, end: start })
      .filter(span => span.start < end && span.end >= start)
      .sort((a, b) => a.start - b.start);
    const kept: { from: number; to: number }[] = [];
    for (const span of spans) {
      const [from, to] = [Math.max(start, span.start - around), Math.min(end, span.end + around)];
      const last = kept.at(-1);
      if (last && from <= last.to) last.to = Math.max(last.to, to);
      else kept.push({ from, to });
    }
    if (kept.length === 0) return [];
    return `${toAttachedHeading(name)}${kept.map(({ from, to }) => text.slice(from, to)).join('\n[…]\n')}`;
  });
  return toOwnText(message) + files.join('');
}
