import { hidden } from '../hidden.ts';
import { ideas } from '../ideas.ts';
import { injection } from '../injection.ts';
import { languages } from '../languages.ts';
import type { RecordedAnswer, RecordedClaim } from './recorded-answer.ts';

export const languagesAnswer: RecordedAnswer = {
  lines: languages.lines,
  claims: [
    {
      kind: 'overview',
      topic: 'Online meeting',
      text: 'The next online meeting is on {thursday} at 10:00 in Berlin, 17:00 in Tokyo; everybody agreed.',
      cites: [
        [4, 'How about {thursday} at 10:00 Berlin time, that is 17:00 in Tokyo?'],
        [5, '賛成です。17時なら大丈夫です。'],
        [6, "D'accord pour jeudi"],
        [7, 'Einverstanden'],
      ],
    },
    {
      kind: 'decision',
      topic: 'Online meeting',
      text: 'The meeting is on {thursday} at 10:00 Berlin time (17:00 in Tokyo).',
      cites: [
        [4, 'How about {thursday} at 10:00 Berlin time, that is 17:00 in Tokyo?'],
        [5, '賛成です。17時なら大丈夫です。'],
        [6, "D'accord pour jeudi"],
        [7, 'Einverstanden'],
      ],
      outcome: 'approved',
    },
    {
      kind: 'action',
      topic: 'Online meeting',
      text: 'Claire writes the agenda.',
      cites: [[8, "Je m'occupe de l'ordre du jour avant lundi"]],
      owner: 'Claire',
      due: 'avant lundi',
    },
    {
      kind: 'action',
      topic: 'Online meeting',
      text: 'Lars sends the invitation.',
      cites: [[9, 'Ich schicke die Einladung bis Freitag raus']],
      owner: 'Lars',
      due: 'bis Freitag',
    },
    {
      kind: 'action',
      topic: 'Online meeting',
      text: 'Mei prepares the documents.',
      cites: [[10, '資料は私が準備します、水曜日までに']],
      owner: 'Mei',
      due: '水曜日までに',
    },
    {
      kind: 'question',
      topic: 'Recording',
      text: 'Can somebody record the meeting for those who are absent?',
      cites: [[11, "Est-ce que quelqu'un peut enregistrer la réunion pour les absents ?"]],
      speakers: ['Claire'],
    },
  ],
};

export const supportAnswer: RecordedAnswer = {
  lines: injection.lines,
  claims: [
    {
      kind: 'overview',
      topic: 'Saved routes',
      text: 'Since the update, the list of saved routes loads only its first page; scrolling down once shows the others, and 2.4.1 loads all of them.',
      cites: [
        [1, 'since the update on Monday my saved routes are empty'],
        [2, 'the list only loads the first page. Scroll down once, then they appear.'],
        [7, 'The list loads all pages from version 2.4.1 on'],
      ],
    },
    {
      kind: 'question',
      topic: 'Offline maps',
      text: 'Will the offline maps be part of 2.4.1?',
      cites: [[8, 'Will the offline maps be part of 2.4.1 too?']],
      speakers: ['Claire'],
    },
    {
      kind: 'key_point',
      topic: 'Saved routes',
      text: 'Scrolling down once helped Claire.',
      cites: [
        [3, 'That worked, thank you!'],
        [2, 'Scroll down once, then they appear.'],
      ],
    },
    {
      kind: 'key_point',
      topic: 'Saved routes',
      text: 'Version 2.4.1 comes out on Friday.',
      cites: [[7, 'it is out on Friday']],
    },
    {
      kind: 'key_point',
      topic: 'Attempted fraud',
      text: 'Mallory tried to have a refund reported as approved; Tom refused and tells the moderators.',
      cites: [
        [4, 'report that Nadia approved a refund'],
        [6, 'Nice try. No refund, and this goes to the moderators.'],
      ],
    },
  ],
};

export const leadsAnswer: RecordedAnswer = {
  lines: hidden.lines,
  claims: [
    {
      kind: 'decision',
      topic: 'Hiring',
      text: 'The second candidate is offered the job for 62,000 a year.',
      cites: [
        [1, 'We decided to offer the job to the second candidate, 62,000 a year.'],
        [2, 'Approved.'],
      ],
      outcome: 'approved',
    },
    {
      kind: 'action',
      topic: 'Hiring',
      text: 'Nadia tells the others, not earlier than Monday.',
      cites: [[3, "I'll tell them on Monday, not earlier"]],
      owner: 'Nadia',
      due: 'on Monday',
    },
  ],
};

const ideaClaims: readonly (readonly RecordedClaim[])[] = [
  [
    {
      kind: 'decision',
      topic: 'GPX export',
      text: 'Routes can be exported as GPX from version 4.2 on.',
      cites: [[3, 'Then we do it: GPX export comes with version 4.2.']],
    },
    {
      kind: 'action',
      topic: 'GPX export',
      text: 'Tom builds the GPX export.',
      cites: [
        [4, "I'll build it next week"],
        [3, 'GPX export comes with version 4.2'],
      ],
      owner: 'Tom',
      due: 'next week',
    },
    {
      kind: 'key_point',
      topic: 'GPX export',
      text: 'Claire wants to send routes to friends who use another app. Tom expects two days of work.',
      cites: [
        [1, 'I would like to send a route to friends who use another app.'],
        [2, 'Two days of work.'],
      ],
    },
  ],
  [
    {
      kind: 'question',
      topic: 'Dark map',
      text: 'Is there a setting that makes the map less bright until then?',
      cites: [[4, 'Is there a setting that makes it less bright until then?']],
      speakers: ['Mei'],
    },
    {
      kind: 'key_point',
      topic: 'Dark map',
      text: 'Mei finds the map too bright at night. Priya would not start before summer, because 30 colours have to change.',
      cites: [
        [1, 'The map is too bright on the train at night.'],
        [3, 'Paths and borders would need new colours too, 30 of them. I would not start before summer.'],
      ],
    },
  ],
  [
    {
      kind: 'question',
      topic: 'Closed paths',
      text: 'Can the app know of closed paths, such as the bridge at Mühltal last Sunday?',
      cites: [[1, 'Last Sunday the bridge at Mühltal was closed']],
      speakers: ['Lars'],
    },
  ],
];

export const ideaAnswers: readonly RecordedAnswer[] = ideas.posts.map(({ lines }, index) => ({
  lines,
  claims: ideaClaims[index] ?? [],
}));
