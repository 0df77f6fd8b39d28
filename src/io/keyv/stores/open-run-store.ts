import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { OpenRun, OpenRunStore } from '../../../app/answers-ports.ts';
import { postedMessageSchema, storedRequestSchema } from '../../../core/claims/stored-summary.ts';
import { storedObject } from '../../../core/stored-object.ts';
import { createFormat, guildFormat } from '../formats.ts';
import type { Records, ToRetention } from '../records.ts';

const id = z.string().max(200);
const openRun = storedObject({
  id,
  token: z.string().max(1_000).nullable(),
  guildId: id,
  channelId: id,
  sourceId: id,
  personId: id,
  locale: z.string().max(20),
  isPrivate: z.boolean(),
  request: storedRequestSchema,
  askedAt: z.iso.datetime(),
  stage: z.enum(['working', 'showing', 'interrupted', 'deferred']),
  summaryId: id.exactOptional(),
  note: z.string().max(10_000).exactOptional(),
  answeredAs: postedMessageSchema.exactOptional(),
  countedOn: z.iso.date().exactOptional(),
  ownerId: id,
});

export const openRunFormat = createFormat(openRun);

/** A 32-byte key for interaction tokens, for stores without a key of their own. It changes only with the bot's token. */
export function deriveTokenKey(botToken: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', botToken, '', 'footnote interaction tokens', 32)));
}

type OpenRunRecords = {
  readonly runs: Records<OpenRun>;
  /** The servers with stored records. */
  readonly guilds: Records<string>;
  /** The running processes. */
  readonly alive: Records<true>;
  /** True for the first caller, in all processes, that uses this name. */
  readonly claim: (name: string, ttlMs: number) => Promise<boolean>;
  /** How long the summaries of a server are stored. */
  readonly toRetention: ToRetention;
  /** The time in milliseconds. */
  readonly now: () => number;
};

/** An answer can be edited for 15 minutes; a day allows for a process that was down that long. */
const longestOpenMs = 24 * 3_600_000;
/** Then its token expires. It is nothing that a server keeps, so it does not mark the server. */
const deferredMs = 15 * 60_000;
/** If a process that took over a run ends before it records that, the next one takes over. */
const takingOverMs = 10_000;

export function createOpenRunStore({
  runs,
  guilds,
  alive,
  claim,
  toRetention,
  now,
}: OpenRunRecords): OpenRunStore {
  const get = async (runId: string) => {
    try {
      return await runs.get(runId);
    } catch {
      // Useless: encrypted with a key that is no longer configured.
      return null;
    }
  };
  const list = async () => {
    const all = await Promise.all((await runs.list()).map(get));
    return all.filter(run => run !== null);
  };
  return {
    async put(run) {
      if (run.stage === 'deferred') return runs.put([run.id], openRunFormat.toRecord(run), deferredMs);
      await guilds.put([run.guildId], guildFormat.toRecord(run.guildId));
      const isOver = run.stage === 'interrupted';
      const untilMs = Date.parse(run.askedAt) + (await toRetention(run.guildId)).keptMs;
      const ttlMs = isOver ? untilMs - now() : longestOpenMs;
      await (ttlMs > 0 ? runs.put([run.id], openRunFormat.toRecord(run), ttlMs) : runs.remove(run.id));
    },
    get,
    remove: runId => runs.remove(runId),
    list,
    async erasePerson(personId) {
      const own = (await list()).filter(run => run.personId === personId);
      for (const run of own) await runs.remove(run.id);
      return own.length;
    },
    takeOver: ({ id: runId, ownerId }) => claim(`${runId}.${ownerId}`, takingOverMs),
    noteAlive: (processId, forMs) => alive.put([processId], { version: 1, isAlive: true }, forMs),
    isAlive: async processId => (await alive.get(processId)) === true,
  };
}
