import {
  ChannelType,
  Client,
  PermissionFlagsBits as Flags,
  type Guild,
  type GuildChannel,
  type GuildMember,
  OverwriteType,
  PermissionsBitField,
} from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type ChannelPermissions,
  canSeeNewMessages,
  computePermissions,
  findAudienceGap,
  findReaders,
  type GuildPermissions,
  type MemberPermissions,
} from '../../src/core/audience.ts';
import { scale } from '../scale.ts';

const { ViewChannel, ReadMessageHistory, Connect, ManageThreads, Administrator } = Flags;
const canReadHistory = (permissions: bigint, channel: ChannelPermissions) =>
  canSeeNewMessages(permissions, channel) && (permissions & ReadMessageHistory) !== 0n;
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
      permissions: `${permissions}`,
    })),
  };
}

type Overwrite = { readonly allow?: bigint; readonly deny?: bigint };

function createChannel(
  id: string,
  overwrites: Readonly<Record<string, Overwrite>> = {},
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
      allow: `${allow}`,
      deny: `${deny}`,
    })),
    ...options,
  };
}

function createMember(id: string, options: Partial<MemberPermissions> = {}): MemberPermissions {
  return { id, roleIds: [], isTimedOut: false, threadIds: [], ...options };
}

/** Sets of the permissions that matter, each given or not with the same chance; Administrator seldom. */
const bitSet = fc
  .tuple(
    fc.subarray([ViewChannel, ReadMessageHistory, Connect, ManageThreads, Flags.SendMessages]),
    fc.integer({ min: 0, max: 14 }),
  )
  .map(([bits, chance]) => bits.reduce((all, bit) => all | bit, chance === 0 ? Administrator : 0n));

function arbitraryGuild(maxRoles: number): fc.Arbitrary<GuildPermissions> {
  return fc
    .tuple(bitSet, fc.array(bitSet, { maxLength: maxRoles }))
    .map(([everyone, roles]) =>
      createGuild(everyone, Object.fromEntries(roles.map((each, index) => [`${101 + index}`, each]))),
    );
}

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

function toSubsets<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items.reduce<readonly (readonly T[])[]>(
    (sets, item) => sets.concat(sets.map(set => [...set, item])),
    [[]],
  );
}

function isGap(
  member: MemberPermissions,
  source: ChannelPermissions,
  destination: ChannelPermissions,
  guild: GuildPermissions,
): boolean {
  return (
    canSeeNewMessages(computePermissions(member, destination, guild), destination) &&
    !canReadHistory(computePermissions(member, source, guild), source)
  );
}

