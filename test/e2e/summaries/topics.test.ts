import { beforeEach, expect, test } from 'vitest';
import type { Engine, EngineRequest } from '../../../src/app/ports.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { createMatters } from '../engines.ts';
import { openScene, type Scene, toShown } from '../scene.ts';

let scene: Scene;
let requests: EngineRequest[];

/** Messages such as "tent/decision: We rent it." become claims of that topic and kind. */
const asMarked: Engine = {
  name: 'marked',
  draft: async (request, onClaim) => {
    requests.push(request);
    const toMatter = createMatters(request);
    for (const { position, text } of request.evidence.messages) {
      const [, topic, kind, words] = /^([\w ]+)\/(\w+): (.+)$/.exec(text) ?? [];
      if (words !== undefined && topic !== undefined)
        onClaim({ kind, topic, text: words, evidence: [{ position, quote: words }], ...toMatter(topic) });
    }
    return { engine: { name: 'marked' }, usage: null, failure: null };
  },
};

beforeEach(async () => {
  requests = [];
  scene = await openScene({ engine: asMarked });
});

const dayMs = 86_400_000;

function inDays(days: number): void {
  scene.jumpTo(new Date(scene.playground.clock.now() + days * dayMs).toISOString());
}

function say(content: string, { by = scene.ann, where = scene.channel } = {}) {
  return scene.world.addMessage(where, { by, content, atMs: scene.playground.clock.now() - 60_000 });
}

/** Asks for a public summary, and waits until it is known as such. */
async function summarize({ where = scene.channel, messages = 100 } = {}): Promise<void> {
  const before = (await read()).length;
  const options = { private: false, messages };
  await scene.ask(options, scene.ann, where);
  await expect.poll(async () => (await read()).length).toBe(before + 1);
}

/** All summaries that are stored. */
async function read(): Promise<readonly Summary[]> {
  const { summaries } = scene.running().store;
  const ids = await summaries.ids(scene.guild.id);
  const found = await Promise.all(ids.map(id => summaries.get(scene.guild.id, id)));
  return found.flatMap(each => each?.summary ?? []);
}

async function show(topic: string, user = scene.ann, others = {}): Promise<string> {
  const view = await scene.run('catchup', { topic, ...others }, user);
  expect(view.isEphemeral).toBe(true);
  await view.until(({ message }) => !!message?.content || (message?.embeds.length ?? 0) > 0);
  return toShown(view);
}

async function suggest(value: string, user = scene.ann): Promise<readonly string[]> {
  const { actions, channel } = scene;
  const focused = { name: 'topic', value };
  return (await actions.autocomplete({ user, channel, command: 'catchup', focused })).map(({ name }) => name);
}

