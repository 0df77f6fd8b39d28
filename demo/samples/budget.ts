import type { Sample } from './sample.ts';

/** A decision about money: a proposal, an objection that is resolved, and an approval. */
export const budget: Sample = {
  channel: 'budget',
  topic: 'What we spend and who signs it',
  startsAt: '09:30',
  lines: [
    {
      by: 'nadia',
      say: 'Morning all. We have 18,400 € left for this half year and three wishes on the list.',
    },
    {
      by: 'tom',
      say: 'New build machines: two of them, 5,200 € together. The old ones need 40 minutes for a full build.',
      after: 4,
    },
    { by: 'mei', say: 'A designer for the onboarding, ten days, 6,500 €.', after: 3 },
    { by: 'lars', say: 'Tickets and travel for the conference in Lisbon, four people, 7,900 €.', after: 1 },
    { by: 'nadia', say: 'That is 19,600 €, so 1,200 € too much. What can we cut?', after: 6 },
    { by: 'lars', say: 'We could send three people instead of four, that saves about 1,900 €.', after: 9 },
    { by: 'tom', say: 'I do not mind staying home, I was there last year.', after: 2, re: 6 },
    { by: 'priya', say: 'How about three people to Lisbon, both machines and the designer?', after: 5 },
    { by: 'mei', say: 'Sounds good', after: 1, re: 8, reactions: { '👍': ['tom', 'lars'] } },
    { by: 'nadia', say: 'Approved. That is 17,700 €, 700 € stay in reserve.', after: 12, re: 8 },
    { by: 'tom', say: "I'll order the machines by Friday", after: 3 },
    {
      by: 'nadia',
      say: '@Lars can you book the hotel before the 20th? After that the price goes up.',
      after: 2,
    },
    { by: 'lars', say: 'sure, will do', after: 1 },
    { by: 'mei', say: 'Who tells the designer? I only have the address of the agency.', after: 30 },
    { by: 'priya', say: 'Do we have to show the receipts to accounting this time?', after: 55 },
  ],
};
