import {
  ChannelType,
  Client,
  PermissionFlagsBits as Flags,
  type Guild,
  type GuildChannel,
  type GuildMember,
  OverwriteType,
} from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type ChannelPermissions,
  findAudienceGap,
  findReaders,
  type GuildPermissions,
} from '../../src/core/audience.ts';

const { ViewChannel, ReadMessageHistory, Connect, Administrator } = Flags;
const guildId = '100';
const ownerId = '1';
const memberIds = ['1', '2', '3'];
const deletedRoleId = '199';

function createGuild(everyone: bigint, roles: Readonly<Record<string, bigint>> = {}): GuildPermissions {
  return {
    id: guildId,
    ownerId,
    roles: Object.entries({ [guildId]: everyone, ...roles }).map(([id, permissions]) => ({
      id,
      permissions,
    })),
  };
}

type Overwrites = Readonly<Record<string, { readonly allow?: bigint; readonly deny?: bigint }>>;

function createChannel(
  id: string,
  overwrites: Overwrites = {},
  options: Partial<ChannelPermissions> = {},
): ChannelPermissions {
  return {
    id,
    guildId,
    isVoice: false,
    isAgeRestricted: false,
    isPrivateThread: false,
    overwrites: Object.entries(overwrites).map(([target, { allow = 0n, deny = 0n }]) => ({
      id: target,
      type: memberIds.includes(target) ? 'member' : 'role',
      allow,
      deny,
    })),
    ...options,
  };
}

/** Sets of the permissions that matter, each given or not with the same chance; Administrator seldom. */
const bitSet = fc
  .tuple(
    fc.subarray([ViewChannel, ReadMessageHistory, Connect, Flags.SendMessages]),
    fc.integer({ min: 0, max: 14 }),
  )
  .map(([bits, chance]) => bits.reduce((all, bit) => all | bit, chance === 0 ? Administrator : 0n));

const arbitraryGuild = fc
  .tuple(bitSet, fc.array(bitSet, { maxLength: 4 }))
  .map(([everyone, roles]) =>
    createGuild(everyone, Object.fromEntries(roles.map((each, index) => [`${101 + index}`, each]))),
  );

function arbitraryChannel(id: string, guild: GuildPermissions): fc.Arbitrary<ChannelPermissions> {
  const targets = [...guild.roles.map(role => role.id), ...memberIds, deletedRoleId];
  const sparse = fc.oneof(fc.constant(0n), bitSet);
  return fc
    .tuple(
      fc
        .subarray(targets)
        .chain(ids => fc.tuple(...ids.map(target => fc.tuple(fc.constant(target), sparse, sparse)))),
      fc.boolean(),
    )
    .map(([overwrites, isVoice]) =>
      createChannel(
        id,
        Object.fromEntries(overwrites.map(([target, allow, deny]) => [target, { allow, deny }])),
        { isVoice },
      ),
    );
}

const scenes = arbitraryGuild.chain(guild =>
  fc.record({
    guild: fc.constant(guild),
    source: arbitraryChannel('200', guild),
    destination: arbitraryChannel('201', guild),
    picks: fc.infiniteStream(fc.nat()),
  }),
);

function toSubsets<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items.reduce<readonly (readonly T[])[]>(
    (sets, item) => sets.concat(sets.map(set => [...set, item])),
    [[]],
  );
}

/** Whether somebody with these roles sees the destination and may not read the source, as discord.js computes it. */
function createOracle(guild: GuildPermissions, ...channels: readonly ChannelPermissions[]) {
  const client = new Client({ intents: [] });
  const add = <T>(manager: object, ...payload: readonly unknown[]): T =>
    Reflect.apply(Reflect.get(manager, '_add'), manager, payload);
  const added = add<Guild>(client.guilds, {
    id: guild.id,
    owner_id: guild.ownerId,
    roles: guild.roles.map(role => ({
      ...role,
      permissions: `${role.permissions}`,
      name: role.id,
      position: 0,
    })),
  });
  const [source, destination] = channels.map(channel =>
    add<GuildChannel>(
      client.channels,
      {
        id: channel.id,
        guild_id: guild.id,
        name: 'channel',
        ...(channel.isVoice && { bitrate: 64_000 }),
        type: channel.isVoice ? ChannelType.GuildVoice : ChannelType.GuildText,
        permission_overwrites: channel.overwrites.map(({ id, type, allow, deny }) => ({
          id,
          type: type === 'role' ? OverwriteType.Role : OverwriteType.Member,
          allow: `${allow}`,
          deny: `${deny}`,
        })),
      },
      added,
    ),
  );
  return (id: string, roleIds: readonly string[]) => {
    const member = add<GuildMember>(added.members, { user: { id, username: 'x' }, roles: roleIds });
    const sees = (channel: GuildChannel | undefined, more = 0n) =>
      channel
        ?.permissionsFor(member)
        .has(ViewChannel | more | (channel.isVoiceBased() ? Connect : 0n), false);
    return Boolean(sees(destination)) && !sees(source, ReadMessageHistory);
  };
}

