import { z } from 'zod';
import type { JobRecord } from '../../app/jobs/ports.ts';
import type { Feedback, PostedSummary, StoredSummary } from '../../app/ports.ts';
import { type AccessRules, channelRules } from '../../core/access-rules.ts';
import { parseSerializedSummary, serializeSummary } from '../../core/claims/serialized-summary.ts';
import { details } from '../../core/claims/summary.ts';
import { type Digest, digestSchema } from '../../core/digests/digest.ts';
import { type GuildSettings, guildSettingsSchema } from '../../core/settings.ts';
import { storedObject, toWrapping, withWrapping } from '../../core/stored-object.ts';
import { isZone } from '../../core/time.ts';

/** The version of all records; other versions are not read. Summaries have their own version inside. */
const version = z.literal(1);
const id = z.string().max(200);
const words = z.string().max(10_000);

export const place = storedObject({ channelId: id, messageId: id });

export const storedRequest = storedObject({
  detail: z.enum(details),
  language: words.exactOptional(),
  focus: words.exactOptional(),
  messages: z.int().nonnegative().exactOptional(),
  since: words.exactOptional(),
  threadOf: place.exactOptional(),
  checkOf: place.exactOptional(),
  categoryId: id.exactOptional(),
  digestId: id.exactOptional(),
});

const storedSummary = storedObject({
  version,
  summary: z.unknown().transform(parseSerializedSummary),
  request: storedRequest,
  requesterId: id,
  guildId: id.nullable(),
  channelId: id,
  places: z.record(id, id).exactOptional(),
  createdAt: z.iso.datetime({ offset: true }),
  sharedAs: place.exactOptional(),
  answeredAs: place.exactOptional(),
  isDirect: z.literal(true).exactOptional(),
  locale: z.string().max(20).exactOptional(),
  needsReview: z.literal(true).exactOptional(),
  isOutdated: z.literal(true).exactOptional(),
  traceId: id.exactOptional(),
  isDeleted: z.literal(true).exactOptional(),
});

export function toSummaryRecord(stored: StoredSummary): object {
  return { version: version.value, ...stored, summary: serializeSummary(stored.summary) };
}

export function parseSummaryRecord(value: unknown): StoredSummary | null {
  const read = storedSummary.safeParse(value);
  if (!read.success) return null;
  const { version: _, summary, ...rest } = read.data;
  return summary && { summary, ...rest };
}

const made = storedObject({ createdAt: z.iso.datetime({ offset: true }) });

/** When a record's summary was made, in milliseconds, without reading the rest; null if unknown. */
export function toMadeAtMs(value: unknown): number | null {
  const read = made.safeParse(value);
  return read.success ? Date.parse(read.data.createdAt) : null;
}

const feedback = storedObject({
  version,
  feedback: z
    .array(
      storedObject({
        personId: id,
        isHelpful: z.boolean(),
        reason: words.exactOptional(),
        at: z.iso.datetime({ offset: true }),
      }),
    )
    .max(100_000),
});

/** The feedback on a summary that was made at `createdAt`. */
export function toFeedbackRecord(given: readonly Feedback[], createdAt: string): object {
  return { version: version.value, feedback: given, createdAt };
}

export function parseFeedbackRecord(value: unknown): readonly Feedback[] | null {
  return feedback.safeParse(value).data?.feedback ?? null;
}

const citing = storedObject({ version, summaryIds: z.array(id).max(10_000) });

/** The summaries that cite a message; the latest is from `createdAt`. */
export function toCitingRecord(summaryIds: readonly string[], createdAt: string): object {
  return { version: version.value, summaryIds, createdAt };
}

export function parseCitingRecord(value: unknown): readonly string[] | null {
  return citing.safeParse(value).data?.summaryIds ?? null;
}

const keyIds = storedObject({ version, keyIds: z.array(id).max(100) });

/** The ids of the keys that stored values may be encrypted with. */
export function toKeyIdsRecord(ids: readonly string[]): object {
  return { version: version.value, keyIds: ids };
}

export function parseKeyIdsRecord(value: unknown): readonly string[] | null {
  return keyIds.safeParse(value).data?.keyIds ?? null;
}

