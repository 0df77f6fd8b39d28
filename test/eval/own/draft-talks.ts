import type { OwnDraftTalk } from './drafts.ts';

/** From Saturday 14 March 2026. */
export const workshop: OwnDraftTalk = {
  id: 'workshop',
  date: '2026-03-14',
  lines: [
    [
      '10:02',
      'Lars',
      'Morning all. Since the update to v7.8 the camera 0ac8:0323 is not found on the workbench PC',
    ], // 1
    ['10:04', 'Lara', 'same on the door PC here, with v7.7 it still worked', 1], // 2
    ['10:05', 'Lars', "I'd go back to v7.7 on both until that is fixed", 2], // 3
    ['10:09', 'Nadia', '+1, do it', 3], // 4
    ['10:31', 'Lars', "done on the workbench PC. I can't reach the door PC, Lara has the key", 4], // 5
    ['10:33', 'Lara', "I'll do the door PC on Monday evening", 5], // 6
    ['10:40', 'Tomek', 'what was that flood on port 22 last night? 1,214 failed logins'], // 7
    ['10:41', 'Nadia', 'bots. fail2ban blocked 38 addresses, nothing got through', 7], // 8
    ['10:45', 'Tomek', 'can we raise the ban from 10 minutes to 24 hours?', 8], // 9
    ['10:47', 'Nadia', 'yes please, go ahead', 9], // 10
    ['11:15', 'Lara', 'The heating technician called: comes on Friday at 14:30, somebody has to be there'], // 11
    ['11:16', 'Tomek', "me, I'm off on Friday", 11], // 12
    ['11:20', 'Lars', 'Should we buy the GPU server from the university? 900 euros plus 120 for shipping'], // 13
    ['11:24', 'Nadia', "I'm against it, it draws 1,400 W and our circuit has 16 A for everything", 13], // 14
    ['11:26', 'Lara', 'agree with Nadia, no', 13], // 15
    ['11:27', 'Lars', "ok, then not. I'll tell them", 15], // 16
    ['11:40', 'Tomek', 'the new transmitter has 1W, the old one 500 mW. Do we need a new licence?'], // 17
    ['11:52', 'Lara', 'Not for 1W, only above 2W', 17], // 18
    [
      '12:05',
      'Nadia',
      "I won't open the workshop tomorrow unless somebody else is there, the alarm is acting up",
    ], // 19
    ['12:10', 'Lars', 'I can be there from 13:00', 19], // 20
    ['12:11', 'Nadia', 'great, then we open at 13:00', 20], // 21
    ['12:30', 'Lara', 'Members: 61 in February, 64 now. 57 have paid'], // 22
  ],
  careful: [
    {
      text: 'The camera fault after the update, the heating technician and the GPU server were settled.',
      kind: 'overview',
      cites: [3, 12, 16],
    },
    {
      text: 'Since v7.8 the camera 0ac8:0323 is no longer found on the workbench PC.',
      cites: [[1, 'the camera 0ac8:0323 is not found']],
    },
    { text: 'Both PCs go back to v7.7 until the fault is fixed.', kind: 'decision', cites: [3, 4] },
    {
      text: 'Lara takes the door PC back to v7.7 on Monday, 16 March.',
      kind: 'action',
      owner: 'Lara',
      due: 'Monday evening',
      cites: [3, 5, 6],
    },
    {
      text: 'fail2ban blocked 38 addresses after 1,214 failed logins on port 22.',
      kind: 'fact',
      cites: [7, [8, 'fail2ban blocked 38 addresses']],
    },
    { text: 'The ban goes up from 10 minutes to 24 hours.', kind: 'decision', cites: [9, 10] },
    {
      text: 'Tomek will be there when the heating technician comes on Friday at 14:30.',
      kind: 'action',
      owner: 'Tomek',
      due: 'Friday, 20 March, 14:30',
      cites: [11, 12],
    },
    { text: 'The GPU server is not bought.', kind: 'decision', outcome: 'declined', cites: [13, 14, 16] },
    { text: 'The GPU server would have cost 1,020 euros with shipping.', kind: 'fact', cites: [13] },
    { text: 'The new 1W transmitter needs no new licence.', kind: 'fact', cites: [17, 18] },
    {
      text: 'The workshop opens on Sunday, 15 March, at 13:00, with Nadia and Lars.',
      kind: 'decision',
      cites: [19, 20, 21],
    },
    { text: 'There are 3 members more than in February.', kind: 'fact', cites: [22] },
  ],
  hasty: [
    {
      text: 'The new transmitter has 500 mW, the old one 1W.',
      kind: 'fact',
      cites: [17],
      why: 'the other way round',
      verdict: 'contradicted',
    },
    {
      text: 'Lars will do the door PC on Monday evening.',
      kind: 'action',
      owner: 'Lars',
      cites: [5, 6],
      why: 'Lara will',
      verdict: 'contradicted',
    },
    {
      text: 'The heating technician comes on Saturday at 14:30.',
      kind: 'fact',
      cites: [11],
      why: 'posted on Saturday, comes on Friday',
      verdict: 'contradicted',
    },
    {
      text: 'The GPU server was approved.',
      kind: 'decision',
      cites: [13, 16],
      why: 'decided against',
      verdict: 'contradicted',
    },
    {
      text: 'The workshop stays closed tomorrow because of the alarm.',
      cites: [19],
      support: 'partial',
      why: 'opens at 13:00 (21)',
      verdict: 'partly',
    },
    {
      text: 'There are 61 members now, 64 in February.',
      kind: 'fact',
      cites: [22],
      why: 'the other way round',
      verdict: 'contradicted',
    },
    {
      text: 'Lara asked to raise the ban to 24 hours.',
      kind: 'contribution',
      speakers: ['Lara'],
      cites: [9],
      why: 'Tomek did',
      verdict: 'contradicted',
    },
    {
      text: 'A new licence is needed for 1W.',
      kind: 'constraint',
      cites: [17, 18],
      why: 'only above 2W',
      verdict: 'contradicted',
    },
    {
      text: 'With v7.6 it still worked on the door PC.',
      cites: [2],
      why: 'v7.7',
      verdict: 'contradicted',
    },
    { text: 'Nadia is against the GPU server because it draws 1.4 kW.', cites: [14] },
    {
      text: 'Lars tells the university that the server is not wanted.',
      kind: 'action',
      owner: 'Lars',
      cites: [13, 16],
    },
  ],
};

