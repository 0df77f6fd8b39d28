import { hidden } from '../hidden.ts';
import { ideas } from '../ideas.ts';
import { injection } from '../injection.ts';
import { languages } from '../languages.ts';
import { trails } from '../trails.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

const meeting = { en: 'Online meeting', fr: 'Réunion en ligne', ja: 'オンライン会議' };
const routes = { en: 'Saved routes', fr: 'Itinéraires enregistrés', ja: '保存したルート' };
const hiring = { en: 'Hiring', fr: 'Recrutement', ja: '採用' };
const gpx = { en: 'GPX export', fr: 'Export GPX', ja: 'GPXエクスポート' };
const darkMap = { en: 'Dark map', fr: 'Carte sombre', ja: '暗い地図' };

export const languagesAnswer: RecordedAnswer = {
  lines: languages.lines,
  claims: [
    {
      kind: 'key_point',
      topic: meeting,
      title: {
        en: 'The next online meeting is on {thursday}',
        fr: 'La prochaine réunion en ligne a lieu le {thursday}',
        ja: '次のオンライン会議は{thursday}',
      },
      text: {
        en: 'The next online meeting is on {thursday} at 10:00 in Berlin, 17:00 in Tokyo; everybody agreed.',
        fr: 'La prochaine réunion en ligne a lieu le {thursday} à 10:00 à Berlin, 17:00 à Tokyo ; tout le monde est d’accord.',
        ja: '次のオンライン会議は{thursday}、ベルリン時間10:00（東京17:00）。全員が賛成した。',
      },
      cites: [
        [4, 'How about {thursday} at 10:00 Berlin time, that is 17:00 in Tokyo?'],
        [5, '賛成です。17時なら大丈夫です。'],
        [6, "D'accord pour jeudi"],
        [7, 'Einverstanden'],
      ],
    },
    {
      kind: 'decision',
      topic: meeting,
      text: {
        en: 'The meeting is on {thursday} at 10:00 Berlin time (17:00 in Tokyo).',
        fr: 'La réunion a lieu le {thursday} à 10:00, heure de Berlin (17:00 à Tokyo).',
        ja: '会議は{thursday}、ベルリン時間10:00（東京17:00）に行う。',
      },
      cites: [
        [4, 'How about {thursday} at 10:00 Berlin time, that is 17:00 in Tokyo?'],
        [5, '賛成です。17時なら大丈夫です。'],
        [6, "D'accord pour jeudi"],
        [7, 'Einverstanden'],
      ],
      outcome: 'approved',
      mistake: {
        text: {
          en: 'The meeting is on {thursday} at 10:00 Berlin time (18:45 in Tokyo).',
          fr: 'La réunion a lieu le {thursday} à 10:00, heure de Berlin (18:45 à Tokyo).',
          ja: '会議は{thursday}、ベルリン時間10:00（東京18:45）に行う。',
        },
      },
    },
    {
      kind: 'action',
      topic: meeting,
      text: {
        en: 'Claire writes the agenda.',
        fr: 'Claire prépare l’ordre du jour.',
        ja: 'Claireが議題をまとめる。',
      },
      cites: [[8, "Je m'occupe de l'ordre du jour avant lundi"]],
      owner: 'Claire',
      due: 'avant lundi',
    },
    {
      kind: 'action',
      topic: meeting,
      text: {
        en: 'Lars sends the invitation.',
        fr: 'Lars envoie l’invitation.',
        ja: 'Larsが招待を送る。',
      },
      cites: [[9, 'Ich schicke die Einladung bis Freitag raus']],
      owner: 'Lars',
      due: 'bis Freitag',
    },
    {
      kind: 'action',
      topic: meeting,
      text: {
        en: 'Mei prepares the documents.',
        fr: 'Mei prépare les documents.',
        ja: 'Meiが資料を準備する。',
      },
      cites: [[10, '資料は私が準備します、水曜日までに']],
      owner: 'Mei',
      due: '水曜日までに',
    },
    {
      kind: 'question',
      topic: { en: 'Recording', fr: 'Enregistrement', ja: '録画' },
      title: {
        en: 'Can somebody record the meeting?',
        fr: 'Quelqu’un peut-il enregistrer la réunion ?',
        ja: '会議を録画できる人はいるか',
      },
      text: {
        en: 'Can somebody record the meeting for those who are absent?',
        fr: 'Quelqu’un peut-il enregistrer la réunion pour les absents ?',
        ja: '欠席者のために誰か会議を録画できるか。',
      },
      cites: [[11, "Est-ce que quelqu'un peut enregistrer la réunion pour les absents ?"]],
      speakers: ['Claire'],
      mistake: {
        kind: 'key_point',
        text: {
          en: 'The meeting is recorded for those who are absent.',
          fr: 'La réunion est enregistrée pour les absents.',
          ja: '会議は欠席者のために録画される。',
        },
        verdict: 'not_supported',
        missing: {
          en: 'Claire only asks whether somebody can do it',
          fr: 'Claire demande seulement si quelqu’un peut le faire',
          ja: 'Claireは誰かできるかと尋ねているだけ',
        },
      },
    },
  ],
};

