/**
 * Discord's permission algorithm over plain values. Bit sets are decimal strings, as in Discord's API.
 * https://docs.discord.com/developers/topics/permissions#permission-overwrites
 */

const bits = {
  Administrator: 1n << 3n,
  ViewChannel: 1n << 10n,
  ReadMessageHistory: 1n << 16n,
  Connect: 1n << 20n,
  ManageThreads: 1n << 34n,
} as const;

const allPermissions = (1n << 64n) - 1n;

type RolePermissions = {
  readonly id: string;
  readonly permissions: string;
  /** The only member that can have it. */
  readonly botId?: string;
};

type PermissionOverwrite = {
  readonly id: string;
  readonly type: 'role' | 'member';
  readonly allow: string;
  readonly deny: string;
};

export type GuildPermissions = {
  readonly id: string;
  readonly ownerId: string;
  /** All roles, with @everyone, whose id is the server's. */
  readonly roles: readonly RolePermissions[];
};

export type MemberPermissions = {
  readonly id: string;
  readonly roleIds: readonly string[];
  readonly isTimedOut: boolean;
  /** The private threads that the member is in. */
  readonly threadIds: readonly string[];
};

/** A channel, or a thread with the overwrites, voice and age restriction of its parent. */
export type ChannelPermissions = {
  readonly id: string;
  readonly guildId: string;
  readonly isVoice: boolean;
  readonly isAgeRestricted: boolean;
  readonly isPrivateThread: boolean;
  readonly overwrites: readonly PermissionOverwrite[];
};

/** A member's permissions in a channel, as a bit set; `0n` if they cannot see it. */
export function computePermissions(
  member: MemberPermissions,
  channel: ChannelPermissions,
  guild: GuildPermissions,
): bigint {
  if (member.id === guild.ownerId) return allPermissions;
  const roles = guild.roles.filter(({ id }) => member.roleIds.includes(id) && id !== guild.id);
  const base = union([findEveryone(guild), ...roles].map(({ permissions }) => permissions));
  if (has(base, 'Administrator')) return allPermissions;

  const roleIds = new Set(roles.map(({ id }) => id));
  const steps = [
    channel.overwrites.filter(({ id }) => id === guild.id),
    channel.overwrites.filter(({ id }) => roleIds.has(id)),
    channel.overwrites.filter(({ id }) => id === member.id),
  ];
  const granted = steps.reduce(
    (permissions, overwrites) =>
      (permissions & ~union(overwrites.map(({ deny }) => deny))) |
      union(overwrites.map(({ allow }) => allow)),
    base,
  );
  const permissions = member.isTimedOut ? granted & (bits.ViewChannel | bits.ReadMessageHistory) : granted;
  if (!has(permissions, 'ViewChannel')) return 0n;
  const isShutOut =
    channel.isPrivateThread && !member.threadIds.includes(channel.id) && !has(permissions, 'ManageThreads');
  return isShutOut ? 0n : permissions;
}

/** Whether these permissions show new messages in a channel. A voice channel's chat also needs Connect. */
export function canSeeNewMessages(permissions: bigint, { isVoice }: ChannelPermissions): boolean {
  return toSeePermissions(isVoice).every(name => has(permissions, name));
}

type ReadPermission = 'ViewChannel' | 'Connect' | 'ReadMessageHistory';

/** Why some readers of a destination may not read a source. */
export type AudienceGap =
  | { readonly reason: 'other_guild' | 'private_thread' | 'age_restricted' }
  | {
      readonly reason: 'permission';
      /** What such a reader lacks in the source. */
      readonly missing: ReadPermission;
      /** The roles of such a reader beside @everyone: at most three. */
      readonly roleIds: readonly string[];
      /** Set only if such a reader must have an overwrite of their own. */
      readonly memberId: string | null;
    };

