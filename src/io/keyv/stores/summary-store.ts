import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type {
  FeedbackStore,
  PostedSummary,
  StoredId,
  StoredSummary,
  SummaryStore,
} from '../../../app/store-ports.ts';
import { toCitedIds, toPersonIds } from '../../../core/claims/footnotes.ts';
import { feedbackSchema, storedFieldsSchema } from '../../../core/claims/stored-summary.ts';
import { toOptOutIds } from '../../../core/conversation/message.ts';
import { compare, toChunks } from '../../../core/order.ts';
import { serverSettings } from '../../../core/settings.ts';
import { storedObject } from '../../../core/stored.ts';
import { createFormat, type Format, guildFormat, summaryFormat } from '../formats.ts';
import type { StoreParts } from '../kinds.ts';
import { createSourceIndex, type Indexed } from '../source-index.ts';

const fieldsFormat = createFormat(storedFieldsSchema);
const storedFormat: Format<StoredSummary> = {
  parse(record) {
    const fields = fieldsFormat.parse(record);
    const summary = fields && summaryFormat.parse(record);
    return summary && { ...fields, summary };
  },
  toRecord: ({ summary, ...fields }) => ({
    ...fieldsFormat.toRecord(fields),
    ...summaryFormat.toRecord(summary),
  }),
};

const id = z.string().max(200);
/** What lists need of a summary, without reading the rest. */
const listed = storedFieldsSchema
  .pick({
    request: true,
    requesterId: true,
    createdAt: true,
    sharedAs: true,
    answeredAs: true,
    isOutdated: true,
    isDeleted: true,
  })
  .extend({ summary: storedObject({ summary: storedObject({ id }) }) });
const listedFormat = createFormat(listed);

const feedbackList = z.array(feedbackSchema).max(100_000);
const feedbackFormat = {
  ...createFormat(storedObject({ feedback: feedbackList, createdAt: z.string().exactOptional() })),
  isPart: true,
} as const;

/** A long summary takes milliseconds. */
const parsedAtOnce = 10;
/** A server may extend the retention at any moment. */
const longestMs = serverSettings.retentionDays.max * 24 * 3_600_000;

type SummaryParts = StoreParts & {
  readonly storedGuildIds: SummaryStore['storedGuildIds'];
  readonly eraseOthers: (guildId: string) => Promise<void>;
  readonly sweep: () => Promise<void>;
};

