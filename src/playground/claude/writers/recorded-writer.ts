import type { RecordedAnswer, RecordedClaim } from '../../samples/answers/recorded-answer.ts';
import { fillDates } from '../../samples/dates.ts';
import { type HeardMessage, parseConversation, parseTask } from './conversation.ts';
import { toResolution } from './readers.ts';
import { type Writer, type WrittenClaim, type WrittenEvidence, writeClaim } from './writer.ts';

/** At most so many messages that no recorded answer knows are quoted. */
const mostQuoted = 3;

/**
 * Writes the recorded answers of the samples that are in the conversation. It leaves out claims whose messages are not
 * all there, and quotes messages that no sample has: somebody has written them since.
 */
export function createRecordedWriter(answers: readonly RecordedAnswer[], nowMs: number): Writer {
  return ({ text }) => {
    const asked = parseTask(text);
    const messages = parseConversation(text);
    const found = new Map(messages.map(message => [toKey(message.author, message.text), message]));
    const recorded = answers.flatMap(({ lines, claims }) => {
      const cited = lines.map(({ by, say }) => found.get(toKey(by, fillDates(say, nowMs))));
      return claims.flatMap(claim => toClaim(claim, cited, nowMs) ?? []);
    });
    const known = new Set(
      answers.flatMap(({ lines }) => lines.map(({ by, say }) => toKey(by, fillDates(say, nowMs)))),
    );
    const others = messages.filter(
      each => !each.isBot && !each.isEarlier && !known.has(toKey(each.author, each.text)),
    );
    const claims = [
      ...asked.open.flatMap(item => toResolution(item, messages) ?? []),
      ...recorded,
      ...others.slice(-mostQuoted).map(toQuotation),
    ];
    return claims
      .filter(({ kind }) => asked.kinds === null || asked.kinds.has(kind))
      .slice(0, Math.min(asked.most, claims.length));
  };
}

/** User names are written in small letters, display names are not. */
function toKey(author: string, text: string): string {
  return `${author.toLowerCase()}: ${text.replace(/\s+/g, ' ')}`;
}

function toClaim(
  { cites, outcome: _, ...fields }: RecordedClaim,
  lines: readonly (HeardMessage | undefined)[],
  nowMs: number,
): WrittenClaim | null {
  const evidence = cites.flatMap(([line, quote]): readonly WrittenEvidence[] => {
    const message = lines[line - 1];
    return message ? [{ position: message.position, quote: fillDates(quote, nowMs) }] : [];
  });
  if (evidence.length < cites.length) return null;
  return writeClaim({ ...fields, text: fillDates(fields.text, nowMs), evidence, confidence: 0.95 });
}

function toQuotation({ position, author, text }: HeardMessage): WrittenClaim {
  const quote = text.replace(/\s+/g, ' ').slice(0, 200);
  const words = `${author} wrote: “${quote.replace(/[“”]/g, '"')}”`;
  return writeClaim({ evidence: [{ position, quote: text.slice(0, 200) }], text: words, speakers: [author] });
}
