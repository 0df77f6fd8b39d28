import { createRandom as createNumbers } from '@footnote/playground/random';
import type { Share } from '../../src/app/grade/grade.ts';

/** One row of figures: its name and its cells. */
export type Row = readonly (string | number)[];

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints rows under a head as a Markdown table, so that it can be kept as it is. */
export function printTable(title: string, head: readonly string[], rows: readonly Row[]): void {
  const table = [head, head.map(() => '---'), ...rows.map(row => row.map(String))];
  const widths = head.map((_, i) => Math.max(...table.map(row => (row[i] ?? '').length)));
  print(`### ${title}\n`);
  for (const [at, row] of table.entries()) {
    const cells = widths.map((width, i) => {
      const cell = row[i] ?? '';
      if (at === 1) return i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`;
      return i === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    print(`| ${cells.join(' | ')} |`);
  }
  print();
}

/** "97.2", of a share; "-" where nothing was counted. */
export function toPercent(part: number, whole: number): string {
  return whole === 0 ? '-' : ((100 * part) / whole).toFixed(1);
}

/** "90.0 (77 to 96)": a share in %, and where it lies with 95 % certainty. */
export function toInterval({ count, of, low, high }: Share): string {
  return of === 0 ? '-' : `${toPercent(count, of)} (${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)})`;
}

export const toCell = (count: number) => count.toLocaleString('en');

export function toMedian(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

/** Numbers from a seed, the same in every run. */
export type Random = {
  /** 0..1 */
  readonly next: () => number;
  readonly pick: <T>(list: readonly T[]) => T | undefined;
  readonly shuffle: <T>(list: readonly T[]) => readonly T[];
};

export function createRandom(seed: number): Random {
  const next = createNumbers(seed);
  return {
    next,
    pick: list => list[Math.floor(next() * list.length)],
    shuffle: list =>
      list
        .map(item => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}

/** How far two judges agree beyond chance (Cohen's kappa): 1 fully, 0 as by chance. Null if one of them always says the same. */
export function toKappa(pairs: readonly (readonly [boolean, boolean])[]): number | null {
  const count = (isMeant: (pair: readonly [boolean, boolean]) => boolean) =>
    pairs.filter(isMeant).length / (pairs.length || 1);
  const same = count(([one, other]) => one === other);
  const [first, second] = [count(([one]) => one), count(([, other]) => other)];
  const byChance = first * second + (1 - first) * (1 - second);
  return byChance === 1 || pairs.length === 0 ? null : (same - byChance) / (1 - byChance);
}
