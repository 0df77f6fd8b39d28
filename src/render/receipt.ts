import {
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import { toCitedMessages, toClaimIds, toCounts } from '../core/claims/footnotes.ts';
import type { Summary } from '../core/claims/summary.ts';
import { findMessageLinks } from '../core/conversation/discord.ts';
import { isWebhookAuthor } from '../core/conversation/message.ts';

/** Signs receipts for an installation. The first key signs; receipts of the others are still its own. */
export type ReceiptSigner = {
  /** 32 bytes in base64url, as in receipts. */
  readonly publicKeys: readonly string[];
  readonly sign: (text: string) => string;
};

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param secrets At least one; the first is in use. */
export function createReceiptSigner(secrets: readonly KeyObject[]): ReceiptSigner {
  const toKey = (secret: KeyObject) => {
    const seed = Buffer.from(hkdfSync('sha256', secret, '', 'footnote receipts', 32));
    return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  };
  const keys = secrets.map(toKey);
  const [current] = keys;
  if (current === undefined) throw new Error('a signer needs a key');
  return {
    publicKeys: keys.map(each => String(createPublicKey(each).export({ format: 'jwk' }).x)),
    sign: text => sign(null, Buffer.from(text), current).toString('base64url'),
  };
}

/** What is known of a message when it is hashed. `author` is an id where the source has one, else a name. */
type HashedMessage = { readonly author: string; readonly time: string; readonly text: string };

/** The hash of a message with the salt of its receipt: of the salt and a line of JSON, without the votes of polls. */
function hashMessage(salt: string, { author, time, text: whole }: HashedMessage): string {
  const text = whole.replace(/^\[poll: .*\]$/gm, poll => poll.replace(/ \(\d+\)(?= \/ |\]$)/g, ''));
  return hash('sha256', `${salt}${JSON.stringify({ author, time, text })}`);
}

const id = z.string().min(1).max(200);
const key = z.string().regex(/^[\w-]{43}$/);
const receiptSchema = z.object({
  footnote_receipt: z.literal(1),
  summary_id: z.string(),
  made_at: z.iso.datetime(),
  source: z.object({ type: z.string(), guild_id: z.string().nullable(), title: z.string() }),
  /** A model wrote the claims; with Highlights, they are quotes. */
  written_by: z.object({ engine: z.string(), model: z.string().nullable() }),
  checked_by: z.string().nullable(),
  salt: z.string().min(16),
  /** Without a channel: those of a chat that has no addresses. */
  messages: z.array(z.object({ id, channel_id: id.nullable(), hash: z.string().regex(/^[\da-f]{64}$/) })),
  claims: z.array(
    z.object({
      text: z.string(),
      kind: z.string(),
      status: z.string(),
      /** Somebody whom it cites disputes it. Not in the first receipts. */
      disputed: z.boolean().default(false),
      messages: z.array(id).min(1),
    }),
  ),
  removed_claims: z.int().nonnegative(),
  key,
  signature: z.string(),
});
export type Receipt = Readonly<z.output<typeof receiptSchema>>;

type ReceiptInput = { readonly summary: Summary; readonly createdAt: string };

/** A signed file of the claims of a summary and hashes of the messages behind them, with a final newline. */
export function toReceipt({ summary, createdAt }: ReceiptInput, signer: ReceiptSigner): string {
  const { source, engine, claims } = summary;
  const salt = randomBytes(16).toString('base64url');
  const signed = claims.map(claim => ({
    text: claim.text,
    kind: claim.kind,
    status: claim.status,
    disputed: claim.disputes !== undefined,
    messages: [...new Set(toClaimIds(claim, summary))],
  }));
  const cited = new Set(signed.flatMap(({ messages }) => messages));
  const byId = new Map(toCitedMessages(summary).map(message => [message.messageId, message]));
  const body: Omit<Receipt, 'signature'> = {
    footnote_receipt: 1,
    summary_id: summary.id,
    made_at: new Date(createdAt).toISOString(),
    source: { type: source.type, guild_id: source.guildId ?? null, title: source.title },
    written_by: { engine: engine.name, model: engine.model ?? null },
    checked_by: engine.judge ?? null,
    salt,
    messages: [...byId.values()]
      .filter(({ messageId }) => cited.has(messageId))
      .map(({ messageId, authorId, sender, time, text, url = '' }) => ({
        id: messageId,
        // A thread's first message lies in the channel above it.
        channel_id: findMessageLinks(url)[0]?.channelId ?? null,
        hash: hashMessage(salt, {
          author: authorId === undefined || isWebhookAuthor(authorId) ? sender : authorId,
          time,
          text,
        }),
      })),
    claims: signed.filter(({ messages }) => messages.length > 0),
    removed_claims: toCounts(summary).dropped,
    key: signer.publicKeys[0] ?? '',
  };
  return `${serialize({ ...body, signature: signer.sign(JSON.stringify(body)) })}\n`;
}

function serialize(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Why a text is no receipt: it is cut or something else, was changed after it was signed, or is written in another way. */
type ReceiptProblem = 'cut' | 'other' | 'forged' | 'rewritten';

/** Reads a receipt and checks its signature, not whose key it is. */
export function parseReceipt(text: string): Receipt | ReceiptProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.includes('"footnote_receipt"') ? 'cut' : 'other';
  }
  const { data } = receiptSchema.safeParse(value);
  if (data === undefined) return 'other';
  // The signature covers all other fields as they are in the file, without its spaces.
  const { signature, ...body } = value as Receipt;
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: data.key }, format: 'jwk' });
  const isGenuine = verify(
    null,
    Buffer.from(JSON.stringify(body)),
    publicKey,
    Buffer.from(signature, 'base64url'),
  );
  if (!isGenuine) return 'forged';
  // A reader sees both of two fields of one name, a parser only the last.
  return text.replaceAll('\r\n', '\n').trimEnd() === serialize(value) ? data : 'rewritten';
}

/** What became of a message, or of a claim: the worst of its messages. */
const receiptStates = ['unchanged', 'changed', 'missing'] as const;
export type ReceiptState = (typeof receiptStates)[number];

/** A message that was read again, with both names that its author may have in a receipt. */
export type ReadAgain = Omit<HashedMessage, 'author'> & {
  readonly id: string;
  readonly authors: readonly string[];
};

/** Compares a receipt with the messages as they are now. */
export function compareReceipt({ salt, messages, claims }: Receipt, read: readonly ReadAgain[]) {
  const ids = new Set(read.map(({ id: own }) => own));
  const hashes = new Set(
    read.flatMap(({ authors, ...rest }) => authors.map(author => hashMessage(salt, { author, ...rest }))),
  );
  const states = new Map(
    messages.map(({ id: own, hash: stored }): [string, ReceiptState] => [
      own,
      hashes.has(stored) ? 'unchanged' : ids.has(own) ? 'changed' : 'missing',
    ]),
  );
  return claims.map(({ messages: cited, ...claim }) => {
    const stateOf = (own: string) => states.get(own) ?? 'missing';
    const state = receiptStates.findLast(each => cited.some(own => stateOf(own) === each)) ?? 'missing';
    return { ...claim, state, broken: cited.filter(own => stateOf(own) !== 'unchanged') };
  });
}
