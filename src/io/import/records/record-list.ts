import { createScanner } from 'jsonc-parser';
import type { RawRecord } from './record-check.ts';

/** The elements of a parsed list as records; their lines are computed on first use. */
export function toRawRecords(
  values: readonly unknown[],
  text: string,
  list: RecordList,
): readonly RawRecord[] {
  let lines: readonly number[] | undefined;
  return values.map((value, index) => ({
    value,
    line: () => {
      lines ??= findRecordLines(text, list);
      return lines[index] ?? 1;
    },
  }));
}

type JsonToken = {
  /** The first character of the token. */
  mark: string;
  start: number;
  end: number;
  /** 1-based. */
  line: number;
  /** For a colon and the value after it: the field's name. */
  key: string;
};

/**
 * Iterates over the tokens of JSON.
 *
 * It yields the same object each time and changes it in place: a large export has tens of millions of tokens.
 */
function* tokensOf(text: string): Generator<JsonToken> {
  const scanner = createScanner(text, true);
  const token: JsonToken = { mark: '', start: 0, end: 0, line: 1, key: '' };
  let before = '';
  for (;;) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    if (start >= text.length) return;
    const afterColon = token.mark === ':';
    token.mark = text.charAt(start);
    token.start = start;
    token.end = start + scanner.getTokenLength();
    token.line = scanner.getTokenStartLine() + 1;
    if (token.mark === ':') token.key = before;
    else if (!afterColon) token.key = '';
    before = token.mark === '"' ? scanner.getTokenValue() : '';
    yield token;
  }
}

/** The list of records: the text itself, or the field `messages` of its top-level object. */
type RecordList = 'root' | 'messages';

/** Whether the token, with `depth` brackets open before it, opens the list of records. */
function beginsRecordList(token: JsonToken, depth: number, list: RecordList): boolean {
  if (token.mark !== '[') return false;
  return list === 'root' ? depth === 0 : depth === 1 && token.key === 'messages';
}

/** The 1-based lines on which the records of a list start, in well-formed JSON. */
function findRecordLines(text: string, list: RecordList): readonly number[] {
  const lines: number[] = [];
  let depth = 0;
  let recordDepth = -1;
  for (const token of tokensOf(text)) {
    if (token.mark === '}' || token.mark === ']') {
      depth--;
      if (depth < recordDepth) break;
      continue;
    }
    if (depth === recordDepth && token.mark !== ',') lines.push(token.line);
    if (token.mark === '{' || token.mark === '[') {
      if (recordDepth < 0 && beginsRecordList(token, depth, list)) recordDepth = depth + 1;
      depth++;
    }
  }
  return lines;
}
