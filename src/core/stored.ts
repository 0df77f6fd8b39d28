import { z } from 'zod';

/** An object in a stored record, with the fields that it does not know: a newer version may have written them, and would miss them. */
export function storedObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  return z.looseObject(shape) as unknown as z.ZodObject<Shape>;
}

/** The type of what a schema of a stored record parses, which nobody changes. */
export type Stored<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/** Copying an object with `...` copies it too; nothing else sees it. */
const wrapping = Symbol('unknown fields of the record around it');

/** Attaches the unknown fields of the record that contains the value. */
export function withWrapping<Value extends object>(value: Value, fields: object): Value {
  return Object.keys(fields).length === 0 ? value : { ...value, [wrapping]: fields };
}

/** The unknown fields of the record that contained the value. */
export function toWrapping(value: object): object {
  return (value as { readonly [wrapping]?: object })[wrapping] ?? {};
}

export const snowflake = z.string().regex(/^\d{15,20}$/, 'must be a Discord id: 15 to 20 digits');

export const instant = z
  .string()
  .max(40)
  .refine(time => !Number.isNaN(Date.parse(time)), 'is no instant');

export const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(100_000);

/** A name or an id. */
export const name = z.string().max(10_000);
export const text = z.string().max(1_000_000);
