import type { Sample } from './sample.ts';

/** Where the demo's weekly digest is posted. */
export const news: Sample = {
  channel: 'news',
  topic: 'What happened, every Monday',
  startsAt: '09:00',
  lines: [],
};
