import type { JobRecord, JobStore } from '../../../app/jobs/ports.ts';
import { jobRecordSchema } from '../../../core/job-record.ts';
import { createFormat } from '../formats.ts';
import type { Records } from '../records.ts';

export const jobFormat = createFormat(jobRecordSchema);

export function createJobStore(records: Records<JobRecord>): JobStore {
  return {
    put: (id, record) => records.put([id], jobFormat.toRecord(record)),
    remove: id => records.remove(id),
    list: records.entries,
  };
}