/**
 * Finds a reader of the destination who may not read the source's history; `null` if there cannot be one.
 *
 * A channel may always be shown in itself. Elsewhere Read Message History is required in the source only, because new
 * posts are seen without it. Covers every combination of roles, for members with and without an overwrite. Timeouts are
 * ignored: they are temporary, and would rule out every voice channel as a source. People with an overwrite of their own,
 * and bots with a role of their own, may get more roles than they have, but keep those, if they are known.
 *
 * @param known The ids of the roles of such members, by member.
 */
export function findAudienceGap(
  source: ChannelPermissions,
  destination: ChannelPermissions,
  guild: GuildPermissions,
  known: ReadonlyMap<string, readonly string[]> = new Map(),
): AudienceGap | null {
  if (source.guildId !== guild.id || destination.guildId !== guild.id) return { reason: 'other_guild' };
  if (source.id === destination.id) return null;
  // Members of a private thread can add others at any time.
  if (source.isPrivateThread) return { reason: 'private_thread' };
  if (source.isAgeRestricted && !destination.isAgeRestricted) return { reason: 'age_restricted' };
  if (has(BigInt(findEveryone(guild).permissions), 'Administrator')) return null;

  // Owner and administrators read everything.
  const roles = guild.roles.filter(
    ({ id, permissions }) => id !== guild.id && !has(BigInt(permissions), 'Administrator'),
  );
  const bots = guild.roles.flatMap(({ botId }) => botId ?? []);
  const named = [...source.overwrites, ...destination.overwrites]
    .filter(({ id, type }) => type === 'member' && id !== guild.ownerId)
    .map(({ id }) => id);
  const inDestination = toSeePermissions(destination.isVoice).map(name =>
    createWays(name, destination, guild),
  );
  const inSource = [...toSeePermissions(source.isVoice), 'ReadMessageHistory' as const].map(missing => ({
    missing,
    toWays: createWays(missing, source, guild),
  }));

  for (const memberId of [null, ...new Set([...named, ...bots])]) {
    const held = guild.roles.filter(({ id }) => memberId !== null && known.get(memberId)?.includes(id));
    if (held.some(({ permissions }) => has(BigInt(permissions), 'Administrator'))) continue;
    const possible = roles.filter(({ botId = memberId }) => botId === memberId);
    const holding = inDestination.map(toWays => toWays(memberId).holding);
    const gaps = inSource.flatMap(({ missing, toWays }) =>
      combine([toWays(memberId).lacking, ...holding]).flatMap(ways => {
        const roleIds = findRoles(ways, possible, held);
        return roleIds === null ? [] : [{ reason: 'permission' as const, missing, roleIds, memberId }];
      }),
    );
    const [simplest] = gaps.sort((a, b) => a.roleIds.length - b.roleIds.length);
    if (simplest) return simplest;
  }
  return null;
}

/** The people who can see new messages in a channel, except the owner: by role and by their own overwrite. */
export type Readers = {
  /** Whether members without a role can. */
  readonly isEveryone: boolean;
  /** Roles whose members can; if everyone can, roles whose members cannot. */
  readonly roleIds: readonly string[];
  /** Members with an overwrite of their own, in the same way. */
  readonly memberIds: readonly string[];
};

/** The readers of a channel. For a private thread this ignores who its members are. */
export function findReaders(channel: ChannelPermissions, guild: GuildPermissions): Readers {
  const open = { ...channel, isPrivateThread: false };
  const canSee = (id: string, roleIds: readonly string[]) =>
    canSeeNewMessages(
      computePermissions({ id, roleIds, isTimedOut: false, threadIds: [] }, open, guild),
      open,
    );
  const isEveryone = canSee('', []);
  return {
    isEveryone,
    roleIds: guild.roles
      .filter(({ id }) => id !== guild.id && canSee('', [id]) !== isEveryone)
      .map(({ id }) => id),
    memberIds: channel.overwrites
      .filter(({ id, type }) => type === 'member' && id !== guild.ownerId && canSee(id, []) !== isEveryone)
      .map(({ id }) => id),
  };
}

