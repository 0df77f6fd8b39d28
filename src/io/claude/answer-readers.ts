import { JSONParser } from '@streamparser/json';
import type { AnswerPart, createCitedAnswer } from '../../core/claims/answer.ts';

/** Reads the text of one answer piece by piece. `write` only throws its listener's errors. */
export type AnswerReader = {
  readonly write: (piece: string) => void;
  /** Whether a part of the answer was emitted, so that it cannot be read again. */
  readonly hasEmitted: () => boolean;
  readonly isWhole: () => boolean;
};

/** Many times the length of an answer. */
const longestAnswer = 100_000;
/** What some servers leave at the beginning of an answer, also while they write it. */
const thoughts = /^\s*<think>.*?(?:<\/think>|$)/s;

export function createTextReader(onText?: (soFar: string) => void) {
  let text = '';
  return {
    write: (piece: string) => {
      if (text.length <= longestAnswer) text += piece;
      if (piece.includes('\n')) onText?.(text.replace(thoughts, ''));
    },
    hasEmitted: () => false,
    isWhole: () => text.replace(thoughts, '').trim() !== '' && text.length <= longestAnswer,
    text: () => text.replace(thoughts, ''),
  };
}

/** Reads one JSON object; text around it, such as a code fence, is ignored. `parse` returns null for another shape. */
export function createJsonReader<Value>(
  parse: (value: unknown) => Value | null,
): AnswerReader & { readonly value: () => Value | null } {
  const reader = createTextReader();
  const value = () => parse(toJson(reader.text()));
  return { ...reader, isWhole: () => value() !== null, value };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return null;
  }
}

type Found = Parameters<JSONParser['onValue']>[0];

/**
 * Reads one JSON document piece by piece, ignoring text around it. `onFound` gets each value at these paths as soon as it is complete, and
 * says whether the answer is whole with it; what `emit` runs may throw.
 */
function createStreamReader(
  paths: string[],
  onFound: (found: Found, emit: (run: () => void) => void) => boolean,
): AnswerReader {
  let begun = false;
  let broken = false;
  let whole = false;
  let carried = '';
  let given = 0;
  let fault: { readonly error: unknown } | null = null;

  const emit = (run: () => void) => {
    if (fault !== null) return;
    given += 1;
    // If it were thrown here, it would count as broken JSON.
    try {
      run();
    } catch (error) {
      fault = { error };
    }
  };

  // With an empty separator, several documents may follow each other: one per text block.
  const parser = new JSONParser({ paths, keepStack: false, separator: '' });
  parser.onValue = found => {
    whole = onFound(found, emit) || whole;
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

/** Reads `{"matters": [{topic, title, continues, claims: [...]}]}` and emits each claim, also malformed ones, with its `matter`. */
export function createClaimReader(onClaim: (claim: unknown) => void): AnswerReader {
  let matters = 0;
  let matter: Record<string, unknown> = {};
  const paths = ['$.matters', '$.matters.*', '$.matters.*.*', '$.matters.*.claims.*'];
  return createStreamReader(paths, ({ value, key, parent, stack }, emit) => {
    if (stack.length === 1) return key === 'matters' && Array.isArray(value);
    if (stack.length === 2) {
      matters += 1;
      matter = {};
    } else if (stack.length === 3 && typeof key === 'string' && key !== 'claims') matter[key] = value;
    else if (stack.length === 4 && Array.isArray(parent)) {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      emit(() => onClaim(isObject ? { ...value, matter: { ...matter, number: matters + 1 } } : value));
    }
    return false;
  });
}

/** Reads `{"headings": [...], "lines": [...]}` about an answer or a part of it, and emits the claim of each line. */
export function createCiteReader(
  cited: ReturnType<typeof createCitedAnswer>,
  part: AnswerPart,
  onClaim: (claim: unknown) => void,
): AnswerReader {
  const paths = ['$.headings.*', '$.lines', '$.lines.*'];
  return createStreamReader(paths, ({ value, stack }, emit) => {
    if (stack.length === 1) return Array.isArray(value);
    if (stack[1]?.key === 'headings') cited.addHeading(value, part);
    const claim = stack[1]?.key === 'lines' ? cited.addLine(value, part) : null;
    if (claim !== null) emit(() => onClaim(claim));
    return false;
  });
}
