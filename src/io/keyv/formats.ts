import { z } from 'zod';
import { parseSerializedSummary, serializeSummary } from '../../core/claims/serialized-summary.ts';
import type { Summary } from '../../core/claims/summary.ts';
import { type Stored, storedObject } from '../../core/stored.ts';

export type Format<Value> = {
  /** Null for a damaged record, or one of another version. */
  readonly parse: (record: unknown) => Value | null;
  readonly toRecord: (value: Value) => object;
  /** Records hold more than the value: their other fields stay, because a newer version may have added some. */
  readonly isPart?: true;
};

/** The version of all records. Summaries have their own version inside. */
const version = 1;
const versioned = storedObject({ version: z.literal(version) });

export function createFormat<Schema extends z.ZodType<object>>(schema: Schema): Format<Stored<Schema>> {
  return {
    parse(record) {
      if (!versioned.safeParse(record).success) return null;
      const { data } = schema.safeParse(record);
      if (data === undefined) return null;
      const { version: _, ...value } = data as { readonly version: unknown };
      return value as Stored<Schema>;
    },
    toRecord: value => ({ version, ...value }),
  };
}

/** A list, a number, a name or an object as one field of the record. */
export function createFieldFormat<Schema extends z.ZodType>(
  field: string,
  schema: Schema,
): Format<Stored<Schema>> {
  return {
    parse(record) {
      const { data } = versioned.safeParse(record);
      if (data === undefined) return null;
      return (schema.safeParse((data as never)[field]).data ?? null) as Stored<Schema> | null;
    },
    toRecord: value => ({ version, [field]: value }),
    isPart: true,
  };
}

const wrapped = createFieldFormat('summary', z.unknown());
export const summaryFormat: Format<Summary> = {
  parse: record => parseSerializedSummary(wrapped.parse(record)),
  toRecord: summary => wrapped.toRecord(serializeSummary(summary)),
};

export const guildFormat = createFieldFormat('guildId', z.string().max(200));

/** Of what is there or not. */
export const presentFormat: Format<true> = { parse: () => true, toRecord: () => ({ version }) };
