export const channelRules = ['all', 'never', 'only'] as const;
export type ChannelRule = (typeof channelRules)[number];

/** What a server lets Footnote read, and for whom. */
export type AccessRules = {
  /** All channels, all but these, or only these; a category stands for its channels. */
  readonly channels: { readonly rule: ChannelRule; readonly ids: readonly string[] };
  /** The roles that may use it; none: everybody may. */
  readonly roleIds: readonly string[];
};

/** Where a server has set nothing. */
export const openRules: AccessRules = { channels: { rule: 'all', ids: [] }, roleIds: [] };

/** Where what a server has set cannot be read: only who manages it may use Footnote, on nothing. */
export const closedRules: AccessRules = { channels: { rule: 'only', ids: [] }, roleIds: ['unknown'] };

/** A channel with its category; of a thread, its parent and that one's. */
export type RuledChannel = { readonly id: string; readonly categoryId: string | null };

export type RuledPerson = { readonly roleIds: readonly string[]; readonly isManager: boolean };

/**
 * Why the rules keep Footnote from reading a channel for a person; null where they do not. Ids of channels and roles that
 * were deleted match nothing.
 */
export function judgeRules(
  { channels, roleIds }: AccessRules,
  channel: RuledChannel,
  person: RuledPerson,
): 'role_needed' | 'channel_excluded' | null {
  const isListed = [channel.id, channel.categoryId].some(id => id !== null && channels.ids.includes(id));
  const isRead = channels.rule === 'all' || isListed === (channels.rule === 'only');
  const mayUse = roleIds.length === 0 || person.isManager || person.roleIds.some(id => roleIds.includes(id));
  if (!mayUse) return 'role_needed';
  return isRead ? null : 'channel_excluded';
}
