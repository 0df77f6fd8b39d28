import { findRecordLines, type RecordList } from '../json/json-tokens.ts';
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
