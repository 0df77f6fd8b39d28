import { JSONParser } from '@streamparser/json';
import { parse } from 'jsonc-parser';
import { z } from 'zod';

/** How the text of an answer ended: complete, cut off, or unreadable. */
type ReadEnding = 'whole' | 'cut' | 'unreadable';

/** Reads the text of one answer piece by piece. `write` only throws its listener's errors. */
export type AnswerReader = {
  readonly write: (piece: string) => void;
  /** Whether a part of the answer was emitted, so that it cannot be read again. */
  readonly hasEmitted: () => boolean;
  readonly end: () => ReadEnding;
};

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

const looseMatter = z.object({
  topic: z.unknown().optional(),
  title: z.unknown().optional(),
  continues: z.unknown().optional(),
});
const loose = z.object({
  matters: z.array(
    looseMatter
      .extend({ claims: z.array(z.unknown()).catch([]) })
      .nullable()
      .catch(null),
  ),
});
const closing = /\]\s*\}[^\]}]*$/;
const longestSalvaged = 1_000_000;

/**
 * Reads `{"matters": [{topic, title, continues, claims: [...]}]}` piece by piece and emits each claim as soon as it is
 * complete, even a malformed one, with `matter: {number, topic, title, continues}` beside its fields. Text around the
 * document, such as a code fence, is ignored; errors of `onClaim` are thrown. After invalid JSON (such as NaN), a tolerant
 * parser reads the complete claims at the end.
 */
export function createClaimReader(onClaim: (claim: unknown) => void): AnswerReader {
  let begun = false;
  let broken = false;
  let whole = false;
  let carried = '';
  let given = 0;
  let text = '';
  let fault: { readonly error: unknown } | null = null;
  let matters = 0;
  let matter: Record<string, unknown> = {};

  const emit = (claim: unknown, of: Readonly<Record<string, unknown>>, number: number) => {
    given += 1;
    const isObject = typeof claim === 'object' && claim !== null && !Array.isArray(claim);
    onClaim(isObject ? { ...claim, matter: { ...of, number } } : claim);
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
    else if (stack.length === 4 && Array.isArray(parent) && fault === null) {
      // If it were thrown here, it would count as broken JSON.
      try {
        emit(value, matter, matters + 1);
      } catch (error) {
        fault = { error };
      }
    }
  };
  parser.onError = () => {
    broken = true;
  };

  const readRest = () => {
    const isClosed = closing.test(text);
    const found = loose.safeParse(parse(text)).data?.matters ?? [];
    const claims = found.flatMap((each, index) =>
      (each?.claims ?? []).map(claim => {
        const { claims: _, ...of } = each ?? { claims: [] };
        return { claim, of, number: index + 1 };
      }),
    );
    whole ||= isClosed && claims.length > 0;
    const closed = isClosed ? claims : claims.slice(0, -1);
    for (const { claim, of, number } of closed.slice(given)) emit(claim, of, number);
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
      text += next;
      if (next !== '' && !broken) parser.write(next);
      if (fault !== null) throw (fault as { readonly error: unknown }).error;
    },
    hasEmitted: () => given > 0,
    end() {
      if (broken && text.length <= longestSalvaged) readRest();
      if (whole) return 'whole';
      return begun && !broken ? 'cut' : 'unreadable';
    },
  };
}
