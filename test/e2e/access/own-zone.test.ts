import type { InteractionView } from '@footnote/playground/discord';
import { beforeEach, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { literalEngine } from '../engines.ts';
import { fill, openScene, readReply, type Scene, summarized, toLabels, told, toSaid } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
  fill(scene);
});

const button = 'Time zone…';
const labels = (view: InteractionView) => toLabels(view.message).flat();
const zoneOf = (id = scene.ann.id) => scene.running().store.zones.get(id);
/** Presses the button and writes into the form; the answer. */
const write = async (on: InteractionView, zone: string) =>
  readReply(scene.actions.submit(await scene.press(on, button), { 'own-zone': zone }));

test('is asked for where words mean another time elsewhere, and no longer once it is known', async () => {
  expect(labels(await scene.ask({ since: '2h' }))).not.toContain(button);
  const view = await scene.ask({ since: 'yesterday 9am' });
  expect(labels(view)).toContain(button);
  expect(labels(await summarized(await scene.run('catchup', { since: 'yesterday 9am' })))).toContain(button);
  expect(await write(view, 'new york')).toMatch(/^Your time zone is now \*\*America\/New_York\*\*; it is \d/);
  expect(await zoneOf()).toBe('America/New_York');
  expect(labels(await scene.ask({ since: 'yesterday 9am' }))).not.toContain(button);
  // Where the server has one, that is meant.
  await scene.set({ zone: 'Europe/Berlin' });
  const other = await scene.ask({ since: 'yesterday 9am' }, scene.bob);
  expect(labels(other)).not.toContain('Zeitzone…');
});

test('can be a city or a name, and whatever is none changes nothing', async () => {
  const shown = await summarized(await scene.run('privacy show'));
  // Also with accents, or of two names.
  expect(await write(shown, 'Zürich')).toContain('**Europe/Zurich**');
  expect(await write(shown, 'kyiv')).toContain('**Europe/Kyiv**');
  expect(await write(shown, 'Europe/Berlin')).toContain('**Europe/Berlin**');
  expect(await write(shown, 'Atlantis')).toContain('There is no time zone `Atlantis`');
  expect(await write(shown, 'america')).toContain('There is no time zone `america`');
  expect(await zoneOf()).toBe('Europe/Berlin');
  expect(await write(shown, ' ')).toBe('Time zone cleared.');
  expect(await zoneOf()).toBeNull();
});

test('can still be given after a page is turned', async () => {
  scene = await openScene({ engine: literalEngine });
  for (let stall = 0; stall < 90; stall++)
    scene.world.addMessage(scene.channel, {
      by: scene.bob,
      content: `We decided that stall ${stall} sells ${'waffles, lemonade and old books '.repeat(3)} all day`,
    });
  const view = await scene.ask({ since: 'yesterday 9am', detail: 'comprehensive' });
  expect(labels(view)).toContain(button);
  await scene.press(view, 'Next');
  await expect.poll(() => view.message?.embeds.at(-1)?.footer?.text).toContain('page 2 of');
  expect(labels(view)).toContain(button);
});

test('moves the member’s card by direct message to the same hour there, and back once it is cleared', async () => {
  await scene.set({ personal_digests: 5 });
  const set = await told(await scene.run('digest me', { when: 'daily 08:00' }));
  expect(toSaid(set.message)).toContain('every day at 08:00 (UTC)');
  expect(labels(set)).toEqual(['Stop', button]);
  const said = await write(set, 'tokyo');
  expect(said).toContain('**Asia/Tokyo**');
  expect(said).toContain('every day at 08:00 (Asia/Tokyo). Next: <t:');
  const [card] = await scene.running().store.digests.list(scene.guild.id);
  expect(sure(card).schedule).toEqual({ kind: 'daily', time: '08:00', zone: 'Asia/Tokyo' });
  expect(labels(await told(await scene.run('digest me')))).toEqual(['Stop']);
  await scene.set({ zone: 'Europe/Berlin' });
  const cleared = await write(await summarized(await scene.run('privacy show')), '');
  expect(cleared).toMatch(/^Time zone cleared\.\n.*every day at 08:00 \(Europe\/Berlin\)\. Next: <t:/);
});
