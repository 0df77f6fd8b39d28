import { JSONParser } from '@streamparser/json';
import { parse } from 'jsonc-parser';
import { z } from 'zod';
import type { AnswerReader } from './answer-reader.ts';

const loose = z.object({ claims: z.array(z.unknown()) });
/** The end of a document; what follows is ignored. */
const closing = /\]\s*\}[^\]}]*$/;
const longestSalvaged = 1_000_000;

/**
 * Reads `{"claims": [...]}` piece by piece and hands over each claim as soon as it is closed, also a malformed one. Words in
 * front of the document or after it, such as a code fence, cost nothing; what `onClaim` throws is thrown on. After
 * something that is no JSON (a NaN) the claims that are closed are read at the end, by a parser that forgives it.
 */
export function createClaimReader(onClaim: (claim: unknown) => void): AnswerReader {
  let begun = false;
  let broken = false;
  let whole = false;
  let carried = '';
  let given = 0;
  let text = '';
  let fault: { readonly error: unknown } | null = null;

  // With an empty separator documents may follow one another: one a text block.
  const parser = new JSONParser({ paths: ['$.claims', '$.claims.*'], keepStack: false, separator: '' });
  parser.onValue = ({ value, key, parent }) => {
    if (key === 'claims') whole ||= Array.isArray(value);
    else if (Array.isArray(parent) && fault === null) {
      given += 1;
      // Thrown in here, it would count as broken JSON.
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
      // The parser writes bytes: half a character at a piece's end waits for its other half.
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
