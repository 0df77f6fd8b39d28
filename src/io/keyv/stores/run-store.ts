import type { RunStore } from '../../../app/ports.ts';
import { UserError } from '../../../errors.ts';
import type { Backend } from '../backends/backend.ts';
import { runsFormat } from '../formats.ts';
import type { Records } from '../records.ts';

export function createRunStore(
  runs: Records<number | 'unreadable'>,
  { tryLock }: Pick<Backend, 'tryLock'>,
): RunStore {
  return {
    tryLock: personId => tryLock(`run-${personId}`),
    get: async (personId, day) => toReadable((await runs.get(personId, day)) ?? 0),
    async add(personId, day, amount, limit = Number.POSITIVE_INFINITY) {
      let count: number | 'unreadable' = 0;
      await runs.update([personId, day], before => {
        count = before === 'unreadable' ? before : Math.max(0, (before ?? 0) + amount);
        return count === 'unreadable' || count > limit ? null : runsFormat.toRecord(count);
      });
      return toReadable(count) <= limit;
    },
  };
}

/** What was counted before may have reached the limit. */
function toReadable(count: number | 'unreadable'): number {
  if (count !== 'unreadable') return count;
  throw new UserError(
    'usage_unreadable',
    'The number of summaries of today cannot be read, so none is started until midnight (UTC), unless someone with Manage Server sets the daily limit to 0.',
  );
}
