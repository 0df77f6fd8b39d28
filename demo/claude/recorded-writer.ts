import { type RecordedAnswer, type RecordedClaim, toClaims } from '../samples/answers/recorded-answer.ts';
import { fillDates } from '../samples/dates.ts';
import { type SampleLanguage, sampleLanguages } from '../samples/texts.ts';
import { type PromptMessage, parseConversation, parseTask } from './conversation.ts';
import { type RefusingWriter, type WrittenClaim, type WrittenEvidence, writeClaim } from './writer.ts';

/**
 * Writes the recorded answers of the samples in the conversation, without claims whose messages are missing. Refuses where
 * none is left, where a message is in no sample, because people wrote it, and in languages without recorded answers. With
 * `withMistakes` it makes its recorded mistakes and never corrects them.
 */
export function createRecordedWriter(
  answers: readonly RecordedAnswer[],
  nowMs: number,
  withMistakes = false,
): RefusingWriter {
  return ({ text }) => {
    const asked = parseTask(text);
    if (asked.isRepair) return [];
    // Nobody knows what people will ask.
    if (asked.isQuestion) return null;
    const language = sampleLanguages.find(each => each === asked.language.split('-')[0]);
    const messages = parseConversation(text);
    const found = new Map(messages.map(message => [toKey(message.author, message.text), message]));
    const known = new Set(
      answers.flatMap(({ lines }) => lines.map(({ by, say }) => toKey(by, fillDates(say, nowMs)))),
    );
    const isKnown = ({ isBot, isEarlier, author, text: said }: PromptMessage) =>
      isBot || isEarlier || known.has(toKey(author, said));
    if (language === undefined || !messages.every(isKnown)) return null;
    const recorded = answers.map(answer => {
      const cited = answer.lines.map(({ by, say }) => found.get(toKey(by, fillDates(say, nowMs))));
      return toClaims(answer, withMistakes).flatMap(claim => toClaim(claim, cited, language, nowMs) ?? []);
    });
    const parts = recorded.map(claims => {
      const part = claims.filter(({ kind }) => asked.kinds === null || asked.kinds.has(kind));
      return asked.isBrief ? takeFirstOfEachTopic(part) : part;
    });
    const told = asked.mostLines < parts.flat().length ? takeInTurns(parts, asked.mostLines) : parts.flat();
    return told.length === 0 ? null : told;
  };
}

/** The first of each channel, then the second of each. */
function takeInTurns<Claim>(parts: readonly (readonly Claim[])[], most: number): readonly Claim[] {
  const longest = Math.max(...parts.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) =>
    parts.flatMap(part => part.slice(turn, turn + 1)),
  );
  return turns.flat().slice(0, most);
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
