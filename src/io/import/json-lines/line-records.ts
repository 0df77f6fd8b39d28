import { parseJson, parseKeepingDigits } from '../json/parse-json.ts';
import { findSyntaxProblem } from '../json/syntax-problem.ts';
import type { RawRecord } from '../records/record-check.ts';

/** Whether a line of the text is a JSON object. */
export function hasLineRecord(text: string): boolean {
  for (const { source } of linesOf(text)) {
    const line = source.trim();
    if (line.startsWith('{') && line.endsWith('}') && isJson(line)) return true;
  }
  return false;
}

/** Whether the first line that is not blank is JSON. */
export function firstLineIsJson(text: string): boolean {
  for (const { source } of linesOf(text)) if (source.trim() !== '') return isJson(source);
  return false;
}

function isJson(source: string): boolean {
  try {
    parseJson(source);
    return true;
  } catch {
    return false;
  }
}

function* linesOf(text: string): Generator<{ readonly source: string; readonly line: number }> {
  let start = 0;
  for (let line = 1; start <= text.length; line++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    yield { source: text.slice(start, end), line };
    start = end + 1;
  }
}

/** The records of a text with one record per line; blank lines are skipped. */
export function* toLineRecords(text: string): Generator<RawRecord> {
  for (const { source, line } of linesOf(text)) {
    if (source.trim() === '') continue;
    try {
      yield { line: () => line, value: parseKeepingDigits(source) };
    } catch {
      yield { line: () => line, problem: notJson, place: toPlace(source) };
    }
  }
}

const notJson = 'it is not valid JSON';

function toPlace(source: string): string {
  const problem = findSyntaxProblem(source);
  return problem ? `, ${problem.expected} is expected at column ${problem.column}` : '';
}
