import type { AnswerReader } from './answer-reader.ts';

type JsonReader<Value> = AnswerReader & {
  /** Null until a readable answer has ended. */
  readonly value: () => Value | null;
};

/** Many times the length of an answer. */
const longestAnswer = 100_000;

/** Reads one JSON object; text around it, such as a code fence, is ignored. `parse` returns null for another shape. */
export function createJsonReader<Value>(parse: (value: unknown) => Value | null): JsonReader<Value> {
  let text = '';
  let value: Value | null = null;
  return {
    write: piece => {
      if (text.length <= longestAnswer) text += piece;
    },
    hasEmitted: () => false,
    end: () => {
      value = text.length > longestAnswer ? null : parse(toJson(text));
      return value === null ? 'unreadable' : 'whole';
    },
    value: () => value,
  };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return null;
  }
}
