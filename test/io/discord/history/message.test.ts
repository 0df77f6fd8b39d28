import type { MessageOptions } from '@footnote/playground/discord';
import { ComponentType, PermissionFlagsBits as Flags, MessageType } from 'discord.js';
import { expect, it } from 'vitest';
import { readHistory } from '../../../../src/io/discord/history/history.ts';
import { readRecord, toChannelContext } from '../../../../src/io/discord/history/message.ts';
import { only, open, watch } from '../scene.ts';

const atMs = Date.UTC(2026, 2, 9, 14, 32);

type Opened = Awaited<ReturnType<typeof open>>;

/** One message of a channel, read back from its history. */
async function readOne(toOptions: (opened: Opened) => Partial<MessageOptions>) {
  const opened = await open();
  const { world, general, ben, channelOf } = opened;
  const posted = world.addMessage(general, { by: ben, atMs, ...toOptions(opened) });
  const channel = await channelOf(general);
  const conversation = await readHistory(channel, { afterId: String(BigInt(posted.id) - 1n) }, watch);
  return { ...opened, posted, channel, message: only(conversation) };
}

it('reads who wrote what, when and where, with the address that opens it', async () => {
  const { message, ben, guild, general, posted } = await readOne(() => ({ content: 'hello' }));
  expect(message).toEqual({
    id: posted.id,
    kind: 'said',
    author: { id: ben.id, name: 'Ben', bot: false },
    time: '2026-03-09T14:32:00.000Z',
    text: 'hello',
    forwarded: false,
    channel: { id: general.id, title: '#general' },
    attachments: [],
    reactions: [],
    url: `https://discord.com/channels/${guild.id}/${general.id}/${posted.id}`,
  });
});

it.each<[string, (opened: Opened) => Partial<MessageOptions>, object]>([
  [
    'mentions, roles, channels, emoji and times as words',
    ({ world, guild, general, ada }) => {
      const role = world.addRole(guild, { name: 'Keepers', isMentionable: true });
      const content = `<@${ada.id}> <@&${role.id}> <#${general.id}> <:lamp:123456789012345678> <t:1773066720>, @everyone`;
      return { content };
    },
    { text: '@Ada @Keepers #general :lamp: 2026-03-09 14:32 UTC, @everyone' },
  ],
  [
    'a poll with the votes for each answer',
    ({ ada, ben }) => ({
      poll: { question: 'When?', answers: [{ text: 'Sunday', voters: [ada, ben] }, { text: 'Monday' }] },
    }),
    { text: '[poll: When? — Sunday (2) / Monday (0)]' },
  ],
  [
    'stickers and attachments, with their kinds',
    () => ({
      content: 'look',
      stickers: ['wave'],
      files: [
        { name: 'a.png', content: 'x', type: 'image/png' },
        { name: 'notes.txt', content: 'x' },
      ],
    }),
    {
      text: 'look\n[sticker: wave]\n[image: a.png]\n[file: notes.txt]',
      attachments: [
        { name: 'a.png', type: 'image/png' },
        { name: 'notes.txt', type: 'text/plain' },
      ],
    },
  ],
  ['a voice message', () => ({ voiceSecs: 7 }), { text: '[voice message]' }],
  [
    'a forward with all it holds, under the name of who forwarded it',
    ({ world, general, ada }) => ({
      content: '',
      forwardOf: world.addMessage(general, {
        by: ada,
        content: 'pier is closed',
        atMs: atMs - 1000,
        files: [{ name: 'map.png', content: 'x', type: 'image/png' }],
        embeds: [{ title: 'Harbour office', description: 'until April' }],
        stickers: ['anchor'],
      }),
    }),
    {
      author: { name: 'Ben' },
      forwarded: true,
      text: '[forwarded] pier is closed\n[embed: Harbour office]\n[sticker: anchor]\n[image: map.png]',
    },
  ],
  [
    'of people’s previews only the title, once, and none if the text has the link or title',
    () => ({
      content: 'Tides at noon: see https://lighthouse.example/open-day/',
      embeds: [
        { title: 'Open day', url: 'https://lighthouse.example/open-day' },
        { title: 'Tides at noon', url: 'https://other.example' },
        { author: { name: 'Tides' }, title: 'Sunday', fields: [{ name: 'High', value: '11:42' }] },
        { title: 'Sunday', description: 'again' },
      ],
    }),
    { text: 'Tides at noon: see https://lighthouse.example/open-day/\n[embed: Sunday]' },
  ],
  [
    'reactions by emoji, also of the server',
    ({ ada, cleo }) => ({
      content: 'ok?',
      reactions: { '👍': [ada, cleo], 'lamp:123456789012345678': [ada] },
    }),
    {
      reactions: [
        { name: '👍', count: 2 },
        { name: 'lamp', count: 1 },
      ],
    },
  ],
])('reads %s', async (_, toOptions, expected) => {
  expect((await readOne(toOptions)).message).toMatchObject(expected);
});

