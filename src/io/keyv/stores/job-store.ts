import type { JobRecord, JobStore } from '../../../../app/jobs/ports.ts';
import { toJobRecord } from '../../record-schemas.ts';
import type { Records } from '../../records.ts';

export function createJobStore(records: Records<JobRecord>): JobStore {
  return {
    put: (id, record) => records.put([id], toJobRecord(record)),
    remove: id => records.remove(id),
    list: records.entries,
  };
}
