/** What a regression learns from: signs, whether the statement holds (1 or 0), and how much it counts. */
export type Example = { readonly signs: readonly number[]; readonly label: number; readonly worth: number };

/** Signs are standardized; a ridge this high keeps a hundred examples from saying too much. */
const ridge: number = 30;
const steps = 20;

/**
 * A ridge regression on the odds that a statement holds, by Newton's steps. The number it gives is higher where the
 * statement is likelier to hold.
 */
export function fitLogistic(examples: readonly Example[]): (signs: readonly number[]) => number {
  const width = examples[0]?.signs.length ?? 0;
  const scales = Array.from({ length: width }, (_, at) =>
    toScale(examples.map(({ signs }) => signs[at] ?? 0)),
  );
  const read = (signs: readonly number[]) => [
    1,
    ...scales.map(({ mean, spread }, at) => ((signs[at] ?? 0) - mean) / spread),
  ];
  const rows = examples.map(({ signs }) => read(signs));
  let weights = new Array<number>(width + 1).fill(0);
  for (let step = 0; step < steps; step++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : -ridge * weight));
    const curvature = weights.map((_, at) =>
      weights.map((_, other) => (at !== other ? 0 : at === 0 ? 1e-6 : ridge)),
    );
    for (const [at, row] of rows.entries()) {
      const { label = 0, worth = 0 } = examples[at] ?? {};
      const odds = 1 / (1 + Math.exp(-dot(weights, row)));
      for (const [i, x] of row.entries()) {
        gradient[i] = (gradient[i] ?? 0) + worth * (label - odds) * x;
        const line = curvature[i] ?? [];
        for (const [j, y] of row.entries()) line[j] = (line[j] ?? 0) + worth * odds * (1 - odds) * x * y;
      }
    }
    const change = solve(curvature, gradient);
    weights = weights.map((weight, at) => weight + (change[at] ?? 0));
  }
  return signs => dot(weights, read(signs));
}

function toScale(values: readonly number[]): { readonly mean: number; readonly spread: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length || 1);
  return { mean, spread: Math.sqrt(variance) || 1 };
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

/** Gauss and Jordan, with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, values[at] ?? 0]);
  for (let at = 0; at < rows.length; at++) {
    const size = (row: number) => Math.abs(rows[row]?.[at] ?? 0);
    let pivot = at;
    for (let row = at + 1; row < rows.length; row++) if (size(row) > size(pivot)) pivot = row;
    [rows[at], rows[pivot]] = [rows[pivot] ?? [], rows[at] ?? []];
    const lead = rows[at] ?? [];
    for (const [row, line] of rows.entries()) {
      const factor = row === at ? 0 : (line[at] ?? 0) / (lead[at] || 1);
      for (let column = at; column < line.length; column++) {
        line[column] = (line[column] ?? 0) - factor * (lead[column] ?? 0);
      }
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] || 1));
}