/** Summaries and what people think of them, stored as long as their server wants now, not as it wanted when they were made. */
export function createSummaryStores(parts: SummaryParts) {
  const { ofServers, open, servers, toRetention, toLeftMs, now, storedGuildIds, eraseOthers, sweep } = parts;
  const of = ofServers('summaries', storedFormat, { ages: true });
  const feedbackOf = ofServers('feedback', feedbackFormat, { ages: true });
  const listedOf = ofServers('summaries', listedFormat, { outlives: true });
  /** The server of each summary sent by direct message, because the message does not name it. */
  const direct = open('direct', guildFormat);
  const index = createSourceIndex('summary-index', guildId => of(guildId).list(), parts);

  const read = async (guildId: string | null, summaryId: string): Promise<StoredSummary | null> => {
    const found = await of(guildId).get(summaryId);
    if (guildId === null && found === null) {
      const ownGuildId = await direct.get(summaryId);
      return ownGuildId === null ? null : read(ownGuildId, summaryId);
    }
    if (found?.guildId !== guildId || found.summary.id !== summaryId) return null;
    // The server may have shortened the retention since the summary was stored.
    const isOver = (await toLeftMs(guildId, found.createdAt)) <= 0;
    if (isOver) await of(guildId).remove(summaryId);
    return isOver ? null : found;
  };

  const summaries: SummaryStore = {
    async rewrite(stored) {
      const { guildId, createdAt, summary } = stored;
      // A summary that is stored again, for example because it was shared, expires at the same time as before.
      const left = await toLeftMs(guildId, createdAt);
      if (left <= 0) return;
      // Its sources are noted first, as with a new one; without a summary they would be data of nobody.
      if ((await of(guildId).get(summary.id)) === null) return;
      if (guildId !== null) await index.note(guildId, [toIndexed(stored)]);
      await of(guildId).update([summary.id], current => current && stored, left);
    },
    async put(stored) {
      const { guildId, createdAt, summary, isDirect } = stored;
      const left = await toLeftMs(guildId, createdAt);
      if (left <= 0) return;
      if (guildId !== null) {
        await servers.note(guildId);
        if (isDirect) await direct.put([summary.id], guildId, longestMs);
        // Before the summary: its sources may be deleted at any moment from now on.
        await index.note(guildId, [toIndexed(stored)]);
      }
      await of(guildId).put([summary.id], stored, left);
    },
    citing: index.find,
    async lastAsked(guildId, personId, placeId) {
      const id = (await index.find(guildId, [toAskedId(personId, placeId)])).at(-1);
      const found = id === undefined ? null : await summaries.get(guildId, id);
      return found?.requesterId === personId && found.askedIn === placeId ? found : null;
    },
    mayShow: async ({ guildId, createdAt }) =>
      Date.parse(createdAt) + (await toRetention(guildId)).shownMs > now(),
    async askedBy(personId) {
      const found: Awaited<ReturnType<SummaryStore['askedBy']>>[number][] = [];
      for (const guildId of await servers.list())
        for (const { requesterId, request, summary } of await listedOf(guildId).values()) {
          const isAnswer = request.question !== undefined;
          if (requesterId === personId) found.push({ guildId, summaryId: summary.summary.id, isAnswer });
        }
      return found;
    },
    guildIds: servers.list,
    storedGuildIds,
    async get(guildId, summaryId) {
      const found = await read(guildId, summaryId);
      return found?.isDeleted ? null : found;
    },
    async getMany(guildId, summaryIds) {
      const { keptMs } = await toRetention(guildId);
      const all: StoredSummary[] = [];
      for (const part of toChunks(summaryIds, parsedAtOnce)) {
        for (const [index, found] of (await of(guildId).getMany(part)).entries()) {
          const isOwn = found?.guildId === guildId && found.summary.id === part[index];
          const isOver = found !== null && Date.parse(found.createdAt) + keptMs <= now();
          if (isOwn && !isOver && !found.isDeleted) all.push(found);
        }
        await setImmediate();
      }
      return all;
    },
    async getDeleted(guildId, summaryId) {
      const found = await read(guildId, summaryId);
      return found?.isDeleted ? found : null;
    },
    async posted(guildId) {
      const all = await listedOf(guildId).values();
      return all
        .flatMap(({ summary, createdAt, sharedAs, answeredAs, isOutdated, isDeleted }): PostedSummary[] => {
          const hasPendingChanges = isOutdated === true || isDeleted === true;
          if (sharedAs === undefined && answeredAs === undefined && !hasPendingChanges) return [];
          return [{ summaryId: summary.summary.id, createdAt, hasPendingChanges }];
        })
        .sort((a, b) => compare(b.createdAt, a.createdAt));
    },
    ids: guildId => of(guildId).list(),
    async remove(guildId, summaryId) {
      await of(guildId).remove(summaryId);
      await direct.remove(summaryId);
      await feedbackOf(guildId).remove(summaryId);
      await sweep();
    },
    async eraseGuild(guildId) {
      const count = await of(guildId).clear();
      for (const [summaryId, ownGuildId] of await direct.entries())
        if (ownGuildId === guildId) await direct.remove(summaryId);
      await eraseOthers(guildId);
      await sweep();
      return count;
    },
  };

  /** One record per summary, which expires with the summary. */
  const feedback: FeedbackStore = {
    get: async (guildId, summaryId) => (await feedbackOf(guildId).get(summaryId))?.feedback ?? [],
    put: async (guildId, summaryId, all, createdAt) =>
      feedbackOf(guildId).put([summaryId], { feedback: all, createdAt }, await toLeftMs(guildId, createdAt)),
    list: async guildId => (await feedbackOf(guildId).values()).flatMap(each => each.feedback),
    async givenBy(id) {
      const found: StoredId[] = [];
      for (const guildId of await servers.list())
        for (const [summaryId, given] of await feedbackOf(guildId).entries())
          if (given.feedback.some(({ personId }) => personId === id)) found.push({ guildId, summaryId });
      return found;
    },
  };

  const indexAll = async (guildId: string) =>
    index.note(guildId, (await of(guildId).values()).map(toIndexed));
  return { summaries, feedback, indexAll };
}

function toAskedId(personId: string, placeId: string): string {
  return `${personId} ${placeId}`;
}

function toIndexed({
  summary,
  createdAt,
  requesterId,
  askedIn,
  channelId,
  card,
  linked = {},
  threads = [],
}: StoredSummary): Indexed {
  const { id, source } = summary;
  const { threadId, channelIds } = source;
  const readIds = [channelId, ...(channelIds ?? []), ...(threadId === undefined ? [] : [threadId])];
  const places = [...readIds, ...Object.values(linked), ...threads.map(each => each.id)];
  const above = card?.sources ?? [];
  const people = [...toPersonIds(summary), ...above.flatMap(({ authorId }) => authorId ?? [])];
  const messages = [...toCitedIds(summary), ...above.map(({ messageId }) => messageId)];
  const asked = askedIn === undefined ? [] : [toAskedId(requesterId, askedIn)];
  return { id, ids: [...messages, ...people.flatMap(toOptOutIds), ...places, ...asked], createdAt };
}