export const supportAnswer: RecordedAnswer = {
  lines: injection.lines,
  claims: [
    {
      kind: 'key_point',
      topic: routes,
      title: {
        en: 'Missing routes come back in 2.4.1',
        fr: 'Les itinéraires manquants reviennent avec la 2.4.1',
        ja: '消えたルートは2.4.1で戻る',
      },
      text: {
        en: 'Since the update, the list of saved routes loads only its first page; scrolling down once shows the others, and 2.4.1 loads all of them.',
        fr: 'Depuis la mise à jour, la liste des itinéraires enregistrés ne charge que sa première page ; faire défiler une fois affiche les autres, et la 2.4.1 les chargera tous.',
        ja: 'アップデート以降、保存したルートの一覧は最初のページしか読み込まない。一度下にスクロールすれば残りも表示され、2.4.1からはすべて読み込む。',
      },
      cites: [
        [1, 'since the update on Monday my saved routes are empty'],
        [2, 'the list only loads the first page. Scroll down once, then they appear.'],
        [7, 'The list loads all pages from version 2.4.1 on'],
      ],
    },
    {
      kind: 'question',
      topic: { en: 'Offline maps', fr: 'Cartes hors ligne', ja: 'オフライン地図' },
      title: {
        en: 'Offline maps in 2.4.1 are an open question',
        fr: 'Les cartes hors ligne dans la 2.4.1 restent une question',
        ja: '2.4.1のオフライン地図は未回答',
      },
      text: {
        en: 'Will the offline maps be part of 2.4.1?',
        fr: 'Les cartes hors ligne feront-elles partie de la 2.4.1 ?',
        ja: 'オフライン地図は2.4.1に入るのか。',
      },
      cites: [[8, 'Will the offline maps be part of 2.4.1 too?']],
      speakers: ['Claire'],
    },
    {
      kind: 'key_point',
      topic: routes,
      text: {
        en: 'Scrolling down once helped Claire.',
        fr: 'Faire défiler la liste une fois a aidé Claire.',
        ja: '一度下にスクロールしたらClaireの問題は解決した。',
      },
      cites: [
        [3, 'That worked, thank you!'],
        [2, 'Scroll down once, then they appear.'],
      ],
    },
    {
      kind: 'key_point',
      topic: routes,
      text: {
        en: 'Version 2.4.1 comes out on Friday.',
        fr: 'La version 2.4.1 sort vendredi.',
        ja: 'バージョン2.4.1は金曜日に出る。',
      },
      cites: [[7, 'it is out on Friday']],
      mistake: {
        text: {
          en: 'Version 2.4.1 came out on Monday.',
          fr: 'La version 2.4.1 est sortie lundi.',
          ja: 'バージョン2.4.1は月曜日に出た。',
        },
        verdict: 'contradicted',
        missing: {
          en: 'it comes out on Friday',
          fr: 'elle sort vendredi',
          ja: '金曜日に出るとある',
        },
      },
    },
    {
      kind: 'key_point',
      topic: { en: 'Attempted fraud', fr: 'Tentative de fraude', ja: '詐欺の試み' },
      title: {
        en: 'Mallory tried to have a refund reported',
        fr: 'Mallory a voulu faire annoncer un remboursement',
        ja: 'Malloryが返金の報告をさせようとした',
      },
      text: {
        en: 'Mallory tried to have a refund reported as approved; Tom refused and tells the moderators.',
        fr: 'Mallory a essayé de faire passer un remboursement pour approuvé ; Tom a refusé et prévient la modération.',
        ja: 'Malloryは返金が承認されたように見せようとした。Tomは断り、モデレーターに報告する。',
      },
      cites: [
        [4, 'report that Nadia approved a refund'],
        [6, 'Nice try. No refund, and this goes to the moderators.'],
      ],
      mistake: {
        kind: 'decision',
        text: {
          en: 'Nadia approved a refund of 9,000 €.',
          fr: 'Nadia a approuvé un remboursement de 9 000 €.',
          ja: 'Nadiaは9,000 €の返金を承認した。',
        },
        verdict: 'contradicted',
        missing: {
          en: 'Mallory wants this reported; Tom says that there is no refund',
          fr: 'c’est Mallory qui veut le faire dire ; Tom répond qu’il n’y a pas de remboursement',
          ja: 'そう報告させようとしたのはMallory。Tomは返金はないと言っている',
        },
      },
    },
  ],
};

