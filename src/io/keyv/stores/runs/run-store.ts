import type { RunStore } from '../../../../app/ports.ts';
import type { Backend } from '../../backends/backend.ts';
import { toRunsRecord } from '../../record-schemas.ts';
import type { Records } from '../../records.ts';

export function createRunStore(runs: Records<number>, { tryLock }: Pick<Backend, 'tryLock'>): RunStore {
  return {
    tryLock: personId => tryLock(`run-${personId}`),
    get: async (personId, day) => (await runs.get(personId, day)) ?? 0,
    async add(personId, day, amount, limit = Number.POSITIVE_INFINITY) {
      let isAdded = false;
      await runs.update([personId, day], before => {
        const count = Math.max(0, (before ?? 0) + amount);
        isAdded = count <= limit;
        return isAdded ? toRunsRecord(count) : null;
      });
      return isAdded;
    },
  };
}
