import { z } from 'zod';
import type { PostedSummary, StoredId, StoredSummary, SummaryStore } from '../../../app/ports.ts';
import { toCitedIds, toPersonIds } from '../../../core/claims/footnotes.ts';
import { parseSerializedSummary, serializeSummary } from '../../../core/claims/serialized-summary.ts';
import { storedFieldsSchema } from '../../../core/claims/stored-summary.ts';
import { compare } from '../../../core/order.ts';
import { numberSettings } from '../../../core/settings.ts';
import { storedObject } from '../../../core/stored-object.ts';
import { createFieldFormat, createFormat, guildFormat } from '../formats.ts';
import type { Records, ToRetention } from '../records.ts';
import type { Indexed, SourceIndex } from '../source-index.ts';

const fieldsFormat = createFormat(storedFieldsSchema);
const summaryFormat = createFieldFormat('summary', z.unknown());

function toSummaryRecord({ summary, ...fields }: StoredSummary): object {
  return { ...fieldsFormat.toRecord(fields), summary: serializeSummary(summary) };
}

export function parseSummaryRecord(record: unknown): StoredSummary | null {
  const fields = fieldsFormat.parse(record);
  const summary = fields && parseSerializedSummary(summaryFormat.parse(record));
  return summary && { ...fields, summary };
}

const id = z.string().max(200);
const named = storedObject({ summary: storedObject({ summary: storedObject({ id }) }) });
const asked = named.extend({ requesterId: id });

type Asked = { readonly requesterId: string; readonly summaryId: string };

/** The person who asked for a summary, without reading the rest. */
export function parseAskedRecord(record: unknown): Asked | null {
  const { data } = asked.safeParse(record);
  return data ? { requesterId: data.requesterId, summaryId: data.summary.summary.id } : null;
}

const posted = storedFieldsSchema
  .pick({ createdAt: true, sharedAs: true, answeredAs: true, isOutdated: true, isDeleted: true })
  .extend(named.shape);

/** Whether a summary has posts, without reading the rest. */
export function parsePostedRecord(record: unknown): PostedSummary | 'unposted' | null {
  const { data } = posted.safeParse(record);
  if (!data) return null;
  const { summary, createdAt, sharedAs, answeredAs, isOutdated, isDeleted } = data;
  const hasPendingChanges = isOutdated === true || isDeleted === true;
  if (sharedAs === undefined && answeredAs === undefined && !hasPendingChanges) return 'unposted';
  return { summaryId: summary.summary.id, createdAt, hasPendingChanges };
}

type SummaryRecords = {
  /** The summaries of a server, or of direct messages. */
  readonly of: (guildId: string | null) => Records<StoredSummary>;
  /** The people who asked for them. */
  readonly askedOf: (guildId: string) => Records<Asked>;
  /** The posts of summaries, and pending changes to them. */
  readonly postedOf: (guildId: string) => Records<PostedSummary | 'unposted'>;
  /** The server of each summary sent by direct message, because the message does not name it. */
  readonly direct: Records<string>;
  /** The servers with stored records. */
  readonly guilds: Records<string>;
  readonly index: SourceIndex;
  /** How long the summaries of a server are stored, from their creation. */
  readonly toRetention: ToRetention;
  /** The time in milliseconds. */
  readonly now: () => number;
  readonly storedGuildIds: SummaryStore['storedGuildIds'];
  /** Erases a server's other records. */
  readonly erased: (guildId: string) => Promise<void>;
  /** Erases the other records of a removed summary. */
  readonly removed: (guildId: string | null, summaryId: string) => Promise<void>;
};

/** A server may extend the retention at any moment. */
const longestMs = numberSettings.retentionDays.max * 24 * 3_600_000;

