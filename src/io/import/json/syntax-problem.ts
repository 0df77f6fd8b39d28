import { printParseErrorCode, visit } from 'jsonc-parser';

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
