import { ChannelFlags, PermissionFlagsBits as Flags, type ForumChannel } from 'discord.js';
import { expect, it } from 'vitest';
import { logIn, setUp, start } from '../../src/testing/start.ts';
import { at, call } from '../scene.ts';

async function startWithForum({ isTagRequired = false } = {}) {
  const playground = await start();
  const scene = setUp(playground);
  const { world } = playground;
  const category = world.addChannel(scene.guild, { name: 'team', kind: 'category' });
  const forum = world.addChannel(scene.guild, {
    name: 'ideas',
    kind: 'forum',
    parent: category,
    tags: ['digest', 'idea'],
    isTagRequired,
  });
  const post = (body: object) => call(playground, 'POST', `/channels/${forum.id}/threads`, body);
  const deny = (permissions: bigint) => world.overwrite(forum, { role: scene.guild, deny: permissions });
  return { playground, world, ...scene, forum, post, deny };
}

const embeds = [{ description: 'what happened' }];

it('lets discord.js post into a forum and write on in the post', async () => {
  const { playground, world, forum } = await startWithForum();
  const client = await logIn(playground);
  const channel = (await client.channels.fetch(forum.id)) as ForumChannel;
  expect(channel.parent?.name).toBe('team');
  const thread = await channel.threads.create({
    name: 'Week 10',
    message: { content: 'the summary', embeds, allowedMentions: { parse: [] } },
    appliedTags: [channel.availableTags[0]?.id ?? ''],
  });
  expect((await thread.fetchStarterMessage())?.content).toBe('the summary');
  await thread.send('and more');
  expect(world.history(thread.id).map(({ content }) => content)).toEqual(['the summary', 'and more']);
  expect(thread.appliedTags).toEqual([forum.tags[0]?.id]);
  expect(channel.flags.has(ChannelFlags.RequireTag)).toBe(false);
});

it.each([
  ['viewing it', Flags.ViewChannel, { content: 'a' }, 50001],
  ['writing', Flags.SendMessages, { content: 'a' }, 50013],
  ['embeds', Flags.EmbedLinks, { embeds }, 50013],
  [
    'polls',
    Flags.SendPolls,
    { poll: { question: { text: 'q' }, answers: [{ poll_media: { text: 'a' } }] } },
    50013,
  ],
])(
  'refuses a post without the permission for %s, and leaves nothing behind',
  async (_, flag, message, code) => {
    const { post, deny, playground, guild } = await startWithForum();
    deny(flag);
    expect(await post({ name: 'Week 10', message })).toMatchObject({ status: 403, body: { code } });
    const active = await call(playground, 'GET', `/guilds/${guild.id}/threads/active`);
    expect(at(active.body, 'threads')).toEqual([]);
  },
);

it('needs no right to write in threads for the post itself, as Discord does', async () => {
  const { post, deny } = await startWithForum();
  deny(Flags.SendMessagesInThreads);
  expect((await post({ name: 'Week 10', message: { content: 'a' } })).status).toBe(201);
});

it('refuses a tag that is not the forum’s, and a post without one where one is needed', async () => {
  const { post, forum, playground } = await startWithForum({ isTagRequired: true });
  const message = { content: 'a' };
  const tag = forum.tags[0]?.id;
  expect(await post({ name: 'a', message, applied_tags: [forum.id] })).toMatchObject({
    body: { code: 10087 },
  });
  expect(await post({ name: 'a', message })).toMatchObject({ status: 400, body: { code: 40067 } });
  expect((await post({ name: 'a', message, applied_tags: [tag] })).status).toBe(201);
  expect((await call(playground, 'GET', `/channels/${forum.id}`)).body).toMatchObject({ flags: 16 });
});

it('refuses a post without a message, and messages in the forum itself', async () => {
  const { post, playground, forum } = await startWithForum();
  expect(await post({ name: 'a' })).toMatchObject({ status: 400, body: { code: 50035 } });
  const sent = await call(playground, 'POST', `/channels/${forum.id}/messages`, { content: 'a' });
  expect(sent).toMatchObject({ status: 400, body: { code: 50008 } });
});

it('answers that a forum is unknown once it was deleted', async () => {
  const { post, world, forum } = await startWithForum();
  world.removeChannel(forum);
  expect(await post({ name: 'a', message: { content: 'a' } })).toMatchObject({
    status: 404,
    body: { code: 10003 },
  });
});
