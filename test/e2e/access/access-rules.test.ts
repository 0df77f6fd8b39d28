import type { InteractionView } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { deployCommands } from '../../../src/io/discord/check-discord.ts';
import { fill, openScene, readReply, readSummary, type Scene, summarized, told, toShown } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
  fill(scene);
});

type Ref = { readonly id: string };

async function settings(subcommand: string, user = scene.ann, options = {}): Promise<InteractionView> {
  return scene.run(`settings ${subcommand}`, options, user);
}

/** The panel, which changes with every choice. */
async function open(user = scene.ann): Promise<InteractionView> {
  const view = await summarized(await settings('access', user));
  expect(view.isEphemeral).toBe(true);
  return view;
}

function text(view: InteractionView): string {
  return view.message?.embeds[0]?.description ?? '';
}

async function choose(
  view: InteractionView,
  what: 'rule' | 'channels' | 'roles',
  values: readonly (Ref | string)[],
  user = scene.ann,
): Promise<void> {
  if (view.message === null) throw new Error('no panel');
  const before = JSON.stringify(view.message);
  const refs = values.map(each => (typeof each === 'string' ? { id: each } : each));
  await scene.actions.select({ user, message: view.message, customId: `privacy:${what}`, values: refs });
  await expect.poll(() => JSON.stringify(view.message)).not.toBe(before);
}

function ask(channel: Ref = scene.channel, user = scene.ann): Promise<InteractionView> {
  return scene.summarize({}, user, channel);
}

function addTalk(name: string, parent?: Ref) {
  const { world, guild, ann } = scene;
  const channel = world.addChannel(guild, { name, ...(parent && { parent }) });
  for (let i = 0; i < 4; i++)
    world.addMessage(channel, { by: ann, content: `We decided to buy boat ${i} by Friday.` });
  return channel;
}

const excluded = (place: Ref) => `The managers of this server have excluded <#${place.id}> from summaries.`;

describe('channels that are never summarized', () => {
  test('are read by no command, press or menu, nor are their threads', async () => {
    const { world, channel, ann, bob, actions } = scene;
    const elsewhere = addTalk('elsewhere');
    const thread = world.addThread(channel, { name: 'tent', owner: ann });
    world.addMessage(thread, { by: bob, content: 'We decided to buy the tent by Friday.' });
    const view = await summarized(await ask());
    const panel = await open();
    expect(text(panel)).toBe(
      '**Channels**\nAll channels can be summarized.\n\n**Roles**\nEveryone can use Footnote.',
    );
    await choose(panel, 'channels', [channel]);
    await choose(panel, 'rule', ['never']);
    expect(text(panel)).toContain(`Never summarized: <#${channel.id}>`);

    expect(await readReply(ask())).toBe(excluded(channel));
    expect(await readReply(ask(thread))).toBe(excluded(channel));
    const from = await scene.summarize({ channel: channel.id }, bob, elsewhere);
    expect(await readReply(from)).toContain(`<#${channel.id}> von Zusammenfassungen ausgenommen`);
    const target = world.addMessage(channel, { by: bob, content: 'The budget is 1,500 euros.' });
    for (const command of ['Summarize thread', 'Check sources'])
      expect(await readReply(actions.messageMenu({ user: ann, channel, command, target }))).toBe(
        excluded(channel),
      );
    for (const label of ['Sources', 'Share'])
      expect(await readReply(scene.press(view.message, label))).toBe(excluded(channel));
    expect(await readSummary(ask(elsewhere))).toContain('boat');
    // What one asked for one may always delete.
    const more = await scene.openMore(view.message);
    expect([more.content, more.components?.length]).toEqual([excluded(channel), 1]);
    await scene.pressDelete(more);
    await expect.poll(() => scene.running().store.summaries.askedBy(ann.id)).toHaveLength(1);
  });

  test('follow their category, over a restart, and are named to nobody who does not see them', async () => {
    const { world, guild, bob } = scene;
    const category = world.addChannel(guild, { name: 'staff', kind: 'category' });
    const inside = addTalk('inside', category);
    const secret = addTalk('merger-with-acme');
    const panel = await open();
    await choose(panel, 'rule', ['never']);
    expect(text(panel)).toContain('Choose channels to exclude below.');
    await choose(panel, 'channels', [category, secret]);
    await scene.restart();
    expect(await readReply(ask(inside))).toBe(excluded(inside));
    await summarized(await ask());

    world.overwrite(secret, { role: guild, deny: Flags.ViewChannel });
    world.overwrite(secret, { member: world.bot, allow: Flags.ViewChannel });
    world.giveRole(guild, bob, world.addRole(guild, { name: 'keepers', permissions: Flags.ManageGuild }));
    const bobs = await open(bob);
    expect(toShown(bobs.message)).not.toContain(secret.id);
    expect(text(bobs)).toContain('1 Kanal, den du nicht siehst');
    // Who does not see it does not take it off the list.
    await choose(bobs, 'channels', [], bob);
    expect(await readReply(ask(secret))).toBe(excluded(secret));
    await summarized(await ask(inside));
  });
});

