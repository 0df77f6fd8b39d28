import type { InteractionView } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  besides,
  fill,
  type Options,
  openScene,
  readBeside,
  readReply,
  type Scene,
  toShown,
} from '../../e2e/scene.ts';
import { sure } from '../../sure.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
  fill(scene);
});

type Ref = { readonly id: string };

const decided = 'close at 18:00';
const patience = { interval: 50 };
const patches = 'PATCH /channels/*/messages/*';

/** Asks for a public summary. */
async function ask(options: Options = {}, channel: Ref = scene.channel) {
  const view = await scene.ask({ private: false, ...options }, scene.ann, channel);
  await scene.withoutPromise();
  return view;
}

function find(words: string, channel: Ref = scene.channel): Ref {
  return sure(scene.world.history(channel).find(({ content }) => content.includes(words)));
}

const remove = (words: string, channel?: Ref) => scene.world.removeMessage(find(words, channel).id);

const shownIn = (channel: Ref) => toShown(scene.posted(channel)[0] ?? null);
const shownAll = () => shownIn(scene.channel);

/** The number of requests, or of those answered with this status. */
const count = (method: string, status?: number) =>
  scene.playground.exchanges.filter(
    each =>
      each.method === method &&
      /^(?:\/api\/v10)?\/channels\/\d+\/messages\/\d+$/.test(each.path) &&
      (status === undefined || each.status === status),
  ).length;

const idOf = (view: InteractionView) => /summary:([\w-]+):/.exec(toShown(view.message))?.[1] ?? '';

describe('a public summary whose cited message is deleted while Discord fails', () => {
  test.each([
    ['with 500', () => scene.playground.faults.failWith(500, patches, 9)],
    ['with 429', () => scene.playground.faults.rateLimit(patches, { retryAfterMs: 300, times: 4 })],
    ['with broken connections', () => scene.playground.faults.breakConnection(patches, 9)],
    ['when it is read', () => scene.playground.faults.failWith(502, 'GET /channels/*/messages/*', 9)],
  ])('%s loses the words once Discord answers, without another event', async (_, fail) => {
    await ask();
    fail();
    remove(decided);
    await expect.poll(shownAll, patience).not.toContain(decided);
    const [post] = scene.posted();
    expect(await scene.why(post)).toContain('1 removed');
  });

  test('loses them at the next start if the bot was killed before', async () => {
    await ask();
    scene.playground.faults.failWith(500, patches, 100);
    remove(decided);
    await expect.poll(() => count('PATCH', 500), patience).toBeGreaterThan(3);
    await scene.crash();
    scene.playground.faults.clear();
    await expect.poll(shownAll, patience).not.toContain(decided);
  });
});

describe('a public summary in an archived thread', () => {
  async function archived(isLocked = false) {
    const { world, channel, ann } = scene;
    const thread = world.addThread(channel, { owner: ann, name: 'tents', members: [world.bot] });
    await ask({ channel: channel.id }, thread);
    if (isLocked) world.lock(thread);
    world.archive(thread);
    expect(shownIn(thread)).toContain(decided);
    return thread;
  }
  const manage = () => {
    const { world, guild } = scene;
    const role = world.addRole(guild, { name: 'threads', permissions: Flags.ManageThreads });
    world.giveRole(guild, world.bot, role);
  };
  test('loses deleted words, and the thread is archived again if the bot is allowed to', async () => {
    manage();
    const thread = await archived(true);
    remove(decided);
    await expect.poll(() => shownIn(thread), patience).not.toContain(decided);
    await expect.poll(() => thread.thread?.isArchived, patience).toBe(true);
    expect(thread.thread?.isLocked).toBe(true);
  });

  test('loses them once the bot may reopen the locked thread', async () => {
    const thread = await archived(true);
    remove(decided);
    await expect.poll(() => count('PATCH', 400), patience).toBeGreaterThan(0);
    await expect.poll(() => thread.thread?.isArchived).toBe(true);
    expect(shownIn(thread)).toContain(decided);
    manage();
    await expect.poll(() => shownIn(thread), patience).not.toContain(decided);
  });
});

