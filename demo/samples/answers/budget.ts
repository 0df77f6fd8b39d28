import { budget } from '../budget.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

const money = { en: 'Budget', fr: 'Budget', ja: '予算' };
const machines = { en: 'Build machines', fr: 'Machines de build', ja: 'ビルドマシン' };
const lisbon = { en: 'Lisbon', fr: 'Lisbonne', ja: 'リスボン' };

export const budgetAnswer: RecordedAnswer = {
  lines: budget.lines,
  claims: [
    {
      kind: 'key_point',
      topic: money,
      title: {
        en: 'Three people go to Lisbon; the budget is approved',
        fr: 'Trois personnes vont à Lisbonne ; le budget est approuvé',
        ja: 'リスボンへは3人、予算は承認',
      },
      text: {
        en: 'The three wishes came to 19,600 € with 18,400 € left. Sending three people to Lisbon instead of four brings the total to 17,700 €.',
        fr: 'Les trois souhaits coûtaient 19 600 €, alors qu’il reste 18 400 €. En envoyant trois personnes à Lisbonne au lieu de quatre, on arrive à 17 700 €.',
        ja: '3件の要望の合計は19,600 €で、残りの予算は18,400 €だった。リスボンに行く人数を4人から3人に減らし、合計は17,700 €になった。',
      },
      cites: [
        [5, 'That is 19,600 €, so 1,200 € too much.'],
        [1, 'We have 18,400 € left for this half year and three wishes on the list.'],
        [6, 'We could send three people instead of four'],
        [10, 'Approved. That is 17,700 €'],
      ],
    },
    {
      kind: 'decision',
      topic: money,
      text: {
        en: 'Three people go to Lisbon, and both build machines and the designer are paid: 17,700 €, with 700 € in reserve.',
        fr: 'Trois personnes vont à Lisbonne, et les deux machines de build et la designer sont financées : 17 700 €, avec 700 € en réserve.',
        ja: 'リスボンには3人が行き、ビルドマシン2台とデザイナーの費用も出す。合計17,700 €で、700 €は予備に残す。',
      },
      cites: [
        [8, 'How about three people to Lisbon, both machines and the designer?'],
        [9, 'Sounds good'],
        [10, 'Approved. That is 17,700 €, 700 € stay in reserve.'],
      ],
      outcome: 'approved',
      mistake: {
        text: {
          en: 'Three people go to Lisbon, and both build machines and the designer are paid: 17,700 €, with 1,700 € in reserve.',
          fr: 'Trois personnes vont à Lisbonne, et les deux machines de build et la designer sont financées : 17 700 €, avec 1 700 € en réserve.',
          ja: 'リスボンには3人が行き、ビルドマシン2台とデザイナーの費用も出す。合計17,700 €で、1,700 €は予備に残す。',
        },
      },
    },
    {
      kind: 'action',
      topic: machines,
      title: {
        en: 'Tom orders two build machines',
        fr: 'Tom commande deux machines de build',
        ja: 'Tomがビルドマシンを2台注文',
      },
      text: {
        en: 'Tom orders the build machines.',
        fr: 'Tom commande les machines de build.',
        ja: 'Tomがビルドマシンを注文する。',
      },
      cites: [[11, "I'll order the machines by Friday"]],
      owner: 'Tom',
      due: 'by Friday',
    },
    {
      kind: 'action',
      topic: lisbon,
      title: {
        en: 'Lars books the hotel in Lisbon',
        fr: 'Lars réserve l’hôtel à Lisbonne',
        ja: 'Larsがリスボンのホテルを予約',
      },
      text: {
        en: 'Lars books the hotel before the 20th; after that the price goes up.',
        fr: 'Lars réserve l’hôtel avant le 20 ; après, le prix augmente.',
        ja: 'Larsが20日までにホテルを予約する。その後は値段が上がる。',
      },
      cites: [
        [12, 'can you book the hotel before the 20th? After that the price goes up.'],
        [13, 'sure, will do'],
      ],
      owner: 'Lars',
      due: 'before the 20th',
      mistake: {
        text: {
          en: 'Priya books the hotel before the 20th; after that the price goes up.',
          fr: 'Priya réserve l’hôtel avant le 20 ; après, le prix augmente.',
          ja: 'Priyaが20日までにホテルを予約する。その後は値段が上がる。',
        },
        owner: 'Priya',
      },
    },
    {
      kind: 'question',
      topic: { en: 'Designer', fr: 'Designer', ja: 'デザイナー' },
      title: {
        en: 'Nobody has told the designer yet',
        fr: 'Personne n’a encore prévenu la designer',
        ja: 'デザイナーへの連絡役が未定',
      },
      text: {
        en: 'Who tells the designer? Mei has only the address of the agency.',
        fr: 'Qui prévient la designer ? Mei n’a que l’adresse de l’agence.',
        ja: 'デザイナーには誰が伝えるのか。Meiが知っているのは代理店の住所だけ。',
      },
      cites: [[14, 'Who tells the designer? I only have the address of the agency.']],
      speakers: ['Mei'],
    },
    {
      kind: 'question',
      topic: { en: 'Accounting', fr: 'Comptabilité', ja: '経理' },
      title: {
        en: 'Are receipts needed this time?',
        fr: 'Faut-il des reçus cette fois-ci ?',
        ja: '今回は領収書が必要か',
      },
      text: {
        en: 'Do the receipts have to be shown to accounting this time?',
        fr: 'Faut-il montrer les reçus à la comptabilité cette fois-ci ?',
        ja: '今回は経理に領収書を見せる必要があるのか。',
      },
      cites: [[15, 'Do we have to show the receipts to accounting this time?']],
      speakers: ['Priya'],
    },
    {
      kind: 'key_point',
      topic: machines,
      text: {
        en: 'The old build machines need 40 minutes for a full build; two new ones are 5,200 € together.',
        fr: 'Les anciennes machines mettent 40 minutes pour un build complet ; deux neuves coûtent 5 200 € ensemble.',
        ja: '古いビルドマシンはフルビルドに40分かかる。新しいものは2台で5,200 €。',
      },
      cites: [[2, 'two of them, 5,200 € together. The old ones need 40 minutes for a full build.']],
    },
    {
      kind: 'key_point',
      topic: lisbon,
      text: {
        en: 'Tom does not mind staying home: he was in Lisbon last year.',
        fr: 'Rester à la maison ne dérange pas Tom : il était à Lisbonne l’année dernière.',
        ja: 'Tomは去年リスボンに行ったので、今回は行かなくても構わない。',
      },
      cites: [
        [7, 'I do not mind staying home, I was there last year.'],
        [6, 'We could send three people instead of four'],
      ],
      mistake: {
        text: {
          en: 'Tom wants to go to Lisbon again.',
          fr: 'Tom veut retourner à Lisbonne.',
          ja: 'Tomはもう一度リスボンに行きたい。',
        },
        verdict: 'contradicted',
        missing: {
          en: 'Tom says that he doesn’t mind staying home',
          fr: 'Tom dit que rester à la maison ne le dérange pas',
          ja: 'Tomは行かなくても構わないと言っている',
        },
      },
    },
  ],
};
