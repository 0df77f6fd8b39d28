import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { fetchStates } from '../../../../src/io/discord/sync/cited-changes.ts';
import { open } from '../scene.ts';

const { signal } = new AbortController();
type Scene = Awaited<ReturnType<typeof setUp>>;

async function setUp() {
  const scene = await open();
  const { world, guild, ada } = scene;
  const channel = world.addChannel(guild, { name: 'secret' });
  const messages = ['one', 'two', 'three'].map(content => world.addMessage(channel, { by: ada, content }));
  const wanted = messages.map(({ id }) => ({ messageId: id, placeId: channel.id }));
  const ask = async () => {
    const { deleted, failed } = await fetchStates(wanted, scene.client, signal);
    for (const failure of failed.values()) throw failure;
    return messages.filter(({ id }) => deleted.has(id)).map(({ content }) => content);
  };
  return { ...scene, channel, messages, ask };
}

test('an empty history that the bot may not read is no deletion', async () => {
  const { world, channel, playground, ask } = await setUp();
  world.overwrite(channel, { member: world.bot, deny: Flags.ReadMessageHistory });
  expect(await ask()).toEqual([]);
  // An empty list, and then the question whether one of the messages is gone.
  const answers = playground.exchanges.filter(({ path }) =>
    path.includes(`/channels/${channel.id}/messages`),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 403]);
});

test.each<[string, (scene: Scene) => void]>([
  [
    'a channel that the bot lost',
    ({ world, channel }) => world.overwrite(channel, { member: world.bot, deny: Flags.ViewChannel }),
  ],
  [
    'a history that is refused',
    ({ playground, channel }) => playground.faults.failWith(403, `GET /channels/${channel.id}/messages`, 9),
  ],
  [
    'a private thread that only others are in',
    ({ client, channel, playground }) => {
      client.channels.cache.delete(channel.id);
      playground.faults.failWith(403, `GET /channels/${channel.id}`, 9);
    },
  ],
])('messages of %s do not count as deleted', async (_, hide) => {
  const scene = await setUp();
  hide(scene);
  expect(await scene.ask()).toEqual([]);
});

test.each(['/messages', '/messages/*'])(
  'while Discord fails at %s, nothing is said of messages',
  async route => {
    const { world, messages, channel, playground, ask } = await setUp();
    const [, two] = messages;
    if (two) world.removeMessage(two);
    playground.faults.failWith(500, `GET /channels/${channel.id}${route}`, 100);
    await expect(ask()).rejects.toThrow();
    playground.faults.clear();
    expect(await ask()).toEqual(['two']);
  },
);

test('a place that fails, and one without an id, leave what is known of the others', async () => {
  const { world, guild, ada, client, channel, messages, playground } = await setUp();
  const other = world.addChannel(guild, { name: 'other' });
  const { id } = world.addMessage(other, { by: ada, content: 'four' });
  playground.faults.failWith(500, `GET /channels/${channel.id}/messages`, 100);
  const wanted = [
    { messageId: '1', placeId: '' },
    { messageId: messages[0]?.id ?? '', placeId: channel.id },
    { messageId: id, placeId: other.id },
    { messageId: String(BigInt(id) - 1n), placeId: other.id },
  ];
  const { deleted, failed } = await fetchStates(wanted, client, signal);
  expect([...deleted]).toEqual([String(BigInt(id) - 1n)]);
  expect([...failed.keys()]).toEqual([channel.id]);
});
