import { REST, Routes } from 'discord.js';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { sure } from '../../sure.ts';
import { fill, openScene, readReply, type Scene, told, toShown } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

describe('/summarize', () => {
  test('answers the person alone with claims that link to their messages', async () => {
    fill(scene);
    const view = await scene.ask();
    expect(view.isEphemeral).toBe(true);
    const [embed] = view.message?.embeds ?? [];
    expect(view.message?.content).toMatch(
      /^> \*\*Highlights · \\#planning\*\*\n.*\n> .*This is not an AI summary\./,
    );
    const links = [...toShown(view.message).matchAll(/channels\/(\d+)\/(\d+)\/(\d+)/g)];
    expect(links.length).toBeGreaterThan(4);
    for (const [, guildId, channelId, id = ''] of links) {
      expect([guildId, channelId]).toEqual([scene.guild.id, scene.channel.id]);
      expect(scene.world.findMessage(id)?.channelId).toBe(scene.channel.id);
    }
    expect(embed?.footer?.text).toContain(' · 8 messages');
  });

  test('reads one message where a modified client asks for fewer', async () => {
    fill(scene);
    const [slash, ...others] = commands.map(({ definition }) => definition);
    if (slash?.name !== 'summarize') throw new Error('another command comes first');
    const lax = { ...slash, options: [{ type: 4, name: 'messages', description: 'x' }] };
    const { token, applicationId, url } = scene.playground;
    await new REST({ api: `${url}/api` })
      .setToken(token)
      .put(Routes.applicationCommands(applicationId), { body: [lax, ...others] });
    const { message } = await scene.ask({ messages: -3 });
    expect(message?.embeds[0]?.footer?.text).toContain(' · 1 message');
  });

  test('keeps a spoiler closed, in the summary, its sources and the list of claims', async () => {
    fill(scene);
    const { world, channel, ann, actions } = scene;
    world.addMessage(channel, {
      by: ann,
      content:
        'We decided that the first prize is ||a sailing boat|| worth 2,000 euros, and 12 people have paid.',
    });
    const view = await scene.ask({ private: false });
    const message = sure(view.message);
    const sources = await (await actions.press({ user: ann, message, label: 'Sources' })).settled();
    for (const shown of [toShown(message), toShown(sources.message)]) {
      expect(shown).toContain('||a sailing boat||');
      expect(shown.replaceAll('||a sailing boat||', '')).not.toContain('sailing');
    }
  });

  test.each([
    [{ since: '2199-01-01' }, '`2199-01-01` is in the future: <t:7226582400:f>'],
    [{ since: 'my last message' }, 'None of the newest 8 messages here is yours'],
    [
      { since: 'https://discord.com/channels/1/2/1300000000000000000' },
      'another channel. Read it with `/summarize channel:`',
    ],
  ])('says what is wrong with %j', async (options, words) => {
    const other = scene.addMember('cleo');
    fill(scene);
    const view = await told(await scene.summarize(options, other));
    expect(view.message?.content).toContain(words);
    expect(view.isEphemeral).toBe(true);
  });

  test('says that only bots wrote in a channel; its own posts do not count', async () => {
    scene.world.addMessage(scene.channel, { by: scene.world.bot, content: 'A summary.' });
    const alone = await told(await scene.summarize({ private: false }));
    expect(alone.message?.content).toBe(`I found no messages to summarize in <#${scene.channel.id}>.`);
    const by = scene.world.addUser({ name: 'tides', isBot: true });
    scene.world.addMessage(scene.channel, { by, content: 'High at 11:42.' });
    const view = await told(await scene.summarize({ private: false }));
    expect(view.message?.content).toBe(
      `In that time range, <#${scene.channel.id}> has only messages by bots or the system, and I don’t summarize those. Someone with **Manage Server** can have them read: \`/settings set\`, *Bots and webhooks*.`,
    );
    expect(view.isEphemeral).toBe(true);
  });
});

describe('the gate', () => {
  test('does not reveal a channel to people who cannot see it', async () => {
    const { world, guild, ann, bob } = scene;
    const secret = scene.addClosed('secret', { member: ann });
    world.addMessage(secret, { by: ann, content: 'We decided to sell the boat' });
    const link = `https://discord.com/channels/${guild.id}/${secret.id}/1300000000000000000`;
    const refused = await told(await scene.summarize({ since: link }, bob));
    expect(toShown(refused.message)).not.toContain('boat');
    await scene.ask({ channel: secret.id });
  });

  test('tells a forbidden history from an empty one, for the person and for the bot', async () => {
    const { world, guild, ann, bob } = scene;
    const blind = world.addChannel(guild, {
      name: 'blind',
      overwrites: [{ member: bob, deny: Flags.ReadMessageHistory }],
    });
    world.addMessage(blind, { by: ann, content: 'We decided to sell the boat' });
    expect(await readReply(scene.summarize({ channel: blind.id }, bob))).toContain(
      'Du darfst den Verlauf von',
    );
    const mute = world.addChannel(guild, {
      name: 'mute',
      overwrites: [{ member: world.bot, deny: Flags.ReadMessageHistory }],
    });
    world.addMessage(mute, { by: ann, content: 'We decided to sell the boat' });
    expect(await readReply(scene.summarize({ channel: mute.id }))).toContain('**Read Message History**');
  });
});
