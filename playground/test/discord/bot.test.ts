import {
  ApplicationCommandOptionType,
  ChannelType,
  Events,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord.js';
import { expect, it } from 'vitest';
import type { Playground } from '../../src/discord/server.ts';
import { logIn, setUp, start } from '../../src/testing/start.ts';
import { eventually, textChannel } from '../discord-client.ts';

it('lets the real discord.js log in and see its servers, channels and itself', async () => {
  const playground = await start({ botName: 'clerk' });
  const { guild, general } = setUp(playground);
  const client = await logIn(playground);
  expect(client.user.username).toBe('clerk');
  expect(client.application.id).toBe(playground.applicationId);
  expect(client.guilds.cache.get(guild.id)?.name).toBe('Makers');
  expect(client.channels.cache.get(general.id)?.isTextBased()).toBe(true);
  expect(client.guilds.cache.get(guild.id)?.members.me?.id).toBe(client.user.id);
  expect((await client.guilds.fetch(guild.id)).ownerId).toBe(guild.ownerId);
});

it('tells discord.js of a message that a person writes, and lets it answer', async () => {
  const playground = await start();
  const { ben, general } = setUp(playground);
  const client = await logIn(playground);
  client.on(Events.MessageCreate, async message => {
    if (message.author.id === ben.id) await message.reply(`you said ${message.content}`);
  });
  playground.actions.send({ user: ben, channel: general, content: 'hello' });
  await eventually(() => playground.world.history(general).length === 2);
  const [first, answer] = playground.world.history(general);
  expect(answer).toMatchObject({
    content: 'you said hello',
    type: 19,
    referenced_message: { id: first?.id },
  });
});

it('tells discord.js of a category, its channels and who may see each', async () => {
  const playground = await start();
  const { guild, ada, ben } = setUp(playground);
  const deny = { role: guild, deny: PermissionFlagsBits.ViewChannel };
  const allow = { member: ben, allow: PermissionFlagsBits.ViewChannel };
  const { world } = playground;
  const team = world.addChannel(guild, { name: 'team', kind: 'category', overwrites: [deny, allow] });
  const open = world.addChannel(guild, { name: 'open', parent: team });
  const closed = world.addChannel(guild, { name: 'closed', parent: team, overwrites: [deny] });
  const client = await logIn(playground);
  const category = await client.channels.fetch(open.id).then(async channel => {
    if (channel?.type !== ChannelType.GuildText) throw new Error('no text channel');
    return channel.parent;
  });
  expect(category?.id).toBe(team.id);
  // Discord tells a bot of the channels that it cannot see, too.
  const inside = client.guilds.cache.get(guild.id)?.channels.cache.filter(one => one.parentId === team.id);
  expect(inside?.map(({ name }) => name).sort()).toEqual(['closed', 'open']);
  const maySee = (channelId: string, userId: string) =>
    client.guilds.cache
      .get(guild.id)
      ?.channels.cache.get(channelId)
      ?.permissionsFor(userId)
      ?.has(PermissionFlagsBits.ViewChannel);
  await client.guilds.cache.get(guild.id)?.members.fetch();
  expect([team, open, closed].map(({ id }) => maySee(id, ben.id))).toEqual([true, true, false]);
  expect(maySee(closed.id, ada.id)).toBe(true);
});

it('lets discord.js page through a history from end to beginning', async () => {
  const playground = await start();
  const { ben, general } = setUp(playground);
  const startMs = Date.UTC(2026, 0, 1);
  const lines = Array.from({ length: 230 }, (_, index) => [ben, `m${index}`] as const);
  playground.world.addConversation(general, lines, { startMs });
  const client = await logIn(playground);
  const channel = await textChannel(client, general.id);
  const seen: string[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await channel.messages.fetch({ limit: 100, ...(before ? { before } : {}) });
    seen.push(...page.map(message => message.content));
    before = page.last()?.id;
    if (page.size < 100) break;
  }
  expect(seen).toEqual(lines.map(([, content]) => content).reverse());
  expect(channel.messages.cache.last()?.createdTimestamp).toBeLessThan(Date.now());
});

async function startWithBot(playground: Playground) {
  const client = await logIn(playground);
  await client.application.commands.set([
    {
      name: 'sum',
      description: 'Sums up',
      options: [
        {
          type: ApplicationCommandOptionType.Subcommand,
          name: 'recent',
          description: 'd',
          options: [
            {
              type: ApplicationCommandOptionType.Integer,
              name: 'count',
              description: 'd',
              minValue: 1,
              maxValue: 100,
            },
            {
              type: ApplicationCommandOptionType.String,
              name: 'topic',
              description: 'd',
              autocomplete: true,
            },
            { type: ApplicationCommandOptionType.Channel, name: 'where', description: 'd' },
          ],
        },
      ],
    },
    { type: 3, name: 'Sum from here' },
  ]);
  return client;
}

it('carries a slash command, a deferral, edits, buttons, selects and a modal through the real discord.js', async () => {
  const playground = await start();
  const { ben, general, guild } = setUp(playground);
  const client = await startWithBot(playground);
  client.on(Events.InteractionCreate, async interaction => {
    if (interaction.isAutocomplete()) {
      const typed = interaction.options.getFocused();
      await interaction.respond([{ name: `${typed}…`, value: typed }]);
    } else if (interaction.isChatInputCommand()) {
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      await interaction.editReply('working');
      const where = interaction.options.getChannel('where');
      const count = interaction.options.getInteger('count');
      await interaction.editReply({
        content: `${interaction.options.getSubcommand()} ${count} of ${where?.name} for ${interaction.locale}`,
        components: [
          { type: 1, components: [{ type: 2, style: 1, label: 'Ask', customId: 'ask' }] },
          { type: 1, components: [{ type: 3, customId: 'page', options: [{ label: 'two', value: '2' }] }] },
        ],
      });
      await interaction.followUp({ content: 'and more', flags: MessageFlags.Ephemeral });
    } else if (interaction.isMessageContextMenuCommand()) {
      await interaction.reply({
        content: `from ${interaction.targetMessage.content}`,
        files: [{ attachment: Buffer.from('x'), name: 'x.txt' }],
      });
    } else if (interaction.isButton()) {
      await interaction.showModal({
        customId: 'why',
        title: 'Why?',
        components: [{ type: 1, components: [{ type: 4, customId: 'text', style: 1, label: 'Why' }] }],
      });
    } else if (interaction.isStringSelectMenu()) {
      await interaction.update({ content: `page ${interaction.values[0]}`, components: [] });
    } else if (interaction.isModalSubmit() && interaction.isFromMessage()) {
      await interaction.deferUpdate();
      await interaction.editReply(`because ${interaction.fields.getTextInputValue('text')}`);
    }
  });
  const where = { user: ben, channel: general };
  const command = { ...where, command: 'sum', subcommand: 'recent' };
  const choices = await playground.actions.autocomplete({
    ...command,
    focused: { name: 'topic', value: 're' },
  });
  expect(choices).toMatchObject([{ name: 're…', value: 're' }]);

  const view = await playground.actions.slash({ ...command, options: { count: 5, where: general } });
  await view.until(({ followUps }) => followUps.length === 1);
  expect(view).toMatchObject({ isEphemeral: true, message: { content: 'recent 5 of general for de' } });
  expect(view.versions.map(one => one.content)).toEqual(['', 'working', 'recent 5 of general for de']);
  expect(view.followUps).toMatchObject([{ content: 'and more' }]);
  const { message } = view;
  if (!message) throw new Error('no answer');

  const opened = await playground.actions.press({ user: ben, message, customId: 'ask' });
  expect(opened.modal?.title).toBe('Why?');
  await playground.actions.submit(opened, { text: 'so' });
  await view.until(one => one.message?.content === 'because so');
  await playground.actions.select({ user: ben, message, customId: 'page', values: ['2'] });
  expect(view.message).toMatchObject({ content: 'page 2', components: [] });

  const target = playground.world.addMessage(general, { by: ben, content: 'here' });
  const explained = await playground.actions.messageMenu({ ...where, command: 'Sum from here', target });
  expect(explained.message).toMatchObject({
    content: 'from here',
    attachments: [{ filename: 'x.txt', size: 1 }],
  });
  expect(guild.members.size).toBe(4);
});

it('shows discord.js threads: active ones, archived ones, forum posts and who is in them', async () => {
  const playground = await start();
  const { guild, general, ben, ada } = setUp(playground);
  const { world } = playground;
  const from = world.addMessage(general, { by: ben, content: 'start here' });
  const grown = world.addThread(general, { name: 'grown', owner: ben, from });
  const old = world.addThread(general, { name: 'old', owner: ada });
  world.archive(old);
  const forum = world.addChannel(guild, { name: 'ideas', kind: 'forum', tags: ['good'] });
  const post = world.addPost(forum, {
    title: 'An idea',
    tags: ['good'],
    message: { by: ben, content: 'what if' },
  });
  const client = await logIn(playground);
  const channel = await textChannel(client, general.id);
  const active = await client.guilds.cache.get(guild.id)?.channels.fetchActiveThreads();
  expect(active?.threads.map(thread => thread.name).sort()).toEqual(['An idea', 'grown']);
  const archived = await channel.threads.fetchArchived();
  expect(archived.threads.map(thread => thread.name)).toEqual(['old']);
  const thread = await client.channels.fetch(grown.id);
  if (!thread?.isThread()) throw new Error('no thread');
  expect((await thread.fetchStarterMessage())?.content).toBe('start here');
  const inPost = await client.channels.fetch(post.id);
  if (!inPost?.isThread()) throw new Error('no post');
  expect((await inPost.fetchStarterMessage())?.content).toBe('what if');
  expect(inPost.appliedTags).toEqual([forum.tags[0]?.id]);
  expect((await thread.members.fetch()).map(member => member.id)).toEqual([ben.id]);
});

it('agrees with discord.js on what every member may do in every channel', async () => {
  const playground = await start();
  const { world, actions } = playground;
  let seed = 7;
  // A fixed sequence: the same roles and overwrites in every run.
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const bits = () => (BigInt(Math.floor(random() * 2 ** 26)) & ~8n) | (random() < 0.7 ? 1024n : 0n);
  const owner = world.addUser({ name: 'owner' });
  const users = Array.from({ length: 8 }, (_, index) => world.addUser({ name: `u${index}` }));
  const guild = world.addGuild({ name: 'g', owner, members: users });
  const roles = [8n, bits(), bits(), bits(), bits()].map((permissions, index) =>
    world.addRole(guild, { name: `r${index}`, permissions }),
  );
  for (const user of users) {
    for (const role of roles) if (random() < 0.3) world.giveRole(guild, user, role);
  }
  const channels = Array.from({ length: 12 }, (_, index) =>
    world.addChannel(guild, {
      name: `c${index}`,
      overwrites: [
        { role: guild, allow: bits(), deny: bits() },
        ...roles.filter(() => random() < 0.5).map(role => ({ role, allow: bits(), deny: bits() })),
        ...users.filter(() => random() < 0.3).map(member => ({ member, allow: bits(), deny: bits() })),
      ],
    }),
  );
  const client = await logIn(playground);
  const there = client.guilds.cache.get(guild.id);
  const members = await there?.members.fetch();
  expect(members?.size).toBe(10);
  let compared = 0;
  for (const channel of channels) {
    for (const user of [...users, owner]) {
      const member = members?.get(user.id);
      const theirs = member && there?.channels.cache.get(channel.id)?.permissionsFor(member);
      if (!theirs) throw new Error('discord.js knows no such member or channel');
      const ours = actions.permissionsOf(user, channel);
      // discord.js leaves the implicit denial to its user.
      if (!theirs.has('ViewChannel')) expect(ours).toBe(0n);
      else if (theirs.has('Administrator')) expect(ours & theirs.bitfield).toBe(theirs.bitfield);
      else expect(ours).toBe(theirs.bitfield);
      compared += 1;
    }
  }
  expect(compared).toBe(108);
});

it('lets discord.js open threads and forum posts, pin, react and delete', async () => {
  const playground = await start();
  const { world } = playground;
  const { ada, ben } = setUp(playground);
  const guild = world.addGuild({ name: 'g', owner: ada, members: [ben], botPermissions: 8n });
  const text = world.addChannel(guild, { name: 'text' });
  const forum = world.addChannel(guild, { name: 'forum', kind: 'forum' });
  const client = await logIn(playground);
  const channel = await textChannel(client, text.id);
  const sent = await channel.send({
    content: 'root',
    files: [{ attachment: Buffer.from('x'), name: 'x.txt' }],
  });
  const thread = await sent.startThread({ name: 'grown' });
  await thread.send('inside');
  await thread.setArchived(true);
  const posts = await client.channels.fetch(forum.id);
  if (!posts?.isThreadOnly()) throw new Error('no forum');
  const post = await posts.threads.create({
    name: 'Post',
    message: { content: 'first', embeds: [{ title: 't' }] },
  });
  expect((await post.fetchStarterMessage())?.embeds[0]?.title).toBe('t');
  await sent.react('👍');
  await sent.pin();
  expect((await channel.messages.fetchPins()).items.map(pin => pin.message.id)).toEqual([sent.id]);
  await sent.edit('root, edited');
  const extra = await channel.send('extra');
  await channel.bulkDelete([sent.id, extra.id]);
  expect(world.history(text).map(one => one.type)).toEqual([6]);
  expect(world.history(thread.id).map(one => one.content)).toEqual(['', 'inside']);
});

it('asks discord.js for direct messages and lets it write some', async () => {
  const playground = await start();
  const { ben } = setUp(playground);
  const client = await logIn(playground);
  const user = await client.users.fetch(ben.id);
  await user.send('psst');
  const direct = playground.world.openDirect(ben);
  expect(playground.actions.read(ben, direct).map(one => one.content)).toEqual(['psst']);
});