it('names an author with an invisible name by the end of an id, never by the whole id', async () => {
  const { message } = await readOne(({ world, guild }) => {
    const by = world.addUser({ name: '\u200b', displayName: '\u200b\u2060' });
    world.addMember(guild, by);
    return { by, content: 'hello' };
  });
  expect(message.author.name).toBe(`user ${message.author.id.slice(-4)}`);
});

it('calls people by their name in the server, else their display name, else their account', async () => {
  const { world, guild, general, ada, ben, cleo, channelOf } = await open();
  const guest = world.addUser({ name: 'guest' });
  world.addMember(guild, guest, { nick: 'The\nGuest' });
  const gone = world.addUser({ name: 'gone', displayName: 'Gone Girl' });
  for (const by of [ada, ben, cleo, guest, gone]) world.addMessage(general, { by, content: 'x' });
  world.rename(guild, ben, 'Benny');
  const channel = await channelOf(general);
  const { messages } = await readHistory(channel, {}, watch);
  expect(messages.map(({ author }) => author.name)).toEqual([
    'Ada',
    'Benny',
    'cleo',
    'The Guest',
    'Gone Girl',
  ]);
});

it('does not tell the name of a channel that others who read along cannot see', async () => {
  const { world, guild, general, ben, channelOf } = await open();
  const secret = world.addChannel(guild, {
    name: 'layoffs',
    overwrites: [{ role: guild, deny: Flags.ViewChannel }],
  });
  const openToAll = world.addChannel(guild, { name: 'lobby' });
  const hidden = world.addThread(general, {
    name: 'plot',
    owner: ben,
    isPrivate: true,
    members: [world.bot],
  });
  const content = `<#${secret.id}> <#${openToAll.id}> <#${hidden.id}>`;
  world.addMessage(general, { by: ben, content });
  world.addMessage(secret, { by: ben, content });
  world.overwrite(secret, { member: world.bot, allow: Flags.ViewChannel });
  const inGeneral = only(await readHistory(await channelOf(general), {}, watch));
  const inSecret = only(await readHistory(await channelOf(secret), {}, watch));
  expect(inGeneral.text).toBe('#unknown-channel #lobby #unknown-channel');
  expect(inSecret.text).toBe('#layoffs #lobby #unknown-channel');
});

it('reads what a bot says in embeds and components, and knows it for a bot', async () => {
  const { world, general, channelOf } = await open();
  const by = world.addUser({ name: 'tides', isBot: true });
  world.addMessage(general, {
    by,
    content: 'https://a.example',
    embeds: [{ title: 'A', url: 'https://a.example' }],
  });
  world.addMessage(general, {
    by,
    components: [
      { type: ComponentType.TextDisplay, content: 'Tides' },
      {
        type: ComponentType.Container,
        components: [{ type: ComponentType.TextDisplay, content: 'High at **11:42**' }],
      },
    ],
  });
  const { messages } = await readHistory(await channelOf(general), {}, watch);
  expect(messages[0]).toMatchObject({ author: { bot: true }, text: 'https://a.example\n[embed: A]' });
  expect(messages[1]?.text).toBe('Tides\nHigh at **11:42**');
});

it.each([MessageType.UserJoin, MessageType.GuildBoost, MessageType.ChannelPinnedMessage])(
  'takes what Discord itself says (type %i) for a message of the system',
  async type => {
    const { message } = await readOne(() => ({ type }));
    expect(message.kind).toBe('system');
  },
);

it('treats a webhook as a bot of its own without a Discord id, even under a member’s name', async () => {
  const { channel, ben, general } = await readOne(() => ({ content: 'hello' }));
  const record: Parameters<typeof readRecord>[0] = {
    id: String(BigInt(general.id) + 1n),
    channel_id: general.id,
    type: MessageType.Default,
    content: 'I approve.',
    edited_timestamp: null,
    attachments: [],
    embeds: [],
    author: { id: '1099000000000000099', username: 'Ben' },
    webhook_id: '1099000000000000099',
  };
  const { author } = readRecord(record, toChannelContext(channel));
  expect(author).toEqual({
    id: expect.stringMatching(/^webhook:1099000000000000099:[0-9a-f]{16}$/),
    name: 'Ben',
    bot: true,
  });
  expect(author.id).not.toBe(ben.id);
});
