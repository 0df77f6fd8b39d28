import { ChannelType, Events, PermissionFlagsBits as Flags, type Interaction } from 'discord.js';
import { expect, it } from 'vitest';
import type { Message } from '../../../src/discord/state.ts';
import { logIn, setUp, start } from '../../../src/testing/start.ts';
import { textChannel } from '../../discord-client.ts';
import { at, call } from '../../scene.ts';

const select = (more: object = {}) => ({ type: 8, custom_id: 'sources', max_values: 3, ...more });
const row = (component: object) => ({ type: 1, components: [component] });

async function startWithSelect(more: object = {}) {
  const playground = await start();
  const scene = setUp(playground);
  const { world } = playground;
  const category = world.addChannel(scene.guild, { name: 'team', kind: 'category' });
  const forum = world.addChannel(scene.guild, { name: 'ideas', kind: 'forum', parent: category });
  const hidden = world.addChannel(scene.guild, {
    name: 'leads',
    parent: category,
    overwrites: [{ role: scene.guild, deny: Flags.ViewChannel }],
  });
  const client = await logIn(playground);
  const interactions: Interaction[] = [];
  client.on(Events.InteractionCreate, async interaction => {
    interactions.push(interaction);
    if (interaction.isChannelSelectMenu()) await interaction.deferUpdate();
    else if (interaction.isButton()) {
      const component = { ...select({ required: false }), custom_id: 'into', max_values: 1 };
      const components = [{ type: 18, label: 'Where', component }];
      await interaction.showModal({ custom_id: 'form', title: 'Digest', components } as never);
    } else if (interaction.isModalSubmit()) await interaction.reply('saved');
  });
  const channel = await textChannel(client, scene.general.id);
  const button = { type: 2, style: 1, label: 'Form', custom_id: 'open' };
  const sent = await channel.send({ components: [row(select(more)), row(button)] } as never);
  const message = world.findMessage(sent.id) as Message;
  const choose = (values: readonly { readonly id: string }[]) =>
    playground.actions.select({ user: scene.ben, message, customId: 'sources', values });
  return { playground, ...scene, category, forum, hidden, message, choose, interactions };
}

it('hands discord.js the channels that were chosen, with what the person may do there', async () => {
  const { choose, general, category, forum, interactions } = await startWithSelect();
  expect((await choose([general, category, forum])).status).toBe('acknowledged');
  const [interaction] = interactions;
  if (!interaction?.isChannelSelectMenu()) throw new Error('no channel select');
  expect(interaction.values).toEqual([general.id, category.id, forum.id]);
  expect(interaction.channels.map(channel => channel?.type)).toEqual([
    ChannelType.GuildText,
    ChannelType.GuildCategory,
    ChannelType.GuildForum,
  ]);
});

it('offers what a client offers: the kinds that are wanted, as many, and only what the person sees', async () => {
  const { choose, general, category, hidden } = await startWithSelect({ channel_types: [0] });
  await expect(choose([category])).rejects.toThrow('another kind of channel');
  await expect(choose([hidden])).rejects.toThrow('not offered to this person');
  await expect(choose([])).rejects.toThrow('choose 1 to 3');
  await expect(choose([general, general])).rejects.toThrow('twice');
});

it('takes none where none is allowed', async () => {
  const { choose, interactions } = await startWithSelect({ min_values: 0 });
  await choose([]);
  expect(interactions[0]).toMatchObject({ values: [] });
});

it('brings the channels that were chosen in a form along', async () => {
  const { playground, ben, forum, hidden, message, interactions } = await startWithSelect();
  const view = await playground.actions.press({ user: ben, message, label: 'Form' });
  await expect(playground.actions.submit(view, { into: [hidden.id] })).rejects.toThrow('not offered');
  await playground.actions.submit(view, { into: [forum.id] });
  const submitted = interactions.at(-1);
  if (!submitted?.isModalSubmit()) throw new Error('no form');
  expect(submitted.fields.getSelectedChannels('into')?.map(channel => channel?.id)).toEqual([forum.id]);
  await playground.actions.submit(view, {});
  expect(interactions).toHaveLength(3);
});

it.each([
  [
    'more beforehand than may be chosen',
    { max_values: 1, default_values: ['1', '2'] },
    'SELECT_COMPONENT_TOO_MANY_DEFAULTS',
  ],
  ['a least above the most', { min_values: 4 }, 'SELECT_COMPONENT_INVALID_MIN_VALUES'],
  ['a type of channel that there is not', { channel_types: [9] }, 'BASE_TYPE_CHOICES'],
  ['a person beforehand', { default_values: [{ id: '1', type: 'user' }] }, 'BASE_TYPE_CHOICES'],
])('refuses a channel select with %s', async (_, more, code) => {
  const playground = await start();
  const { general } = setUp(playground);
  const values = 'default_values' in more ? more.default_values : undefined;
  const defaults = values?.map(one => (typeof one === 'string' ? { id: one, type: 'channel' } : one));
  const component = select({ ...more, ...(defaults && { default_values: defaults }) });
  const { status, body } = await call(playground, 'POST', `/channels/${general.id}/messages`, {
    components: [row(component)],
  });
  expect(status).toBe(400);
  expect(JSON.stringify(at(body, 'errors'))).toContain(`"${code}"`);
});
