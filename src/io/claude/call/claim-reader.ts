import { JSONParser } from '@streamparser/json';
import { parse } from 'jsonc-parser';
import { z } from 'zod';
import type { AnswerReader } from './answer-reader.ts';

const loose = z.object({ claims: z.array(z.unknown()) });
/** The end of a document; the text after it is ignored. */
const closing = /\]\s*\}[^\]}]*$/;
const longestSalvaged = 1_000_000;

/**
 * Reads `{"claims": [...]}` piece by piece and emits each claim as soon as it is complete, even a malformed one. Text
 * around the document, such as a code fence, is ignored; errors of `onClaim` are thrown. After invalid JSON (such as
 * NaN), a tolerant parser reads the complete claims at the end.
 */
export function createClaimReader(onClaim: (claim: unknown) => void): AnswerReader {
  let begun = false;
  let broken = false;
  let whole = false;
  let carried = '';
  let given = 0;
  let text = '';
  let fault: { readonly error: unknown } | null = null;

  // With an empty separator, several documents may follow each other: one per text block.
  const parser = new JSONParser({ paths: ['$.claims', '$.claims.*'], keepStack: false, separator: '' });
  parser.onValue = ({ value, key, parent }) => {
    if (key === 'claims') whole ||= Array.isArray(value);
    else if (Array.isArray(parent) && fault === null) {
      given += 1;
      // If it were thrown here, it would count as broken JSON.
      try {
        onClaim(value);
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
    const { claims } = loose.safeParse(parse(text)).data ?? { claims: [] };
    whole ||= isClosed && claims.length > 0;
    const closed = isClosed ? claims : claims.slice(0, -1);
    for (const claim of closed.slice(given)) {
      given += 1;
      onClaim(claim);
    }
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