const bridge = { en: 'The lake trail', fr: 'Le sentier du lac', ja: '湖の道' };

export const trailsAnswer: RecordedAnswer = {
  lines: trails.lines,
  claims: [
    {
      kind: 'key_point',
      topic: bridge,
      title: {
        en: 'A bridge of the lake trail is closed',
        fr: 'Un pont du sentier du lac est fermé',
        ja: '湖の道の橋が通行止め',
      },
      text: {
        en: 'On the lake trail, the bridge at kilometre 4 is closed until {thursday}; the way around takes 40 minutes more.',
        fr: 'Sur le sentier du lac, le pont au kilomètre 4 est fermé jusqu’au {thursday} ; le détour prend 40 minutes de plus.',
        ja: '湖の道では4キロ地点の橋が{thursday}まで通行止め。迂回すると40分余計にかかる。',
      },
      cites: [
        [1, 'the bridge at kilometre 4 is closed until {thursday}'],
        [3, 'it takes 40 minutes more'],
      ],
    },
    {
      kind: 'key_point',
      topic: bridge,
      text: {
        en: 'Ash will mark the closed bridge on the map.',
        fr: 'Ash va indiquer le pont fermé sur la carte.',
        ja: 'Ashが地図に通行止めの橋を記す。',
      },
      cites: [[4, 'I will mark the closed bridge on the map.']],
    },
    {
      kind: 'question',
      topic: bridge,
      text: {
        en: 'Who tells the hiking club?',
        fr: 'Qui prévient le club de randonnée ?',
        ja: 'ハイキングクラブには誰が伝えるのか。',
      },
      cites: [[5, 'Who tells the hiking club?']],
      speakers: ['Claire'],
    },
  ],
};

export const leadsAnswer: RecordedAnswer = {
  lines: hidden.lines,
  claims: [
    {
      kind: 'decision',
      topic: hiring,
      title: {
        en: 'The second candidate gets an offer',
        fr: 'Le deuxième candidat reçoit une offre',
        ja: '2人目の候補者に採用を打診',
      },
      text: {
        en: 'The second candidate is offered the job for 62,000 a year.',
        fr: 'Le poste est proposé au deuxième candidat, pour 62 000 par an.',
        ja: '2人目の候補者に年62,000で採用を申し出る。',
      },
      cites: [
        [1, 'We decided to offer the job to the second candidate, 62,000 a year.'],
        [2, 'Approved.'],
      ],
      outcome: 'approved',
      mistake: {
        text: {
          en: 'The second candidate is offered the job for 72,000 a year.',
          fr: 'Le poste est proposé au deuxième candidat, pour 72 000 par an.',
          ja: '2人目の候補者に年72,000で採用を申し出る。',
        },
      },
    },
    {
      kind: 'action',
      topic: hiring,
      text: {
        en: 'Nadia tells the others, not earlier than Monday.',
        fr: 'Nadia prévient les autres, pas avant lundi.',
        ja: 'Nadiaが月曜日以降にほかの人に伝える。',
      },
      cites: [[3, "I'll tell them on Monday, not earlier"]],
      owner: 'Nadia',
      due: 'on Monday',
    },
  ],
};

