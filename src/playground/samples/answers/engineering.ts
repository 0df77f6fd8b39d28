import { engineering } from '../engineering.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

export const engineeringAnswer: RecordedAnswer = {
  lines: engineering.lines,
  claims: [
    {
      kind: 'overview',
      topic: 'Release 2.4',
      text: 'Version 2.4 is released on {thursday} at 10:00, without the retry. Before that, Tom finishes the streaming upload, and the reset link is already fixed on staging.',
      cites: [
        [27, 'release on {thursday} at 10:00'],
        [24, 'ship 2.4 without the retry'],
        [11, "I'll have the streaming upload ready by Wednesday evening"],
        [29, 'Reset link is fixed and deployed to staging'],
      ],
    },
    {
      kind: 'decision',
      topic: 'Release 2.4',
      text: 'Version 2.4 is released on {thursday} at 10:00; the code freeze is on Wednesday at 18:00.',
      cites: [[27, 'We decided to release on {thursday} at 10:00, code freeze is Wednesday 18:00.']],
    },
    {
      kind: 'decision',
      topic: 'Large uploads',
      text: 'Uploads are streamed and show progress; the limit of the proxy is not raised.',
      cites: [
        [7, 'stream the upload and show progress instead of raising the limit'],
        [9, 'Sounds good, raising it would only hide the problem'],
        [10, '+1'],
      ],
      outcome: 'approved',
    },
    {
      kind: 'decision',
      topic: 'Push notifications',
      text: '2.4 ships without the retry, which comes back behind a flag.',
      cites: [
        [24, 'ship 2.4 without the retry and bring it back behind a flag'],
        [25, 'Agreed, better late than twice'],
        [26, 'works for me'],
      ],
      outcome: 'approved',
    },
    {
      kind: 'action',
      topic: 'Large uploads',
      text: 'Tom finishes the streaming upload.',
      cites: [[11, "I'll have the streaming upload ready by Wednesday evening"]],
      owner: 'Tom',
      due: 'by Wednesday evening',
    },
    {
      kind: 'action',
      topic: 'Store listing',
      text: 'Mei makes new screenshots for the store listing; the old ones still show the 2.2 sidebar.',
      cites: [
        [31, "I'll make new ones tomorrow, the old ones still show the 2.2 sidebar"],
        [30, 'Do we need a new screenshot for the store listing?'],
      ],
      owner: 'Mei',
      due: 'tomorrow',
    },
    {
      kind: 'action',
      topic: 'Translation',
      text: 'Mei shortens the three German strings of the map page once she has screenshots.',
      cites: [
        [8, 'I can shorten the three strings, send me screenshots'],
        [5, 'German translation of the map page has three strings that are too long'],
      ],
      owner: 'Mei',
    },
    {
      kind: 'question',
      topic: 'Release 2.4',
      text: 'Who writes the release notes?',
      cites: [[28, 'Who writes the release notes this time?']],
      speakers: ['Mei'],
    },
    {
      kind: 'question',
      topic: 'Safari 15',
      text: 'Is Safari 15 still supported? Nadia wants to decide when the next visitor figures are there.',
      cites: [
        [19, 'Should we still support Safari 15?'],
        [20, "Let's decide on Safari when we have the next visitor figures."],
      ],
    },
    {
      kind: 'question',
      topic: '1.x API',
      text: 'Is there a plan for people who still use the 1.x API?',
      cites: [[32, 'Is there a plan for people who are still on the 1.x API?']],
      speakers: ['Lars'],
    },
    {
      kind: 'key_point',
      topic: 'Security review',
      text: 'The security review had one finding: the reset link stays valid after use. The fix is on staging, so the review can close it.',
      cites: [
        [21, 'one finding, the reset link stays valid after it was used'],
        [29, 'Reset link is fixed and deployed to staging, the review can close the finding.'],
      ],
    },
    {
      kind: 'key_point',
      topic: 'Push notifications',
      text: 'On Android 15, push notifications arrive twice for some people.',
      cites: [[23, 'Push notifications on Android 15 arrive twice for some people']],
    },
    {
      kind: 'key_point',
      topic: 'API',
      text: 'The API returns `total_count` until 3.0; from then on it is in the `X-Total-Count` header.',
      cites: [
        [15, 'it stays until 3.0. In 3.0 it moves to the `X-Total-Count` header.'],
        [14, 'Does the API keep returning `total_count` in 2.4?'],
      ],
    },
    {
      kind: 'key_point',
      topic: 'Load test',
      text: 'On the small instance, 2.4 serves 310 requests/s where 2.3 did 240, mostly because of the connection pool.',
      cites: [
        [17, '2.4 serves 310 requests/s on the small instance, 2.3 did 240'],
        [18, 'Most of that is the connection pool'],
      ],
    },
  ],
};

export const loadTestAnswer: RecordedAnswer = {
  lines: engineering.lines.flatMap(({ thread }) => thread?.lines ?? []),
  claims: [
    {
      kind: 'overview',
      topic: 'Load test',
      text: 'With the map tiles the result drops to 190, because they come from the disk, so the tiles move behind the cache of the proxy.',
      cites: [
        [2, 'With the tiles it is 190, because they come from the disk.'],
        [3, 'put the tiles behind the cache of the proxy'],
        [4, 'Agreed, that takes the disk out of it'],
      ],
    },
    {
      kind: 'decision',
      topic: 'Load test',
      text: 'The map tiles go behind the cache of the proxy.',
      cites: [
        [3, 'How about we put the tiles behind the cache of the proxy?'],
        [4, 'Agreed, that takes the disk out of it'],
      ],
      outcome: 'approved',
    },
    {
      kind: 'action',
      topic: 'Load test',
      text: 'Priya sets up the cache on staging.',
      cites: [[5, "I'll set the cache up on staging tomorrow"]],
      owner: 'Priya',
      due: 'tomorrow',
    },
    {
      kind: 'question',
      topic: 'Load test',
      text: 'How large may the cache get?',
      cites: [[6, 'Does anybody know how large the cache may get?']],
      speakers: ['Mei'],
    },
  ],
};
