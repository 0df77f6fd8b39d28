import type { RawRecord } from '../records/record-check.ts';
import { beginsRecordList, type RecordList, tokensOf } from './json-tokens.ts';
import { deepest, parseKeepingDigits } from './parse-json.ts';

/** The records found in damaged JSON, and the number of records that start but do not end. */
type Salvage = { readonly records: readonly RawRecord[]; readonly broken: number };

type Bracket = {
  readonly start: number;
  readonly line: number;
  readonly object: boolean;
  readonly keys: Set<string>;
};

type Found = { readonly start: number; readonly record: RawRecord };

/**
 * Finds the objects in the list of records in possibly malformed JSON. Because damage may move brackets, it also finds
 * every other object that has all of `keys` as its own fields.
 *
 * It only follows brackets, so damage in one object does not affect the ones after it. Linear in the length of the
 * text. An object of the list that does not end counts as broken.
 */
export function salvageRecords(text: string, keys: readonly string[], list: RecordList): Salvage {
  const found: Found[] = [];
  const open: Bracket[] = [];
  let recordDepth = -1;
  for (const token of tokensOf(text)) {
    const top = open.at(-1);
    if (open.length > deepest) break;
    if (token.mark === '{' || token.mark === '[') {
      if (recordDepth < 0 && beginsRecordList(token, open.length, list)) recordDepth = open.length + 1;
      open.push({ start: token.start, line: token.line, object: token.mark === '{', keys: new Set() });
    } else if (token.mark === '}') {
      const object = closeObject(open);
      const inList = open.length === recordDepth;
      if (object && (inList || holdsAll(object, keys))) {
        keepRecord(found, object, text.slice(object.start, token.end));
      }
    } else if (token.mark === ']') {
      if (top && !top.object) open.pop();
    } else if (token.mark === ':' && top && keys.includes(token.key)) {
      top.keys.add(token.key);
    }
  }
  const broken = open.filter(
    (bracket, depth) => (bracket.object && depth === recordDepth) || holdsAll(bracket, keys),
  );
  return { records: found.map(({ record }) => record), broken: broken.length };
}

/** Removes the innermost open object from the stack, with the unclosed lists inside it. */
function closeObject(open: Bracket[]): Bracket | undefined {
  for (;;) {
    const bracket = open.pop();
    if (!bracket || bracket.object) return bracket;
  }
}

function holdsAll(bracket: Bracket, keys: readonly string[]): boolean {
  return keys.every(key => bracket.keys.has(key));
}

/** Adds an object as a record; a valid one replaces those found inside it. */
function keepRecord(found: Found[], { start, line }: Bracket, source: string): void {
  const at = () => line;
  try {
    const value = parseKeepingDigits(source);
    while ((found.at(-1)?.start ?? -1) > start) found.pop();
    found.push({ start, record: { line: at, value } });
  } catch {
    found.push({ start, record: { line: at, problem: 'it is damaged and no longer valid JSON' } });
  }
}