describe('a gap between two channels', () => {
  test('is found exactly when discord.js knows of some member with some roles, and at least the known ones', () => {
    const counts = { none: 0, anyone: 0, member: 0 };
    fc.assert(
      fc.property(scenes, fc.boolean(), ({ guild, source, destination, picks }, isKnown) => {
        const isGap = createOracle(guild, source, destination);
        const subsets = toSubsets(guild.roles.slice(1).map(role => role.id));
        const held = new Map(
          memberIds.flatMap(id =>
            isKnown ? [[id, subsets[(picks.next().value ?? 0) % subsets.length] ?? []] as const] : [],
          ),
        );
        const expected = [...memberIds, '4'].some(id =>
          subsets.some(
            roleIds => (held.get(id) ?? []).every(each => roleIds.includes(each)) && isGap(id, roleIds),
          ),
        );
        const gap = findAudienceGap(source, destination, guild, held);
        expect(gap !== null).toBe(expected);
        if (gap === null) counts.none++;
        else if (gap.reason !== 'permission') throw new Error(gap.reason);
        else counts[gap.memberId === null ? 'anyone' : 'member']++;
      }),
      { numRuns: 500 },
    );
    // Otherwise the random servers prove nothing.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5);
  });

  test("is none by a bot's own role beside roles that the bot does not have", () => {
    const plain = createGuild(ReadMessageHistory, { 101: ViewChannel, 102: 0n });
    const guild = {
      ...plain,
      roles: plain.roles.map(role => ({ ...role, ...(role.id === '102' && { botId: '9' }) })),
    };
    const source = createChannel('200', { 101: { allow: ViewChannel }, 102: { deny: ViewChannel } });
    const destination = createChannel('201', { 102: { allow: ViewChannel } });
    expect(findAudienceGap(source, destination, plain)).toMatchObject({ memberId: null });
    const withRoles = (...roleIds: readonly string[]) =>
      findAudienceGap(source, destination, guild, new Map([['9', roleIds]]));
    expect(withRoles('102')).toMatchObject({ memberId: '9' });
    expect(withRoles('101', '102')).toBeNull();
  });

  const open = createGuild(ViewChannel | ReadMessageHistory | Connect, {
    101: 0n,
    102: 0n,
    103: 0n,
    104: Administrator,
  });

  test.each([
    ['an age-restricted source elsewhere', { isAgeRestricted: true }, {}, 'age_restricted'],
    ['a private thread elsewhere', { isPrivateThread: true }, { isPrivateThread: true }, 'private_thread'],
    ['a channel of another server as source', { guildId: '300' }, {}, 'other_guild'],
    ['a channel of another server as destination', {}, { guildId: '300' }, 'other_guild'],
  ])('is %s, for administrators too', (_, source, destination, reason) => {
    for (const guild of [open, createGuild(Administrator)])
      expect(
        findAudienceGap(createChannel('200', {}, source), createChannel('201', {}, destination), guild),
      ).toEqual({ reason });
  });

  it('is not within an age-restricted destination, nor within one private thread', () => {
    const restricted = (id: string) => createChannel(id, {}, { isAgeRestricted: true });
    const thread = createChannel('202', {}, { isPrivateThread: true });
    expect(findAudienceGap(restricted('200'), restricted('201'), open)).toBeNull();
    expect(findAudienceGap(thread, thread, open)).toBeNull();
    expect(findAudienceGap(createChannel('200'), thread, open)).toBeNull();
  });

  it('is looked for among 250 roles without trying each set of them, which would never end', () => {
    const wanted = [ViewChannel, ReadMessageHistory, Connect];
    const toBits = (mask: number) =>
      wanted.reduce((all, bit, index) => (mask & (1 << index) ? all | bit : all), 0n);
    const names = Array.from({ length: 250 }, (_, index) => `${1_000 + index}`);
    const guild = createGuild(0n, Object.fromEntries(names.map((id, index) => [id, toBits(index)])));
    const of = (id: string, shift: number) => {
      const denied = names.map((each, index) => [each, { deny: toBits(1 | (index >> shift)) }] as const);
      return createChannel(id, Object.fromEntries(denied), { isVoice: true });
    };
    // None can see the destination, so no search ends early.
    expect(findAudienceGap(of('200', 3), of('201', 5), guild)).toBeNull();
  });
});

describe('the readers of a channel', () => {
  const [team, staff] = ['101', '102'];

  test.each<[string, GuildPermissions, Overwrites, boolean, object]>([
    [
      'everybody, but for roles and members that are denied',
      createGuild(ViewChannel, { [team]: 0n, [staff]: 0n }),
      { [team]: { deny: ViewChannel }, 2: { deny: ViewChannel }, 3: { allow: ViewChannel } },
      false,
      { isEveryone: true, roleIds: [team], memberIds: ['2'] },
    ],
    [
      'roles and members that are let in, administrators among them',
      createGuild(ViewChannel, { [team]: 0n, [staff]: Administrator, 103: 0n }),
      {
        [guildId]: { deny: ViewChannel },
        [team]: { allow: ViewChannel },
        [ownerId]: { allow: ViewChannel },
        2: { allow: ViewChannel },
        3: { allow: ReadMessageHistory },
      },
      false,
      { isEveryone: false, roleIds: [team, staff], memberIds: ['2'] },
    ],
    [
      'those who can connect to a voice channel',
      createGuild(ViewChannel, { [team]: Connect }),
      {},
      true,
      { isEveryone: false, roleIds: [team], memberIds: [] },
    ],
  ])('are %s', (_, guild, overwrites, isVoice, readers) => {
    expect(findReaders(createChannel('10', overwrites, { isVoice }), guild)).toEqual(readers);
  });
});
