import { z } from 'zod';
import { snowflake, storedObject } from './stored.ts';

const sha256 = z.string().regex(/^[\da-f]{64}$/);
const id = z.string().min(1).max(100);

/** A token as stored. Its secret is never stored. */
export const apiTokenSchema = storedObject({
  tokenId: z.string().regex(/^[\da-f]{16}$/),
  guildId: snowflake,
  userId: snowflake,
  /** If given, only these channels and their threads. */
  channelIds: z.array(snowflake).max(100).exactOptional(),
  /** Of the secret, in hex. */
  secretHash: sha256,
  createdAt: z.iso.datetime(),
});

const refusalReasons = [
  'not_found',
  'not_allowed',
  'invalid',
  'nothing_to_read',
  'limit_reached',
  'busy',
  'unreadable_file',
  'unavailable',
] as const;

/** Why a request is refused, and a sentence for the person. */
export const refusalSchema = storedObject({
  ok: z.literal(false),
  reason: z.enum(refusalReasons),
  detail: z.string().max(10_000),
});

const common = { id, tokenId: id, references: z.boolean().nullable() };
/** A job of the API as stored: ids and, if it failed, a sentence. */
export const storedJobSchema = z.discriminatedUnion('status', [
  storedObject({ ...common, status: z.literal('running') }),
  storedObject({ ...common, status: z.literal('canceled') }),
  /** Null if the result is no stored summary. */
  storedObject({ ...common, status: z.literal('done'), summaryId: id.nullable() }),
  storedObject({ ...common, status: z.literal('failed'), refusal: refusalSchema.nullable() }),
]);

/** What an `Idempotency-Key` was used for; the hash is the one of the request. */
export const usedKeySchema = storedObject({ hash: sha256, jobId: id });
