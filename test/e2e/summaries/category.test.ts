import type { OptionValue } from '@footnote/playground/discord';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { beforeEach, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import {
  openScene,
  readReply,
  readSummary,
  type Scene,
  summarized,
  told,
  toSaid,
  toShown,
} from '../scene.ts';

const { ViewChannel } = PermissionFlagsBits;

let scene: Scene;
let category: ReturnType<Scene['world']['addChannel']>;
let tents: typeof category;
let food: typeof category;
let board: typeof category;
let ideas: typeof category;

/** Bob cannot see #board; he reads everything else. */
beforeEach(async () => {
  scene = await openScene();
  const { world, guild, ann, bob, playground } = scene;
  category = world.addChannel(guild, { name: 'Fair', kind: 'category' });
  tents = world.addChannel(guild, { name: 'tents', parent: category });
  food = world.addChannel(guild, { name: 'food', parent: category });
  ideas = world.addChannel(guild, { name: 'ideas', kind: 'forum', parent: category });
  board = world.addChannel(guild, {
    name: 'board',
    parent: category,
    overwrites: [
      { role: guild, deny: ViewChannel },
      { member: playground.applicationId, allow: ViewChannel },
    ],
  });
  for (const place of [tents, food, board])
    for (let i = 0; i < 10; i++) world.addMessage(place, { by: bob, content: 'Thanks a lot!' });
  world.addMessage(tents, { by: bob, content: 'We decided to rent the big tent for 450 euros.' });
  world.addMessage(food, { by: ann, content: 'We decided to cook soup for 40 people.' });
  const content = 'We decided to build a stage of 12 pallets.';
  world.addPost(ideas, { title: 'Stage', message: { by: bob, content } });
  world.addMessage(board, { by: ann, content: 'We decided to fire the treasurer.' });
});

function ask(options: Readonly<Record<string, OptionValue>> = {}, user = scene.ann) {
  return scene.summarize({ channel: category, ...options }, user);
}

test('/summarize of a category reads all channels that the person may read, and names the channel of each claim', async () => {
  const view = await summarized(await ask());
  const text = toShown(view.message);
  for (const words of ['big tent', 'soup', 'pallets', 'treasurer']) expect(text).toContain(words);
  expect(text).toMatch(/#food\*\*\\n- .*soup/);
  expect(toSaid(view.message)).toBe('');
  const message = sure(view.message);
  await scene.restart();
  const { actions, ann, world } = scene;
  const sources = await (await actions.press({ user: ann, message, label: 'Sources' })).settled();
  expect(toShown(sources.message)).toContain('pallets');
  world.addMessage(food, { by: ann, content: 'We decided to serve waffles as well.' });
  const again = await summarized(await scene.more(message, 'Again'));
  expect(toShown(again.message)).toContain('waffles');
});

test('/summarize of a category leaves out and counts channels that the person, or a reader of a public answer, may not read', async () => {
  const bobs = await summarized(await ask({}, scene.bob));
  expect(toSaid(bobs.message)).toContain('1 Kanal der Kategorie wurde ausgelassen');
  expect(toShown(bobs.message)).toContain('big tent');
  expect(toShown(bobs.message)).not.toMatch(/treasurer|board/);
  const open = await summarized(await ask({ private: false }));
  expect(toSaid(open.message)).toContain('1 channel of the category was left out');
  expect(toShown(open.message)).toContain('soup');
  expect(toShown(open.message)).not.toMatch(/treasurer|board/);
});

test('/summarize of a category reads the newest messages of a window', async () => {
  const { world, bob, ann } = scene;
  const newest = await summarized(await ask({ messages: 1 }));
  expect(toShown(newest.message)).toContain('treasurer');
  expect(toShown(newest.message)).not.toMatch(/tent|soup/);
  const linked = world.addMessage(tents, { by: bob, content: 'We agreed to open the gates at ten.' });
  world.addMessage(food, { by: bob, content: 'We decided to serve waffles as well.' });
  const since = `https://discord.com/channels/${scene.guild.id}/${tents.id}/${linked.id}`;
  const text = await readSummary(ask({ since }));
  expect(text).toContain('gates');
  expect(text).toContain('waffles');
  expect(text).not.toMatch(/treasurer|soup/);
  const thread = world.addThread(tents, { name: 'poles', owner: bob });
  const poles = world.addMessage(thread, { by: bob, content: 'We agreed to buy ten poles.' });
  const sincePoles = `https://discord.com/channels/${scene.guild.id}/${thread.id}/${poles.id}`;
  const ofThread = await readSummary(ask({ since: sincePoles }));
  expect(ofThread).toContain('ten poles');
  expect(ofThread).not.toContain('waffles');
  const own = await readSummary(ask({ since: 'my last message' }));
  expect(own).toContain('waffles');
  expect(own).not.toContain('soup');
  world.addMessage(board, { by: ann, content: 'Thanks.' });
  expect(toSaid((await told(await ask({ since: 'my last message' }))).message)).toContain('Nothing new');
});

test('/summarize of a category says so if no channel may be read', async () => {
  const empty = scene.world.addChannel(scene.guild, { name: 'Attic', kind: 'category' });
  expect(await readReply(ask({ channel: empty }))).toContain(`<#${empty.id}>`);
});