describe('the permissions of a member', () => {
  /** The objects of discord.js for the payloads that Discord would send. */
  function toDiscordJs(guild: GuildPermissions, channel: ChannelPermissions, member: MemberPermissions) {
    const client = new Client({ intents: [] });
    const add = <T>(manager: object, ...payload: readonly unknown[]): T =>
      Reflect.apply(Reflect.get(manager, '_add'), manager, payload);
    const added = add<Guild>(client.guilds, {
      id: guild.id,
      owner_id: guild.ownerId,
      roles: guild.roles.map(role => ({ ...role, name: role.id, position: 0 })),
    });
    return {
      channel: add<GuildChannel>(
        client.channels,
        {
          id: channel.id,
          guild_id: guild.id,
          name: 'channel',
          type: channel.isVoice ? ChannelType.GuildVoice : ChannelType.GuildText,
          permission_overwrites: channel.overwrites.map(overwrite => ({
            ...overwrite,
            type: overwrite.type === 'role' ? OverwriteType.Role : OverwriteType.Member,
          })),
        },
        added,
      ),
      member: add<GuildMember>(added.members, {
        user: { id: member.id, username: 'member' },
        roles: member.roleIds,
      }),
    };
  }

  test('are those that discord.js computes', () => {
    const cases = arbitraryGuild(6).chain(guild =>
      fc.record({
        guild: fc.constant(guild),
        channel: arbitraryChannel('200', guild),
        id: fc.constantFrom(...memberIds, '4'),
        roleIds: fc.subarray([...guild.roles.map(role => role.id), deletedRoleId]),
      }),
    );
    fc.assert(
      fc.property(cases, ({ guild, channel, id, roleIds }) => {
        const member = createMember(id, { roleIds: roleIds.filter(roleId => roleId !== guildId) });
        const theirs = toDiscordJs(guild, channel, member);
        const expected = theirs.channel.permissionsFor(theirs.member).bitfield;
        const isHidden = (expected & ViewChannel) === 0n;
        const permissions = computePermissions(member, channel, guild);
        expect(permissions & PermissionsBitField.All).toBe(isHidden ? 0n : expected);
      }),
      { numRuns: scale(1000) },
    );
  });

  const everything = ViewChannel | ReadMessageHistory | Connect | Flags.SendMessages;

  test('are only to view and to read the history while they are timed out, unless they are an administrator', () => {
    const guild = createGuild(everything, { 101: Administrator });
    const timedOut = { isTimedOut: true };
    const voice = createChannel('200', {}, { isVoice: true });
    const permissions = computePermissions(createMember('2', timedOut), voice, guild);
    expect(permissions).toBe(ViewChannel | ReadMessageHistory);
    expect(canReadHistory(permissions, voice)).toBe(false);
    expect(canReadHistory(permissions, createChannel('201'))).toBe(true);
    for (const member of [
      createMember(ownerId, timedOut),
      createMember('2', { ...timedOut, roleIds: ['101'] }),
    ])
      expect(canReadHistory(computePermissions(member, voice, guild), voice)).toBe(true);
  });

  test('are none in a private thread that they are not in, unless they may manage threads', () => {
    const guild = createGuild(everything, { 101: ManageThreads });
    const thread = createChannel('200', {}, { isPrivateThread: true });
    const see = (options: Partial<MemberPermissions>) =>
      canSeeNewMessages(computePermissions(createMember('2', options), thread, guild), thread);
    expect(see({})).toBe(false);
    expect(see({ threadIds: ['201'] })).toBe(false);
    expect(see({ threadIds: ['200'] })).toBe(true);
    expect(see({ roleIds: ['101'] })).toBe(true);
  });
});

