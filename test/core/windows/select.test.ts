import { describe, expect, test } from 'vitest';
import { type Selectable, selectClaims } from '../../../src/core/windows/select.ts';
import { toGroups } from '../../../src/core/windows/window.ts';

const options = { strandOf: (position: number) => Math.floor(position / 10), end: 1_000 };

function claim(position: number, rest: Partial<Selectable> = {}): Selectable {
  return { kind: 'key_point', speakers: ['Ann'], confidence: 0.9, positions: [position], ...rest };
}

describe('claims that code selects', () => {
  test('keep a rare decision among many remarks', () => {
    const decision = claim(501, { kind: 'decision', speakers: ['Bob'] });
    const claims = [...Array.from({ length: 60 }, (_, index) => claim(index * 10)), decision];
    expect(selectClaims(claims, 5, options)).toContain(decision);
  });

  test('cover time, strands, speakers and kinds', () => {
    const names = ['Ann', 'Bob', 'Carol'];
    const claims = Array.from({ length: 300 }, (_, index) =>
      claim(index < 250 ? index : index * 3, {
        kind: index % 2 === 0 ? 'fact' : 'decision',
        speakers: [names[index % 97 === 0 ? 2 : index % 2] ?? ''],
      }),
    );
    const chosen = selectClaims(claims, 12, options);
    expect(chosen).toHaveLength(12);
    const parts = new Set(chosen.map(({ positions: [position = 0] }) => Math.floor(position / 100)));
    expect(parts.size).toBeGreaterThanOrEqual(4);
    expect(new Set(chosen.flatMap(({ speakers }) => speakers)).size).toBe(3);
    expect(new Set(chosen.map(({ kind }) => kind)).size).toBe(2);
  });

  test('are at most one overview, in the order of the conversation, and all where there is room', () => {
    const claims = [claim(1, { kind: 'overview' }), claim(5), claim(700, { kind: 'overview' }), claim(300)];
    const chosen = selectClaims(claims, 10, options);
    expect(chosen).toEqual([claims[1], claims[2], claims[3]]);
  });
});

describe('groups', () => {
  const keys = Array.from({ length: 200 }, (_, index) => ({
    key: (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0'),
  }));
  const size = { least: 4, most: 9 };

  test('hold every item once, and a fair number each', () => {
    const groups = toGroups(keys, size);
    expect(groups.flat()).toEqual(keys);
    for (const group of groups.slice(0, -1)) expect(group.length).toBeGreaterThanOrEqual(size.least);
    for (const group of groups) expect(group.length).toBeLessThan(size.most + size.least);
    expect(toGroups(keys.slice(0, 2), size)).toEqual([keys.slice(0, 2)]);
  });

  test('stay the same but for a few where an item is added or removed', () => {
    const toNames = (items: typeof keys) =>
      toGroups(items, size).map(group => group.map(({ key }) => key).join(' '));
    const before = toNames(keys);
    for (const at of [0, 60, 150]) {
      for (const items of [keys.toSpliced(at, 1), keys.toSpliced(at, 0, { key: 'fffffff1' })]) {
        expect(toNames(items).filter(name => !before.includes(name)).length).toBeLessThanOrEqual(5);
      }
    }
  });
});