/** From Wednesday 1 April 2026. */
export const kits: OwnDraftTalk = {
  id: 'kits',
  date: '2026-04-01',
  lines: [
    [
      '08:30',
      'Mira',
      "the lab hasn't answered yet, so we can't ship the 48 kits until they confirm the batch",
    ], // 1
    ['08:33', 'Miro', 'how long does that usually take?', 1], // 2
    ['08:35', 'Mira', 'two to three working days, I asked on Monday', 2], // 3
    ['08:50', 'Jonas', 'storage at Kessler costs 85 euros a month, the contract runs for a year'], // 4
    ['08:52', 'Pia', "that's 1,020 a year, we had 900 in the budget", 4], // 5
    ['08:58', 'Miro', "let's take the smaller room then, 70 a month", 5], // 6
    ['09:03', 'Pia', "fine by me, that's 840", 6], // 7
    ['09:05', 'Jonas', "ok, I'll sign for the smaller room tomorrow", 7], // 8
    ['09:20', 'Mira', 'Note from the warehouse: closed until 7 April, deliveries only after that'], // 9
    ['09:31', 'Pia', 'do we want a second lamp for the packing table?'], // 10
    ['09:34', 'Jonas', 'no, the one we have is enough', 10], // 11
    ['09:35', 'Pia', 'ok, decided: no second lamp', 11], // 12
    ['10:02', 'Miro', 'plan for the fair: Mira drives on the 17th, I follow by train on the 18th'], // 13
    ['10:40', 'Mira', "sorry, I can't drive on the 17th, my car is in the garage", 13], // 14
    ['10:44', 'Miro', "then we both take the train on the 18th, I'll book", 14], // 15
    ['10:45', 'Mira', 'perfect, thanks', 15], // 16
    ['11:10', 'Jonas', 'returns: 14 of 350 in January, 9 of 410 in February'], // 17
    ['11:12', 'Pia', 'so from 4 % to about 2 %. nice', 17], // 18
    ['11:30', 'Pia', 'I might switch us to the new label printer if the trial goes well'], // 19
    ['11:45', 'Mira', 'The lab just called: they will confirm tomorrow by noon', 1], // 20
    ['12:01', 'Jonas', 'does anyone know if order 0x5F3A-19 was paid?'], // 21
    ['12:04', 'Miro', 'yes, on 30 March, see https://pay.example/r/77120', 21], // 22
  ],
  careful: [
    {
      text: 'Shipping waits for the lab, the smaller storage room is taken, and the trip to the fair was planned anew.',
      kind: 'overview',
      cites: [1, 8, 15],
    },
    {
      text: 'The 48 kits cannot be shipped until the lab confirms the batch.',
      kind: 'constraint',
      cites: [[1, "can't ship the 48 kits until they confirm the batch"]],
    },
    { text: 'Mira asked the lab on 30 March.', cites: [1, 3] },
    { text: 'The lab will confirm by noon on 2 April.', kind: 'fact', cites: [20] },
    { text: 'The smaller room for 70 euros a month is taken.', kind: 'decision', cites: [6, 7, 8] },
    { text: 'The smaller room saves 180 euros a year.', kind: 'fact', cites: [5, 7] },
    {
      text: 'Jonas signs for the smaller room on 2 April.',
      kind: 'action',
      owner: 'Jonas',
      due: '2 April',
      cites: [[8, "I'll sign for the smaller room tomorrow"]],
    },
    { text: 'The warehouse takes deliveries only after 7 April.', kind: 'constraint', cites: [9] },
    {
      text: 'There will be no second lamp for the packing table.',
      kind: 'decision',
      outcome: 'declined',
      cites: [10, 12],
    },
    {
      text: 'Mira and Miro both take the train to the fair on the 18th.',
      kind: 'change',
      cites: [14, 15, 16],
      before: { text: 'Mira was to drive on the 17th and Miro to follow by train.', cites: [13] },
    },
    { text: 'Returns fell from 14 of 350 in January to 9 of 410 in February.', kind: 'fact', cites: [17] },
    {
      text: 'Order 0x5F3A-19 was paid on 2026-03-30: https://pay.example/r/77120',
      kind: 'fact',
      cites: [21, 22],
    },
    {
      text: 'Pia may switch to the new label printer if its trial goes well.',
      kind: 'proposal',
      cites: [19],
    },
    {
      text: 'Jonas signs for the room at 70 euros a month.',
      kind: 'action',
      owner: 'Jonas',
      cites: [8],
      support: 'context',
      why: 'the price stands in 6',
    },
  ],
  hasty: [
    {
      text: 'The 48 kits can be shipped until the lab confirms the batch.',
      kind: 'constraint',
      cites: [1],
      why: 'cannot until',
      verdict: 'contradicted',
    },
    {
      text: 'Storage at Kessler costs 85 euros a year.',
      kind: 'fact',
      cites: [4],
      why: 'a month',
      verdict: 'contradicted',
    },
    {
      text: 'The warehouse is closed after 7 April.',
      kind: 'constraint',
      cites: [9],
      why: 'until 7 April',
      verdict: 'contradicted',
    },
    {
      text: 'Mira drives to the fair on the 17th.',
      kind: 'action',
      owner: 'Mira',
      cites: [13],
      support: 'partial',
      why: 'superseded by 14 and 15',
      verdict: 'partly',
    },
    {
      text: "Miro cannot drive because Miro's car is in the garage.",
      cites: [13, 14],
      why: "Mira's car",
      verdict: 'contradicted',
    },
    {
      text: 'A second lamp for the packing table was approved.',
      kind: 'decision',
      cites: [10, 12],
      why: 'declined',
      verdict: 'contradicted',
    },
    {
      text: 'Pia switches to the new label printer.',
      kind: 'decision',
      cites: [19],
      support: 'partial',
      kindFits: 'proposal',
      why: 'only if the trial goes well',
      verdict: 'partly',
    },
    {
      text: 'Returns fell from 14 of 410 in January to 9 of 350 in February.',
      kind: 'fact',
      cites: [17],
      why: 'the totals are swapped',
      verdict: 'contradicted',
    },
    {
      text: 'Order 0x5F3A-19 was paid on 13 March.',
      kind: 'fact',
      cites: [21, 22],
      why: '30 March',
      verdict: 'contradicted',
    },
    {
      text: 'Returns fell because of the new supplier.',
      cites: [[18, 'down thanks to the new supplier']],
      support: 'partial',
      why: 'no reason is given',
      verdict: 'partly',
    },
    {
      text: 'Miro will sign for the smaller room tomorrow.',
      kind: 'action',
      owner: 'Miro',
      cites: [8],
      why: 'Jonas will',
      verdict: 'contradicted',
    },
    { text: 'In January 14 of 350 parcels came back.', kind: 'fact', cites: [[18, '14 of 350 in January']] },
    { text: 'Miro books the train for Mira and himself.', kind: 'action', owner: 'Miro', cites: [15] },
    { text: 'Pia reckons that returns fell to about 2 percent.', cites: [17, 18] },
  ],
};

