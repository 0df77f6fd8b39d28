import { z } from 'zod';
import { parseSerializedSummary, serializeSummary } from '../../core/claims/serialized-summary.ts';
import type { Summary } from '../../core/claims/summary.ts';
import type { Stored } from '../../core/stored.ts';

/** How values are stored. */
export type Format<Value> = {
  /** Null for a damaged record, or one of another version. */
  readonly parse: (record: unknown) => Value | null;
  readonly toRecord: (value: Value) => object;
};

/** The version of all records. Summaries have their own version inside. */
const version = 1;
const versioned = z.object({ version: z.literal(version) });

/** The fields of a value beside the version. Others are dropped. */
export function createFormat<Schema extends z.ZodType<object>>(schema: Schema): Format<Stored<Schema>> {
  return {
    parse: record =>
      versioned.safeParse(record).success
        ? ((schema.safeParse(record).data ?? null) as Stored<Schema> | null)
        : null,
    toRecord: value => ({ version, ...value }),
  };
}

/** A list, a number, a name or an object as one field of the record. */
export function createFieldFormat<Schema extends z.ZodType>(
  field: string,
  schema: Schema,
): Format<Stored<Schema>> {
  const { parse, toRecord } = createFormat(z.object({ [field]: schema }));
  return {
    parse: record => (parse(record)?.[field] ?? null) as Stored<Schema> | null,
    toRecord: value => toRecord({ [field]: value } as never),
  };
}

const wrapped = createFieldFormat('summary', z.unknown());
export const summaryFormat: Format<Summary> = {
  parse: record => parseSerializedSummary(wrapped.parse(record)),
  toRecord: summary => wrapped.toRecord(serializeSummary(summary)),
};

/** The id of a server. */
export const guildFormat = createFieldFormat('guildId', z.string().max(200));
