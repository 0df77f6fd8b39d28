import type { z } from 'zod';

/** The type of what a schema of a stored record parses, which nobody changes. */
export type Stored<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;
