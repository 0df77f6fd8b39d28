import { createHash } from 'node:crypto';
import type { APIMessage, APIUser } from 'discord.js';
import type { ProxySenders, SpeakerRules } from '../../../app/ports.ts';
import { isWebhookAuthor, toOptOutIds, toWebhookAuthorId } from '../../../core/conversation/message.ts';
import { toAuthorName } from '../../../core/conversation/text.ts';

/** Their webhooks post what members wrote. Other applications are named by each server. */
const pluralKit = '466378653216014359';
const tupperbox = '431544605209788416';

/** What a message says of its author. */
type AuthorRecord = Pick<APIMessage, 'id'> &
  Partial<Pick<APIMessage, 'webhook_id' | 'application_id'>> & {
    readonly author: Pick<APIUser, 'id' | 'username'> & Partial<Pick<APIUser, 'bot'>>;
  };

export const membersOnly: SpeakerRules = { bots: 'leave-out', webhooks: [], senders: null };

/** Who speaks in a message: a person, also through a webhook; a bot or feed that is read; or one that is left out. */
export type Speaker = 'member' | 'webhook' | 'feed' | 'bot';

/** A webhook posts under a name of its own; an app's answers to commands have its own id in place of a webhook's. */
function isWebhookPost({ webhook_id, application_id }: AuthorRecord): boolean {
  return webhook_id !== undefined && webhook_id !== application_id;
}

export function toSpeaker(
  record: AuthorRecord,
  { bots, webhooks }: SpeakerRules,
  ownId: string | undefined,
): Speaker {
  const { author, application_id = '', webhook_id } = record;
  if (author.bot !== true && webhook_id === undefined) return 'member';
  // Its own summaries are never summarized.
  if (bots === 'leave-out' || author.id === ownId || application_id === ownId) return 'bot';
  const isPerson =
    isWebhookPost(record) &&
    [pluralKit, tupperbox, ...webhooks].some(id => id === application_id || id === webhook_id);
  if (isPerson) return 'webhook';
  return bots === 'everything' ? 'feed' : 'bot';
}

/**
 * The author of a message. Behind a webhook it is the shown name, and the member who wrote it if that was looked up. Letter
 * case and invisible letters make no other name: PluralKit adds some.
 */
export function toAuthorId(record: AuthorRecord, senderOf: ProxySenders['known'] = () => undefined): string {
  const { id, author, webhook_id = '' } = record;
  if (!isWebhookPost(record)) return author.id;
  const name = toAuthorName(author.username).normalize('NFKC').toLowerCase();
  const plain = name.replace(/[\s\p{Default_Ignorable_Code_Point}\p{M}]+/gu, '');
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 16);
  return toWebhookAuthorId(webhook_id, hash, senderOf(id));
}

/** As many as one reading asks for; at eight a second it takes a minute. */
const maxLookups = 500;

/** Whether PluralKit is to say who wrote a message. */
export function isLookedUp(record: AuthorRecord, { senders }: SpeakerRules): boolean {
  return senders !== null && isWebhookPost(record) && record.application_id === pluralKit;
}

/** Asks who wrote these; the ids of those for which nobody could say. */
export async function findUnknownSenders(
  records: readonly AuthorRecord[],
  { senders }: SpeakerRules,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const unknown = new Set<string>();
  let left = maxLookups;
  await Promise.all(
    records.map(async ({ id }) => {
      if (senders === null || senders.known(id) !== undefined) return;
      left -= 1;
      if (left < 0 || (await senders.find(id, signal)) === null) unknown.add(id);
    }),
  );
  signal.throwIfAborted();
  return unknown;
}

/** The author id under which somebody may opt out what a webhook posts in their name; null if no webhook posted it. */
export function toOptOutName(record: AuthorRecord): string | null {
  const id = toAuthorId(record);
  return isWebhookAuthor(id) ? (toOptOutIds(id)[0] ?? null) : null;
}
