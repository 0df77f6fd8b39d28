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
 * Finds a reader of the destination who may not read the source's history; `null` if there cannot be one.
 *
 * A channel may always be shown in itself. Elsewhere Read Message History is required in the source only, because new
 * posts are seen without it. Tries every combination of roles, for members with and without an overwrite. Timeouts are
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

  const toSee = toSeePermissions(destination);
  const from = createView(source, guild, [...toSeePermissions(source), 'ReadMessageHistory']);
  const to = createView(destination, guild, toSee);
  const named = [...source.overwrites, ...destination.overwrites].flatMap(({ id, type }) =>
    type === 'member' && id !== guild.ownerId ? [id] : [],
  );
  const bots = guild.roles.flatMap(({ botId }) => botId ?? []);
  const others = guild.roles.filter(({ id }) => id !== guild.id);
  for (const memberId of new Set([null, ...named, ...bots])) {
    const held = others.filter(({ id }) => memberId !== null && known.get(memberId)?.includes(id));
    const possible = others.filter(({ botId = memberId }) => botId === memberId);
    const alike = new Map(possible.map(role => [`${from.effectOf(role)} ${to.effectOf(role)}`, role]));
    const isGap = (roles: readonly Role[]) =>
      to.hasAll([...held, ...roles], memberId) && !from.hasAll([...held, ...roles], memberId);
    // A gap needs at most a role for each permission in the destination, and one that denies the source.
    if (someSubset([...alike.values()], toSee.length + 1, isGap)) return { reason: 'permission', memberId };
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
  const { hasAll } = createView(channel, guild, toSeePermissions(channel));
  const isEveryone = hasAll([], null);
  const members = channel.overwrites.filter(({ id, type }) => type === 'member' && id !== guild.ownerId);
  return {
    isEveryone,
    roleIds: guild.roles.flatMap(role =>
      role.id !== guild.id && hasAll([role], null) !== isEveryone ? [role.id] : [],
    ),
    memberIds: members.flatMap(({ id }) => (hasAll([], id) === isEveryone ? [] : [id])),
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
  const effects = new Map(
    roles.map(({ id, permissions }) => {
      const isAdministrator = (permissions & bits.Administrator) !== 0n;
      const { allow, deny } = byTarget.get(id) ?? none;
      const granted = toMask(permissions);
      const key = `${granted} ${allow} ${deny} ${isAdministrator}`;
      return [id, { granted, allow, deny, isAdministrator, key }] as const;
    }),
  );
  const everyone = effects.get(everyoneId);
  if (!everyone) throw new Error(`server ${everyoneId} without @everyone`);
  return {
    /** Equal for roles that make no difference to each other. */
    effectOf: ({ id }: Role) => effects.get(id)?.key,
    hasAll: (held: readonly Role[], memberId: string | null): boolean => {
      let { granted, isAdministrator } = everyone;
      let [allow, deny] = [0, 0];
      for (const { id } of held) {
        const effect = effects.get(id);
        if (!effect) continue;
        granted |= effect.granted;
        allow |= effect.allow;
        deny |= effect.deny;
        isAdministrator ||= effect.isAdministrator;
      }
      const own = (memberId === null ? undefined : byTarget.get(memberId)) ?? none;
      for (const step of [everyone, { allow, deny }, own]) granted = (granted & ~step.deny) | step.allow;
      return isAdministrator || granted === all;
    },
  };
}

/** Whether a set of at most `most` of these items is wanted; the smallest are tried first. */
function someSubset<T>(items: readonly T[], most: number, isWanted: (set: readonly T[]) => boolean): boolean {
  let sets: readonly { readonly chosen: readonly T[]; readonly next: number }[] = [{ chosen: [], next: 0 }];
  for (let size = 0; ; size += 1) {
    if (sets.some(({ chosen }) => isWanted(chosen))) return true;
    if (size === most) return false;
    sets = sets.flatMap(({ chosen, next }) =>
      items.slice(next).map((item, index) => ({ chosen: [...chosen, item], next: next + index + 1 })),
    );
  }
}

/** Who may not connect to a voice channel sees nothing written in it either. */
function toSeePermissions({ isVoice }: ChannelPermissions): readonly Permission[] {
  return isVoice ? ['ViewChannel', 'Connect'] : ['ViewChannel'];
}
