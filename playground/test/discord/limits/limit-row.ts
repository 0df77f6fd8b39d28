/** A limit: a body that just keeps it, one that just breaks it, and what Discord says where. */
export type Row = readonly [
  what: string,
  ok: object,
  over: object,
  path: readonly (string | number)[],
  code: string,
  message: RegExp,
];

export const long = (length: number) => 'x'.repeat(length);
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const MAX = 'BASE_TYPE_MAX_LENGTH';
export const BAD = 'BASE_TYPE_BAD_LENGTH';
export const NEEDED = 'BASE_TYPE_REQUIRED';
