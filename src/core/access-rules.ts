import { z } from 'zod';
import { type Stored, storedObject } from './stored.ts';

export const channelRules = ['all', 'never', 'only'] as const;

const ids = z.array(z.string().max(200)).max(1_000);
/** The channels of a server that Footnote may read, and the roles that may use it. */
export const accessRulesSchema = storedObject({
  /** All channels, all except these, or only these; a category includes its channels. */
  channels: storedObject({ rule: z.enum(channelRules), ids }),
  /** The roles that may use Footnote; if empty, everyone may. */
  roleIds: ids,
});
export type AccessRules = Stored<typeof accessRulesSchema>;

/** For a server without settings. */
export const openRules: AccessRules = { channels: { rule: 'all', ids: [] }, roleIds: [] };

/** For a server whose settings cannot be read: only its managers may use Footnote, and it reads no channel. */
export const closedRules: AccessRules = { channels: { rule: 'only', ids: [] }, roleIds: ['unknown'] };

/** A channel and its category; for a thread, its parent and the parent's category. */
export type ChannelFacts = { readonly id: string; readonly categoryId: string | null };

/** Null for somebody who is no member of the server. */
export type PersonFacts = { readonly roleIds: readonly string[]; readonly isManager: boolean } | null;

export function mayUse({ roleIds }: AccessRules, person: PersonFacts): boolean {
  if (person === null) return false;
  return roleIds.length === 0 || person.isManager || person.roleIds.some(id => roleIds.includes(id));
}

/** Why the rules forbid reading a channel for a person; null if they allow it. Ids of deleted channels match nothing. */
export function evaluateRules(
  rules: AccessRules,
  channel: ChannelFacts,
  person: PersonFacts,
): 'role_needed' | 'channel_excluded' | null {
  const { channels } = rules;
  const isListed = [channel.id, channel.categoryId].some(id => id !== null && channels.ids.includes(id));
  const isRead = channels.rule === 'all' || isListed === (channels.rule === 'only');
  if (!mayUse(rules, person)) return 'role_needed';
  return isRead ? null : 'channel_excluded';
}
