import { PermissionFlagsBits as Flags, GatewayIntentBits } from 'discord.js';
import { expect, it } from 'vitest';
import { checkAudience } from '../../../src/io/discord/audience.ts';
import { open } from './scene.ts';

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
