import type { Sample } from './sample.ts';

/** A channel that the demo's user may not see. */
export const hidden: Sample = {
  channel: 'leads',
  topic: 'Salaries and hiring',
  onlyFor: ['nadia', 'priya'],
  startsAt: '16:00',
  lines: [
    { by: 'nadia', say: 'We decided to offer the job to the second candidate, 62,000 a year.' },
    { by: 'priya', say: 'Approved. When do we tell the others?', after: 4, re: 1 },
    { by: 'nadia', say: "I'll tell them on Monday, not earlier", after: 2 },
  ],
};
