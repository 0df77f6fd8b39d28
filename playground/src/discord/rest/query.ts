import type { ApiError } from '../errors.ts';
import { toFormError } from '../limits/form.ts';
import { isSnowflake } from '../snowflake.ts';

/** A whole number from the query, with limits. */
export function readWhole(
  name: string,
  value: string | undefined,
  { min, max, byDefault }: { readonly min: number; readonly max: number; readonly byDefault: number },
): number {
  if (value === undefined) return byDefault;
  const number = Number(value);
  if (!Number.isInteger(number)) throw problem(name, 'NUMBER_TYPE_COERCE', `Value "${value}" is not int.`);
  if (number > max)
    throw problem(name, 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${max}.`);
  if (number < min)
    throw problem(name, 'NUMBER_TYPE_MIN', `int value should be greater than or equal to ${min}.`);
  return number;
}

/** An id from the query; ids computed from times are valid too. */
export function readId(name: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  if (isSnowflake(value)) return value;
  throw problem(name, 'NUMBER_TYPE_COERCE', `Value "${value}" is not snowflake.`);
}

/** The ids of a repeated parameter; null if it is absent. */
export function readIds(
  name: string,
  values: readonly string[] | undefined,
  max: number,
): ReadonlySet<string> | null {
  if (values === undefined) return null;
  if (values.length > max) throw problem(name, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`);
  return new Set(values.map(value => readId(name, value) ?? ''));
}

export function readTime(name: string, value: string | undefined): number | null {
  if (value === undefined) return null;
  const time = Date.parse(value);
  if (Number.isFinite(time)) return time;
  throw problem(name, 'DATE_TIME_TYPE_PARSE', `Could not parse ${value}. Should be ISO8601.`);
}

function problem(name: string, code: string, message: string): ApiError {
  return toFormError([{ path: [name], code, message }]);
}
