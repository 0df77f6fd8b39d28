import { engineering } from '../engineering.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

const release = { en: 'Release 2.4', fr: 'Version 2.4', ja: 'リリース 2.4' };
const uploads = { en: 'Large uploads', fr: 'Gros fichiers', ja: '大きなアップロード' };
const pushes = { en: 'Push notifications', fr: 'Notifications push', ja: 'プッシュ通知' };
const load = { en: 'Load test', fr: 'Test de charge', ja: '負荷テスト' };

export const engineeringAnswer: RecordedAnswer = {
  lines: engineering.lines,
  claims: [
    {
      kind: 'decision',
      topic: release,
      title: {
        en: '2.4 is released on {thursday} without the retry',
        fr: 'La 2.4 sort le {thursday}, sans les nouvelles tentatives d’envoi',
        ja: '2.4は{thursday}に再送なしでリリース',
      },
      text: {
        en: 'Version 2.4 is released on {thursday} at 10:00, without the retry; the code freeze is on Wednesday at 18:00.',
        fr: 'La version 2.4 sort le {thursday} à 10:00, sans les nouvelles tentatives d’envoi ; le gel du code est mercredi à 18:00.',
        ja: 'バージョン2.4は{thursday}10:00に、再送なしでリリースする。コードフリーズは水曜日の18:00。',
      },
      cites: [
        [27, 'We decided to release on {thursday} at 10:00, code freeze is Wednesday 18:00.'],
        [24, 'ship 2.4 without the retry'],
      ],
      mistake: {
        text: {
          en: 'Version 2.4 is released on {thursday} at 11:30, without the retry; the code freeze is on Wednesday at 18:00.',
          fr: 'La version 2.4 sort le {thursday} à 11:30, sans les nouvelles tentatives d’envoi ; le gel du code est mercredi à 18:00.',
          ja: 'バージョン2.4は{thursday}11:30に、再送なしでリリースする。コードフリーズは水曜日の18:00。',
        },
      },
    },
    {
      kind: 'decision',
      topic: uploads,
      title: {
        en: 'Large uploads will be streamed',
        fr: 'Les gros fichiers seront envoyés en flux',
        ja: '大きなアップロードはストリーミングに',
      },
      text: {
        en: 'Uploads are streamed and show progress; the limit of the proxy is not raised.',
        fr: 'Les fichiers sont envoyés en flux, avec une barre de progression ; la limite du proxy n’est pas relevée.',
        ja: 'アップロードはストリーミングにして進捗を表示する。プロキシの上限は上げない。',
      },
      cites: [
        [7, 'stream the upload and show progress instead of raising the limit'],
        [9, 'Sounds good, raising it would only hide the problem'],
        [10, '+1'],
      ],
      outcome: 'approved',
      mistake: {
        text: {
          en: 'Uploads are streamed and show progress, and the limit of the proxy is raised.',
          fr: 'Les fichiers sont envoyés en flux, avec une barre de progression, et la limite du proxy est relevée.',
          ja: 'アップロードはストリーミングにして進捗を表示し、プロキシの上限も上げる。',
        },
        verdict: 'contradicted',
        missing: {
          en: 'they stream the upload instead of raising the limit',
          fr: 'l’envoi en flux remplace le relèvement de la limite',
          ja: '上限を上げる代わりにストリーミングにする、とある',
        },
      },
    },
    {
      kind: 'decision',
      topic: pushes,
      title: {
        en: 'The retry waits: pushes arrive twice on Android 15',
        fr: 'Les notifications arrivent en double sous Android 15',
        ja: 'Android 15で通知が重複、再送は見送り',
      },
      text: {
        en: '2.4 ships without the retry, which comes back behind a flag.',
        fr: 'La 2.4 sort sans les nouvelles tentatives d’envoi, qui reviendront derrière une option.',
        ja: '2.4は再送なしで出し、再送は後でフラグ付きで戻す。',
      },
      cites: [
        [24, 'ship 2.4 without the retry and bring it back behind a flag'],
        [25, 'Agreed, better late than twice'],
        [26, 'works for me'],
      ],
      outcome: 'approved',
    },
    {
      kind: 'action',
      topic: uploads,
      text: {
        en: 'Tom finishes the streaming upload.',
        fr: 'Tom termine l’envoi en flux.',
        ja: 'Tomがストリーミングアップロードを仕上げる。',
      },
      cites: [[11, "I'll have the streaming upload ready by Wednesday evening"]],
      owner: 'Tom',
      due: 'by Wednesday evening',
    },
    {
      kind: 'action',
      topic: { en: 'Store listing', fr: 'Fiche du store', ja: 'ストアの掲載情報' },
      title: {
        en: 'The store listing gets new screenshots',
        fr: 'De nouvelles captures pour le store',
        ja: 'ストアのスクリーンショットを更新',
      },
      text: {
        en: 'Mei makes new screenshots for the store listing; the old ones still show the 2.2 sidebar.',
        fr: 'Mei refait les captures d’écran pour le store ; les anciennes montrent encore la barre latérale de la 2.2.',
        ja: 'Meiがストア用の新しいスクリーンショットを用意する。今のものは2.2のサイドバーのまま。',
      },
      cites: [
        [31, "I'll make new ones tomorrow, the old ones still show the 2.2 sidebar"],
        [30, 'Do we need a new screenshot for the store listing?'],
      ],
      owner: 'Mei',
      due: 'tomorrow',
      mistake: {
        text: {
          en: 'Priya makes new screenshots for the store listing; the old ones still show the 2.2 sidebar.',
          fr: 'Priya refait les captures d’écran pour le store ; les anciennes montrent encore la barre latérale de la 2.2.',
          ja: 'Priyaがストア用の新しいスクリーンショットを用意する。今のものは2.2のサイドバーのまま。',
        },
        owner: 'Priya',
      },
    },
    {
      kind: 'question',
      topic: release,
      text: {
        en: 'Who writes the release notes?',
        fr: 'Qui rédige les notes de version ?',
        ja: 'リリースノートは誰が書くのか。',
      },
      cites: [[28, 'Who writes the release notes this time?']],
      speakers: ['Mei'],
    },
    {
      kind: 'question',
      topic: { en: 'Safari 15', fr: 'Safari 15', ja: 'Safari 15' },
      title: {
        en: 'The end of Safari 15 is not decided',
        fr: 'Le sort de Safari 15 reste à décider',
        ja: 'Safari 15のサポートは未定',
      },
      text: {
        en: 'Is Safari 15 still supported? Nadia wants to decide when the next visitor figures are there.',
        fr: 'Faut-il encore prendre en charge Safari 15 ? Nadia veut en décider avec les prochains chiffres de visites.',
        ja: 'Safari 15のサポートを続けるのか。Nadiaは次のアクセス数が出てから決めたい。',
      },
      cites: [
        [19, 'Should we still support Safari 15?'],
        [20, "Let's decide on Safari when we have the next visitor figures."],
      ],
      mistake: {
        kind: 'decision',
        text: {
          en: 'Safari 15 is no longer supported.',
          fr: 'Safari 15 n’est plus pris en charge.',
          ja: 'Safari 15のサポートは終了する。',
        },
        verdict: 'not_supported',
        missing: {
          en: 'Nadia puts the decision off',
          fr: 'Nadia remet la décision à plus tard',
          ja: 'Nadiaは決定を先送りしている',
        },
      },
    },
    {
      kind: 'question',
      topic: { en: '1.x API', fr: 'API 1.x', ja: '1.x API' },
      title: {
        en: 'Somebody asks what becomes of the 1.x API',
        fr: 'Que devient l’API 1.x ?',
        ja: '1.x APIの今後を問う声',
      },
      text: {
        en: 'Is there a plan for people who still use the 1.x API?',
        fr: 'Qu’est-il prévu pour ceux qui utilisent encore l’API 1.x ?',
        ja: 'まだ1.x APIを使っている人への計画はあるのか。',
      },
      cites: [[32, 'Is there a plan for people who are still on the 1.x API?']],
      speakers: ['Lars'],
    },
    {
      kind: 'key_point',
      topic: { en: 'Security review', fr: 'Audit de sécurité', ja: 'セキュリティレビュー' },
      title: {
        en: 'The reset link is fixed on staging',
        fr: 'Le lien de réinitialisation est corrigé sur staging',
        ja: 'リセットリンクはステージングで修正済み',
      },
      text: {
        en: 'The security review had one finding: the reset link stays valid after use. The fix is on staging, so the review can close it.',
        fr: 'L’audit de sécurité a relevé un point : le lien de réinitialisation reste valable après usage. Le correctif est sur staging, le point peut donc être clos.',
        ja: 'セキュリティレビューの指摘は1件で、リセットリンクが使用後も有効なままだった。修正はステージングにあり、指摘はクローズできる。',
      },
      cites: [
        [21, 'one finding, the reset link stays valid after it was used'],
        [29, 'Reset link is fixed and deployed to staging, the review can close the finding.'],
      ],
      mistake: {
        text: {
          en: 'The security review had one finding: the reset link stays valid after use. The review has closed it.',
          fr: 'L’audit de sécurité a relevé un point : le lien de réinitialisation reste valable après usage. L’audit a clos ce point.',
          ja: 'セキュリティレビューの指摘は1件で、リセットリンクが使用後も有効なままだった。レビューはこの指摘をクローズした。',
        },
        verdict: 'partly',
        missing: {
          en: 'it can be closed, but nobody says that it was',
          fr: 'il peut être clos, mais personne ne dit qu’il l’est',
          ja: 'クローズできるとあるが、クローズしたとは書かれていない',
        },
      },
    },
    {
      kind: 'key_point',
      topic: pushes,
      text: {
        en: 'On Android 15, push notifications arrive twice for some people.',
        fr: 'Sous Android 15, les notifications push arrivent en double chez certaines personnes.',
        ja: 'Android 15では、一部の人にプッシュ通知が重複して届く。',
      },
      cites: [[23, 'Push notifications on Android 15 arrive twice for some people']],
      mistake: {
        text: {
          en: 'On Android 15, push notifications arrive twice for everybody.',
          fr: 'Sous Android 15, les notifications push arrivent en double chez tout le monde.',
          ja: 'Android 15では、すべての人にプッシュ通知が重複して届く。',
        },
        cites: [[23, 'Push notifications on Android 15 arrive twice for all our users']],
      },
    },
    {
      kind: 'key_point',
      topic: load,
      title: {
        en: '2.4 serves more requests than 2.3',
        fr: 'La 2.4 traite plus de requêtes que la 2.3',
        ja: '2.4は2.3より多くのリクエストを処理',
      },
      text: {
        en: 'On the small instance, 2.4 serves 310 requests/s where 2.3 did 240, mostly because of the connection pool.',
        fr: 'Sur la petite instance, la 2.4 traite 310 requêtes/s contre 240 pour la 2.3, surtout grâce au pool de connexions.',
        ja: '小さいインスタンスで、2.3の毎秒240リクエストに対し2.4は毎秒310リクエストを処理する。主にコネクションプールの効果。',
      },
      cites: [
        [17, '2.4 serves 310 requests/s on the small instance, 2.3 did 240'],
        [18, 'Most of that is the connection pool'],
      ],
    },
  ],
};

