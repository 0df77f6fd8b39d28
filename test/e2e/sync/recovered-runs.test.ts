import { readFileSync } from 'node:fs';
import type { InteractionView } from '@footnote/playground/discord';
import { type APIMessage, PermissionFlagsBits } from 'discord-api-types/v10';
import { afterEach, describe, expect, test } from 'vitest';
import { createDictatedEngine } from '../dictated-engine.ts';
import { createLogLines } from '../log-lines.ts';
import { createScene, fill, type Scene, told, toShown } from '../scene.ts';

const pace = { afterMs: 30, everyMs: 50 };
const restarted = 'I was restarted and had to start this summary over.';
const interrupted = 'This summary was interrupted.';
const minuteMs = 60_000;

let scene: Scene;
let skippedMs = 0;
let dictated: ReturnType<typeof createDictatedEngine>;
let logged: ReturnType<typeof createLogLines>;
afterEach(() => scene.close());

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
  scene = await createScene({
    engine: dictated.engine,
    pace,
    leaseMs: 400,
    dailyLimit: 1,
    log: logged.log,
    now: () => Date.now() + skippedMs,
  });
  fill(scene);
  const { [who]: user, channel } = scene;
  const view = await scene.actions.slash({ user, channel, command: 'summarize', options });
  await dictated.begun();
  await view.until(({ message }) => toShown(message).includes(':stop"'));
  await prepare(view);
  skippedMs += downMs;
  await scene.crash();
  return view;
}

/** So that somebody may ask a second time on this day. */
async function raiseLimit() {
  const { ann: user, channel } = scene;
  const options = { daily: 5 };
  const view = await scene.actions.slash({ user, channel, command: 'settings', subcommand: 'set', options });
  await told(view);
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
  test.each([true, false])(
    'is restarted by the next process, which says so (private: %s)',
    async isPrivate => {
      const view = await crash({ private: isPrivate });
      await view.until(
        ({ message }) =>
          message?.content === restarted || /start this summary over|…/.test(message?.content ?? ''),
      );
      const message = await finish(view, 2);
      expect(message?.content).toContain(restarted);
      expect(toShown(message)).toContain('Parking');
      expect(view.isEphemeral).toBe(isPrivate);
      await expect.poll(openRuns).toEqual([]);
    },
  );

  test('can be stopped after it was restarted', async () => {
    const view = await crash();
    await dictated.begun(2);
    await view.until(({ message }) => toShown(message).includes(':stop"'));
    const { message } = view;
    if (message === null) throw new Error('nothing to press on');
    await scene.actions.press({ user: scene.ann, message, label: 'Stop' });
    expect((await told(view)).message?.content).toBe('Cancelled. Nothing was saved.');
    await expect.poll(openRuns).toEqual([]);
  });

  test('is not restarted for a person who may no longer read it', async () => {
    const view = await crash({}, 0, () => scene.world.removeMember(scene.guild, scene.ann));
    await expect.poll(openRuns).toEqual([]);
    expect(toShown(view.message)).not.toContain('Parking');
  });

  test('is not shown, if it was stored, to a person who may no longer read it', async () => {
    const prepare = async (shown: InteractionView) => {
      const [run] = await openRuns();
      const message = await finish(shown, 1);
      const [, summaryId = ''] = /"summary:([\w-]+):more/.exec(toShown(message)) ?? [];
      if (!run) throw new Error('no run');
      await expect.poll(openRuns).toEqual([]);
      await scene.running().store.openRuns.put({ ...run, stage: 'showing', summaryId, note: 'Here it is.' });
      const { world, channel, bob } = scene;
      world.overwrite(channel, { member: bob, deny: PermissionFlagsBits.ReadMessageHistory });
    };
    const view = await crash({}, 0, prepare, 'bob');
    await expect.poll(openRuns).toEqual([]);
    expect(JSON.stringify(view.versions)).not.toContain('Here it is.');
    expect(toShown(view.message)).not.toContain('Parking');
  });

  test('is begun anew after another one of the same person', async () => {
    // The next process does not know yet that the person has one under way.
    const first = await crash({}, 0, () => raiseLimit());
    const { ann: user, channel } = scene;
    const second = await scene.actions.slash({ user, channel, command: 'summarize' });
    await second.until(({ message }) => /…/.test(message?.content ?? ''));
    await scene.crash();
    for (const draft of [3, 4]) {
      const { claim, end } = await dictated.begun(draft);
      claim('Parking');
      end();
    }
    for (const view of [first, second])
      await view.until(({ message }) => toShown(message).includes(':more"'));
  });

  test('is restarted by only one of two processes', async () => {
    const view = await crash({ private: false });
    const second = await scene.bootAnother();
    await finish(view, 2);
    await new Promise(resolve => setTimeout(resolve, 1_000));
    expect(logged.events().filter(event => event === 'run-taken-over')).toHaveLength(1);
    await second.shut();
  });

  test('14 minutes ago is marked as interrupted, and can be asked for again', async () => {
    const view = await crash({ focus: 'parking' }, 14 * minuteMs + 10_000);
    await expect.poll(() => view.message?.content).toBe(interrupted);
    const { message } = view;
    if (message === null) throw new Error('nothing to press on');
    await expect.poll(openRuns).toMatchObject([{ stage: 'interrupted', token: null }]);
    // The interrupted run no longer counts: one a day is the limit here.
    const again = await scene.actions.press({ user: scene.ann, message, label: 'Regenerate' });
    expect(toShown(await finish(again, 2))).toContain('Parking');
    const spent = await scene.actions.press({ user: scene.ann, message, label: 'Regenerate' });
    expect((await told(spent)).message?.content).toContain('used today’s summary');
  });

  test('an hour ago is marked as interrupted if it is public', async () => {
    const view = await crash({ private: false }, 60 * minuteMs);
    await expect.poll(() => view.message?.content).toBe(interrupted);
    const { message } = view;
    if (message === null) throw new Error('nothing to press on');
    const refused = await scene.actions.press({ user: scene.bob, message, label: 'Regenerate' });
    expect((await told(refused)).message?.content).toContain('Das kann nur, wer');
    expect(refused.isEphemeral).toBe(true);
  });

  test('an hour ago leaves nothing behind if it is private', async () => {
    await crash({}, 60 * minuteMs);
    await expect.poll(logged.events).toContain('run-unreachable');
    expect(await openRuns()).toEqual([]);
    // Neither a run that goes on nor one that counts is left: one a day is the limit here.
    const { ann: user, channel, actions } = scene;
    const view = await actions.slash({ user, channel, command: 'summarize', options: {} });
    expect(toShown(await finish(view, 2))).toContain('Parking');
    await expect.poll(openRuns).toEqual([]);
  });
});

