import { createHash } from 'node:crypto';
import type { APIMessage, APIUser } from 'discord.js';
import type { ProxySenders, SpeakerRules } from '../../../app/store-ports.ts';
import { isWebhookAuthor, toOptOutIds, toWebhookAuthorId } from '../../../core/conversation/message.ts';
import { toAuthorName } from '../../../core/conversation/text.ts';

/** Their webhooks post what members wrote. Other applications are named by each server. */
const pluralKit = '466378653216014359';
const tupperbox = '431544605209788416';

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

/** Whether the bot wrote it, itself or through a webhook. */
export function isOwnPost({ author, application_id }: AuthorRecord, ownId: string | undefined): boolean {
  return ownId !== undefined && (author.id === ownId || application_id === ownId);
}

export function toSpeaker(
  record: AuthorRecord,
  { bots, webhooks }: SpeakerRules,
  ownId: string | undefined,
): Speaker {
  const { author, application_id = '', webhook_id } = record;
  if (author.bot !== true && webhook_id === undefined) return 'member';
  if (bots === 'leave-out' || isOwnPost(record, ownId)) return 'bot';
  const isPerson =
    isWebhookPost(record) &&
    [pluralKit, tupperbox, ...webhooks].some(id => id === application_id || id === webhook_id);
  if (isPerson) return 'webhook';
  return bots === 'everything' ? 'feed' : 'bot';
}

/** The author of a message; behind a webhook, the shown name and the member if looked up. PluralKit adds cases and invisible letters. */
export function toAuthorId(record: AuthorRecord, senderOf: ProxySenders['known'] = () => undefined): string {
  const { id, author, webhook_id = '' } = record;
  if (!isWebhookPost(record)) return author.id;
  const name = toAuthorName(author.username).normalize('NFKC').toLowerCase();
  const plain = name.replace(/[\s\p{Default_Ignorable_Code_Point}\p{M}]+/gu, '');
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 16);
  return toWebhookAuthorId(webhook_id, hash, senderOf(id) ?? undefined);
}

/** As many as are asked for at once. */
const maxLookups = 500;

/** Asks who wrote what PluralKit posted of these; the ids of those for which nobody could say before the deadline. */
export async function findUnknownSenders(
  records: readonly AuthorRecord[],
  { senders }: SpeakerRules,
  signal: AbortSignal,
  deadline: AbortSignal,
): Promise<ReadonlySet<string>> {
  const unknown = new Set<string>();
  if (senders === null) return unknown;
  const both = AbortSignal.any([signal, deadline]);
  const posted = records.filter(each => isWebhookPost(each) && each.application_id === pluralKit);
  let left = maxLookups;
  await Promise.all(
    posted.map(async ({ id }) => {
      let sender = senders.known(id);
      if (sender === undefined && left > 0) {
        left -= 1;
        sender = await senders.find(id, both).catch((error: unknown) => {
          if (!deadline.aborted) throw error;
          return null;
        });
      }
      if (typeof sender !== 'string') unknown.add(id);
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
