import type { OwnTalk } from './own-talk.ts';

export const festival: OwnTalk = {
  id: 'festival',
  language: 'en',
  lines: [
    'Lena Ortiz: The council gave us Saturday 18 July for the street festival.', // 1
    { say: 'Marek: great! last year we had 1,850 visitors', re: 1 }, // 2
    'Dana: The stage can not stand in front of the fire station, they refused it yesterday', // 3
    'Marek: What if we put it on the church square?', // 4
    { say: 'Dana: Works for me', re: 4 }, // 5
    { say: 'Lena Ortiz: yes, good plan', re: 4, reactions: { '👍': 3 } }, // 6
    'Sunil: The sound company asks for €1,200 plus VAT, the other one wanted 1,650.', // 7
    { say: 'Lena Ortiz: We decided last time to stay under 1,500, so the first one', re: 7 }, // 8
    'Sunil: I will sign the contract with Brightsound on Friday', // 9
    'Dana: @Marek can you ask the brass band if they play for free?', // 10
    { say: 'Marek: will do', re: 10 }, // 11
    'Marek: We could also offer face painting for children', // 12
    { say: 'Sunil: no, we had complaints about that', re: 12 }, // 13
    'Dana: Volunteers must register until 30 June at https://fest.example/help', // 14
    'Lena Ortiz: Should we charge an entrance fee this year?', // 15
    { say: 'Sunil: I doubt people would pay', re: 15 }, // 16
    'Dana: The toilets cost 35 % more than in 2025.', // 17
    'Marek: The bus line 12 will not run through Mill Lane that day.', // 18
  ],
  claims: [
    { text: 'The street festival takes place on Saturday 18 July.', cites: [1], kind: 'fact' },
    { text: 'Marek mentioned that 1850 people came last year.', cites: [2] },
    {
      text: 'The fire station refused to have the stage in front of it, Dana said.',
      cites: [3],
      kind: 'constraint',
    },
    { text: 'The stage will stand on the church square.', cites: [4, 5], kind: 'decision' },
    { text: 'Marek proposed to put the stage on the church square.', cites: [4], kind: 'proposal' },
    {
      text: 'The sound company asks for 1,200 euros plus VAT; the other offer was 1,650.',
      cites: [7],
      kind: 'fact',
    },
    { text: 'Lena reminded everybody that they had decided to stay below 1,500.', cites: [8] },
    {
      text: 'Sunil will sign the contract with Brightsound.',
      cites: [9],
      kind: 'action',
      owner: 'Sunil',
      due: 'Friday',
    },
    {
      text: 'Marek will ask the brass band whether they play for free.',
      cites: [10, 11],
      kind: 'action',
      owner: 'Marek',
    },
    { text: 'Dana asked Marek to talk to the brass band.', cites: [10] },
    { text: 'Marek suggested face painting for children.', cites: [12], kind: 'proposal' },
    { text: 'Sunil rejected face painting because of complaints.', cites: [12, 13] },
    {
      text: 'Volunteers have to register by 30 June at https://fest.example/help.',
      cites: [14],
      kind: 'constraint',
    },
    { text: 'Lena asked whether there should be an entrance fee this year.', cites: [15] },
    { text: 'Sunil doubts that people would pay an entrance fee.', cites: [15, 16] },
    { text: 'According to Dana, toilets cost 35 percent more than in 2025.', cites: [17], kind: 'fact' },
    {
      text: 'Bus line 12 does not run through Mill Lane on the day of the festival.',
      cites: [18],
      kind: 'fact',
    },
  ],
};