describe('an answer that was deferred when the bot was killed', () => {
  const again = 'Interrupted by a restart. Please try again.';
  const edits = 'PATCH /webhooks/**';

  async function begin() {
    scene = await createScene({ leaseMs: 400 });
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
    { command: 'catchup', options: { where: 'everywhere' } },
    { command: 'decisions' },
    { command: 'settings', subcommand: 'show' },
    { command: 'topics' },
    { command: 'usage' },
    { command: 'stats' },
    { command: 'privacy', subcommand: 'show' },
    { command: 'digest', subcommand: 'list' },
  ])('says so ($command)', async given => {
    await begin();
    scene.playground.faults.delay(60_000, edits, 20);
    const view = await scene.actions.slash({ user: scene.ann, channel: scene.channel, ...given });
    await view.until(({ status }) => status === 'thinking');
    await endsWhenKilled(view);
  });

  test('says so if it shows progress', async () => {
    await begin();
    scene.playground.faults.delay(60_000, 'GET /channels/*/messages', 20);
    const { ann: user, channel } = scene;
    const options = { where: 'everywhere', since: '2 hours' };
    const view = await scene.actions.slash({ user, channel, command: 'catchup', options });
    await view.until(({ message }) => /^Looking through/.test(message?.content ?? ''));
    // What the killed one would still say.
    scene.playground.faults.delay(60_000, edits, 20);
    await endsWhenKilled(view);
  });

  test('says so if a file was being summarized', async () => {
    dictated = createDictatedEngine();
    scene = await createScene({ leaseMs: 400, engine: dictated.engine });
    const content = '25/03/2026, 09:01 - Mia: We decided to meet at the station at 8:00 on Friday.';
    const options = { file: { name: 'chat.txt', content } };
    const { ann: user, channel } = scene;
    const view = await scene.actions.slash({ user, channel, command: 'summarize', options });
    await dictated.begun();
    await view.until(({ message }) => toShown(message).includes(':stop"'));
    await endsWhenKilled(view);
  });

  test('stays as it is if it was finished', async () => {
    await begin();
    const { ann: user, channel } = scene;
    scene.playground.faults.delay(500, edits);
    const view = await scene.actions.slash({ user, channel, command: 'decisions' });
    await expect.poll(openRuns).toHaveLength(1);
    const [run] = await openRuns();
    const { message } = await told(view);
    await expect.poll(openRuns).toEqual([]);
    if (run) await scene.running().store.openRuns.put(run);
    await scene.crash();
    await expect.poll(openRuns).toEqual([]);
    expect(view.message?.content).toBe(message?.content);
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
    const { ann: user, channel } = scene;
    const asked = await told(
      await scene.actions.slash({ user, channel, command: 'privacy', subcommand: 'delete' }),
    );
    if (asked.message === null) throw new Error('nothing to press on');
    await scene.actions.press({ user, message: asked.message, customId: 'privacy:delete' });
    await expect.poll(openRuns).toEqual([]);
  });

  test('is deleted with the server’s data', async () => {
    const view = await crash({ private: false }, 60 * minuteMs);
    await expect.poll(() => view.message?.content).toBe(interrupted);
    await scene.running().store.summaries.eraseGuild(scene.guild.id);
    expect(await openRuns()).toEqual([]);
  });
});