describe('a gap between two channels', () => {
  const scenes = arbitraryGuild(8).chain(guild =>
    fc.record({
      guild: fc.constant(guild),
      source: arbitraryChannel('200', guild),
      destination: fc
        .tuple(arbitraryChannel('201', guild), fc.boolean())
        .map(([channel, isPrivateThread]) => ({ ...channel, isPrivateThread })),
    }),
  );

  test('is found exactly when some member with some roles is one', () => {
    const counts = { none: 0, everyone: 0, oneRole: 0, severalRoles: 0, member: 0 };
    fc.assert(
      fc.property(scenes, ({ guild, source, destination }) => {
        const members = [...memberIds, '4'].flatMap(id =>
          toSubsets(guild.roles.slice(1).map(role => role.id)).map(roleIds =>
            createMember(id, { roleIds, threadIds: [destination.id] }),
          ),
        );
        const expected = members.some(member => isGap(member, source, destination, guild));
        const gap = findAudienceGap(source, destination, guild);
        expect(gap !== null).toBe(expected);
        if (gap === null) counts.none++;
        else if (gap.reason !== 'permission') throw new Error(gap.reason);
        else {
          const { memberId, roleIds, missing } = gap;
          const member = createMember(memberId ?? '4', { roleIds, threadIds: [destination.id] });
          expect(isGap(member, source, destination, guild)).toBe(true);
          const permissions = computePermissions(member, source, guild);
          expect(permissions & Flags[missing]).toBe(0n);
          if (memberId !== null) counts.member++;
          else if (roleIds.length === 0) counts.everyone++;
          else if (roleIds.length === 1) counts.oneRole++;
          else counts.severalRoles++;
        }
      }),
      { numRuns: 1_000 },
    );
    // Otherwise the random servers prove nothing.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5);
  });

  test('is found exactly when a member with some more roles than are known is one', () => {
    fc.assert(
      fc.property(scenes, fc.infiniteStream(fc.nat()), ({ guild, source, destination }, picks) => {
        const threadIds = [destination.id];
        const subsets = toSubsets(guild.roles.slice(1).map(role => role.id));
        const held = new Map(
          memberIds.map(id => [id, subsets[(picks.next().value ?? 0) % subsets.length] ?? []] as const),
        );
        const members = [...memberIds, '4'].flatMap(id =>
          subsets
            .filter(roleIds => (held.get(id) ?? []).every(roleId => roleIds.includes(roleId)))
            .map(roleIds => createMember(id, { roleIds, threadIds })),
        );
        const gap = findAudienceGap(source, destination, guild, held);
        expect(gap !== null).toBe(members.some(member => isGap(member, source, destination, guild)));
      }),
      { numRuns: 1_000 },
    );
  });

  test("is none by a bot's own role beside roles that the bot does not have", () => {
    const plain = createGuild(ReadMessageHistory, { 101: ViewChannel, 102: 0n });
    const guild = {
      ...plain,
      roles: plain.roles.map(role => ({ ...role, ...(role.id === '102' && { botId: '9' }) })),
    };
    const source = createChannel('200', { 101: { allow: ViewChannel }, 102: { deny: ViewChannel } });
    const destination = createChannel('201', { 102: { allow: ViewChannel } });
    expect(findAudienceGap(source, destination, plain)).not.toBeNull();
    expect(findAudienceGap(source, destination, guild)).toMatchObject({ memberId: '9' });
    const withRoles = (...roleIds: readonly string[]) =>
      findAudienceGap(source, destination, guild, new Map([['9', roleIds]]));
    expect(withRoles('102')).toMatchObject({ memberId: '9', missing: 'ViewChannel' });
    expect(withRoles('101', '102')).toBeNull();
  });

  const open = createGuild(ViewChannel | ReadMessageHistory | Connect, {
    101: 0n,
    102: 0n,
    103: 0n,
    104: Administrator,
  });
  const closed = { [guildId]: { deny: ViewChannel } };
  const gapOf = (
    source: Readonly<Record<string, Overwrite>>,
    destination: Readonly<Record<string, Overwrite>>,
    guild = open,
  ) => findAudienceGap(createChannel('200', source), createChannel('201', destination), guild);

  it('is @everyone who cannot see the source', () => {
    expect(gapOf(closed, {})).toEqual({
      reason: 'permission',
      missing: 'ViewChannel',
      roleIds: [],
      memberId: null,
    });
  });

  it('contains the users who can see new messages in the destination but no history in the source', () => {
    const quiet = { [guildId]: { deny: ReadMessageHistory } };
    expect(gapOf(quiet, quiet)).toMatchObject({ missing: 'ReadMessageHistory', roleIds: [] });
    expect(gapOf({}, quiet)).toBeNull();
    expect(findAudienceGap(createChannel('200', quiet), createChannel('200', quiet), open)).toBeNull();
  });

  it('is a role that can see only the destination', () => {
    const source = { ...closed, 101: { allow: ViewChannel } };
    const destination = { ...closed, 101: { allow: ViewChannel }, 102: { allow: ViewChannel } };
    expect(gapOf(source, destination)).toMatchObject({ roleIds: ['102'], memberId: null });
    expect(gapOf(destination, source)).toBeNull();
  });

  it('is a member with two roles if each role alone is none', () => {
    const source = { 101: { deny: ViewChannel } };
    const destination = { ...source, 102: { allow: ViewChannel } };
    expect(gapOf(source, destination)).toMatchObject({ roleIds: ['101', '102'], memberId: null });
  });

  it('is a member with three roles if no two of them are one', () => {
    const source = createChannel('200', { 101: { deny: ViewChannel } });
    const destination = createChannel(
      '201',
      { [guildId]: { deny: ViewChannel | Connect }, 102: { allow: ViewChannel }, 103: { allow: Connect } },
      { isVoice: true },
    );
    expect(findAudienceGap(source, destination, open)).toMatchObject({ roleIds: ['101', '102', '103'] });
  });

  it('is a member with an overwrite, with any roles', () => {
    expect(gapOf({ 2: { deny: ViewChannel } }, {})).toMatchObject({ roleIds: [], memberId: '2' });
    expect(gapOf(closed, { ...closed, 2: { allow: ViewChannel } })).toMatchObject({ memberId: '2' });
    expect(
      gapOf({ ...closed, 2: { allow: ViewChannel } }, { ...closed, 2: { allow: ViewChannel } }),
    ).toBeNull();
  });

  it('is never the owner or an administrator', () => {
    expect(gapOf(closed, { ...closed, [ownerId]: { allow: ViewChannel } })).toBeNull();
    expect(gapOf(closed, { ...closed, 104: { allow: ViewChannel } })).toBeNull();
    expect(gapOf(closed, {}, createGuild(Administrator))).toBeNull();
  });

  it('is not a role that was deleted', () => {
    expect(gapOf(closed, { ...closed, [deletedRoleId]: { allow: ViewChannel } })).toBeNull();
    expect(gapOf({ [deletedRoleId]: { deny: ViewChannel } }, {})).toBeNull();
  });

  it('is who may not connect to a voice channel', () => {
    const voice = (id: string) => createChannel(id, { 101: { deny: Connect } }, { isVoice: true });
    expect(findAudienceGap(voice('200'), createChannel('201'), open)).toMatchObject({
      missing: 'Connect',
      roleIds: ['101'],
    });
    expect(findAudienceGap(voice('200'), voice('201'), open)).toBeNull();
  });

  test.each([
    [
      'an age-restricted source for a destination that is not',
      { isAgeRestricted: true },
      {},
      'age_restricted',
    ],
    ['a private thread for another channel', { isPrivateThread: true }, {}, 'private_thread'],
    [
      'a private thread for another private thread',
      { isPrivateThread: true },
      { isPrivateThread: true },
      'private_thread',
    ],
    ['a channel of another server as source', { guildId: '300' }, {}, 'other_guild'],
    ['a channel of another server as destination', {}, { guildId: '300' }, 'other_guild'],
  ])('is %s, for administrators too', (_, source, destination, reason) => {
    for (const guild of [open, createGuild(Administrator)]) {
      const gap = findAudienceGap(
        createChannel('200', {}, source),
        createChannel('201', {}, destination),
        guild,
      );
      expect(gap).toEqual({ reason });
    }
  });

  it('is not within an age-restricted destination, nor within one private thread', () => {
    const restricted = (id: string) => createChannel(id, {}, { isAgeRestricted: true });
    const thread = createChannel('202', {}, { isPrivateThread: true });
    expect(findAudienceGap(restricted('200'), restricted('201'), open)).toBeNull();
    expect(findAudienceGap(thread, thread, open)).toBeNull();
    expect(findAudienceGap(createChannel('200'), thread, open)).toBeNull();
  });
});

