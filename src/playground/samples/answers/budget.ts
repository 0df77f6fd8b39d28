import { budget } from '../budget.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

export const budgetAnswer: RecordedAnswer = {
  lines: budget.lines,
  claims: [
    {
      kind: 'overview',
      topic: 'Budget',
      text: 'The three wishes came to 19,600 € with 18,400 € left. Sending three people to Lisbon instead of four brings the total to 17,700 €.',
      cites: [
        [5, 'That is 19,600 €, so 1,200 € too much.'],
        [1, 'We have 18,400 € left for this half year'],
        [8, 'How about three people to Lisbon, both machines and the designer?'],
        [10, 'Approved. That is 17,700 €'],
      ],
    },
    {
      kind: 'decision',
      topic: 'Budget',
      text: 'Three people go to Lisbon, and both build machines and the designer are paid: 17,700 €, with 700 € in reserve.',
      cites: [
        [8, 'How about three people to Lisbon, both machines and the designer?'],
        [9, 'Sounds good'],
        [10, 'Approved. That is 17,700 €, 700 € stay in reserve.'],
      ],
      outcome: 'approved',
    },
    {
      kind: 'action',
      topic: 'Build machines',
      text: 'Tom orders the build machines.',
      cites: [[11, "I'll order the machines by Friday"]],
      owner: 'Tom',
      due: 'by Friday',
    },
    {
      kind: 'action',
      topic: 'Lisbon',
      text: 'Lars books the hotel; after that date the price goes up.',
      cites: [
        [12, 'can you book the hotel before the 20th? After that the price goes up.'],
        [13, 'sure, will do'],
      ],
      owner: 'Lars',
      due: 'before the 20th',
    },
    {
      kind: 'question',
      topic: 'Designer',
      text: 'Who tells the designer? Mei has only the address of the agency.',
      cites: [[14, 'Who tells the designer? I only have the address of the agency.']],
      speakers: ['Mei'],
    },
    {
      kind: 'question',
      topic: 'Accounting',
      text: 'Do the receipts have to be shown to accounting this time?',
      cites: [[15, 'Do we have to show the receipts to accounting this time?']],
      speakers: ['Priya'],
    },
    {
      kind: 'key_point',
      topic: 'Build machines',
      text: 'The old build machines need 40 minutes for a full build; two new ones are 5,200 € together.',
      cites: [[2, 'two of them, 5,200 € together. The old ones need 40 minutes for a full build.']],
    },
    {
      kind: 'key_point',
      topic: 'Lisbon',
      text: 'Tom does not mind staying home: he was in Lisbon last year.',
      cites: [
        [7, 'I do not mind staying home, I was there last year.'],
        [6, 'We could send three people instead of four'],
      ],
    },
  ],
};
