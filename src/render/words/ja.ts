import type { Words } from './words.ts';

const number = new Intl.NumberFormat('ja');
const count = (n: number, counter: string) => `${number.format(n)}${counter}`;

export const ja: Words = {
  tag: 'ja',
  summary: '要約',
  sections: {
    request: '現在の依頼',
    overview: '概要',
    key_point: '要点',
    action: 'やること',
    decision: '決定事項',
    proposal: '提案',
    question: '未解決の質問',
    constraint: '制約',
    fact: '事実',
    change: '変更点',
    contribution: '各自の発言',
  },
  sources: '出典',
  topics: '話題',
  participants: '参加者',
  moreMessages: 'その他のメッセージ',
  continued: heading => `${heading}（続き）`,
  decisions: { approved: '承認', decided: '決定', declined: '却下' },
  colon: '：',
  list: parts => parts.join('、'),

  coverage: (read, available) => `全${count(available, '件')}中${count(read, '件')}のメッセージを読み込み`,
  leftOut: list => `除外：${list}`,
  omitted: {
    unreadable: n => `読み取り不可${count(n, '件')}`,
    duplicate: n => `重複${count(n, '件')}`,
    outside_window: n => `期間外${count(n, '件')}`,
    system: n => `システムメッセージ${count(n, '件')}`,
    bot: n => `ボットの投稿${count(n, '件')}`,
    empty: n => `本文なし${count(n, '件')}`,
  },
  between: (from, to) => `${from}～${to}`,
  since: from => `${from}以降`,
  until: to => `${to}まで`,
  timesIn: zone => `時刻は${zone}`,

  verified: n => `検証済み${count(n, '件')}`,
  quotesChecked: n => `引用${count(n, '件')}を原文と一字一句照合`,
  unclear: n => `要確認${count(n, '件')}`,
  dropped: n => `除外${count(n, '件')}`,
  hidden: n => `非表示${count(n, '件')}`,
  recitedCount: n => `出典の差し替え${count(n, '件')}`,
  uncited: n => `出典の取り消し${count(n, '件')}`,

  engine: ({ name, model, reason }) => {
    const who =
      name === 'extractive' ? 'モデルを使わず、コードが引用を選択' : `${model ?? name}が作成し、コードが検証`;
    return reason === undefined ? who : `${who}（${reason}）`;
  },
  nothingSaid: 'この期間に発言はありませんでした。',
  nothingFound: 'これらのメッセージに要約すべき内容はありませんでした。',

  needsClarification: '要確認',
  recited: '出典を差し替えて再検証済み',
  edited: '編集済み',
  forwarded: '転送',
  more: n => `ほか${count(n, '件')}`,
  due: when => `期限：${when}`,
  said: day => `発言日：${day}`,
  taskOf: owner => `担当：${owner}`,
  before: '以前',
  someone: '不明な参加者',

  topicStatus: { active: '進行中', inactive: '停止中' },
  topicReason: { open_question: '未解決の質問あり', open_action: '未完了の作業あり', recent: '最近の話題' },
  messages: n => count(n, '件'),

  table: { number: '番号', who: '発言者', when: '日時', position: '位置', said: '発言' },
  position: (position, read) => `${number.format(read)}件中${number.format(position)}件目`,
  page: (page, pages) => `${page}/${pages}ページ`,
  openMessage: 'メッセージを開く',
  backToClaim: '要約の該当箇所に戻る',
  buttons: { previous: '前へ', next: '次へ', sources: '出典' },
};
