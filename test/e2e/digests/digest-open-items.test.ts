import { expect, test } from 'vitest';
import { createLogParts } from '../decisions/log-scene.ts';
import { create, idle, monday, nextPost, say, setUp, soon, tuesday } from './digest-scene.ts';

const toTask = (when: string, text: string, due?: string) => ({
  when,
  kind: 'action',
  text,
  owner: 'Bob',
  ...(due !== undefined && { due }),
});

/** A daily digest, which told of two promises on Monday, one of them due on that day. */
async function promiseOnMonday() {
  const { engine, judge } = createLogParts([
    toTask('I book the tent', 'Bob books the tent.'),
    toTask('I print the menu', 'Bob prints the menu.', 'by Monday evening'),
    { when: 'The gym is free', kind: 'fact', text: 'The gym is free.' },
  ]);
  const scene = await setUp({ engine, judge });
  await create(scene);
  const tent = say(scene, 'I book the tent.');
  const menu = say(scene, 'I print the menu by Monday evening.');
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  const first = await nextPost(scene, 1);
  expect(first).toMatch(/books the tent.*prints? the menu/is);
  expect(first).not.toContain('Still open from before');
  const { entries } = scene.running().store;
  await expect.poll(async () => (await entries.list(scene.guild.id)).length, soon).toBe(2);
  await idle(scene);
  const findEntry = async (pattern: RegExp) => {
    const found = (await entries.list(scene.guild.id)).find(each =>
      pattern.test(each.statements[0]?.text ?? ''),
    );
    if (found?.kind !== 'action') throw new Error('no task');
    return found;
  };
  const postOnTuesday = async () => {
    scene.jumpTo(`${tuesday}T08:00:00.000Z`);
    say(scene, 'The gym is free.');
    scene.jumpTo(`${tuesday}T09:00:00.000Z`);
    return nextPost(scene, 2);
  };
  return { ...scene, entries, findEntry, postOnTuesday, messages: { tent, menu } };
}

test('a digest says how many tasks are open from before, and how many of them are overdue', async () => {
  const { postOnTuesday } = await promiseOnMonday();
  expect(await postOnTuesday()).toMatch(/-# Still open from before: 2 action items, 1 overdue → \/decisions/);
});

test('a digest counts no task that somebody has finished, and says nothing where none is open', async () => {
  const { entries, findEntry, bob, postOnTuesday } = await promiseOnMonday();
  for (const pattern of [/tent/, /menu/]) {
    const entry = await findEntry(pattern);
    await entries.put({ ...entry, done: { at: `${monday}T10:00:00.000Z`, by: bob.id } });
  }
  expect(await postOnTuesday()).not.toContain('Still open from before');
});
