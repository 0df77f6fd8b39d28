import { expect, test } from 'vitest';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { Engine, EngineRequest } from '../../../src/app/ports.ts';
import { fill, openScene, type Scene } from '../scene.ts';

let scene: Scene;

const title = 'The big tent is rented';

/** Writes all messages as claims of one matter, which goes on with one of this number. */
const toEngine = (continues: number): Engine => ({
  name: 'titling',
  draft: async ({ evidence }, onClaim) => {
    const matter = { number: 1, topic: 'Camp', title, continues };
    for (const { position, text } of evidence.messages)
      onClaim({ kind: 'key_point', text, matter, evidence: [{ position, quote: text }] });
    return { engine: { name: 'titling' }, usage: null, failure: null };
  },
});

async function begin(engine: Engine): Promise<void> {
  scene = await openScene({ engine });
}

function say(content: string, by = scene.ann) {
  return scene.world.addMessage(scene.channel, {
    by,
    content,
    atMs: scene.playground.clock.now() - 60_000,
  });
}

async function summarize(messages: number): Promise<void> {
  const { ann: user } = scene;
  const options = { private: false, messages };
  await scene.ask(options, user);
}

function suggestTopics() {
  const { actions, ann: user, channel } = scene;
  const focused = { name: 'topic', value: '' };
  return actions.autocomplete({ user, channel, command: 'catchup', focused });
}

const suggest = async () => (await suggestTopics()).map(({ name }) => name);

/** A topic of two people’s messages, both of which its title rests on. */
async function rentTent() {
  await begin(toEngine(0));
  const rented = say('The big tent is rented for the camp.');
  say('The big tent is in the shed.', scene.bob);
  await summarize(2);
  await expect.poll(suggest).toEqual([title]);
  return rented;
}

test('a title goes with one of its messages, and what the topic is about takes its place', async () => {
  const rented = await rentTent();
  scene.world.removeMessage(rented);
  await expect.poll(suggest).toEqual(['Camp']);
});

test('a matter that goes on with a number that nobody was told of begins a topic of its own', async () => {
  await begin(toEngine(7));
  say('The big tent is rented for the camp.');
  await summarize(1);
  await expect.poll(suggest).toEqual([title]);
  const [known] = await suggestTopics();
  scene.jumpTo(new Date(scene.playground.clock.now() + 86_400_000).toISOString());
  say('The big tent is rented again.');
  await summarize(1);
  // Of topics of one name, only the latest is suggested.
  await expect.poll(async () => (await suggestTopics())[0]?.value).not.toBe(known?.value);
  expect(await suggest()).toEqual([title]);
});

test('Highlights give no topics', async () => {
  await begin(extractiveEngine);
  fill(scene);
  await summarize(8);
  expect(await suggest()).toEqual([]);
});

test('the writer for an open channel is told nothing that rests on a closed one, nor a title that does', async () => {
  const requests: EngineRequest[] = [];
  const { draft, ...engine } = toEngine(0);
  await begin({
    ...engine,
    draft: (request, ...rest) => {
      requests.push(request);
      return draft(request, ...rest);
    },
  });
  const { world, guild, ann, playground } = scene;
  const category = world.addChannel(guild, { name: 'camp', kind: 'category' });
  const open = world.addChannel(guild, { name: 'open', parent: category });
  const closed = scene.addClosed({ name: 'closed', parent: category }, { member: ann });
  const atMs = playground.clock.now() - 120_000;
  world.addMessage(open, { by: ann, content: 'The big tent is rented for the camp.', atMs });
  world.addMessage(closed, { by: ann, content: 'The big tent is paid by the treasurer.', atMs });
  await scene.ask({ channel: category.id }, ann, closed);
  expect(requests.at(-1)?.evidence.messages).toHaveLength(2);
  scene.jumpTo(new Date(playground.clock.now() + 60_000).toISOString());
  world.addMessage(open, { by: ann, content: 'The big tent is up.', atMs: playground.clock.now() - 1_000 });
  const options = { private: false, messages: 1 };
  await scene.ask(options, ann, open);
  expect(requests.at(-1)?.memory).toEqual([
    expect.objectContaining({ title: 'Camp', lines: ['The big tent is rented for the camp.'] }),
  ]);
});