test('a topic starts, goes quiet while another one goes on, and returns', async () => {
  say('tent/decision: We rent the big tent for 450.');
  await summarize();
  expect(await show('tent')).toMatch(/-# active/);
  inDays(15);
  say('menu/fact: The menu has waffles and soup.', { by: scene.bob });
  await summarize({ messages: 1 });
  expect(await suggest('')).toEqual(['menu', 'tent']);
  expect(await show('tent')).toMatch(/-# quiet/);
  // No writer is told of what has gone quiet, so it begins anew.
  inDays(1);
  const promise = say('tent/action: Bob books the tent by Friday.', { by: scene.bob });
  await summarize({ messages: 1 });
  expect(requests.at(-1)?.memory?.map(({ title }) => title)).toEqual(['menu']);
  const page = await show('tent');
  expect(page).toMatch(/Bob books the tent by Friday/);
  expect(page).toContain(`/${scene.channel.id}/${promise.id})`);
  expect(page).not.toContain('waffles');
  for (const others of [{ where: 'everywhere' }, { since: '2h' }])
    expect(await show('tent', scene.ann, others)).toContain(`\`${Object.keys(others)[0]}:\` cannot be used`);
});

test('people see the topics of channels that they can read, also while typing', async () => {
  const { world, guild, ann, bob, channel } = scene;
  const cleo = scene.addMember('cleo');
  const crew = world.addRole(guild, { name: 'crew' });
  for (const each of [ann, bob]) world.giveRole(guild, each, crew);
  const boats = scene.addClosed('boats', { role: crew });
  const aside = world.addThread(channel, {
    name: 'aside',
    owner: ann,
    isPrivate: true,
    members: [ann, world.bot],
  });
  say('tent/decision: We rent the big tent for 450.');
  say('boat/decision: We sell the old boat.', { where: boats });
  say('surprise/decision: Bob gets a cake.', { where: aside });
  for (const where of [channel, boats, aside]) await summarize({ where });
  const all = ['boat', 'surprise', 'tent'];
  const visible: readonly (readonly [typeof ann, readonly string[]])[] = [
    [ann, all],
    [bob, ['boat', 'tent']],
    [cleo, ['tent']],
  ];
  for (const [user, titles] of visible) {
    expect([...(await suggest('', user))].sort()).toEqual(titles);
    expect(await show('surprise', user)).toMatch(
      titles.includes('surprise') ? /gets a cake/ : /no topic named `surprise`|kein Thema namens `surprise`/,
    );
  }
});

test('a deleted message leaves nothing behind, also one that was deleted while the bot was offline', async () => {
  const { world, channel, ann, bob } = scene;
  const tent = say('tent/decision: We rent the big tent for 450.');
  const menu = say('menu/decision: We serve waffles and soup.');
  const members = [ann, world.bot];
  const aside = world.addThread(channel, { name: 'aside', owner: ann, isPrivate: true, members });
  say('surprise/decision: Bob gets a cake.', { where: aside });
  for (const where of [channel, aside]) await summarize({ where });
  world.removeMessage(tent);
  await expect.poll(async () => [...(await suggest(''))].sort()).toEqual(['menu', 'surprise']);
  const { client, bot, store } = scene.running();
  await bot.stop();
  await client.destroy();
  world.removeMessage(menu);
  world.removeChannel(aside);
  await store.close();
  await scene.crash();
  expect(await suggest('surprise')).toEqual([]);
  expect(await suggest('surprise', bob)).toEqual([]);
  expect(await show('surprise')).toMatch(/no topic named/);
  expect((await read()).flatMap(({ claims }) => claims.map(({ topic }) => topic))).not.toContain('menu');
});

test('a person who opted out is in no topic, and nothing of a server stays once the bot has left it', async () => {
  const { bob, world, guild } = scene;
  say('tent/decision: We rent the big tent for 450.');
  say('menu/decision: We serve waffles and soup.', { by: bob });
  await summarize();
  await scene.run('privacy opt-out', {}, bob);
  await expect.poll(() => suggest('')).toEqual(['tent']);
  world.removeMember(guild, world.bot);
  await expect.poll(read).toEqual([]);
});

test('the writer for an open channel is told nothing that rests on a closed one, nor a title that does', async () => {
  const draft: Engine['draft'] = async (request, onClaim) => {
    requests.push(request);
    const matter = { number: 1, topic: 'Camp', title: 'The big tent is rented', continues: 0 };
    for (const { position, text } of request.evidence.messages)
      onClaim({ kind: 'key_point', text, matter, evidence: [{ position, quote: text }] });
    return { engine: { name: 'titling' }, usage: null, failure: null };
  };
  scene = await openScene({ engine: { name: 'titling', draft } });
  const { world, guild, ann } = scene;
  const parent = world.addChannel(guild, { name: 'camp', kind: 'category' });
  const open = world.addChannel(guild, { name: 'open', parent });
  const closed = scene.addClosed({ name: 'closed', parent }, { member: ann });
  say('The big tent is rented for the camp.', { where: open });
  say('The big tent is paid by the treasurer.', { where: closed });
  await scene.ask({ channel: parent.id }, ann, closed);
  expect(requests.at(-1)?.evidence.messages).toHaveLength(2);
  inDays(1);
  say('The big tent is up.', { where: open });
  await scene.ask({ private: false, messages: 1 }, ann, open);
  expect(requests.at(-1)?.memory).toEqual([
    expect.objectContaining({ title: 'Camp', lines: ['The big tent is rented for the camp.'] }),
  ]);
});
