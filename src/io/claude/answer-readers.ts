import { JSONParser } from '@streamparser/json';

/** Reads the text of one answer piece by piece. `write` only throws its listener's errors. */
export type AnswerReader = {
  readonly write: (piece: string) => void;
  /** Whether a part of the answer was emitted, so that it cannot be read again. */
  readonly hasEmitted: () => boolean;
  /** Whether what was written is a complete answer. */
  readonly isWhole: () => boolean;
};

/** Many times the length of an answer. */
const longestAnswer = 100_000;

/** Reads one JSON object; text around it, such as a code fence, is ignored. `parse` returns null for another shape. */
export function createJsonReader<Value>(
  parse: (value: unknown) => Value | null,
): AnswerReader & { readonly value: () => Value | null } {
  let text = '';
  const value = () => (text.length > longestAnswer ? null : parse(toJson(text)));
  return {
    write: piece => {
      if (text.length <= longestAnswer) text += piece;
    },
    hasEmitted: () => false,
    isWhole: () => value() !== null,
    value,
  };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return null;
  }
}

/**
 * Reads `{"matters": [{topic, title, continues, claims: [...]}]}` piece by piece and emits each claim as soon as it is
 * complete, even a malformed one, with `matter: {number, topic, title, continues}` beside its fields. Text around the
 * document, such as a code fence, is ignored; errors of `onClaim` are thrown.
 */
export function createClaimReader(onClaim: (claim: unknown) => void): AnswerReader {
  let begun = false;
  let broken = false;
  let whole = false;
  let carried = '';
  let given = 0;
  let fault: { readonly error: unknown } | null = null;
  let matters = 0;
  let matter: Record<string, unknown> = {};

  const emit = (claim: unknown) => {
    given += 1;
    const isObject = typeof claim === 'object' && claim !== null && !Array.isArray(claim);
    // If it were thrown here, it would count as broken JSON.
    try {
      onClaim(isObject ? { ...claim, matter: { ...matter, number: matters + 1 } } : claim);
    } catch (error) {
      fault = { error };
    }
  };

  // With an empty separator, several documents may follow each other: one per text block.
  const parser = new JSONParser({
    paths: ['$.matters', '$.matters.*', '$.matters.*.*', '$.matters.*.claims.*'],
    keepStack: false,
    separator: '',
  });
  parser.onValue = ({ value, key, parent, stack }) => {
    if (stack.length === 1 && key === 'matters') whole ||= Array.isArray(value);
    else if (stack.length === 2) {
      matters += 1;
      matter = {};
    } else if (stack.length === 3 && typeof key === 'string' && key !== 'claims') matter[key] = value;
    else if (stack.length === 4 && Array.isArray(parent) && fault === null) emit(value);
  };
  parser.onError = () => {
    broken = true;
  };

  return {
    write(piece) {
      let next = carried + piece;
      carried = '';
      // The parser uses bytes: half a character at the end of a piece waits for its other half.
      if (/[\ud800-\udbff]$/.test(next)) {
        carried = next.slice(-1);
        next = next.slice(0, -1);
      }
      if (!begun) {
        const from = next.indexOf('{');
        if (from < 0) return;
        begun = true;
        next = next.slice(from);
      }
      if (next !== '' && !broken) parser.write(next);
      if (fault !== null) throw (fault as { readonly error: unknown }).error;
    },
    hasEmitted: () => given > 0,
    isWhole: () => whole,
  };
}