test('a post in a channel that the bot lost access to is updated once it has access again', async () => {
  const { world, guild, channel } = scene;
  const other = world.addChannel(guild, { name: 'other' });
  await ask({ channel: channel.id }, other);
  world.overwrite(other, { member: world.bot, deny: Flags.ViewChannel });
  remove(decided);
  await expect.poll(() => count('GET', 403), patience).toBeGreaterThan(0);
  expect(shownIn(other)).toContain(decided);
  world.overwrite(other, { member: world.bot, allow: Flags.ViewChannel });
  await expect.poll(() => shownIn(other), patience).not.toContain(decided);
});

describe('a public summary is checked without a press', () => {
  test('after the bot was down while its source was deleted with all its messages', async () => {
    const { world, guild, ann } = scene;
    const other = world.addChannel(guild, { name: 'other' });
    for (const each of ['We decided to sell the boat', 'ok', 'fine', 'The boat is 20 years old', 'Good'])
      world.addMessage(other, { by: ann, content: each });
    await ask({ channel: other.id });
    expect(shownAll()).toContain('boat');
    await scene.running().shut();
    world.removeChannel(other);
    await scene.restart();
    await expect.poll(shownAll, patience).not.toContain('boat');
  });

  const restart = async (fail = () => {}) => {
    await scene.running().shut();
    remove(decided);
    fail();
    await scene.restart();
  };
  test.each([
    ['the bot was down', () => restart()],
    [
      'a start at which Discord failed',
      () => restart(() => scene.playground.faults.failWith(500, 'GET /channels/*/messages', 9)),
    ],
    [
      'the gateway session was lost',
      () => {
        scene.playground.faults.refuseGateways(1);
        scene.playground.faults.dropGateways({ isResumable: false });
        remove(decided);
      },
    ],
  ])('after %s', async (_, miss) => {
    await ask();
    await miss();
    await expect.poll(shownAll, patience).not.toContain(decided);
  });

  test('once a day, with one request for all summaries that cite the same messages', async () => {
    for (let times = 0; times < 3; times += 1) await ask();
    const { playground, guild } = scene;
    const { summaries } = scene.running().store;
    await expect.poll(async () => (await summaries.posted(guild.id)).length, patience).toBe(3);
    playground.faults.delayEvents(3_600_000);
    remove(decided);
    const before = playground.exchanges.length;
    scene.jumpTo(new Date(Date.now() + 25 * 3_600_000).toISOString());
    const isAnyLeft = () => scene.posted().some(post => toShown(post).includes(decided));
    await expect.poll(isAnyLeft, patience).toBe(false);
    const asked = playground.exchanges
      .slice(before)
      .filter(({ method, path }) => method === 'GET' && /\/channels\/\d+\/messages(?:\?|$)/.test(path));
    expect(asked).toHaveLength(1);
  });
});

describe('Delete while Discord fails', () => {
  const deletes = 'DELETE /channels/*/messages/*';

  test('says so, lets nobody open the summary, and deletes the post once Discord answers', async () => {
    const view = await ask();
    scene.playground.faults.failWith(500, deletes, 9);
    const pressed = await scene.more(view.message, 'Delete');
    expect(await readBeside(pressed)).toContain('Discord did not answer properly');
    expect(await readReply(scene.press(view.message, 'Sources', scene.bob))).toContain(
      'nicht mehr gespeichert',
    );
    await expect.poll(() => scene.posted(), patience).toEqual([]);
    const { store } = scene.running();
    await expect.poll(() => store.summaries.getDeleted(scene.guild.id, idOf(view))).toBeNull();
  });

  test('is finished at the next start if the bot is killed in between', async () => {
    const view = await ask();
    scene.playground.faults.failWith(500, deletes, 1_000);
    await besides(await scene.more(view.message, 'Delete'));
    await scene.crash();
    expect(scene.posted()).toHaveLength(1);
    expect(await readReply(scene.press(view.message, 'Sources'))).toContain('no longer stored');
    scene.playground.faults.clear();
    await scene.restart();
    await expect.poll(() => scene.posted(), patience).toEqual([]);
  });
});
