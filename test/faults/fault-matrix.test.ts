import { createRandom } from '@footnote/playground/random';
import { expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { actions as pressed } from '../../src/io/discord/interaction/routes.ts';
import { faultKinds } from './fault-kinds.ts';
import { type Pair, runMatrix, toPairName } from './fault-matrix.ts';
import { slashCommands } from './slash-commands.ts';

const tried = 90;

/** Pairs of as many actions, routes and faults as there is time for, others with another seed. */
function sample(pairs: readonly Pair[], seed: number): readonly Pair[] {
  const random = createRandom(seed);
  const shuffled = pairs
    .map(pair => ({ pair, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ pair }) => pair);
  const isFresh = (seen: Set<string>, name: string) => !seen.has(name) && seen.add(name);
  const actions = new Set<string>();
  const routes = new Set<string>();
  const one = shuffled.filter(({ action }) => isFresh(actions, action.title));
  const kinds = shuffled.filter(({ route, fault }) => isFresh(routes, `${route} ${fault.name}`));
  return [...new Set([...one, ...kinds])].slice(0, tried);
}

test('an action that meets a fault is acknowledged, ends, is done once and can be done again', {
  timeout: 240_000,
}, async () => {
  const { actions, outcomes } = await runMatrix({ lanes: 10, choose: pairs => sample(pairs, 14) });
  const failures = outcomes.filter(({ verdict }) => verdict === 'failed');
  expect(failures.map(({ pair, reason }) => `${toPairName(pair)}: ${reason}`)).toEqual([]);
  expect(outcomes).toHaveLength(tried);
  expect(new Set(outcomes.map(({ pair }) => pair.fault.name))).toEqual(
    new Set(faultKinds.map(({ name }) => name)),
  );

  // Nothing is asked before the acknowledgement, so that it is in time however slow Discord is.
  const unasked = actions.filter(({ path }) => path.at(-1)?.kind !== 'event');
  expect(unasked.filter(({ hasWaited }) => hasWaited).map(({ title }) => title)).toEqual([]);

  // All that somebody can do was found.
  const titles = actions.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(slashCommands.map(({ title }) => title)));
  const menus = commands.filter(({ kind }) => kind === 'message').map(({ definition }) => definition.name);
  expect(titles).toEqual(expect.arrayContaining(menus));
  const isFound = (name: string) =>
    titles.some(title => title.startsWith(name === 'decide' ? 'decide:ID:' : `summary:ID:${name} `));
  expect(Object.keys(pressed).filter(name => !isFound(name))).toEqual([]);
});
