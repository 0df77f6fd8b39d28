import { PermissionFlagsBits as Flags, GatewayIntentBits } from 'discord.js';
import { expect, it } from 'vitest';
import { checkAudience, fetchAudienceGap } from '../../../../src/io/discord/access/audience.ts';
import { open } from '../scene.ts';

/** Without the intent for members, who is in the server is not known. */
const unprivileged = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages];

async function openCrew() {
  const opened = await open(undefined, unprivileged);
  const { world, guild } = opened;
  const role = world.addRole(guild, { name: 'Crew' });
  const addHidden = (name: string) =>
    world.addChannel(guild, {
      name,
      overwrites: [
        { role: guild, deny: Flags.ViewChannel },
        { role, allow: Flags.ViewChannel },
        { member: world.bot, allow: Flags.ViewChannel },
      ],
    });
  return { ...opened, role, crew: addHidden('crew'), deck: addHidden('deck') };
}

it('lets what all can read be shown anywhere, and what few can read only to those', async () => {
  const { general, crew, deck, world, channelOf } = await openCrew();
  const [all, one, other] = [await channelOf(general), await channelOf(crew), await channelOf(deck)];
  expect(await checkAudience(all, one)).toBeNull();
  expect(await checkAudience(one, other)).toBeNull();
  expect((await checkAudience(one, all))?.reason).toBe('audience');
  world.overwrite(crew, { member: world.bot, deny: Flags.SendMessages, allow: Flags.ViewChannel });
  expect(await checkAudience(one, other)).toBeNull();
});

it('counts a single person who would read what they may not', async () => {
  const { general, deck, crew, ben, world, channelOf } = await openCrew();
  const [all, one, other] = [await channelOf(general), await channelOf(crew), await channelOf(deck)];
  world.overwrite(general, { member: ben, deny: Flags.ViewChannel });
  expect((await checkAudience(all, one))?.reason).toBe('audience');
  world.overwrite(deck, { member: ben, allow: Flags.ViewChannel });
  expect((await checkAudience(one, other))?.reason).toBe('audience');
  expect(await checkAudience(other, one)).toBeNull();
});

it('counts a person with an overwrite by the roles that they have', async () => {
  const { guild, crew, deck, ben, role, world, channelOf } = await openCrew();
  const [source, shownIn] = [await channelOf(crew), await channelOf(deck)];
  world.overwrite(deck, { member: ben, allow: Flags.ViewChannel });
  expect((await checkAudience(source, shownIn))?.reason).toBe('audience');
  world.giveRole(guild, ben, role);
  expect(await checkAudience(source, shownIn)).toBeNull();
  world.takeRole(guild, ben, role);
  expect((await checkAudience(source, shownIn))?.reason).toBe('audience');
  world.giveRole(guild, ben, role);
  world.removeMember(guild, ben);
  expect((await checkAudience(source, shownIn))?.reason).toBe('audience');
});

it('counts a channel where some read no history', async () => {
  const { guild, general, world, channelOf } = await openCrew();
  const quiet = world.addChannel(guild, {
    name: 'quiet',
    overwrites: [{ role: guild, deny: Flags.ReadMessageHistory }],
  });
  expect((await checkAudience(await channelOf(quiet), await channelOf(general)))?.reason).toBe('audience');
});

it('shows a thread in its parent and there again, a private one nowhere else', async () => {
  const { general, ben, world, channelOf } = await openCrew();
  const thread = await channelOf(world.addThread(general, { name: 'talk', owner: ben }));
  const members = [world.bot];
  const closed = await channelOf(
    world.addThread(general, { name: 's', owner: ben, isPrivate: true, members }),
  );
  const parent = await channelOf(general);
  expect(await checkAudience(thread, parent)).toBeNull();
  expect(await checkAudience(parent, closed)).toBeNull();
  expect(await checkAudience(closed, closed)).toBeNull();
  expect((await checkAudience(closed, parent))?.reason).toBe('audience');
});

it('does not trust the list of members that it keeps: newcomers and lost roles are not told to it', async () => {
  const { world, guild, general, ben, cleo, channelOf } = await open();
  const few = world.addChannel(guild, {
    name: 'few',
    overwrites: [
      { role: guild, deny: Flags.ViewChannel },
      ...[ben, cleo, world.bot].map(member => ({ member, allow: Flags.ViewChannel })),
    ],
  });
  const [to, from] = [await channelOf(few), await channelOf(general)];
  await from.guild.members.fetch();
  expect((await checkAudience(to, from))?.reason).toBe('audience');
});