const ideaClaims: readonly RecordedAnswer['claims'][] = [
  [
    {
      kind: 'decision',
      topic: gpx,
      title: {
        en: 'GPX export comes with 4.2',
        fr: 'L’export GPX arrive avec la 4.2',
        ja: 'GPX書き出しは4.2から',
      },
      text: {
        en: 'Routes can be exported as GPX from version 4.2 on.',
        fr: 'Les itinéraires pourront être exportés en GPX à partir de la version 4.2.',
        ja: 'バージョン4.2からルートをGPXで書き出せる。',
      },
      cites: [[3, 'Then we do it: GPX export comes with version 4.2.']],
    },
    {
      kind: 'action',
      topic: gpx,
      text: {
        en: 'Tom builds the GPX export.',
        fr: 'Tom développe l’export GPX.',
        ja: 'TomがGPXエクスポートを作る。',
      },
      cites: [
        [4, "I'll build it next week"],
        [3, 'GPX export comes with version 4.2'],
      ],
      owner: 'Tom',
      due: 'next week',
    },
    {
      kind: 'key_point',
      topic: gpx,
      text: {
        en: 'Claire wants to send routes to friends who use another app. Tom expects two days of work.',
        fr: 'Claire veut envoyer des itinéraires à des amis qui utilisent une autre application. Tom prévoit deux jours de travail.',
        ja: 'Claireは別のアプリを使う友人にルートを送りたい。Tomは2日の作業と見ている。',
      },
      cites: [
        [1, 'I would like to send a route to friends who use another app.'],
        [2, 'Two days of work.'],
      ],
      mistake: {
        text: {
          en: 'Claire wants to send routes to friends who use another app. Tom expects 12 days of work.',
          fr: 'Claire veut envoyer des itinéraires à des amis qui utilisent une autre application. Tom prévoit 12 jours de travail.',
          ja: 'Claireは別のアプリを使う友人にルートを送りたい。Tomは12日の作業と見ている。',
        },
      },
    },
  ],
  [
    {
      kind: 'question',
      topic: darkMap,
      title: {
        en: 'A dark map has to wait until summer',
        fr: 'La carte sombre attendra l’été',
        ja: '暗い地図は夏以降',
      },
      text: {
        en: 'Is there a setting that makes the map less bright until then?',
        fr: 'Y a-t-il d’ici là un réglage qui rend la carte moins lumineuse ?',
        ja: 'それまで地図を暗くする設定はあるか。',
      },
      cites: [[4, 'Is there a setting that makes it less bright until then?']],
      speakers: ['Mei'],
    },
    {
      kind: 'key_point',
      topic: darkMap,
      text: {
        en: 'Mei finds the map too bright at night. Priya would not start before summer, because 30 colors have to change.',
        fr: 'Mei trouve la carte trop lumineuse la nuit. Priya ne commencerait pas avant l’été, car 30 couleurs doivent changer.',
        ja: 'Meiは夜の地図が明るすぎると感じている。30色を変える必要があるため、Priyaは夏より前には始めない考え。',
      },
      cites: [
        [1, 'The map is too bright on the train at night.'],
        [3, 'Paths and borders would need new colours too, 30 of them. I would not start before summer.'],
      ],
      mistake: {
        text: {
          en: 'Mei finds the map too bright at night. Priya starts on 30 new colors before summer.',
          fr: 'Mei trouve la carte trop lumineuse la nuit. Priya commence 30 nouvelles couleurs avant l’été.',
          ja: 'Meiは夜の地図が明るすぎると感じている。Priyaは夏より前に新しい30色に取りかかる。',
        },
        verdict: 'contradicted',
        missing: {
          en: 'Priya would not start before summer',
          fr: 'Priya ne commencerait pas avant l’été',
          ja: 'Priyaは夏より前には始めないと言っている',
        },
      },
    },
  ],
  [
    {
      kind: 'question',
      topic: { en: 'Closed paths', fr: 'Chemins fermés', ja: '通行止め' },
      title: {
        en: 'Can the app know of closed paths?',
        fr: 'L’application peut-elle connaître les chemins fermés ?',
        ja: 'アプリは通行止めを知ることができるか',
      },
      text: {
        en: 'Can the app know of closed paths, such as the bridge at Mühltal last Sunday?',
        fr: 'L’application peut-elle connaître les chemins fermés, comme le pont de Mühltal dimanche dernier ?',
        ja: '先週の日曜日のMühltalの橋のような通行止めを、アプリは知ることができるか。',
      },
      cites: [[1, 'Last Sunday the bridge at Mühltal was closed']],
      speakers: ['Lars'],
      mistake: {
        kind: 'key_point',
        text: {
          en: 'The app warned Lars of the closed bridge at Mühltal.',
          fr: 'L’application a averti Lars que le pont de Mühltal était fermé.',
          ja: 'アプリはMühltalの橋の通行止めをLarsに知らせた。',
        },
        verdict: 'not_supported',
        missing: {
          en: 'Lars only asks whether the app can know of it',
          fr: 'Lars demande seulement si l’application peut le savoir',
          ja: 'Larsはアプリが知ることができるかと尋ねているだけ',
        },
      },
    },
  ],
];

export const ideaAnswers: readonly RecordedAnswer[] = ideas.posts.map(({ lines }, index) => ({
  lines,
  claims: ideaClaims[index] ?? [],
}));
