import { printParseErrorCode, visit } from 'jsonc-parser';

/** An unquoted number that may be too long for a JavaScript number; Discord ids are often written so. */
const longNumber = /[:[,]\s*\d{16,}/;

/** No message is nested this deep. */
const deepest = 10_000;

/**
 * Whether brackets are open more than `deepest` at once. The parser would take some 50 bytes for each of them, outside of
 * the heap and its limit: more than a gigabyte for a file of brackets.
 */
function isTooDeep(source: string): boolean {
  let depth = 0;
  for (let index = 0; index < source.length; index += 1) {
    const code = source.charCodeAt(index);
    if (code === openBrace || code === openBracket) depth += 1;
    else if (code === closeBrace || code === closeBracket) depth -= 1;
    else if (code === quote) index = findClosingQuote(source, index);
    if (depth > deepest) return true;
  }
  return false;
}

const [quote, openBracket, backslash, closeBracket, openBrace, closeBrace] = [
  0x22, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
];

function findClosingQuote(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); end >= 0; end = source.indexOf('"', end + 1)) {
    let slashes = 0;
    while (source.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return source.length;
}

/** Parses JSON; throws a SyntaxError also if it is nested too deeply. */
export function parseJson(source: string): unknown {
  if (isTooDeep(source)) throw new SyntaxError('nested too deep');
  return JSON.parse(source);
}

/** Parses JSON; a whole number too long for a JavaScript number becomes a string with all its digits. */
export function parseKeepingDigits(source: string): unknown {
  return restoreDigits(parseJson(source), source);
}

/** Restores the digits that long numbers lost in a value parsed from `source`. */
export function restoreDigits(value: unknown, source: string): unknown {
  if (!longNumber.test(source)) return value;
  try {
    return JSON.parse(source, keepDigits);
  } catch (error) {
    // The reviver is recursive, unlike the parser; no message is nested that deep.
    if (error instanceof RangeError) return value;
    throw error;
  }
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const digits = context?.source;
  const tooLong = typeof value === 'number' && !Number.isSafeInteger(value);
  return tooLong && digits !== undefined && /^\d+$/.test(digits) ? digits : value;
}

/** A list of objects or texts, or an object; "[3] Bob said" and "[ ] buy milk" are text. */
export const meansJson = /^\s*(?:\[\s*(?:[{"]|\]?\s*$)|\{\s*(?:["}]|$))/u;

/** The first position where a text stops being JSON: 1-based line and column, and what is expected there. */
type SyntaxProblem = {
  readonly line: number;
  readonly column: number;
  readonly expected: string;
  /** The text ends there: it was truncated. */
  readonly atEnd: boolean;
};

const expectations: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a value',
  InvalidNumberFormat: 'a number',
  PropertyNameExpected: 'a field name in double quotes',
  ValueExpected: 'a value',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: 'a closing "}"',
  CloseBracketExpected: 'a closing "]"',
  EndOfFileExpected: 'the end of the file',
  InvalidCommentToken: 'no comment',
  UnexpectedEndOfComment: 'no comment',
  UnexpectedEndOfString: 'a closing quote',
  UnexpectedEndOfNumber: 'another digit',
  InvalidUnicode: 'four digits after "\\u"',
  InvalidEscapeCharacter: 'another character after the backslash',
  InvalidCharacter: 'no raw control character',
};

/** The first problem of a text that is not JSON; null if it cannot be located (thousands of levels deep). */
export function findSyntaxProblem(text: string): SyntaxProblem | null {
  const textEnd = text.trimEnd().length;
  const found: SyntaxProblem[] = [];
  try {
    visit(
      text,
      {
        onError: (code, offset, length, line, column) => {
          const name = printParseErrorCode(code);
          const skipped = name === 'UnexpectedEndOfString' ? length : 0;
          found.push({
            line: line + 1,
            column: column + skipped + 1,
            expected: expectations[name] ?? 'something else',
            atEnd: offset + length >= textEnd,
          });
          throw firstProblemFound;
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error !== firstProblemFound && !(error instanceof RangeError)) throw error;
  }
  return found[0] ?? null;
}

const firstProblemFound = Symbol('first problem found');