/** Summaries, stored as long as their server wants now, not as it wanted when they were made. */
export function createSummaryStore(records: SummaryRecords): SummaryStore {
  const { of, askedOf, postedOf, direct, guilds, index, toRetention, now, erased, removed } = records;
  const { storedGuildIds } = records;
  const read = async (guildId: string | null, summaryId: string): Promise<StoredSummary | null> => {
    const found = await of(guildId).get(summaryId);
    if (guildId === null && found === null) {
      const ownGuildId = await direct.get(summaryId);
      return ownGuildId === null ? null : read(ownGuildId, summaryId);
    }
    if (found?.guildId !== guildId || found.summary.id !== summaryId) return null;
    // The server may have shortened the retention since the summary was stored.
    const isOver = Date.parse(found.createdAt) + (await toRetention(guildId)).keptMs <= now();
    if (isOver) await of(guildId).remove(summaryId);
    return isOver ? null : found;
  };

  // A summary that is stored again, for example because it was shared, expires at the same time as before.
  const toLeftMs = async ({ createdAt, guildId }: StoredSummary) =>
    Date.parse(createdAt) + (await toRetention(guildId)).keptMs - now();

  return {
    async rewrite(summary) {
      const { guildId } = summary;
      const left = await toLeftMs(summary);
      if (left <= 0) return;
      const ids = [summary.summary.id];
      // Its sources are noted first, as with a new one; without a summary they would be data of nobody.
      if ((await of(guildId).get(...ids)) === null) return;
      if (guildId !== null) await index.note(guildId, [toIndexedSummary(summary)]);
      const after = toSummaryRecord(summary);
      await of(guildId).update(ids, current => (current === null ? null : after), left);
    },
    async put(summary) {
      const { guildId } = summary;
      const left = await toLeftMs(summary);
      if (left <= 0) return;
      // First, because the records of an unknown server could not be found after the bot leaves it.
      if (guildId !== null) await guilds.put([guildId], guildFormat.toRecord(guildId));
      if (guildId !== null && summary.isDirect)
        await direct.put([summary.summary.id], guildFormat.toRecord(guildId), longestMs);
      // Before the summary: its sources may be deleted at any moment from now on.
      if (guildId !== null) await index.note(guildId, [toIndexedSummary(summary)]);
      await of(guildId).put([summary.summary.id], toSummaryRecord(summary), left);
    },
    citing: index.find,
    mayShow: async ({ guildId, createdAt }) =>
      Date.parse(createdAt) + (await toRetention(guildId)).shownMs > now(),
    async askedBy(personId) {
      const found: StoredId[] = [];
      for (const guildId of await guilds.list()) {
        for (const { requesterId, summaryId } of await askedOf(guildId).values())
          if (requesterId === personId) found.push({ guildId, summaryId });
      }
      return found;
    },
    guildIds: () => guilds.list(),
    storedGuildIds,
    async get(guildId, summaryId) {
      const found = await read(guildId, summaryId);
      return found?.isDeleted ? null : found;
    },
    async getDeleted(guildId, summaryId) {
      const found = await read(guildId, summaryId);
      return found?.isDeleted ? found : null;
    },
    async posted(guildId) {
      const all = await postedOf(guildId).values();
      return all.filter(each => each !== 'unposted').sort((a, b) => compare(b.createdAt, a.createdAt));
    },
    ids: async guildId => (await of(guildId).list()).map(decodeURIComponent),
    async remove(guildId, summaryId) {
      await of(guildId).remove(summaryId);
      await direct.remove(summaryId);
      await removed(guildId, summaryId);
    },
    async eraseGuild(guildId) {
      const count = await of(guildId).clear();
      for (const [summaryId, ownGuildId] of await direct.entries())
        if (ownGuildId === guildId) await direct.remove(summaryId);
      await erased(guildId);
      return count;
    },
  };
}

export function toIndexedSummary({ summary, createdAt, channelId }: StoredSummary): Indexed {
  const { id, source } = summary;
  const { threadId, channelIds } = source;
  const places = [channelId, ...(channelIds ?? []), ...(threadId === undefined ? [] : [threadId])];
  return { id, ids: [...toCitedIds(summary), ...toPersonIds(summary), ...places], createdAt };
}
