import { createScanner } from 'jsonc-parser';
import { z } from 'zod';
import type { ReadNotice } from '../../app/ports.ts';
import { toCountWords } from '../../core/count-words.ts';

/** A record of a file, or why it could not be read. `line` is 1-based and may need a scan of the text. */
export type RawRecord = { readonly line: () => number } & (
  | { readonly value: unknown }
  /** `place` is a position inside the record. */
  | { readonly problem: string; readonly place?: string }
);

/** A valid record. */
export type ValidRecord<T> = { readonly value: T; readonly line: () => number };

/** A skipped record, and a reason that completes "line 17 was skipped: …"; similar reasons have the same `sort`. */
export type SkippedRecord = { readonly line: () => number; readonly reason: string; readonly sort: string };

type CheckedRecords<T> = {
  readonly sound: readonly ValidRecord<T>[];
  readonly skipped: readonly SkippedRecord[];
};

/**
 * Checks records one by one; only the bad ones are skipped. `explain` may give a better reason than the first wrong
 * field.
 */
export function checkRecords<T>(
  records: Iterable<RawRecord>,
  schema: z.ZodType<T>,
  explain: (value: unknown, field: string, reason: string) => string = (_value, _field, reason) => reason,
): CheckedRecords<T> {
  const sound: ValidRecord<T>[] = [];
  const skipped: SkippedRecord[] = [];
  for (const record of records) {
    const { line } = record;
    if ('problem' in record) {
      skipped.push({ line, reason: record.problem + (record.place ?? ''), sort: record.problem });
      continue;
    }
    const checked = schema.safeParse(record.value);
    if (checked.success) sound.push({ value: checked.data, line });
    else {
      const [issue] = checked.error.issues;
      const path = issue?.path ?? [];
      const found = valueAt(record.value, path);
      const tell = (where: readonly PropertyKey[], what: string) => {
        const expected = `${toFieldWords(where)}should be ${issue?.message ?? 'something else'}`;
        return explain(record.value, String(path[0] ?? ''), `${expected}, but ${what}`);
      };
      const places = path.map(step => (typeof step === 'number' ? 0 : step));
      skipped.push({ line, reason: tell(path, toFoundWords(found)), sort: tell(places, toSort(found)) });
    }
  }
  return { sound, skipped };
}

const namedAtMost = 5;

/** Sentences about skipped records, one for each sort of reason; beyond the first few, only a count. */
export function toSkippedNotices(fileName: string, skipped: readonly SkippedRecord[]): readonly ReadNotice[] {
  const groups = [...Map.groupBy(skipped, ({ sort }) => sort).values()];
  const notices = groups.slice(0, namedAtMost).flatMap(group => {
    const [first] = group;
    if (!first) return [];
    return group.length === 1
      ? [`${fileName}, line ${first.line()} was skipped: ${first.reason}.`]
      : [
          `${fileName}: ${toCountWords(group.length, 'record', 'records')} were skipped, first on line ${first.line()}: ${first.reason}.`,
        ];
  });
  const more = groups.slice(namedAtMost).reduce((sum, group) => sum + group.length, 0);
  if (more > 0)
    notices.push(`${fileName}: and ${toCountWords(more, 'more record was', 'more records were')} skipped.`);
  return notices;
}

/** `"author.name" ` for ['author', 'name'], `"embeds[0].title" ` for a list; "it " for the record itself. */
function toFieldWords(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'it ';
  const field = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return `"${field.slice(1)}" `;
}

function valueAt(record: unknown, path: readonly PropertyKey[]): unknown {
  let value = record;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** The type of a value, without its content. */
function toSort(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return Array.isArray(value) ? 'list' : typeof value;
}

function toFoundWords(value: unknown): string {
  if (value === undefined) return 'is missing';
  if (typeof value === 'string' && value.length > longestExcerpted)
    return `has ${toCountWords(value.length, 'character', 'characters')}`;
  if (typeof value === 'string') return `is ${JSON.stringify(toExcerpt(value))}`;
  if (Array.isArray(value)) return value.length === 0 ? 'is an empty list' : 'is a list';
  if (typeof value === 'object' && value !== null) return 'is an object';
  return `is ${String(value)}`;
}

/** A longer text is described by its length. */
const longestExcerpted = 10_000;

/** The start of a value, short enough for a sentence. */
function toExcerpt(text: string): string {
  return (text.length > 40 ? `${text.slice(0, 40)}…` : text).toWellFormed();
}

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

/** Far above the limits of Discord (4,000) and WhatsApp (65,536): no person writes a longer message. */
export const maxCharacters = 100_000;

/** A text of a message; its errors complete "should be …". */
export const textField = z
  .string('a text in quotes')
  .max(maxCharacters, `at most ${maxCharacters.toLocaleString('en-US')} characters long`);

/** A file name without its extension. */
export function toTitle(fileName: string): string {
  return fileName.replace(/(?<=.)\.[^.]*$/, '');
}
