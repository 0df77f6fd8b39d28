import { expect, it } from 'vitest';
import { readHistory } from '../../../../src/io/discord/history/history.ts';
import { parseSince, type SinceContext } from '../../../../src/io/discord/history/window.ts';
import { sure } from '../../../sure.ts';
import { open, texts, watch } from '../scene.ts';

const now = '2026-03-11T15:00:00.000Z';
const zone = 'Europe/Berlin';
const startMs = Date.parse('2026-03-11T09:00:00.000Z');

async function openTalk() {
  const opened = await open();
  const { world, general, ada, ben, channelOf } = opened;
  const posted = world.addConversation(
    general,
    [
      [ada, 'one'],
      [ben, 'two'],
      [ada, 'three'],
      [ada, 'four'],
    ],
    { startMs },
  );
  const channel = await channelOf(general);
  const since = (words: string, context: Partial<SinceContext> = {}) =>
    parseSince(words, { now, zone, where: channel, personId: ben.id, ...watch, ...context });
  const readSince = async (words: string) => {
    const found = await since(words);
    return found.ok ? texts(await readHistory(channel, found, watch)) : found.reason;
  };
  return { ...opened, channel, posted, since, readSince };
}

it.each([
  ['2h', '2026-03-11T13:00:00.000Z'],
  ['yesterday 9am', '2026-03-10T08:00:00.000Z'],
  ['since yesterday 9am', '2026-03-10T08:00:00.000Z'],
  ['2026-03-09', '2026-03-08T23:00:00.000Z'],
  [' 2026-03-09 14:00 ', '2026-03-09T13:00:00.000Z'],
])('understands “%s” in the zone of the person', async (words, from) => {
  const { since } = await openTalk();
  expect(await since(words)).toEqual({ ok: true, from });
});

it.each(['', 'whenever', 'https://example.com/channels/1/2/3', 'discord.com/channels/1/2/3'])(
  'does not understand “%s”',
  async words => {
    const { since } = await openTalk();
    expect(await since(words)).toEqual({ ok: false, reason: 'not_understood' });
  },
);

it.each([
  ['tomorrow', '2026-03-11T23:00:00.000Z'],
  ['2027-01-01', '2026-12-31T23:00:00.000Z'],
])('says of “%s” that it is still to come', async (words, at) => {
  const { since } = await openTalk();
  expect(await since(words)).toEqual({ ok: false, reason: 'in_future', at });
});

it.each([
  'my last message',
  'Since  MY last message',
  'meine letzte Nachricht',
  'seit meiner letzten Nachricht',
  'depuis mon dernier message',
  'mi último mensaje',
  '自分の最後のメッセージ',
])('reads what came after the last message of the person: “%s”', async words => {
  const { readSince } = await openTalk();
  expect(await readSince(words)).toEqual(['three', 'four']);
});

it('looks back a thousand messages for it, and no further', async () => {
  const { world, general, ada, cleo, since, playground } = await openTalk();
  const old = world.addMessage(general, { by: cleo, content: 'old', atMs: startMs - 60_000 });
  const lines = Array.from({ length: 995 }, () => [ada, 'x'] as const);
  world.addConversation(general, lines, { startMs: startMs + 3_600_000, stepMs: 1_000 });
  expect(await since('my last message', { personId: cleo.id })).toMatchObject({ ok: true, afterId: old.id });
  world.addMessage(general, { by: ada, content: 'x', atMs: startMs + 7_200_000 });
  const before = playground.exchanges.length;
  expect(await since('my last message', { personId: cleo.id })).toEqual({
    ok: false,
    reason: 'no_own_message',
    looked: 1_000,
  });
  expect(playground.exchanges.length - before).toBe(10);
});

it('reads from a linked message on, whichever Discord it was copied from', async () => {
  const { guild, general, posted, readSince, world } = await openTalk();
  const path = `discord.com/channels/${guild.id}/${general.id}/${posted[1]?.id}`;
  for (const link of [
    `https://${path}`,
    `https://ptb.${path}`,
    `https://canary.${path}/`,
    path,
    `www.${path}`,
    `<https://${path}>`,
  ]) {
    expect(await readSince(link)).toEqual(['two', 'three', 'four']);
  }
  world.removeMessage(posted[1]?.id ?? '');
  expect(await readSince(`https://${path}`)).toEqual(['three', 'four']);
});

it('knows the message in the channel that a thread grew from', async () => {
  const { guild, general, world, ben, posted, since, channelOf } = await openTalk();
  const root = sure(posted[0]);
  const thread = await channelOf(world.addThread(general, { name: 't', owner: ben, from: root }));
  const link = `https://discord.com/channels/${guild.id}/${general.id}/${root.id}`;
  expect(await since(link, { where: thread })).toMatchObject({
    ok: true,
    from: '2026-03-11T09:00:00.000Z',
  });
});
