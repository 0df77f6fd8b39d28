import { expect, it } from 'vitest';
import { findThread, readThread } from '../../../../src/io/discord/history/thread.ts';
import { open, texts, watch } from '../scene.ts';

const startMs = Date.UTC(2026, 2, 11, 9);
const minuteMs = 60_000;

async function openTalk() {
  const opened = await open();
  const { world, general, ada, channelOf } = opened;
  /** Writes `content` so many minutes after the start. */
  const say = (minute: number, content: string, replyTo?: ReturnType<typeof world.addMessage>) =>
    world.addMessage(general, {
      by: ada,
      content,
      atMs: startMs + minute * minuteMs,
      ...(replyTo && { replyTo }),
    });
  const read = async ({ id, channelId }: { id: string; channelId: string }) =>
    readThread(await channelOf({ id: channelId }), id, 1_000, watch);
  return { ...opened, say, read };
}

it('finds the thread that a message starts, also when it is archived and unknown to the bot', async () => {
  const { world, general, ben, client, say, read, channelOf } = await openTalk();
  const root = say(0, 'root');
  const thread = world.addThread(general, { name: 'grown', owner: ben, from: root });
  world.addMessage(thread, { by: ben, content: 'leaf' });
  world.archive(thread);
  client.channels.cache.delete(thread.id);
  expect((await findThread(await channelOf(general), root.id)).id).toBe(thread.id);
  const conversation = await read(root);
  expect(texts(conversation)).toEqual(['root', 'leaf']);
  expect(conversation.source).toMatchObject({ title: 'grown', threadId: thread.id });
});

it('finds the thread or forum post that a message stands in', async () => {
  const { world, guild, general, ben, read } = await openTalk();
  const thread = world.addThread(general, { name: 'open', owner: ben });
  world.addMessage(thread, { by: ben, content: 'a' });
  const inside = world.addMessage(thread, { by: ben, content: 'b' });
  expect(texts(await read(inside))).toEqual(['a', 'b']);
  const forum = world.addChannel(guild, { name: 'ideas', kind: 'forum' });
  const post = world.addPost(forum, { title: 'Idea', message: { by: ben, content: 'first' } });
  const answer = world.addMessage(post, { by: ben, content: 'answer' });
  expect(texts(await read(answer))).toEqual(['first', 'answer']);
});

it('reads of a plain message what it answers and what follows until an hour of silence', async () => {
  const { say, read } = await openTalk();
  const question = say(0, 'question');
  say(1, 'something else');
  const guess = say(2, 'guess', question);
  say(3, 'noise');
  const asked = say(100, 'asked here', guess);
  say(130, 'follows');
  say(190, 'still follows');
  say(251, 'another day');
  const conversation = await read(asked);
  expect(texts(conversation)).toEqual(['question', 'guess', 'asked here', 'follows', 'still follows']);
  expect(conversation.source).toMatchObject({ title: '#general' });
  expect(conversation.source.threadId).toBeUndefined();
});

it('goes back fifty messages at most, and looks at two hundred that follow', async () => {
  const { say, read } = await openTalk();
  let last = say(0, 'r0');
  for (let index = 1; index <= 60; index += 1) last = say(index, `r${index}`, last);
  for (let index = 1; index <= 230; index += 1) say(60 + index, `f${index}`);
  const read1 = texts(await read(last));
  expect(read1.slice(0, 2)).toEqual(['r10', 'r11']);
  expect(read1.slice(50, 52)).toEqual(['r60', 'f1']);
  expect(read1.at(-1)).toBe('f200');
  expect(read1).toHaveLength(251);
});

it('reads on where an answered message, or the message itself, was deleted', async () => {
  const { say, read, world } = await openTalk();
  const root = say(0, 'root');
  const middle = say(1, 'middle', root);
  const asked = say(2, 'asked here', middle);
  say(3, 'follows');
  world.removeMessage(middle);
  expect(texts(await read(asked))).toEqual(['asked here', 'follows']);
  world.removeMessage(asked);
  expect(texts(await read(asked))).toEqual(['follows']);
});