export const loadTestAnswer: RecordedAnswer = {
  lines: engineering.lines.flatMap(({ thread }) => thread?.lines ?? []),
  claims: [
    {
      kind: 'key_point',
      topic: load,
      title: {
        en: 'The map tiles move behind the cache',
        fr: 'Les tuiles de la carte passent derrière le cache',
        ja: '地図タイルはキャッシュの後ろへ',
      },
      text: {
        en: 'With the map tiles the result drops to 190, because they come from the disk, so the tiles move behind the cache of the proxy.',
        fr: 'Avec les tuiles de la carte, le résultat tombe à 190, car elles viennent du disque ; elles passent donc derrière le cache du proxy.',
        ja: '地図タイルを含めると、ディスクから読むため結果は190に下がる。そこでタイルをプロキシのキャッシュの後ろに置く。',
      },
      cites: [
        [2, 'With the tiles it is 190, because they come from the disk.'],
        [3, 'put the tiles behind the cache of the proxy'],
        [4, 'Agreed, that takes the disk out of it'],
      ],
    },
    {
      kind: 'decision',
      topic: load,
      text: {
        en: 'The map tiles go behind the cache of the proxy.',
        fr: 'Les tuiles de la carte passent derrière le cache du proxy.',
        ja: '地図タイルはプロキシのキャッシュの後ろに置く。',
      },
      cites: [
        [3, 'How about we put the tiles behind the cache of the proxy?'],
        [4, 'Agreed, that takes the disk out of it'],
      ],
      outcome: 'approved',
    },
    {
      kind: 'action',
      topic: load,
      text: {
        en: 'Priya sets up the cache on staging.',
        fr: 'Priya met en place le cache sur staging.',
        ja: 'Priyaがステージングにキャッシュを用意する。',
      },
      cites: [[5, "I'll set the cache up on staging tomorrow"]],
      owner: 'Priya',
      due: 'tomorrow',
      mistake: {
        text: {
          en: 'Lars sets up the cache on staging.',
          fr: 'Lars met en place le cache sur staging.',
          ja: 'Larsがステージングにキャッシュを用意する。',
        },
        owner: 'Lars',
      },
    },
    {
      kind: 'question',
      topic: load,
      text: {
        en: 'How large may the cache get?',
        fr: 'Quelle taille le cache peut-il atteindre ?',
        ja: 'キャッシュはどこまで大きくなってよいのか。',
      },
      cites: [[6, 'Does anybody know how large the cache may get?']],
      speakers: ['Mei'],
    },
  ],
};
