import type { Sample } from './sample.ts';

/** Two people who share an account, and write through the webhook of PluralKit. */
export const trails: Sample = {
  channel: 'trails',
  topic: 'Closed ways; Rin and Ash share an account (PluralKit)',
  startsAt: '11:10',
  lines: [
    { by: 'Rin', say: 'I walked the lake trail: the bridge at kilometre 4 is closed until {thursday}.' },
    { by: 'claire', say: 'Is there a way around?', after: 4 },
    { by: 'Rin', say: 'Yes, but it takes 40 minutes more.', after: 1, re: 2 },
    { by: 'Ash', say: 'I will mark the closed bridge on the map.', after: 6 },
    { by: 'claire', say: 'Who tells the hiking club?', after: 12 },
  ],
};
