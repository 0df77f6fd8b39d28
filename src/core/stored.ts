import { z } from 'zod';

/** The type of what a schema of a stored record parses, which nobody changes. */
export type Stored<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

export const snowflake = z.string().regex(/^\d{15,20}$/, 'must be a Discord id: 15 to 20 digits');

/** A name or an id. */
export const name = z.string().max(10_000);
export const text = z.string().max(1_000_000);
