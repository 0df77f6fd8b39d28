import type { Sample } from './sample.ts';

/** Of a server in which the bot is not: a plan, and somebody's summary of it with a mistake. */
export const club: Sample = {
  channel: 'sunday',
  topic: 'The bot is not here, but Lars has it in his account',
  startsAt: '10:00',
  lines: [
    {
      by: 'claire',
      say: 'Sunday: we meet at 9:30 at the station. The train leaves at 9:42. The way is 14 km long.',
    },
    {
      by: 'tom',
      say: 'So: we meet at 9:30 at the station. The train leaves at 9:52. The way is 14 km long.',
      after: 9,
      re: 1,
    },
  ],
};
