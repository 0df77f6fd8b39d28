import { failed, type Told, type ToldMessage, tellMatters, tellSummary, toDraft } from './summaries.ts';

const channel = { id: '1099000000000000042', title: '#firmware' };
const link = (n: number) =>
  `https://discord.com/channels/1099000000000000007/1099000000000000042/12700000000000000${String(n).padStart(2, '0')}`;

const said: readonly (readonly [by: string, at: string, text: string, more?: Partial<ToldMessage>])[] = [
  [
    'Ann',
    '2026-03-09T08:02:00.000Z',
    'Morning! How do I flash 2.4 on the old boards? esptool keeps timing out.',
  ],
  [
    'Bob',
    '2026-03-09T08:05:00.000Z',
    'Use the web flasher: https://flash.example.org/v2 — hold BOOT while you plug it in.',
  ],
  ['Ann', '2026-03-09T08:11:00.000Z', 'That worked, thanks! 🎉'],
  [
    'Carol',
    '2026-03-09T09:30:00.000Z',
    'Two people report that the battery drains in 9 hours since 2.4.\nBefore that it lasted 31 hours.\nI measured 38 mA while idle, it should be 4.',
    { edited: true },
  ],
  [
    'Dmitri',
    '2026-03-09T09:41:00.000Z',
    'That is the Wi-Fi scan: it runs every 5 s now. Should we go back to 60 s?',
  ],
  ['Bob', '2026-03-09T09:44:00.000Z', '+1 for 60 s'],
  ['Carol', '2026-03-09T09:46:00.000Z', 'Agreed, 60 s it is. We ship that as 2.4.1 on Thursday.'],
  [
    'Bob',
    '2026-03-09T09:47:00.000Z',
    'I’ll prepare 2.4.1 and test it on both board revisions by Wednesday evening.',
  ],
  [
    'Émilie 🦊',
    '2026-03-09T10:15:00.000Z',
    'From the vendor: “the rev C regulator is end of life, last orders 30 June”.',
    { forwarded: true },
  ],
  [
    'Dmitri',
    '2026-03-09T10:20:00.000Z',
    'Then we cannot build rev C after summer. We could move everything to rev D.',
  ],
  [
    'Ann',
    '2026-03-10T14:02:00.000Z',
    'Who has the keys for the signing server? @everyone please look, I need them for 2.4.1',
  ],
  [
    'Carol',
    '2026-03-10T14:32:00.000Z',
    'Release moves to Friday, the signing server is down until Thursday night.',
  ],
];

const messages: readonly ToldMessage[] = [
  ...said.map(([by, at, text, more], index) => ({ by, at, text, url: link(index + 1), channel, ...more })),
  { by: 'GitHub', at: '2026-03-09T09:50:00.000Z', text: 'Build 812 passed', bot: true },
  { by: 'GitHub', at: '2026-03-10T09:50:00.000Z', text: 'Build 813 failed', bot: true },
  { by: 'Discord', at: '2026-03-10T10:00:00.000Z', text: 'Émilie joined the server', system: true },
];

