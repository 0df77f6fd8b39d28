/** The suggestions for `since:`, in the words that the parser reads. */
export const sinceChoices = {
  ownLast: 'my last message',
  lastSummary: 'last summary',
  day: '24 hours',
  yesterday: 'yesterday',
  week: 'this week',
} as const;

export type SinceChoice = keyof typeof sinceChoices;
