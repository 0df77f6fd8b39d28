/**
 * Discord's permission algorithm over plain values, for questions about people that the bot does not know.
 * https://docs.discord.com/developers/topics/permissions#permission-overwrites
 */

const bits = {
  Administrator: 1n << 3n,
  ViewChannel: 1n << 10n,
  ReadMessageHistory: 1n << 16n,
  Connect: 1n << 20n,
};
type Permission = keyof typeof bits;

type Role = {
  readonly id: string;
  readonly permissions: bigint;
  /** The only member that can have it. */
  readonly botId?: string;
};

type Overwrite = {
  readonly id: string;
  readonly type: 'role' | 'member';
  readonly allow: bigint;
  readonly deny: bigint;
};

export type GuildPermissions = {
  readonly id: string;
  readonly ownerId: string;
  /** All roles, with @everyone, whose id is the server's. */
  readonly roles: readonly Role[];
};

/** A channel, or a thread with the overwrites, voice and age restriction of its parent. */
export type ChannelPermissions = {
  readonly id: string;
  readonly guildId: string;
  readonly isVoice: boolean;
  readonly isAgeRestricted: boolean;
  readonly isPrivateThread: boolean;
  readonly overwrites: readonly Overwrite[];
};

/** Why some readers of a destination may not read a source. */
export type AudienceGap =
  | { readonly reason: 'other_guild' | 'private_thread' | 'age_restricted' }
  /** The member is set only if such a reader must have an overwrite or a role of their own. */
  | { readonly reason: 'permission'; readonly memberId: string | null };

/**
 * Finds a reader of the destination who may not read the source's history; null if there cannot be one.
 *
 * A channel may be shown in itself; elsewhere, only the source needs Read Message History. Covers every combination of roles.
 * Timeouts are ignored: they are temporary, and would rule out voice channels. Members may get more roles than `known`.
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

  const from = createView(source, guild, [...toSeePermissions(source), 'ReadMessageHistory']);
  const to = createView(destination, guild, toSeePermissions(destination));
  const named = [...source.overwrites, ...destination.overwrites].flatMap(({ id, type }) =>
    type === 'member' && id !== guild.ownerId ? [id] : [],
  );
  const bots = guild.roles.flatMap(({ botId }) => botId ?? []);
  const others = guild.roles.filter(({ id }) => id !== guild.id);
  // Administrators read everything.
  const possible = others.filter(({ permissions }) => (permissions & bits.Administrator) === 0n);
  const toState = (role: Role) => from.effectOf(role) | (to.effectOf(role) << maxEffectBits);
  const shared = toReachable(possible.filter(({ botId }) => botId === undefined).map(toState));
  for (const memberId of new Set([null, ...named, ...bots])) {
    const held = others.filter(({ id }) => memberId !== null && known.get(memberId)?.includes(id));
    if (held.some(role => !possible.includes(role))) continue;
    const start = held.reduce((state, role) => state | toState(role), 0);
    const own = possible.filter(({ botId }) => botId !== undefined && botId === memberId);
    const states = own.length === 0 ? shared : toReachable(own.map(toState), shared);
    const isGap = (state: number) =>
      to.hasAll((start | state) >> maxEffectBits, memberId) && !from.hasAll(start | state, memberId);
    if (states.some(isGap)) return { reason: 'permission', memberId };
  }
  return null;
}

/** Of three permissions: granted, allowed and denied. */
const maxEffectBits = 9;

/** The states of all sets of roles: that of a set has the bits of all of its roles. Far faster than to try each set. */
function toReachable(effects: readonly number[], known: readonly number[] = [0]): readonly number[] {
  const isReached = new Uint8Array(2 ** (2 * maxEffectBits));
  for (const state of known) isReached[state] = 1;
  const states = [...known];
  for (const effect of effects)
    if (isReached[effect] === 0)
      for (let index = 0, { length } = states; index < length; index += 1) {
        const state = (states[index] ?? 0) | effect;
        if (isReached[state] === 0) states.push(state);
        isReached[state] = 1;
      }
  return states;
}

/** The people who can see new messages in a channel, except the owner: by role and by their own overwrite. */
export type Readers = {
  readonly isEveryone: boolean;
  /** Roles whose members can; if everyone can, roles whose members cannot. */
  readonly roleIds: readonly string[];
  /** Members with an overwrite of their own, in the same way. */
  readonly memberIds: readonly string[];
};

/** The readers of a channel. For a private thread this ignores who its members are. */
export function findReaders(channel: ChannelPermissions, guild: GuildPermissions): Readers {
  const { effectOf, hasAll } = createView(channel, guild, toSeePermissions(channel));
  const isEveryone = hasAll(0, null);
  const canSee = (role: Role) =>
    (role.permissions & bits.Administrator) !== 0n || hasAll(effectOf(role), null);
  const members = channel.overwrites.filter(({ id, type }) => type === 'member' && id !== guild.ownerId);
  return {
    isEveryone,
    roleIds: guild.roles.flatMap(role =>
      role.id !== guild.id && canSee(role) !== isEveryone ? [role.id] : [],
    ),
    memberIds: members.flatMap(({ id }) => (hasAll(0, id) === isEveryone ? [] : [id])),
  };
}

/** Who has all of some permissions in a channel. Works on small numbers, because it is asked thousands of times. */
function createView(
  { overwrites }: ChannelPermissions,
  { id: everyoneId, roles }: GuildPermissions,
  wanted: readonly Permission[],
) {
  const all = (1 << wanted.length) - 1;
  const toMask = (permissions: bigint): number =>
    wanted.reduce((mask, name, index) => mask | ((permissions & bits[name]) === 0n ? 0 : 1 << index), 0);
  const byTarget = new Map(
    overwrites.map(({ id, allow, deny }) => [id, { allow: toMask(allow), deny: toMask(deny) }]),
  );
  const none = { allow: 0, deny: 0 };
  const { length } = wanted;
  const effectOf = ({ id, permissions }: Role): number => {
    const { allow, deny } = byTarget.get(id) ?? none;
    return toMask(permissions) | (allow << length) | (deny << (2 * length));
  };
  const everyoneRole = roles.find(({ id }) => id === everyoneId);
  if (!everyoneRole) throw new Error(`server ${everyoneId} without @everyone`);
  const isForAll = (everyoneRole.permissions & bits.Administrator) !== 0n;
  const everyone = byTarget.get(everyoneId) ?? none;
  const base = toMask(everyoneRole.permissions);
  return {
    /** What a role grants, allows and denies, as bits. */
    effectOf,
    /** For somebody who is no administrator, with the effects of their roles. */
    hasAll: (effect: number, memberId: string | null): boolean => {
      const own = (memberId === null ? undefined : byTarget.get(memberId)) ?? none;
      const theirs = { allow: (effect >> length) & all, deny: (effect >> (2 * length)) & all };
      let granted = base | (effect & all);
      for (const step of [everyone, theirs, own]) granted = (granted & ~step.deny) | step.allow;
      return isForAll || granted === all;
    },
  };
}

/** Who may not connect to a voice channel sees nothing written in it either. */
function toSeePermissions({ isVoice }: ChannelPermissions): readonly Permission[] {
  return isVoice ? ['ViewChannel', 'Connect'] : ['ViewChannel'];
}
