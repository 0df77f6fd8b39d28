import { PermissionFlagsBits as Flags, GatewayIntentBits } from 'discord.js';
import { expect, it } from 'vitest';
import { checkAccess } from '../../../../src/io/discord/access/check-access.ts';
import { sure } from '../../../sure.ts';
import { open, privacy } from '../scene.ts';

// Which sets of roles are a gap: test/core/audience.test.ts.

type Ref = { readonly id: string };

/** A server with two channels for one role. Without the intent for members, who is in the server is not known. */
async function openCrew() {
  const opened = await open(undefined, [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages]);
  const { world, guild, channelOf } = opened;
  const role = world.addRole(guild, { name: 'Crew' });
  const addHidden = (name: string, ...others: readonly Ref[]) =>
    world.addChannel(guild, {
      name,
      overwrites: [
        { role: guild, deny: Flags.ViewChannel },
        ...[role, ...others].map(each => ({ role: each, allow: Flags.ViewChannel })),
        { member: world.bot, allow: Flags.ViewChannel },
      ],
    });
  const check = async (source: Ref, shownIn: Ref) => {
    const postedIn = await channelOf(shownIn);
    return (await checkAccess(await channelOf(source), null, { privacy, postedIn }))?.reason ?? null;
  };
  return { ...opened, role, addHidden, crew: addHidden('crew'), deck: addHidden('deck'), check };
}

it('lets what all can read be shown anywhere, and what few can read only to those', async () => {
  const { general, crew, deck, world, check } = await openCrew();
  expect(await check(general, crew)).toBeNull();
  expect(await check(crew, deck)).toBeNull();
  expect(await check(crew, general)).toBe('audience');
  world.overwrite(crew, { member: world.bot, deny: Flags.SendMessages, allow: Flags.ViewChannel });
  expect(await check(crew, deck)).toBeNull();
});

it('counts a person with an overwrite by the roles that they have', async () => {
  const { guild, crew, deck, ben, role, world, check } = await openCrew();
  world.overwrite(deck, { member: ben, allow: Flags.ViewChannel });
  expect(await check(crew, deck)).toBe('audience');
  expect(await check(deck, crew)).toBeNull();
  world.giveRole(guild, ben, role);
  expect(await check(crew, deck)).toBeNull();
  world.takeRole(guild, ben, role);
  expect(await check(crew, deck)).toBe('audience');
  world.giveRole(guild, ben, role);
  world.removeMember(guild, ben);
  expect(await check(crew, deck)).toBe('audience');
});

it('shows a thread in its parent and there again, a private one nowhere else', async () => {
  const { general, ben, world, check } = await openCrew();
  const thread = world.addThread(general, { name: 'talk', owner: ben });
  const closed = world.addThread(general, { name: 's', owner: ben, isPrivate: true, members: [world.bot] });
  expect(await check(thread, general)).toBeNull();
  expect(await check(general, closed)).toBeNull();
  expect(await check(closed, closed)).toBeNull();
  expect(await check(closed, general)).toBe('audience');
});

it('does not trust the list of members that it keeps: newcomers and lost roles are not told to it', async () => {
  const { world, guild, general, ben, cleo, channelOf } = await open();
  const overwrites = [
    { role: guild, deny: Flags.ViewChannel },
    ...[ben, cleo, world.bot].map(member => ({ member, allow: Flags.ViewChannel })),
  ];
  const few = await channelOf(world.addChannel(guild, { name: 'few', overwrites }));
  const all = await channelOf(general);
  await all.guild.members.fetch();
  expect((await checkAccess(few, null, { privacy, postedIn: all }))?.reason).toBe('audience');
});

it('sees that the destination was opened later, even if the gateway did not report the role', async () => {
  const { world, guild, crew, deck, check } = await openCrew();
  const guests = world.addRole(guild, { name: 'Guests' });
  world.overwrite(crew, { role: guild, allow: Flags.ViewChannel });
  expect(await check(deck, crew)).toBe('audience');
  world.overwrite(crew, { role: guild });
  Object.assign(guild.roles.get(guild.id) ?? {}, { permissions: Flags.ReadMessageHistory });
  expect(await check(deck, crew)).toBeNull();
  guests.permissions = Flags.ViewChannel;
  expect(await check(deck, crew)).toBe('audience');
});

it('does not count the bot itself, which may see each channel for another reason', async () => {
  const { world, guild, deck, addHidden, check } = await openCrew();
  const own = sure([...guild.roles.values()].find(({ botId }) => botId === world.bot.id));
  const hall = addHidden('hall', own);
  expect(await check(hall, deck)).toBeNull();
  expect(await check(deck, hall)).toBeNull();
});
