import { visit } from 'jsonc-parser';

/** An unquoted number that may be too long for a JavaScript number; Discord ids are often written so. */
const longNumber = /[:[,]\s*\d{16,}/;

/** No message is nested this deep, and recursive functions can go as deep. */
const deepest = 1_000;

/** Whether brackets are too deep: the parser takes 50 bytes for each, outside of the heap: a gigabyte for a file of them. */
function isTooDeep(source: string): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < source.length; index += 1) {
    const mark = source.charAt(index);
    if (mark === '"') isText = !isText;
    else if (isText) index += mark === '\\' ? 1 : 0;
    else if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** Parses JSON; a whole number that is too long becomes a string. Throws a SyntaxError also if it is nested too deeply. */
export function parseJson(source: string): unknown {
  if (isTooDeep(source)) throw new SyntaxError('nested too deep');
  return longNumber.test(source) ? JSON.parse(source, keepDigits) : JSON.parse(source);
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const digits = context?.source;
  const tooLong = typeof value === 'number' && !Number.isSafeInteger(value);
  return tooLong && digits !== undefined && /^\d+$/.test(digits) ? digits : value;
}

/** A list of objects or texts, or an object; "[3] Bob said" and "[ ] buy milk" are text. */
export const meansJson = /^\s*(?:\[\s*(?:[{"]|\]?\s*$)|\{\s*(?:["}]|$))/u;

/** The 1-based place where a text stops being JSON. */
type SyntaxProblem = {
  readonly line: number;
  readonly column: number;
  /** The text ends there: it was cut off. */
  readonly atEnd: boolean;
};

/** The first problem of a text that is not JSON; null if it cannot be located (thousands of levels deep). */
export function findSyntaxProblem(text: string): SyntaxProblem | null {
  const textEnd = text.trimEnd().length;
  const found: SyntaxProblem[] = [];
  const onError = (_code: number, offset: number, length: number, line: number, column: number) => {
    found.push({ line: line + 1, column: column + 1, atEnd: offset + length >= textEnd });
    throw new RangeError('The first problem is enough.');
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return found[0] ?? null;
}
