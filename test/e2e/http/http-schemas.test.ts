import { expect, test } from 'vitest';
import type { z } from 'zod';
import { summarySchema } from '../../../src/io/http/schemas/summary.ts';
import type { SummaryDocument } from '../../../src/render/formats/document.ts';
import { toDocument } from '../../../src/render/formats/json.ts';
import { extractiveSummary, fullSummary } from '../../render/full-summary.ts';

type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;

test.each([
  ['a written summary', fullSummary],
  ['highlights', extractiveSummary],
])('the schema describes every key of %s', (_, summary) => {
  for (const references of [true, false]) {
    // Does not compile if the schema refuses what is sent; zod leaves out keys that it does not know.
    const document: z.input<typeof summarySchema> = toDocument(summary, {
      references,
    }) as Mutable<SummaryDocument>;
    expect(summarySchema.parse(document)).toEqual(document);
  }
});