it('counts a person who sees new messages here but cannot read the history there', async () => {
  const { world, guild, general, ben, channelOf } = await openCrew();
  const hall = world.addChannel(guild, { name: 'hall' });
  for (const each of [general, hall]) world.overwrite(each, { member: ben, deny: Flags.ReadMessageHistory });
  const [one, other] = [await channelOf(general), await channelOf(hall)];
  expect((await checkAudience(one, other))?.reason).toBe('audience');
  expect(await checkAudience(one, one)).toBeNull();
});

it('counts members with two roles if neither role alone is a gap', async () => {
  const { world, guild, general, role, channelOf } = await openCrew();
  const muted = world.addRole(guild, { name: 'Muted' });
  const lounge = world.addChannel(guild, {
    name: 'lounge',
    overwrites: [
      { role: muted, deny: Flags.ViewChannel },
      { role, allow: Flags.ViewChannel },
    ],
  });
  world.overwrite(general, { role: muted, deny: Flags.ViewChannel });
  const gap = await fetchAudienceGap(await channelOf(general), await channelOf(lounge));
  expect(gap).toMatchObject({ missing: 'ViewChannel', roleIds: [muted.id, role.id], memberId: null });
  expect(await fetchAudienceGap(await channelOf(lounge), await channelOf(general))).toBeNull();
});

it('sees that the destination was opened later, even if the gateway did not report the role', async () => {
  const { world, guild, crew, deck, channelOf } = await openCrew();
  const guests = world.addRole(guild, { name: 'Guests' });
  const [from, to] = [await channelOf(deck), await channelOf(crew)];
  world.overwrite(crew, { role: guild, allow: Flags.ViewChannel });
  expect((await checkAudience(from, to))?.reason).toBe('audience');
  world.overwrite(crew, { role: guild });
  Object.assign(guild.roles.get(guild.id) ?? {}, { permissions: Flags.ReadMessageHistory });
  expect(await checkAudience(from, to)).toBeNull();
  guests.permissions = Flags.ViewChannel;
  expect((await checkAudience(from, to))?.reason).toBe('audience');
});

it('ignores the overwrites of a deleted role', async () => {
  const { world, guild, crew, deck, channelOf } = await openCrew();
  const guests = world.addRole(guild, { name: 'Guests' });
  world.overwrite(crew, { role: guests, allow: Flags.ViewChannel });
  const [from, to] = [await channelOf(deck), await channelOf(crew)];
  expect((await checkAudience(from, to))?.reason).toBe('audience');
  guild.roles.delete(guests.id);
  expect(await checkAudience(from, to)).toBeNull();
});

it('does not count the bot itself, which may see each channel for another reason', async () => {
  const { world, guild, role, deck, channelOf } = await openCrew();
  const own = [...guild.roles.values()].find(({ botId }) => botId === world.bot.id);
  const hall = world.addChannel(guild, {
    name: 'hall',
    overwrites: [
      { role: guild, deny: Flags.ViewChannel },
      ...[role, own ?? role].map(each => ({ role: each, allow: Flags.ViewChannel })),
    ],
  });
  const [one, other] = [await channelOf(hall), await channelOf(deck)];
  expect(await fetchAudienceGap(one, other)).toBeNull();
  expect(await fetchAudienceGap(other, one)).toBeNull();
});

it('shows an age-restricted channel and its threads in age-restricted channels only', async () => {
  const { world, guild, general, ben, channelOf } = await openCrew();
  const [one, other] = ['night', 'late'].map(name =>
    world.addChannel(guild, { name, isAgeRestricted: true }),
  );
  if (!one || !other) throw new Error('two channels');
  const thread = await channelOf(world.addThread(one, { name: 'talk', owner: ben }));
  expect(await checkAudience(thread, await channelOf(other))).toBeNull();
  for (const source of [await channelOf(one), thread])
    expect((await checkAudience(source, await channelOf(general)))?.reason).toBe('age_restricted');
});

it('counts who may not connect to a voice channel', async () => {
  const { world, guild, general, role, channelOf } = await openCrew();
  const voice = world.addChannel(guild, { name: 'voice', kind: 'voice' });
  const [from, to] = [await channelOf(voice), await channelOf(general)];
  expect(await checkAudience(from, to)).toBeNull();
  world.overwrite(voice, { role, deny: Flags.Connect });
  expect(await fetchAudienceGap(from, to)).toMatchObject({ missing: 'Connect', roleIds: [role.id] });
  expect(await checkAudience(to, from)).toBeNull();
});

it('shows nothing of one server in another', async () => {
  const { world, ben, general, channelOf } = await openCrew();
  const hall = world.addChannel(world.addGuild({ name: 'Elsewhere', owner: ben }), { name: 'hall' });
  expect(await fetchAudienceGap(await channelOf(general), await channelOf(hall))).toEqual({
    reason: 'other_guild',
  });
});
