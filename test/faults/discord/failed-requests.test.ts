import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { createHeldEngine } from '../../e2e/engines.ts';
import {
  fill,
  openScene,
  readReply,
  type Scene,
  type SceneOptions,
  summarized,
  toShown,
} from '../../e2e/scene.ts';

const history = 'GET /channels/*/messages';
const trouble = 'Discord did not answer properly';

let scene: Scene;

async function open(options: SceneOptions = {}): Promise<Scene> {
  scene = await openScene(options);
  fill(scene);
  return scene;
}

const ask = (...given: Parameters<Scene['summarize']>) => scene.summarize(...given);

test.each([
  ['is cut and resumed', { how: 'cut' as const }],
  ['is asked to come back and resumed', { how: 'ask' as const }],
  ['has to identify anew', { isResumable: false }],
])(
  'a gateway that drops in the middle of a summary and %s costs nothing: the summary arrives, later presses and commands work',
  async (_, how) => {
    const held = createHeldEngine();
    const { playground } = await open({ engine: held.engine });
    const view = await ask();
    await held.reached;
    const before = playground.exchanges.length;
    playground.faults.dropGateways(how);
    held.release();
    const { message } = await summarized(view);
    await expect.poll(playground.countSessions).toBe(1);
    const sources = await (await scene.press(message, 'Sources')).settled();
    expect(toShown(sources.message)).toContain('message 2 of 8');
    // Whether what it cites still stands is asked of Discord by who may have missed something, and by nobody else: by the
    // new session if it already found the summary stored, by the press if not.
    const isPage = ({ method, path }: { method: string; path: string }) =>
      method === 'GET' && /\/channels\/\d+\/messages(?:\?|$)/.test(path);
    const asked = playground.exchanges.slice(before).filter(isPage);
    // While a connection comes back, nobody knows what was missed, so a resumed one may have been asked for too.
    if ('isResumable' in how) expect(asked.length).toBeGreaterThan(0);
    await summarized(await ask({ messages: 5 }));
  },
);

describe('a Discord that answers badly', () => {
  test('again and again is told in the words of the person, and the run is given back', async () => {
    const { playground } = await open({ dailyLimit: 1 });
    playground.faults.rateLimit(history, { retryAfterMs: 600_000, times: 1 });
    expect(await readReply(await ask())).toContain(trouble);
    playground.faults.clear();
    playground.faults.failWith(502, history, 4);
    expect(await readReply(await ask({}, scene.bob))).toContain('Discord hat nicht richtig geantwortet');
    const other = scene.world.addChannel(scene.guild, { name: 'other' });
    for (let i = 0; i < 5; i++)
      scene.world.addMessage(other, { by: scene.bob, content: `We decided on ${i}` });
    for (const user of [scene.ann, scene.bob]) await summarized(await ask({ channel: other.id }, user));
  });
});

describe('a summary that is ready when its answer’s 15 minutes are over', () => {
  async function askLate(prepare = () => {}): Promise<void> {
    let skippedMs = 0;
    const held = createHeldEngine();
    await open({ engine: held.engine, now: () => Date.now() + skippedMs });
    prepare();
    await ask();
    await held.reached;
    skippedMs += 15 * 60_000 + 1_000;
    held.release();
  }

  test('shows nothing of a private one but that it is ready; it opens only for the person who asked', async () => {
    await askLate();
    await expect.poll(() => scene.posted().some(({ components }) => components?.length)).toBe(true);
    const [ready, ...others] = scene.posted();
    expect(others).toEqual([]);
    expect(ready?.content).toBe(`<@${scene.ann.id}>, your summary is ready.`);
    expect(toShown(ready ?? null)).not.toMatch(/tent|fair/);
    expect(ready?.mentions).toEqual([]);
    const stranger = await scene.press(ready ?? null, 'Open', scene.bob);
    expect(await readReply(stranger)).toContain('Das kann nur, wer');
    expect(stranger.isEphemeral).toBe(true);
    await scene.restart();
    const opened = await summarized(await scene.press(ready ?? null, 'Open'));
    expect(opened.isEphemeral).toBe(true);
    expect(toShown(opened.message)).toContain('tent');
    await (await scene.press(opened.message, 'Sources')).settled();
  });

  test('is told of in a direct message where the bot may not write', async () => {
    await askLate(() => {
      const { world, channel } = scene;
      world.overwrite(channel, { member: world.bot, deny: Flags.SendMessages });
    });
    const { world, ann, actions } = scene;
    const direct = world.openDirect(ann);
    const dm = () => actions.read(ann, direct);
    await expect.poll(() => dm().length).toBe(1);
    expect(scene.posted()).toEqual([]);
    const [ready] = dm();
    expect(toShown(ready ?? null)).not.toMatch(/tent|fair/);
    const opened = await summarized(await scene.press(ready ?? null, 'Open'));
    expect(toShown(opened.message)).toContain('tent');
  });
});