const told: Told = {
  messages,
  unreadable: 1,
  frame: {
    engine: { name: 'claude', model: 'claude-sonnet-5', judge: 'claude-haiku-5-5' },
    window: { from: '2026-03-09T00:00:00.000Z', to: '2026-03-10T23:00:00.000Z' },
    usage: { inputTokens: 4120, cachedTokens: 3800, outputTokens: 910, costUsd: 0.0163, durationMs: 14_200 },
  },
  rejected: [
    {
      text: 'Rev D is cheaper.',
      reasons: [{ check: 'quote', problem: { code: 'not_in_message', position: 10 } }],
      draft: toDraft({
        evidence: [{ position: 10, quote: 'rev D is cheaper' }],
        topic: 'Rev D',
        text: 'Rev D is cheaper.',
        confidence: 0.8,
      }),
    },
  ],
  claims: [
    {
      kind: 'request',
      topic: 'Signing',
      speakers: ['Ann'],
      text: 'Ann needs the keys for the signing server to release 2.4.1.',
      cites: [[11, 'Who has the keys for the signing server?']],
    },
    {
      kind: 'key_point',
      topic: 'Battery drain',
      text: 'Version 2.4 drains the battery because of frequent Wi-Fi scans; the fix ships as 2.4.1 on Friday.',
      cites: [
        [4, 'the battery drains in 9 hours since 2.4'],
        [5, 'That is the Wi-Fi scan'],
        [12, 'Release moves to Friday'],
      ],
    },
    {
      kind: 'key_point',
      topic: 'Battery drain',
      speakers: ['Carol'],
      text: 'Carol measured 38 mA while idle where 4 mA are expected.',
      cites: [[4, 'I measured 38 mA while idle, it should be 4.'], 5, 6, 7, 8],
    },
    {
      kind: 'key_point',
      topic: 'Flashing',
      speakers: ['Ann', 'Bob'],
      text: 'Ann: “How do I flash 2.4 on the old boards?” → Bob: “Use the web flasher: https://flash.example.org/v2 — hold BOOT while you plug it in.”',
      cites: [
        [1, 'How do I flash 2.4 on the old boards?'],
        [2, 'Use the web flasher: https://flash.example.org/v2 — hold BOOT while you plug it in.'],
      ],
    },
    {
      kind: 'action',
      topic: 'Battery drain',
      owner: 'Bob',
      speakers: ['Bob'],
      due: 'Wednesday evening',
      text: 'Prepare 2.4.1 and test it on both board revisions.',
      cites: [[8, 'I’ll prepare 2.4.1 and test it on both board revisions by Wednesday evening.']],
    },
    {
      kind: 'decision',
      decision: 'approved',
      topic: 'Battery drain',
      speakers: ['Carol'],
      text: 'The Wi-Fi scan goes back to every 60 s.',
      findings: [{ check: 'judge', outcome: 'pass' }],
      cites: [
        [6, '+1 for 60 s'],
        [7, 'Agreed, 60 s it is.'],
      ],
      disputes: [
        {
          by: { id: 'u-Bob', name: 'Bob' },
          at: '2026-03-11T08:00:00.000Z',
          text: '60 s was only meant for rev C.',
          isOpen: true,
        },
      ],
    },
    {
      kind: 'proposal',
      topic: 'Rev D',
      speakers: ['Dmitri'],
      text: 'Dmitri proposes to move everything to rev D.',
      status: 'sources_found',
      cites: [[10, 'We could move everything to rev D.']],
    },
    {
      kind: 'question',
      topic: 'Signing',
      speakers: ['Ann'],
      text: 'Ann: “Who has the keys for the signing server? @everyone please look”',
      cites: [[11, 'Who has the keys for the signing server? @everyone please look']],
    },
    {
      kind: 'constraint',
      topic: 'Rev D',
      text: 'The rev C regulator can be ordered until 30 June only.',
      citationReplaced: true,
      findings: [failed('quote', { code: 'citation_moved', position: 9 }, 'cite')],
      cites: [[9, 'last orders 30 June']],
    },
    {
      kind: 'fact',
      topic: 'Battery drain',
      status: 'needs_clarification',
      confidence: 0.55,
      findings: [failed('judge', { code: 'judged_partly', words: 'that it scans since 2.4' }, 'mark')],
      text: 'Version 2.4 scans for Wi-Fi every five seconds.',
      cites: [[5, 'it runs every 5 s now']],
    },
    {
      kind: 'fact',
      topic: 'Battery drain',
      text: 'The release of 2.4.1 moves to Friday.',
      cites: [[12, 'Release moves to Friday']],
    },
    {
      kind: 'key_point',
      topic: 'Battery drain',
      speakers: ['Carol'],
      text: 'Carol: “I measured 38 mA while idle, it should be 4.”',
      cites: [[4, 'I measured 38 mA while idle, it should be 4.']],
    },
    {
      kind: 'key_point',
      topic: 'Flashing',
      speakers: ['Ann'],
      text: 'Ann: “That worked, thanks! 🎉”',
      cites: [[3, 'That worked, thanks! 🎉']],
    },
  ],
};

const topics = ['Signing', 'Battery drain', 'Rev D', 'Flashing'];

/** Two days of a firmware channel: every kind of claim, an edit, a forward, bots, a doubt, a moved release. */
export const fullSummary = tellSummary({
  ...told,
  claims: told.claims.map(claim => ({ ...claim, matter: topics.indexOf(claim.topic ?? '') + 1 })),
  frame: {
    ...told.frame,
    matters: tellMatters('The signing server is down', null, 'Rev C ends on 30 June', null),
  },
});

/** The same channel as the engine without a model tells it. */
export const extractiveSummary = tellSummary({
  messages,
  frame: { engine: { name: 'extractive', reason: 'overloaded' }, language: 'de' },
  claims: [
    ...told.claims
      .filter(({ text }) => text.includes('“'))
      .map(claim => ({ ...claim, kind: 'key_point' as const, status: 'verified' as const, topic: null })),
    {
      kind: 'link',
      status: 'verified',
      speakers: ['Bob'],
      text: 'Bob: “flash.example.org/v2”',
      cites: [[2, 'flash.example.org/v2']],
    },
  ],
});
