import type { Sample } from './sample.ts';

/** Two busy days with several parallel conversations: a bug, a release date, translations, small talk. */
export const engineering: Sample = {
  channel: 'engineering',
  topic: 'Building footpath',
  startsAt: '11:40',
  lines: [
    { by: 'nadia', say: "Morning! 2.4 is due this week, let's collect what is still missing here." },
    {
      by: 'tom',
      say: 'Import of CSV files over 50 MB still times out on staging, I get a 504 after 30 s.',
      after: 3,
    },
    { by: 'priya', say: 'Is that with the new parser or the old one?', after: 1, re: 2 },
    { by: 'tom', say: 'New one. The old one takes even longer.', after: 1 },
    {
      by: 'lars',
      say: 'The German translation of the map page has three strings that are too long for phones',
      after: 2,
    },
    { by: 'priya', say: 'ok, then it is the upload proxy, its limit is 30 s for everything', after: 2 },
    {
      by: 'priya',
      say: 'How about we stream the upload and show progress instead of raising the limit?',
      after: 1,
    },
    { by: 'mei', say: 'I can shorten the three strings, send me screenshots', after: 1, re: 5 },
    { by: 'tom', say: 'Sounds good, raising it would only hide the problem', after: 1, re: 7 },
    { by: 'nadia', say: '+1', re: 7, after: 1 },
    { by: 'tom', say: "I'll have the streaming upload ready by Wednesday evening", after: 1 },
    { by: 'lars', say: 'Did anybody see my keys? I had them at lunch', after: 35 },
    { by: 'nadia', say: 'On the coffee machine 🙂', after: 2, re: 12 },
    {
      by: 'lars',
      say: 'Does the API keep returning `total_count` in 2.4? The mobile app still reads it.',
      after: 48,
    },
    {
      by: 'priya',
      say: 'Yes, it stays until 3.0. In 3.0 it moves to the `X-Total-Count` header.',
      after: 6,
      re: 14,
    },
    { by: 'lars', say: 'Perfect, thanks', after: 1 },
    {
      by: 'tom',
      say: 'Numbers from the load test: 2.4 serves 310 requests/s on the small instance, 2.3 did 240.',
      after: 61,
      reactions: { '🎉': ['nadia', 'priya', 'mei'] },
      thread: {
        name: 'Load test',
        lines: [
          { by: 'mei', say: 'Is that with or without the map tiles?', after: 4 },
          { by: 'tom', say: 'Without. With the tiles it is 190, because they come from the disk.', after: 3 },
          { by: 'priya', say: 'How about we put the tiles behind the cache of the proxy?', after: 6 },
          { by: 'tom', say: 'Agreed, that takes the disk out of it', after: 2, re: 3 },
          { by: 'priya', say: "I'll set the cache up on staging tomorrow", after: 1 },
          { by: 'mei', say: 'Does anybody know how large the cache may get?', after: 9 },
        ],
      },
    },
    {
      by: 'priya',
      say: 'Most of that is the connection pool, see https://git.example/footpath/pull/812',
      after: 5,
    },
    {
      by: 'mei',
      say: 'Should we still support Safari 15? It is 0.4 % of our visitors and costs us two polyfills.',
      after: 55,
    },
    { by: 'nadia', say: "Let's decide on Safari when we have the next visitor figures.", after: 7 },
    {
      by: 'nadia',
      say: 'Security review came back: one finding, the reset link stays valid after it was used.',
      after: 1_100,
    },
    { by: 'priya', say: 'I can fix the reset link today, it is a missing delete.', after: 7 },
    {
      by: 'lars',
      say: 'Push notifications on Android 15 arrive twice for some people, https://git.example/footpath/issues/798',
      after: 26,
    },
    { by: 'priya', say: 'What if we ship 2.4 without the retry and bring it back behind a flag?', after: 9 },
    { by: 'lars', say: 'Agreed, better late than twice', after: 2, re: 24 },
    { by: 'tom', say: 'works for me', after: 1, re: 24 },
    {
      by: 'nadia',
      say: 'We decided to release on {thursday} at 10:00, code freeze is Wednesday 18:00.',
      after: 38,
      reactions: { '👍': ['tom', 'priya', 'lars', 'mei'] },
    },
    { by: 'mei', say: 'Who writes the release notes this time?', after: 3 },
    {
      by: 'priya',
      say: 'Reset link is fixed and deployed to staging, the review can close the finding.',
      after: 109,
    },
    { by: 'tom', say: 'Do we need a new screenshot for the store listing?', after: 58 },
    {
      by: 'mei',
      say: "I'll make new ones tomorrow, the old ones still show the 2.2 sidebar",
      after: 6,
      re: 30,
    },
    { by: 'lars', say: 'Is there a plan for people who are still on the 1.x API?', after: 52 },
  ],
};
