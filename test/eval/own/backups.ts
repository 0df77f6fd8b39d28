import type { OwnTalk } from './own-talk.ts';

export const backups: OwnTalk = {
  id: 'backups',
  language: 'en',
  lines: [
    'Ivo: The nightly backup failed again, third time this week. Disk on vault-2 is at 96 %.', // 1
    { say: 'Rosa: Is that the old disk or the one from January?', re: 1 }, // 2
    { say: 'Ivo: The old one, 512 GB. It was never replaced.', re: 2 }, // 3
    'Rosa: Maybe we should keep 14 days instead of 30?', // 4
    { say: 'Ken: I would not go below 21, the auditors ask for three weeks.', re: 4 }, // 5
    { say: 'Rosa: ok, 21 then', re: 5 }, // 6
    { say: 'Ivo: +1', re: 6 }, // 7
    'Ken: A new 2 TB disk costs about $140, delivery takes 3 days.', // 8
    { say: 'Rosa: Ken, can you order one today?', re: 8 }, // 9
    { say: "Ken: Sure, I'll order it this afternoon", re: 9 }, // 10
    "Ivo: I'll change the retention in `backup.toml` tomorrow morning", // 11
    'Ivo: Does anybody know why restic 0.16.4 is so much slower than 0.15?', // 12
    'Farah: We are not switching to another tool before the summer, just so that it is clear.', // 13
    { say: 'Ken: Agreed, no new tool now', re: 13 }, // 14
    'Farah: The restore test took 47 minutes, last quarter it was 31.', // 15
    'Ivo: I think the encryption might be the bottleneck, but I have not measured it', // 16
    'Rosa: Please write that down in #storage-notes, otherwise we forget', // 17
  ],
  claims: [
    { text: 'Ivo reported that the nightly backup failed for the third time this week.', cites: [1] },
    { text: 'The disk on vault-2 is 96% full.', cites: [1], kind: 'fact' },
    { text: 'Ivo explained that the 512 GB disk had never been replaced.', cites: [3] },
    { text: 'Rosa suggested keeping backups for 14 days rather than 30.', cites: [4], kind: 'proposal' },
    { text: 'Ken objected to less than 21 days because the auditors want three weeks.', cites: [5] },
    { text: 'Backups will be kept for 21 days.', cites: [5, 6, 7], kind: 'decision' },
    { text: 'A 2 TB disk costs around $140 and arrives within 3 days.', cites: [8], kind: 'fact' },
    {
      text: 'Ken will order a new disk this afternoon.',
      cites: [9, 10],
      kind: 'action',
      owner: 'Ken',
      due: 'this afternoon',
    },
    {
      text: 'Ivo will change the retention in `backup.toml` tomorrow.',
      cites: [11],
      kind: 'action',
      owner: 'Ivo',
      due: '2026-03-10',
    },
    { text: 'Ivo wants to know why restic 0.16.4 is slower than 0.15.', cites: [12], kind: 'question' },
    { text: 'Farah said that they are not switching to another tool before the summer.', cites: [13] },
    { text: 'Ken agreed with Farah that there will be no new tool now.', cites: [13, 14] },
    { text: 'The restore test took 47 minutes, up from 31 last quarter.', cites: [15], kind: 'fact' },
    { text: 'Ivo thinks the encryption might be the bottleneck, but has not measured it.', cites: [16] },
    { text: 'Rosa asked for it to be written down in #storage-notes.', cites: [17] },
  ],
};
