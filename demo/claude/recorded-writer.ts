import { type RecordedAnswer, type RecordedClaim, toClaims } from '../samples/answers/recorded-answer.ts';
import { fillDates } from '../samples/dates.ts';
import { type SampleLanguage, toSampleLanguage } from '../samples/texts.ts';
import { type PromptMessage, parseConversation, parseTask } from './conversation.ts';
import { writeQuotedWords } from './quoted-words.ts';
import { type Writer, type WrittenClaim, type WrittenEvidence, writeClaim } from './writer.ts';

/** The most messages without a recorded answer to quote. */
const mostQuoted = 3;

/**
 * Writes the recorded answers of the samples in the conversation. It leaves out claims with missing messages, and
 * quotes messages that are not in the samples, because people wrote them later. With `withMistakes` it makes its
 * recorded mistakes and never corrects them.
 */
export function createRecordedWriter(
  answers: readonly RecordedAnswer[],
  nowMs: number,
  withMistakes = false,
): Writer {
  return ({ text }) => {
    const asked = parseTask(text);
    if (asked.isRepair) return [];
    const language = toSampleLanguage(asked.language);
    const messages = parseConversation(text);
    const found = new Map(messages.map(message => [toKey(message.author, message.text), message]));
    const recorded = answers.map(answer => {
      const cited = answer.lines.map(({ by, say }) => found.get(toKey(by, fillDates(say, nowMs))));
      return toClaims(answer, withMistakes).flatMap(claim => toClaim(claim, cited, language, nowMs) ?? []);
    });
    const known = new Set(
      answers.flatMap(({ lines }) => lines.map(({ by, say }) => toKey(by, fillDates(say, nowMs)))),
    );
    const others = messages.filter(
      each => !each.isBot && !each.isEarlier && !known.has(toKey(each.author, each.text)),
    );
    const parts = [...recorded, others.slice(-mostQuoted).map(each => toQuotation(each, language))].map(
      part => part.filter(({ kind }) => asked.kinds === null || asked.kinds.has(kind)),
    );
    return parts.flatMap(part => (asked.isBrief ? takeFirstOfEachTopic(part) : part));
  };
}

function takeFirstOfEachTopic(claims: readonly WrittenClaim[]): readonly WrittenClaim[] {
  return claims.filter(({ topic }, index) => claims.findIndex(each => each.topic === topic) === index);
}

/** User names are in lower case, display names are not. */
function toKey(author: string, text: string): string {
  return `${author.toLowerCase()}: ${text.replace(/\s+/g, ' ')}`;
}

function toClaim(
  { cites, text, topic, title, kind, speakers = [], owner = '', due = '' }: RecordedClaim,
  lines: readonly (PromptMessage | undefined)[],
  language: SampleLanguage,
  nowMs: number,
): WrittenClaim | null {
  const evidence = cites.flatMap(([line, quote]): readonly WrittenEvidence[] => {
    const message = lines[line - 1];
    return message ? [{ position: message.position, quote: fillDates(quote, nowMs) }] : [];
  });
  if (evidence.length < cites.length) return null;
  const words = fillDates(text[language], nowMs, language);
  return writeClaim({
    evidence,
    kind,
    topic: topic[language],
    text: words,
    speakers,
    owner,
    due,
    confidence: 0.95,
    ...(title && { title: fillDates(title[language], nowMs, language) }),
  });
}

function toQuotation({ position, author, text }: PromptMessage, language: SampleLanguage): WrittenClaim {
  const words = text.replace(/\s+/g, ' ').slice(0, 200);
  return writeClaim({
    evidence: [{ position, quote: text.slice(0, 200) }],
    text: writeQuotedWords({ name: author, words }, language),
    speakers: [author],
  });
}