/**
 * One way to have or lack a permission: the member has no excluded role, and has a required one. If a set of roles
 * meets several ways at once, its required roles alone do too, so not every combination must be tried.
 */
type Way = {
  readonly excludes?: (role: RolePermissions) => boolean;
  readonly requires?: (role: RolePermissions) => boolean;
};

type Ways = { readonly holding: readonly Way[]; readonly lacking: readonly Way[] };

/** The ways to have and to lack one permission in a channel, by member; `null` is anyone without an overwrite. */
function createWays(
  name: ReadPermission,
  { overwrites }: ChannelPermissions,
  { id: everyoneId, roles }: GuildPermissions,
): (memberId: string | null) => Ways {
  const allowed = new Set(overwrites.filter(({ allow }) => has(BigInt(allow), name)).map(({ id }) => id));
  // Within one overwrite, allow wins.
  const denied = new Set(
    overwrites.filter(({ id, deny }) => has(BigInt(deny), name) && !allowed.has(id)).map(({ id }) => id),
  );
  const granted = new Set(
    roles.filter(({ permissions }) => has(BigInt(permissions), name)).map(({ id }) => id),
  );
  const isAllowed = ({ id }: RolePermissions) => allowed.has(id);
  const isDenied = ({ id }: RolePermissions) => denied.has(id);
  const isGranted = ({ id }: RolePermissions) => granted.has(id);

  const holding: Way[] = [{ requires: isAllowed }];
  const lacking: Way[] = [{ excludes: isAllowed, requires: isDenied }];
  if (denied.has(everyoneId)) {
    lacking.push({ excludes: isAllowed });
  } else if (allowed.has(everyoneId) || granted.has(everyoneId)) {
    holding.push({ excludes: isDenied });
  } else {
    holding.push({ excludes: isDenied, requires: isGranted });
    lacking.push({ excludes: role => isAllowed(role) || isGranted(role) });
  }
  return memberId => {
    if (memberId !== null && allowed.has(memberId)) return { holding: [{}], lacking: [] };
    if (memberId !== null && denied.has(memberId)) return { holding: [], lacking: [{}] };
    return { holding, lacking };
  };
}

/** A few roles with which a member meets all the ways at once, beside those that they have anyway. */
function findRoles(
  ways: readonly Way[],
  roles: readonly RolePermissions[],
  held: readonly RolePermissions[],
): readonly string[] | null {
  if (held.some(role => ways.some(({ excludes }) => excludes?.(role)))) return null;
  const requirements = ways
    .flatMap(({ requires }) => requires ?? [])
    .filter(requires => !held.some(role => requires(role)));
  if (requirements.length === 0) return [];
  const allowed = roles.filter(role => !ways.some(({ excludes }) => excludes?.(role)));
  const single = allowed.find(role => requirements.every(requires => requires(role)));
  if (single) return [single.id];
  const found = requirements.flatMap(requires => allowed.find(requires)?.id ?? []);
  return found.length === requirements.length ? [...new Set(found)] : null;
}

/** All combinations with one item of each list. */
function combine<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (chosen, list) => chosen.flatMap(items => list.map(item => [...items, item])),
    [[]],
  );
}

function toSeePermissions(isVoice: boolean): readonly ReadPermission[] {
  return isVoice ? ['ViewChannel', 'Connect'] : ['ViewChannel'];
}

function findEveryone({ id, roles }: GuildPermissions): RolePermissions {
  const everyone = roles.find(role => role.id === id);
  if (!everyone) throw new Error(`server ${id} without @everyone`);
  return everyone;
}

function has(permissions: bigint, name: keyof typeof bits): boolean {
  return (permissions & bits[name]) !== 0n;
}

function union(permissions: readonly string[]): bigint {
  return permissions.reduce((all, each) => all | BigInt(each), 0n);
}