/** From Friday 8 May 2026. */
export const chor: OwnDraftTalk = {
  id: 'chor',
  date: '2026-05-08',
  lines: [
    ['18:02', 'Anna', 'Hallo! Die Probe am Dienstag fängt erst um 19:30 an, der Saal ist vorher belegt'], // 1
    ['18:05', 'Anne', 'ok, ich bring die Noten mit. Wie viele Tenöre kommen?', 1], // 2
    ['18:09', 'Piet', '4 von 7, zwei sind krank und Olli ist verreist', 2], // 3
    ['18:15', 'Anna', 'Das Konzert ist am 20. Juni um 18 Uhr in der Lukaskirche, Karten 12 €, ermäßigt 8 €'], // 4
    ['18:20', 'Piet', 'sollen wir Northern Lights als Zugabe singen?'], // 5
    ['18:22', 'Anne', 'lieber nicht, das können wir noch nicht', 5], // 6
    ['18:25', 'Anna', 'stimmt, dann Northern Lights nicht', 6], // 7
    ['18:31', 'Olli', 'Ich könnte die Plakate drucken, wenn mir jemand bis Sonntag das PDF schickt'], // 8
    ['18:33', 'Anne', 'schick ich dir morgen', 8], // 9
    ['18:40', 'Piet', 'Parken vor der Kirche geht seit der Baustelle nicht mehr'], // 10
    ['18:41', 'Anna', 'doch, seit gestern ist wieder frei', 10], // 11
    ['18:50', 'Anna', '86 Karten sind schon weg, 34 noch da. 1.032 € eingenommen, alles Vollzahler'], // 12
    ['18:55', 'Olli', 'Wer holt am 20. den Schlüssel für den Flügel?'], // 13
  ],
  careful: [
    {
      text: 'Es ging um die Probe am Dienstag, das Konzert am 20. Juni und die Zugabe.',
      kind: 'overview',
      cites: [1, 4, 5],
    },
    {
      text: 'Die Probe am Dienstag, 12. Mai, beginnt um 19:30 Uhr, weil der Saal vorher belegt ist.',
      kind: 'fact',
      cites: [1],
    },
    { text: 'Von sieben Tenören kommen vier.', kind: 'fact', cites: [2, 3] },
    {
      text: 'Das Konzert ist am 20.06. um 18:00 Uhr in der Lukaskirche; Karten kosten 12 €, ermäßigt 8 €.',
      kind: 'fact',
      cites: [4],
    },
    {
      text: 'Northern Lights wird nicht als Zugabe gesungen.',
      kind: 'decision',
      outcome: 'declined',
      cites: [5, 6, 7],
    },
    {
      text: 'Anne schickt Olli am 9. Mai das PDF für die Plakate.',
      kind: 'action',
      owner: 'Anne',
      due: '9. Mai',
      cites: [8, 9],
    },
    { text: 'Seit dem 7. Mai kann man vor der Kirche wieder parken.', kind: 'fact', cites: [10, 11] },
    { text: 'Insgesamt gibt es 120 Karten.', kind: 'fact', cites: [12] },
    {
      text: 'Olli fragt, wer am 20. den Schlüssel für den Flügel holt.',
      kind: 'question',
      cites: [13],
    },
  ],
  hasty: [
    {
      text: 'Anna bringt die Noten mit.',
      kind: 'action',
      cites: [1, 2],
      why: 'Anne',
      verdict: 'contradicted',
    },
    {
      text: 'Parken vor der Kirche geht nicht mehr.',
      kind: 'constraint',
      cites: [10],
      support: 'partial',
      why: 'wieder frei (11)',
      verdict: 'partly',
    },
    {
      text: 'Karten kosten 8 €, ermäßigt 12 €.',
      kind: 'fact',
      cites: [4],
      why: 'vertauscht',
      verdict: 'contradicted',
    },
    {
      text: '34 Karten sind schon weg, 86 noch da.',
      kind: 'fact',
      cites: [12],
      why: 'vertauscht',
      verdict: 'contradicted',
    },
    {
      text: 'Olli druckt die Plakate.',
      kind: 'action',
      owner: 'Olli',
      cites: [8],
      support: 'partial',
      kindFits: 'proposal',
      why: 'er könnte, wenn er das PDF bekommt',
      verdict: 'partly',
    },
    {
      text: 'Northern Lights wird als Zugabe gesungen.',
      kind: 'decision',
      cites: [5, 7],
      why: 'abgelehnt',
      verdict: 'contradicted',
    },
    {
      text: 'Die Probe am Montag beginnt um 19:30 Uhr.',
      kind: 'fact',
      cites: [1],
      why: 'Dienstag',
      verdict: 'contradicted',
    },
    { text: 'Zwei Tenöre sind krank, Olli ist verreist.', cites: [3] },
  ],
};
