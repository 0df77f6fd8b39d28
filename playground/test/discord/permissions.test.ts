import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { ALL_PERMISSIONS, toChannelPermissions } from '../../src/discord/permissions.ts';
import type { Channel, Guild, Member, Overwrite } from '../../src/discord/state.ts';

const VIEW = Flags.ViewChannel;
const SEND = Flags.SendMessages;
const READ = Flags.ReadMessageHistory;

function toGuild(everyone: bigint, roles: Readonly<Record<string, bigint>> = {}): Guild {
  const all = Object.entries({ g: everyone, ...roles });
  return {
    id: 'g',
    name: 'g',
    ownerId: 'owner',
    locale: 'en-US',
    createdAtMs: 0,
    botAdded: new Map(),
    members: new Map(),
    roles: new Map(
      all.map(([id, permissions], position) => [
        id,
        { id, name: id, permissions, position, isMentionable: false, botId: null },
      ]),
    ),
  };
}

function toMember(
  userId: string,
  roles: readonly string[] = [],
  timedOutUntilMs: number | null = null,
): Member {
  return { userId, nick: null, roles: new Set(roles), joinedAtMs: 0, timedOutUntilMs };
}

function toChannel(...overwrites: readonly Overwrite[]): Channel {
  return {
    id: 'c',
    guildId: 'g',
    type: 0,
    name: 'c',
    topic: null,
    parentId: null,
    position: 0,
    overwrites: new Map(overwrites.map(one => [one.id, one])),
    recipientIds: [],
    tags: [],
    thread: null,
    lastMessageId: null,
  };
}

const forRole = (id: string, allow: bigint, deny: bigint): Overwrite => ({ id, kind: 'role', allow, deny });
const forMember = (id: string, allow: bigint, deny: bigint): Overwrite => ({
  id,
  kind: 'member',
  allow,
  deny,
});

it('adds up what everyone and each role of a member grant', () => {
  const guild = toGuild(VIEW, { writer: SEND, reader: READ });
  expect(toChannelPermissions(guild, toMember('u', ['writer', 'reader']), toChannel(), 0)).toBe(
    VIEW | SEND | READ,
  );
});

it('lets the owner and administrators do everything, also what a channel denies', () => {
  const guild = toGuild(VIEW, { admin: Flags.Administrator });
  const closed = toChannel(forRole('g', 0n, VIEW), forMember('owner', 0n, VIEW), forMember('u', 0n, VIEW));
  expect(toChannelPermissions(guild, toMember('owner'), closed, 0)).toBe(ALL_PERMISSIONS);
  expect(toChannelPermissions(guild, toMember('u', ['admin']), closed, 0)).toBe(ALL_PERMISSIONS);
});

it('asks the overwrite of everyone first, then those of roles, then that of the member', () => {
  const guild = toGuild(VIEW | SEND | READ, { muted: 0n });
  const channel = toChannel(forRole('g', 0n, SEND), forRole('muted', SEND, READ), forMember('u', READ, SEND));
  expect(toChannelPermissions(guild, toMember('x'), channel, 0)).toBe(VIEW | READ);
  expect(toChannelPermissions(guild, toMember('x', ['muted']), channel, 0)).toBe(VIEW | SEND);
  expect(toChannelPermissions(guild, toMember('u', ['muted']), channel, 0)).toBe(VIEW | READ);
});

it('takes the roles of a member together: what one allows outweighs what another denies', () => {
  const guild = toGuild(VIEW, { a: 0n, b: 0n });
  const channel = toChannel(forRole('a', 0n, SEND), forRole('b', SEND, 0n));
  expect(toChannelPermissions(guild, toMember('u', ['a', 'b']), channel, 0)).toBe(VIEW | SEND);
});

it('denies everything implicitly where a channel cannot be viewed', () => {
  const guild = toGuild(VIEW | SEND | READ);
  expect(toChannelPermissions(guild, toMember('u'), toChannel(forRole('g', 0n, VIEW)), 0)).toBe(0n);
});

it('leaves a timed out member only viewing and reading, until the time is over', () => {
  const guild = toGuild(VIEW | SEND | READ);
  const member = toMember('u', [], 1000);
  expect(toChannelPermissions(guild, member, toChannel(), 999)).toBe(VIEW | READ);
  expect(toChannelPermissions(guild, member, toChannel(), 1000)).toBe(VIEW | SEND | READ);
});
