import type { Sample } from './sample.ts';

/** People agree on a meeting in German, French, Japanese and English. */
export const languages: Sample = {
  channel: 'international',
  topic: 'Write in the language you like',
  startsAt: '09:00',
  lines: [
    { by: 'mei', say: '来月のオンライン会議はいつにしましょうか？' },
    { by: 'lars', say: 'Bei mir geht es nur dienstags oder donnerstags am Vormittag.', after: 6 },
    { by: 'claire', say: 'Moi, je préfère le jeudi, le mardi je suis dans le train.', after: 4 },
    {
      by: 'nadia',
      say: 'How about {thursday} at 10:00 Berlin time, that is 17:00 in Tokyo?',
      after: 8,
    },
    { by: 'mei', say: '賛成です。17時なら大丈夫です。', after: 3, re: 4 },
    { by: 'claire', say: "D'accord pour jeudi", after: 2, re: 4 },
    { by: 'lars', say: 'Einverstanden', after: 1, re: 4 },
    { by: 'claire', say: "Je m'occupe de l'ordre du jour avant lundi", after: 5 },
    { by: 'lars', say: 'Ich schicke die Einladung bis Freitag raus', after: 2 },
    { by: 'mei', say: '資料は私が準備します、水曜日までに', after: 7 },
    { by: 'claire', say: "Est-ce que quelqu'un peut enregistrer la réunion pour les absents ?", after: 20 },
  ],
};
