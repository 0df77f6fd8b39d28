import { z } from 'zod';
import type { TopicStore } from '../../../app/topics/ports.ts';
import { storedKinds } from '../../../core/claims/kind.ts';
import { compare } from '../../../core/compare.ts';
import { storedObject } from '../../../core/stored-object.ts';
import type { Contribution } from '../../../core/topics/record.ts';
import type { KeyedMutex } from '../../../keyed-mutex.ts';
import { toGuildRecord } from '../record-schemas.ts';
import type { Records } from '../records.ts';
import type { ToRetention } from '../retention.ts';

/** What a summary says about one channel or thread. */
type PlacedContribution = Contribution & { readonly placeId: string };

type TopicRecords = {
  readonly of: (guildId: string) => Records<PlacedContribution>;
  /** The servers with stored records. */
  readonly guilds: Records<string>;
  readonly toRetention: ToRetention;
  /** For all processes that use the store. */
  readonly exclusively: KeyedMutex;
  /** The time in milliseconds. */
  readonly now: () => number;
};

/** One record per channel and summary, which expires with the summary. */
export function createTopicStore({
  of,
  guilds,
  toRetention,
  exclusively: lock,
  now,
}: TopicRecords): TopicStore & {
  /** Erases what a summary said. */
  readonly removeSummary: (guildId: string, summaryId: string) => Promise<void>;
} {
  const exclusively = <Done>(guildId: string, placeId: string, work: () => Promise<Done>) =>
    lock(`topics-${guildId}-${placeId}`, work);
  const read = async (guildId: string, maxAgeMs: number, isWanted: (key: string) => boolean) => {
    const keys = (await of(guildId).list()).filter(isWanted);
    const oldestMs = now() - maxAgeMs;
    return (await of(guildId).getMany(keys))
      .filter(each => each !== null)
      .filter(({ createdAt }) => Date.parse(createdAt) > oldestMs)
      .sort((a, b) => compare(toOrder(a), toOrder(b)));
  };

  return {
    async list(guildId, placeIds) {
      const wanted = placeIds && new Set(placeIds);
      const { shownMs } = await toRetention(guildId);
      const all = await read(guildId, shownMs, key => wanted?.has(key.split('-')[0] ?? '') ?? true);
      return [...Map.groupBy(all, ({ placeId }) => placeId)].map(([placeId, own]) => ({
        placeId,
        contributions: own.map(({ placeId: _, ...contribution }) => contribution),
      }));
    },
    update: (guildId, placeId, change) =>
      exclusively(guildId, placeId, async () => {
        const { keptMs } = await toRetention(guildId);
        const stored = await read(guildId, keptMs, key => key.startsWith(`${placeId}-`));
        const before = new Map(stored.map(({ placeId: _, ...each }) => [each.summaryId, each]));
        const after = change({ placeId, contributions: [...before.values()] }).contributions;
        const kept = new Set(after.map(({ summaryId }) => summaryId));
        for (const id of before.keys()) if (!kept.has(id)) await of(guildId).remove(toId(placeId, id));
        if (after.length === 0) return;
        await guilds.put([guildId], toGuildRecord(guildId));
        for (const each of after) {
          if (JSON.stringify(each) === JSON.stringify(before.get(each.summaryId))) continue;
          const left = Date.parse(each.createdAt) + keptMs - now();
          const record = { version: version.value, placeId, ...each };
          if (left > 0) await of(guildId).put([toId(placeId, each.summaryId)], record, left);
        }
      }),
    async removeSummary(guildId, summaryId) {
      const own = (await of(guildId).list()).filter(key => key.endsWith(`-${summaryId}`));
      for (const key of own)
        await exclusively(guildId, key.split('-')[0] ?? '', () => of(guildId).remove(key));
    },
  };
}

/** A channel's id contains no hyphen. */
function toId(placeId: string, summaryId: string): string {
  return `${placeId}-${summaryId}`;
}

function toOrder({ createdAt, summaryId }: Contribution): string {
  return `${createdAt} ${summaryId}`;
}

const version = z.literal(2);
const id = z.string().max(200);
const words = z.string().max(10_000);
const instant = z.iso.datetime({ offset: true });
const ids = z.array(id).max(10_000);

const stored = storedObject({
  version,
  placeId: id,
  summaryId: id,
  createdAt: instant,
  end: instant,
  language: words,
  requestKey: id.nullable(),
  claims: z
    .array(
      storedObject({
        key: id,
        topicId: id,
        kind: z.enum(storedKinds),
        label: words.nullable(),
        text: words,
        sources: z
          .array(
            storedObject({
              messageId: id,
              placeId: id,
              time: instant,
              sender: words,
              authorId: id.exactOptional(),
            }),
          )
          .max(100),
        closes: ids,
        judgedTopicId: id.nullable().exactOptional(),
      }),
    )
    .max(1_000),
});

export function parseTopicRecord(value: unknown): PlacedContribution | null {
  const read = stored.safeParse(value);
  if (!read.success) return null;
  const { version: _, ...rest } = read.data;
  return rest;
}
