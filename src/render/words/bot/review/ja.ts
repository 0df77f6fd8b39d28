import type { ReviewWords } from './words.ts';

const number = new Intl.NumberFormat('ja');

export const ja: ReviewWords = {
  open: 'レビュー',
  title: (at, of) => `レビュー · ${number.format(at)} / ${number.format(of)}`,
  titleAlone: 'レビュー',
  unclear: '「要確認」として表示されています。',
  dropped: '要約から削除されました。',
  confirmed: by => `${by} が確認しました。`,
  edited: by => `${by} が書き直しました。`,
  noted: by => `${by} がメモにしました。`,
  removed: by => `${by} が除外しました。`,
  reason: '理由',
  messages: '引用しているメッセージ',
  attempt: 'あなたの文（裏付けられませんでした）',
  noMessages: '実在するメッセージを引用していません。書き直すか、メモにするか、除外するしかありません。',
  nothing: '決めることはありません。要確認の記述も、削除された記述もありません。',
  allDecided: 'すべて決まりました。',
  left: count => `残り ${number.format(count)} 件`,
  leftAsIs: count => `${number.format(count)} 件は誰も決めていないため、そのままです。`,
  wordless: count => `削除された記述 ${number.format(count)} 件の本文は消去されています。`,
  reviewed: by => `${by} がレビューしました。`,

  confirm: '確認する',
  edit: '書き直す',
  note: 'メモにする',
  remove: '削除',
  leaveOut: '除外する',
  previous: '戻る',
  next: '次へ',
  finish: '完了',
  publish: '公開',
  finishAnyway: 'このまま完了',
  publishAnyway: 'このまま公開',
  goOn: 'レビューを続ける',

  form: {
    title: '書き直す',
    text: '文',
    owner: '担当者',
    due: '期限',
    hint: 'もう一度メッセージと照合されます。',
  },

  holds: '新しい文は裏付けられました。',
  stillUnclear: '新しい文は表示されますが、まだ確認が必要です。',
  doesNotHold:
    '新しい文は裏付けられなかったので、何も変えていません。もう一度書き直すか、メモにしてください。',
  changedMeanwhile: 'その間に誰かが決めました。現在の状態はこうです。',
  unreadable: 'メッセージを読めなくなったため、新しい文を照合できません。',
  empty: '記述には言葉が必要です。何も変えていません。',
  same: 'すでにある言葉と同じです。何も変えていません。',
  slow: 'Discordの応答に時間がかかりすぎました。もう一度押してください。',
  finished: 'レビューが完了しました。',
  published: 'レビューが完了し、要約が公開されました。',
  notYours:
    'レビューできるのは、この要約を頼んだ人か、読み取ったチャンネルでメッセージを管理できる人だけです。',
  held: person => `${person} が頼んだ要約は、レビューが終わるとここに表示されます。`,
  first: 'ここでは要約は共有前にレビューされます。**レビュー** を押してから **完了** を押してください。',

  modes: { off: '不要', 'before-sharing': '共有する前' },
  wrongMode: given => `レビューを${given}にはできません。表示される2つから選んでください。`,
};