const instant = z.iso.datetime();
const job = storedObject({
  version,
  dueAt: instant,
  attempt: z.int().nonnegative(),
  claim: storedObject({ token: id, since: instant, until: instant }).nullable(),
  isMoved: z.boolean(),
});

export function toJobRecord(record: JobRecord): object {
  return { version: version.value, ...record };
}

export function parseJobRecord(value: unknown): JobRecord | null {
  const read = job.safeParse(value);
  if (!read.success) return null;
  const { version: _, ...rest } = read.data;
  return rest;
}

const digest = storedObject({ version, digest: digestSchema });

export function toDigestRecord(value: Digest): object {
  return { ...toWrapping(value), version: version.value, digest: value };
}

export function parseDigestRecord(value: unknown): Digest | null {
  const read = digest.safeParse(value);
  if (!read.success) return null;
  const { version: _, digest: own, ...others } = read.data;
  return withWrapping(own, others);
}

const guild = storedObject({ version, guildId: id });

/** Marks a server with stored records. */
export function toGuildRecord(guildId: string): object {
  return { version: version.value, guildId };
}

export function parseGuildRecord(value: unknown): string | null {
  return guild.safeParse(value).data?.guildId ?? null;
}

const zone = storedObject({ version, zone: z.string().max(100).refine(isZone) });

export function toZoneRecord(name: string): object {
  return { version: version.value, zone: name };
}

/** Null too for a zone that this runtime no longer knows. */
export function parseZoneRecord(value: unknown): string | null {
  return zone.safeParse(value).data?.zone ?? null;
}

const settings = guildSettingsSchema.omit({ zone: true }).extend({ version });

/** All settings except the zone, which is stored with the zones of people. */
export function toSettingsRecord({ zone: _, ...others }: GuildSettings): object {
  return { version: version.value, ...others };
}

export function parseSettingsRecord(value: unknown): GuildSettings | null {
  const read = settings.safeParse(value);
  if (!read.success) return null;
  const { version: _, ...others } = read.data;
  return others;
}

export function toOptOutRecord(): object {
  return { version: version.value, optedOut: true };
}

/** A damaged record still means that the person opted out. */
export function parseOptOutRecord(): true {
  return true;
}

const access = storedObject({
  version,
  channels: storedObject({ rule: z.enum(channelRules), ids: z.array(id).max(1_000) }),
  roleIds: z.array(id).max(1_000),
});

export function toAccessRecord(rules: AccessRules): object {
  return { version: version.value, ...rules };
}

export function parseAccessRecord(value: unknown): AccessRules | null {
  const read = access.safeParse(value);
  if (!read.success) return null;
  const { version: _, ...rules } = read.data;
  return rules;
}

const asked = storedObject({ requesterId: id, summary: storedObject({ summary: storedObject({ id }) }) });

/** The person who asked for a summary, without reading the rest. */
export function parseAskedRecord(value: unknown): Asked | null {
  const read = asked.safeParse(value).data;
  return read ? { requesterId: read.requesterId, summaryId: read.summary.summary.id } : null;
}

const posted = storedSummary
  .pick({ createdAt: true, sharedAs: true, answeredAs: true, isOutdated: true, isDeleted: true })
  .extend({ summary: storedObject({ summary: storedObject({ id }) }) });

/** Whether a summary has posts, without reading the rest. */
export function parsePostedRecord(value: unknown): PostedSummary | 'unposted' | null {
  const read = posted.safeParse(value).data;
  if (!read) return null;
  const { summary, createdAt, sharedAs, answeredAs, isOutdated, isDeleted } = read;
  const hasPendingChanges = isOutdated === true || isDeleted === true;
  if (sharedAs === undefined && answeredAs === undefined && !hasPendingChanges) return 'unposted';
  return { summaryId: summary.summary.id, createdAt, hasPendingChanges };
}

export type Asked = { readonly requesterId: string; readonly summaryId: string };

const runs = storedObject({ version, runs: z.int().nonnegative() });

export function toRunsRecord(count: number): object {
  return { version: version.value, runs: count };
}

export function parseRunsRecord(value: unknown): number | null {
  return runs.safeParse(value).data?.runs ?? null;
}
