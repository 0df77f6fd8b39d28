import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDictatedEngine, createHeldEngine } from '../engines.ts';
import {
  fill,
  type Options,
  openScene,
  type Scene,
  type SceneOptions,
  summarized,
  told,
  toShown,
} from '../scene.ts';

let scene: Scene;

const posting = 'POST /webhooks/*/*';

async function open(options: SceneOptions = {}): Promise<Scene> {
  scene = await openScene(options);
  fill(scene);
  return scene;
}

const ask = (options: Options = {}, user = scene.ann) =>
  scene.summarize({ private: false, ...options }, user);

/** What Bob has seen of the bot in the channel, at any time from now on. */
function watchAsBob(): () => string[] {
  const seen = new Set<string>();
  const look = () => {
    for (const message of posts()) seen.add(toShown(message));
  };
  onTestFinished(scene.playground.subscribe(look));
  return () => [...seen];
}

/** What somebody sees of the bot in the channel. */
function posts(reader = scene.bob) {
  const { channel, world } = scene;
  return scene.actions.read(reader, channel).filter(({ author }) => author.id === world.bot.id);
}

describe('a public request that is refused', () => {
  test.each([
    ['for a channel that not everybody here may read', 'may not read'],
    ['for a time that is none', 'recognize'],
    ['for a time to come', 'future'],
    ['for a channel without messages', 'no messages'],
  ])('%s is seen by nobody else at any moment', async why => {
    const { world, guild, ann } = await open();
    const secret = scene.addClosed('boats', { member: ann });
    world.addMessage(secret, { by: ann, content: 'We decided to sell the boat.' });
    const empty = world.addChannel(guild, { name: 'empty' });
    const seen = watchAsBob();
    const options: Record<string, Options> = {
      'for a channel that not everybody here may read': { channel: secret.id },
      'for a time that is none': { since: '2x' },
      'for a time to come': { since: 'tomorrow' },
      'for a channel without messages': { channel: empty.id },
    };
    const view = await told(await ask(options[why]));
    expect(view.isEphemeral).toBe(true);
    expect(seen()).toEqual([]);
  });

  test('while it is written is taken away, and only the person is told', async () => {
    const dictated = createDictatedEngine();
    const { world, channel, bob, ann } = await open({
      engine: dictated.engine,
      pace: { afterMs: 30, everyMs: 50 },
    });
    const view = await ask({}, bob);
    const { claim, end } = await dictated.begun();
    claim('Parking');
    await view.until(({ message }) => message?.embeds.length === 1);
    world.overwrite(channel, { member: bob, deny: Flags.ReadMessageHistory });
    end();
    await view.until(({ message }) => message?.content.includes('darfst') ?? false);
    expect(view.isEphemeral).toBe(true);
    expect(posts(ann)).toEqual([]);
  });
});

describe('a public answer', () => {
  test.each([
    ['answers with 500', () => scene.playground.faults.failAfter(500, posting, 2)],
    ['answers with 502', () => scene.playground.faults.failAfter(502, posting, 2)],
    ['does not answer to', () => scene.playground.faults.loseAnswer(posting, 1)],
  ])('that Discord posts and %s is not posted twice', async (_, fail) => {
    await open();
    fail();
    await summarized(await ask());
    await scene.withoutPromise();
    expect(posts()).toHaveLength(1);
  });

  test('that was posted before a crash, and not noted, is found by the next process', async () => {
    const held = createHeldEngine();
    await open({ engine: held.engine, leaseMs: 400 });
    scene.playground.faults.failAfter(500, posting, 1);
    const view = await ask();
    await held.reached;
    expect(posts()).toHaveLength(1);
    await scene.crash();
    await view.until(({ message }) => message?.content === 'This summary was interrupted.');
    await scene.withoutPromise();
    expect(posts().map(({ id }) => id)).toEqual([view.message?.id]);
    held.release();
  });
});

describe('what is shared', () => {
  const shared = () => posts().filter(({ content }) => content.includes('Shared by'));

  test('is posted once, also when no answer is heard at all and the person presses again', async () => {
    await open();
    const view = await summarized(await ask({ private: true }));
    scene.playground.faults.loseAnswer('POST /channels/*/messages', 8);
    const pressed = await told(await scene.press(view.message, 'Share'));
    expect(pressed.message?.content).toContain('did not answer');
    scene.playground.faults.clear();
    const again = await told(await scene.press(view.message, 'Share'));
    expect(again.message?.content).toContain('Shared: https');
    expect(shared()).toHaveLength(1);
  });
});
