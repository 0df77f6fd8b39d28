/** The value, which a test needs. */
export function sure<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('nothing is there');
  return value;
}
