import type { InteractionView } from '@footnote/playground/discord';
import type { APIMessage } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { createHeldEngine } from '../engines.ts';
import { fill, openScene, type Scene, summarized, told, toShown } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
  fill(scene);
});

type Options = Readonly<Record<string, string | number | boolean>>;

const decision = 'close at 18:00';

async function ask(options: Options = {}): Promise<InteractionView> {
  return scene.ask(options);
}

/** What a press on Sources brings. */
async function sources(message: APIMessage | null | undefined, user = scene.ann): Promise<string> {
  return await scene.sources(message, user);
}

function find(words: string): { readonly id: string } {
  const found = sure(scene.world.history(scene.channel).find(({ content }) => content.includes(words)));
  return found;
}

function edit(words: string): void {
  scene.world.editMessage(find(words).id, 'redacted');
}

const shownAll = () => toShown(scene.posted()[0] ?? null);

async function away(change: () => void): Promise<void> {
  await scene.running().shut();
  change();
  await scene.restart();
}

/** Requests for pages of messages since a moment. */
function countAsked(): () => number {
  const before = scene.playground.exchanges.length;
  const isAsking = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && /\/channels\/\d+\/messages(?:\?|$)/.test(path);
  return () => scene.playground.exchanges.slice(before).filter(isAsking).length;
}

describe('a message deleted while the bot hears', () => {
  test('disappears at the next press with the claims that cite it, which are counted', async () => {
    const view = await ask();
    expect(toShown(view.message)).toContain(decision);
    scene.world.removeMessage(find(decision).id);
    await expect.poll(() => sources(view.message)).not.toContain(decision);
    expect(await sources(view.message)).toContain('school fair');
    expect(await scene.why(view.message)).toContain('1 removed');
  });

  test('is gone from a public answer, in bulk as well', async () => {
    await ask({ private: false });
    expect(shownAll()).toContain(decision);
    const ids = [find(decision).id, find('Approved.').id];
    scene.world.removeMessages(scene.channel, ids);
    await expect.poll(shownAll).not.toContain(decision);
    expect(shownAll()).not.toContain('Approved');
    const [post] = scene.posted();
    expect(await scene.why(post)).toMatch(/[123] removed/);
  });

  test('while a summary was written and after it was checked last is gone from it at once', async () => {
    const { engine, reached, release } = createHeldEngine();
    scene = await openScene({ engine });
    fill(scene);
    const asked = scene.summarize();
    await reached;
    edit(decision);
    release();
    const view = await summarized(await asked);
    await expect.poll(() => toShown(view.message)).toContain('a source was edited since');
  });
});

test('a message edited while the bot hears is marked where it is cited, and stands as it was read', async () => {
  const view = await ask();
  await told(await scene.press(view.message, 'Share'));
  edit(decision);
  await expect.poll(shownAll).toContain('a source was edited since');
  expect(shownAll()).toContain(decision);
  expect(await sources(scene.posted()[0])).toMatch(
    /message 6 of 8 · edited since\\n> We decided to close at 18:00/,
  );
});

describe('what changed while the bot was away', () => {
  test.each(['Sources', 'Share'])('is asked of Discord at the first press (%s), once', async label => {
    const view = await ask();
    await away(() => scene.world.removeMessage(find(decision).id));
    const asked = countAsked();
    await (await scene.press(view.message, label)).settled();
    if (label === 'Share') await expect.poll(() => scene.posted().length).toBe(1);
    expect(asked()).toBe(1);
    expect(toShown(scene.posted() as never)).not.toContain(decision);
    expect(await sources(view.message)).not.toContain(decision);
    expect(asked()).toBe(1);
  });

  test('nothing is asked of Discord by who has heard everything since the summary was made', async () => {
    const view = await ask();
    const asked = countAsked();
    await sources(view.message);
    await told(await scene.press(view.message, 'Share'));
    expect(asked()).toBe(0);
  });

  test('a Discord that does not answer shows nothing rather than what may be gone', async () => {
    const view = await ask();
    // From the start: what is stored is checked then too.
    await away(() => {
      scene.world.removeMessage(find(decision).id);
      scene.playground.faults.failWith(500, 'GET /channels/*/messages', 1_000);
    });
    const refused = await told(await scene.press(view.message, 'Sources'));
    expect(refused.message?.content).toContain('Discord did not answer properly');
    expect(toShown(refused.message)).not.toContain(decision);
  });
});
