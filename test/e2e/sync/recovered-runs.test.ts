import { readFileSync } from 'node:fs';
import type { InteractionView } from '@footnote/playground/discord';
import { type APIMessage, PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { createDictatedEngine } from '../engines.ts';
import { createLogLines } from '../log-lines.ts';
import { fill, openScene, readReply, type Scene, told, toShown } from '../scene.ts';

const pace = { afterMs: 30, everyMs: 50 };
const interrupted = 'This summary was interrupted.';
const minuteMs = 60_000;

let scene: Scene;
let skippedMs = 0;
let dictated: ReturnType<typeof createDictatedEngine>;
let logged: ReturnType<typeof createLogLines>;

type Options = Readonly<Record<string, string | number | boolean>>;

/**
 * Asks, waits until the engine is called, and kills the bot. Discord's clock advances by `downMs` before the next start.
 */
async function crash(
  options: Options = {},
  downMs = 0,
  prepare: (view: InteractionView) => Promise<void> | void = () => {},
  who: 'ann' | 'bob' = 'ann',
) {
  skippedMs = 0;
  dictated = createDictatedEngine();
  logged = createLogLines();
  scene = await openScene({
    engine: dictated.engine,
    pace,
    leaseMs: 400,
    dailyLimit: 1,
    log: logged.log,
    now: () => Date.now() + skippedMs,
  });
  fill(scene);
  const { [who]: user } = scene;
  const view = await scene.summarize(options, user);
  await dictated.begun();
  await view.until(({ message }) => toShown(message).includes(':stop"'));
  await prepare(view);
  skippedMs += downMs;
  await scene.crash();
  return view;
}

function openRuns() {
  return scene.running().store.openRuns.list();
}

async function finish(view: InteractionView, draft: number): Promise<APIMessage | null> {
  const { claim, end } = await dictated.begun(draft);
  claim('Parking');
  end();
  await view.until(({ message }) => toShown(message).includes(':more"'));
  return view.message;
}

describe('a summary that was being written when the bot was killed', () => {
  test.each([
    { isPrivate: true, downMs: 0 },
    { isPrivate: false, downMs: 0 },
    { isPrivate: true, downMs: 14 * minuteMs },
    // Then its token has expired.
    { isPrivate: false, downMs: 60 * minuteMs },
  ])(
    'is marked as interrupted by the next process, and can be asked for again ($isPrivate, $downMs)',
    async given => {
      const view = await crash({ focus: 'parking', private: given.isPrivate }, given.downMs);
      await expect.poll(() => view.message?.content).toBe(interrupted);
      expect(view.isEphemeral).toBe(given.isPrivate);
      expect(scene.posted()).toHaveLength(given.isPrivate ? 0 : 1);
      const message = sure(view.message);
      await expect.poll(openRuns).toMatchObject([{ stage: 'interrupted', token: null }]);
      // The interrupted run no longer counts: one a day is the limit here.
      const again = await scene.press(message, 'Regenerate');
      expect(toShown(await finish(again, 2))).toContain('Parking');
      expect((await openRuns()).map(({ request }) => request.focus)).toContain('parking');
      await expect.poll(openRuns).toHaveLength(1);
      const spent = await scene.press(message, 'Regenerate');
      expect(await readReply(spent)).toContain('used today’s summary');
    },
  );

  test('is asked for again only by its requester, who may still read it', async () => {
    const view = await crash({ private: false }, 0, () => {}, 'bob');
    await expect.poll(() => view.message?.content).toBe('Diese Zusammenfassung wurde unterbrochen.');
    const { message } = view;
    const { ann, bob, world, channel, actions } = scene;
    if (message === null) throw new Error('nothing to press on');
    const refused = await actions.press({ user: ann, message, label: 'Neu erstellen' });
    expect(await readReply(refused)).toContain('Only the person who asked');
    expect(refused.isEphemeral).toBe(true);
    world.overwrite(channel, { member: bob, deny: PermissionFlagsBits.ReadMessageHistory });
    const denied = await actions.press({ user: bob, message, label: 'Neu erstellen' });
    expect(await readReply(denied)).toContain(`<#${channel.id}>`);
    expect(toShown(denied.message)).not.toContain('Parking');
  });

  test.each([true, false])(
    'can be asked for again if it was written, but not shown (private: %s)',
    async isPrivate => {
      const view = await crash({ private: isPrivate }, 0, async () => {
        for (const method of ['PATCH', 'DELETE'])
          scene.playground.faults.failWith(502, `${method} /webhooks/**`, 10_000);
        const { claim, end } = await dictated.begun();
        claim('Parking');
        end();
        await expect.poll(openRuns).toMatchObject([{ stage: 'showing' }]);
      });
      await expect.poll(logged.events).toContain('interaction-reply-failed');
      scene.playground.faults.clear();
      await expect.poll(() => view.message?.content).toBe(interrupted);
      expect(toShown(view.message)).toContain(':again"');
      await expect.poll(openRuns).toMatchObject([{ stage: 'interrupted', token: null }]);
    },
  );

  test('is ended by only one of two processes', async () => {
    const view = await crash({ private: false });
    const second = await scene.bootAnother();
    await expect.poll(() => view.message?.content).toBe(interrupted);
    await new Promise(resolve => setTimeout(resolve, 1_000));
    expect(logged.events().filter(event => event === 'run-taken-over')).toHaveLength(1);
    await second.shut();
  });

  test('an hour ago leaves nothing behind if it is private', async () => {
    await crash({}, 60 * minuteMs);
    await expect.poll(logged.events).toContain('run-unreachable');
    expect(await openRuns()).toEqual([]);
    // Neither a run that goes on nor one that counts is left: one a day is the limit here.
    const { ann: user } = scene;
    const view = await scene.summarize({}, user);
    expect(toShown(await finish(view, 2))).toContain('Parking');
    await expect.poll(openRuns).toEqual([]);
  });
});

describe('an answer that was deferred when the bot was killed', () => {
  const again = 'Interrupted by a restart. Please try again.';
  const edits = 'PATCH /webhooks/**';

  async function begin() {
    scene = await openScene({ leaseMs: 400 });
    fill(scene);
  }

  async function endsWhenKilled(view: InteractionView) {
    await expect.poll(openRuns).toMatchObject([{ stage: 'deferred' }]);
    await scene.crash();
    scene.playground.faults.clear();
    await expect.poll(() => view.message?.content).toBe(again);
    await expect.poll(openRuns).toEqual([]);
  }

  test.each([
    { command: 'decisions' },
    { command: 'settings', subcommand: 'show' },
    { command: 'catchup', options: { topic: 'tent' } },
    { command: 'usage' },
    { command: 'privacy', subcommand: 'show' },
    { command: 'digest', subcommand: 'list' },
  ])('says so ($command)', async given => {
    await begin();
    scene.playground.faults.delay(60_000, edits, 20);
    const view = await scene.actions.slash({ user: scene.ann, channel: scene.channel, ...given });
    await view.until(({ status }) => status === 'thinking');
    await endsWhenKilled(view);
  });
});

describe('the record of a run', () => {
  test('contains no readable token, and is deleted with the person’s data', async () => {
    const view = await crash({ private: false, focus: 'parking' }, 60 * minuteMs);
    await expect.poll(() => view.message?.content).toBe(interrupted);
    const token = Buffer.from(`interaction:${view.id}:`).toString('base64url').slice(0, 20);
    for (const file of ['store.sqlite', 'store.sqlite-wal'])
      expect(readFileSync(`${scene.folder}/${file}`, 'latin1')).not.toMatch(
        new RegExp(`${token}|"focus":"parking"`),
      );
    const { ann: user } = scene;
    const asked = await told(await scene.run('privacy delete', {}, user));
    if (asked.message === null) throw new Error('nothing to press on');
    await scene.actions.press({ user, message: asked.message, customId: 'privacy:delete' });
    await expect.poll(openRuns).toEqual([]);
  });
});