describe('the readers of a channel', () => {
  const [team, staff] = ['101', '102'];

  test('are everybody, but for roles and members that are denied', () => {
    const guild = createGuild(ViewChannel, { [team]: 0n, [staff]: 0n });
    expect(findReaders(createChannel('10'), guild)).toEqual({
      isEveryone: true,
      roleIds: [],
      memberIds: [],
    });
    const channel = createChannel('10', {
      [team]: { deny: ViewChannel },
      2: { deny: ViewChannel },
      3: { allow: ViewChannel },
    });
    expect(findReaders(channel, guild)).toEqual({ isEveryone: true, roleIds: [team], memberIds: ['2'] });
  });

  test('are roles and members that are let in, administrators among them', () => {
    const guild = createGuild(ViewChannel, { [team]: 0n, [staff]: Administrator, 103: 0n });
    const channel = createChannel('10', {
      [guildId]: { deny: ViewChannel },
      [team]: { allow: ViewChannel },
      [ownerId]: { allow: ViewChannel },
      2: { allow: ViewChannel },
      3: { allow: ReadMessageHistory },
    });
    expect(findReaders(channel, guild)).toEqual({
      isEveryone: false,
      roleIds: [team, staff],
      memberIds: ['2'],
    });
  });

  test('of a voice channel must be able to connect', () => {
    const guild = createGuild(ViewChannel, { [team]: Connect });
    expect(findReaders(createChannel('10', {}, { isVoice: true }), guild)).toEqual({
      isEveryone: false,
      roleIds: [team],
      memberIds: [],
    });
  });
});
