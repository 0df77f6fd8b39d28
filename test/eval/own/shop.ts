import type { OwnTalk } from './own-talk.ts';

export const shop: OwnTalk = {
  id: 'shop',
  language: 'en',
  lines: [
    'Priscilla: Morning. Checkout conversion dropped from 3.4% to 2.9% since Thursday.', // 1
    { say: 'Goran: that is when we switched the payment form to the new provider', re: 1 }, // 2
    { say: 'Aiko: The errors are all Amex cards, 412 declined since then. Visa is fine.', re: 1 }, // 3
    'Goran: how about we route Amex back to Paylane until it is fixed?', // 4
    { say: 'Priscilla: Approved, please do it today', re: 4 }, // 5
    { say: "Goran: on it, I'll flip the flag `amex_paylane` before lunch", re: 5 }, // 6
    'Aiko: I opened a ticket with Kardia, number 88213, they answer within two business days.', // 7
    'Wim: Can we give affected customers a voucher of 10 euros?', // 8
    { say: 'Priscilla: Not sure yet, I have to ask finance first', re: 8 }, // 9
    'Aiko: The invoice page still shows the old logo, see PR #1207', // 10
    { say: 'Wim: I reviewed it, nothing to change from my side', re: 10 }, // 11
    'Wim: I think the summer sale should start a week earlier', // 12
    { say: 'Priscilla: I disagree, the stock arrives on 22 June only', re: 12 }, // 13
    'Goran: Flag is live since 11:40, Amex payments go through again.', // 14
    { say: 'Aiko: confirmed, 18 of 18 test payments worked', re: 14 }, // 15
    "Wim: I won't be here from Wednesday to Friday, Aiko covers for me", // 16
    'Priscilla: Reminder: nobody deploys on Fridays without asking me.', // 17
    'Goran: Do we need to tell legal about the declined payments?', // 18
  ],
  claims: [
    { text: 'Priscilla reported that checkout conversion fell from 3.4 to 2.9 percent.', cites: [1] },
    {
      text: 'Goran pointed out that the payment form was switched to the new provider at that time.',
      cites: [2],
    },
    { text: 'Aiko found that 412 Amex cards were declined, while Visa works.', cites: [3] },
    { text: 'Goran proposed to send Amex back to Paylane until it is fixed.', cites: [4], kind: 'proposal' },
    { text: 'Amex goes back to Paylane until the problem is fixed.', cites: [4, 5], kind: 'decision' },
    {
      text: 'Goran will flip the flag `amex_paylane`.',
      cites: [5, 6],
      kind: 'action',
      owner: 'Goran',
      due: 'before lunch',
    },
    { text: 'Aiko opened ticket 88213 with Kardia, who answer within two business days.', cites: [7] },
    { text: 'Wim asked whether affected customers can get a €10 voucher.', cites: [8] },
    { text: 'Priscilla is not sure about the voucher and will ask finance first.', cites: [8, 9] },
    { text: 'Wim reviewed PR #1207 and had nothing to change.', cites: [10, 11] },
    { text: 'Wim would start the summer sale a week earlier.', cites: [12], kind: 'proposal' },
    { text: 'Priscilla disagreed because the stock only arrives on 22 June.', cites: [12, 13] },
    { text: 'Amex payments have worked again since 11:40.', cites: [14], kind: 'fact' },
    { text: 'Aiko confirmed that all 18 test payments worked.', cites: [14, 15] },
    {
      text: 'Wim is away from Wednesday to Friday and Aiko covers for him.',
      cites: [16],
      kind: 'constraint',
    },
    { text: 'Nobody may deploy on Fridays without asking Priscilla.', cites: [17], kind: 'constraint' },
    { text: 'Goran asked whether legal needs to be told about the declined payments.', cites: [18] },
  ],
};
