import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { PendingCalls } from '../../../app/usage/ports.ts';
import type { Stored } from '../../../core/stored-object.ts';
import { pendingCallSchema } from '../../../core/usage/usage.ts';
import { createFieldFormat } from '../formats.ts';
import type { Records } from '../records.ts';

const call = pendingCallSchema.extend({
  id: z.string(),
  writerId: z.string(),
  isOver: z.boolean(),
  /** In milliseconds of Unix time. */
  until: z.number(),
});
type Calls = readonly Stored<typeof call>[];
export type PendingCallsRecord = Calls | 'unreadable';
export const pendingCallsFormat = createFieldFormat('calls', z.array(call));

/** No call takes longer; a killed process holds its calls for so long. */
const longestCallMs = 10 * 60_000;
/** Longer than other processes go without reading the usage again. */
const readAgainMs = 15_000;
const recordId = 'all';

/** The calls of all processes, in one record, so that it can be checked and changed in one step. */
export function createPendingCallStore({
  records,
  writerId,
  now,
}: {
  readonly records: Records<PendingCallsRecord>;
  /** Distinguishes this process from others. */
  readonly writerId: string;
  /** The time in milliseconds. */
  readonly now: () => number;
}): PendingCalls {
  const change = (work: (calls: Calls) => Calls | null) =>
    records.update(
      [recordId],
      current => {
        // Another version may have written it. The caller counts only its own calls then.
        if (current === 'unreadable') return null;
        const calls = work((current ?? []).filter(({ until }) => until > now()));
        return calls && pendingCallsFormat.toRecord(calls);
      },
      // Then it has no call that is not over, and a damaged one is in nobody's way.
      longestCallMs,
    );
  return {
    async add(call, mayAdd) {
      let id: string | null = null;
      await change(calls => {
        // What this process spent, it knows.
        const others = calls.filter(each => !each.isOver || each.writerId !== writerId);
        if (!mayAdd(others)) {
          id = null;
          return null;
        }
        id = randomUUID();
        return [...calls, { ...call, id, writerId, isOver: false, until: now() + longestCallMs }];
      });
      return id;
    },
    end: (id, spent) =>
      change(calls =>
        calls.flatMap(each => {
          if (each.id !== id) return each;
          return spent === null ? [] : { ...each, spending: spent, isOver: true, until: now() + readAgainMs };
        }),
      ),
  };
}
