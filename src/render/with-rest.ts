/** A list that was cut, ending with how many of `total` are not shown. */
export function withRest<Shown, Rest>(
  shown: readonly Shown[],
  total: number,
  toRest: (count: number) => Rest,
): readonly (Shown | Rest)[] {
  const left = total - shown.length;
  return left > 0 ? [...shown, toRest(left)] : shown;
}
