import { z } from 'zod';
import { accessRulesSchema } from '../../core/access-rules.ts';
import { feedbackSchema } from '../../core/claims/stored-summary.ts';
import { guildSettingsSchema } from '../../core/settings.ts';
import { type Stored, storedObject } from '../../core/stored-object.ts';
import { isZone } from '../../core/time.ts';

/** How values are stored. */
type Format<Value> = {
  /** Null for a damaged record, or one of another version. */
  readonly parse: (record: unknown) => Value | null;
  readonly toRecord: (value: Value) => object;
};

/** The version of all records. Summaries have their own version inside. */
const version = 1;
const versioned = storedObject({ version: z.literal(version) });

/** The fields of a value beside the version. */
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

/** A list, a number or a name as one field. Other fields of the record stay when it is written again. */
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
  };
}

const id = z.string().max(200);

/** Marks a server with stored records. */
export const guildFormat = createFieldFormat('guildId', id);
/** Null too for a zone that this runtime no longer knows. */
export const zoneFormat = createFieldFormat('zone', z.string().max(100).refine(isZone));
/** The ids of the keys that stored values may be encrypted with. */
export const keyIdsFormat = createFieldFormat('keyIds', z.array(id).max(100));
export const feedbackFormat = createFieldFormat('feedback', z.array(feedbackSchema).max(100_000));
export const runsFormat = createFieldFormat('runs', z.int().nonnegative());
export const accessFormat = createFormat(accessRulesSchema);
/** All settings except the zone, which is stored with the zones of people. */
export const settingsFormat = createFormat(guildSettingsSchema.omit({ zone: true }));