test('roles that may use Footnote are asked for at every command and press; who manages the server needs none', async () => {
  const { world, guild, channel, bob, ann } = scene;
  const view = await summarized(await ask(channel, bob));
  const readers = world.addRole(guild, { name: 'readers' });
  await choose(await open(), 'roles', [readers]);
  const sentence = 'nur bestimmte Rollen';
  expect(await readReply(ask(channel, bob))).toContain(sentence);
  expect(await readReply(scene.press(view.message, 'Quellen', bob))).toContain(sentence);
  await summarized(await ask(channel, ann));
  world.giveRole(guild, bob, readers);
  await summarized(await ask(channel, bob));
  world.takeRole(guild, bob, readers);
  expect(await readReply(ask(channel, bob))).toContain(sentence);
  world.giveRole(guild, bob, world.addRole(guild, { name: 'keepers', permissions: Flags.ManageGuild }));
  await summarized(await ask(channel, bob));
});

test('/settings erase erases all of the server once it is confirmed, and finds nothing at the second press', async () => {
  const { channel, guild } = scene;
  const { store } = scene.running();
  await summarized(await ask());
  const panel = await open();
  await choose(panel, 'channels', [channel]);
  await choose(panel, 'rule', ['never']);
  const [view, second] = [await told(await settings('erase')), await told(await settings('erase'))];
  expect(view.message?.content).toMatch(
    /^This deletes all summaries, digests, decisions, action items, .*excluded can be summarized again/,
  );
  await store.privacy.setOptedOut('42', true);
  await scene.press(view.message, 'Delete everything');
  const others = 'and all digests, decisions, action items, feedback and settings of this server.';
  await expect.poll(() => view.message?.content).toBe(`Deleted: 1 summary, ${others}`);
  await scene.press(second.message, 'Delete everything');
  await expect.poll(() => second.message?.content).toBe(`Deleted: 0 summaries, ${others}`);
  expect(await store.summaries.guildIds()).not.toContain(guild.id);
  expect(await store.privacy.access(guild.id)).toEqual({ channels: { rule: 'all', ids: [] }, roleIds: [] });
  expect((await store.privacy.optedOut(['42'])).size).toBe(1);
});

test('every command and press of the settings, and /usage, requires Manage Server', async () => {
  const { world, guild, channel, bob, playground } = scene;
  const keepers = world.addRole(guild, { name: 'keepers', permissions: Flags.ManageGuild });
  world.giveRole(guild, bob, keepers);
  await summarized(await ask());
  const panel = await open(bob);
  const erasing = await told(await settings('erase', bob));
  world.takeRole(guild, bob, keepers);
  if (panel.message === null) throw new Error('no panel');
  const chosen = await scene.actions.select({
    user: bob,
    message: panel.message,
    customId: 'privacy:channels',
    values: [channel],
  });
  for (const view of [chosen, await scene.press(erasing.message, 'Alles löschen', bob)]) {
    await view.until(({ followUps }) => followUps.length > 0);
    expect(view.followUps[0]?.content).toContain('**Server verwalten**');
  }
  // A server can show a command to anybody.
  const open_ = commands.map(each =>
    each.kind === 'slash'
      ? { ...each, definition: { ...each.definition, default_member_permissions: null } }
      : each,
  );
  const { token, applicationId, url } = playground;
  await deployCommands(open_, { token, applicationId, apiUrl: `${url}/api` });
  for (const [words, options] of [
    ['settings access'],
    ['settings erase'],
    ['settings show'],
    ['settings set', { setting: 'daily', value: '1' }],
    ['settings reset', { setting: 'all' }],
    ['usage'],
  ] as const)
    expect(await readReply(scene.run(words, options ?? {}, bob))).toContain('**Server verwalten**');
  expect(await scene.running().store.summaries.guildIds()).toContain(guild.id);
  await summarized(await ask());
});
