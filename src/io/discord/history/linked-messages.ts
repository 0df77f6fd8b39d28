import type { GuildTextBasedChannel } from 'discord.js';
import type { PrivacyStore } from '../../../app/store-ports.ts';
import { evaluateRules } from '../../../core/access-rules.ts';
import { findMessageLinks, type MessageLink } from '../../../core/conversation/discord.ts';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { type AccessSnapshot, checkAccess, takeSnapshot } from '../access/check-access.ts';
import { findChannel, toPermissionChannel } from '../access/places.ts';
import { fetchRecord, type ReadRecord } from './pages.ts';

/** The most messages that one reading fetches because others link to them. */
const maxFetched = 20;

/** What messages link to: which message each answers with its link, and the messages that were not read yet. */
type Linked = {
  readonly targetOf: ReadonlyMap<string, string>;
  readonly fetched: readonly ReadRecord[];
};

/**
 * Finds the messages to which these link, as if they replied to them. One of another channel only if everyone who can read the link can
 * read it: everybody who may see the summary may see it too.
 */
export async function findLinked(
  records: readonly ReadRecord[],
  { signal, privacy }: { readonly signal: AbortSignal; readonly privacy: PrivacyStore },
): Promise<Linked> {
  const known = new Set(records.map(({ record }) => record.id));
  const targetOf = new Map<string, string>();
  const wanted = new Map<string, { readonly here: GuildTextBasedChannel; readonly link: MessageLink }>();
  for (const { channel, record } of records.toReversed()) {
    // Replies and forwards have a target of their own.
    const [link] = record.message_reference ? [] : findMessageLinks(record.content);
    if (link?.guildId !== channel.guildId || compareSnowflakes(link.messageId, record.id) >= 0) continue;
    if (!known.has(link.messageId) && !wanted.has(link.messageId)) {
      if (wanted.size === maxFetched) continue;
      wanted.set(link.messageId, { here: channel, link });
    }
    targetOf.set(record.id, link.messageId);
  }
  let snapshot: Promise<AccessSnapshot> | null = null;
  const isOpen = async (here: GuildTextBasedChannel, there: GuildTextBasedChannel): Promise<boolean> => {
    if (here.id === there.id) return true;
    const kept = toPermissionChannel(there);
    const place = kept && { id: kept.id, categoryId: kept.parentId };
    const anybody = { roleIds: [], isManager: true };
    if (place === null || evaluateRules(await privacy.access(there.guildId), place, anybody)) return false;
    snapshot ??= takeSnapshot(here.client, here.guildId);
    return (await checkAccess(there, null, { privacy, postedIn: here, snapshot: await snapshot })) === null;
  };
  const fetched: ReadRecord[] = [];
  for (const { here, link } of wanted.values()) {
    const there = await findChannel(here.client, link.channelId);
    if (there === null || there.guildId !== here.guildId || !(await isOpen(here, there))) continue;
    const record = await fetchRecord(there, link.messageId, signal);
    // Its own summaries speak for nothing.
    if (record && record.author.id !== here.client.user.id) fetched.push({ channel: there, record });
  }
  return { targetOf, fetched };
}
