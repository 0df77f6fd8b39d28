import { describe, expect, test } from 'vitest';
import { measureAlarms, measureMutations } from './measure-mutations.ts';
import { mutations } from './mutations/index.ts';
import { writeNoisily } from './noisy-writer.ts';
import { toOwnClaims } from './own/index.ts';
import { createRandom } from './random.ts';

const claims = toOwnClaims();

describe('the measure of verification', () => {
  test('shows every good claim of the written set as fact', () => {
    const { byCheck } = measureAlarms(claims);
    expect([...byCheck]).toEqual([]);
  });

  test.each(mutations.filter(({ name }) => name !== 'number word, 11 and more'))(
    'makes good claims wrong by $name',
    ({ mutate }) => {
      const random = createRandom(3);
      const changed = claims.flatMap(claim => {
        const draft = mutate(claim, claims, random);
        return draft ? [{ claim, draft }] : [];
      });
      expect(changed.length).toBeGreaterThan(2);
      for (const { claim, draft } of changed) expect(draft).not.toEqual(claim.draft);
    },
  );

  test('catches what it is made to catch', () => {
    const tallies = measureMutations(claims);
    const share = (name: string) => {
      const { caught, tried } = tallies.get(name) ?? { caught: 0, tried: 1 };
      return caught / tried;
    };
    for (const name of ['position', 'quote', 'speaker, one citation', 'date', 'owner', 'number']) {
      expect(share(name), name).toBe(1);
    }
    expect(share('name')).toBeGreaterThan(0.9);
    expect(share('invented claim')).toBeGreaterThan(0.9);
    expect(share('polarity: negation')).toBeGreaterThan(0.65);
    expect(share('modality')).toBeGreaterThan(0.75);
  });

  test('is the same every time', () => {
    const write = () => writeNoisily(claims, createRandom(5)).map(({ draft }) => draft);
    expect(write()).toEqual(write());
  });
});
