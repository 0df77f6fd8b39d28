import { JSONParser } from '@streamparser/json';
import type { AnswerReader } from './answer-reader.ts';

/**
 * Reads `{"claims": [...]}` piece by piece and hands over each claim as soon as it is closed, whatever it is. Words in
 * front of the document or after it, such as a code fence, cost nothing; what `onClaim` throws is thrown on.
 */
export function createClaimReader(onClaim: (claim: unknown) => void): AnswerReader {
  let begun = false;
  let broken = false;
  let whole = false;
  let carried = '';
  let given = false;
  let fault: { readonly error: unknown } | null = null;

  // With an empty separator documents may follow one another: one a text block.
  const parser = new JSONParser({ paths: ['$.claims', '$.claims.*'], keepStack: false, separator: '' });
  parser.onValue = ({ value, key, parent }) => {
    if (key === 'claims') whole ||= Array.isArray(value);
    else if (Array.isArray(parent) && fault === null) {
      given = true;
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

  return {
    write(piece) {
      if (broken) return;
      let text = carried + piece;
      carried = '';
      // The parser writes bytes: half a character at a piece's end waits for its other half.
      if (/[\ud800-\udbff]$/.test(text)) {
        carried = text.slice(-1);
        text = text.slice(0, -1);
      }
      if (!begun) {
        const from = text.indexOf('{');
        if (from < 0) return;
        begun = true;
        text = text.slice(from);
      }
      if (text !== '') parser.write(text);
      if (fault !== null) throw (fault as { readonly error: unknown }).error;
    },
    hasGiven: () => given,
    end() {
      if (whole) return 'whole';
      return begun && !broken ? 'cut' : 'unreadable';
    },
  };
}
