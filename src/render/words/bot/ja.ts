import { ja as catchup } from './catchup/ja.ts';
import { ja as digest } from './digest/ja.ts';
import { ja as privacy } from './privacy/ja.ts';
import { ja as review } from './review/ja.ts';
import type { BotWords } from './words.ts';

const number = new Intl.NumberFormat('ja');

const settingNames = {
  minConfidence: '最低の確かさ',
  language: '言語',
  zone: 'タイムゾーン',
  dailyRuns: '1人1日の要約',
  retentionDays: '要約の保存期間',
  review: '要約のレビュー',
} as const;

export const ja: BotWords = {
  tag: 'ja',
  commands: {
    summarize: {
      description: 'チャンネルやスレッドを要約します。どの記述も元のメッセージを開けます',
      messages: '新しい順に何件読むか（既定は100件）',
      since: 'いつから：2h、yesterday 9am、自分の最後のメッセージ、またはメッセージのリンク',
      channel: '読むチャンネルまたはスレッド（既定はここ）',
      category: '1つのチャンネルの代わりに、このカテゴリーの読めるチャンネルすべて',
      detail: '詳しさ',
      language: '書く言語（既定はあなたの言語）',
      private: 'あなたにだけ表示（既定ははい）',
      focus: 'いちばん知りたいこと',
      details: { brief: '簡潔', standard: '標準', comprehensive: '詳細' },
    },
    timezone: {
      description: 'あなたのタイムゾーンを設定します。「昨日9時」があなたの時刻になります',
      zone: 'Asia/Tokyo などのタイムゾーン。空にすると今の設定を表示します',
      forget: 'True：タイムゾーンを忘れます',
    },
    settings: {
      description: 'このサーバーでのFootnoteの設定を表示・変更・リセットします',
      show: 'このサーバーの設定をすべて表示し、独自の値がどれかを示します',
      set: 'このサーバーの設定を変更します',
      reset: '既定に戻します',
      minConfidence: 'これより確かでない記述は隠して数えます。0はすべて表示、1は確実なものだけ',
      language: '指定がないときの要約の言語',
      zone: '自分で設定していない人のための、このサーバーのタイムゾーン（例：Asia/Tokyo）',
      daily: '1人が1日に頼める要約の数。0は無制限',
      retention: '要約を保存する日数（今あるものを含む）。1〜90',
      review: '全員に見える前に、人が要約をレビューするかどうか',
      reviews: review.modes,
      setting: 'どれを',
      names: settingNames,
      all: 'すべて',
    },
    digest: digest.command.options,
    summarizeThread: 'スレッドを要約',
    checkSources: '出典を確認',
    privacy: privacy.commands,
    catchup: catchup.command,
  },

  reading: (read, wanted) =>
    wanted === null
      ? `${number.format(read)}件のメッセージを読みました…`
      : `${number.format(wanted)}件中${number.format(read)}件のメッセージを読みました…`,
  summarizing: messages => `${number.format(messages)}件のメッセージを要約しています…`,
  checking: (statements, messages) =>
    `${number.format(messages)}件のメッセージと${number.format(statements)}件の文を照合しています…`,
  checkedBefore: (messages, link) => `${link} より前の${number.format(messages)}件のメッセージを調べました。`,
  nothingToCheck: 'そのメッセージには照合できる文がありません。',
  writing: (messages, claims) =>
    `${number.format(messages)}件のメッセージを読んでいます：ここまでに記述${number.format(claims)}件…`,
  judging: claims => `記述${number.format(claims)}件の内容を判定しています…`,
  rangeUnderstood: from => `${from} から`,

  denied: (reason, place) =>
    ({
      gone: 'そのチャンネルまたはスレッドはもうありません。',
      bot_view: `${place} が見えません。そこでの「**チャンネルを見る**」権限が必要です。`,
      bot_history: `${place} の履歴を読めません。そこでの「**メッセージ履歴を読む**」権限が必要です。`,
      person_view: 'あなたはそのチャンネルを見られないため、内容をお見せできません。',
      person_history: `あなたは ${place} の履歴を読めないため、お見せできません。`,
      private_thread: 'これはプライベートスレッドで、あなたか私が参加していません。',
      age_restricted: `${place} は年齢制限付きのため、年齢制限付きのチャンネルでしか表示できません。`,
      not_a_member: 'あなたはもうこのサーバーのメンバーではありません。',
      audience: `このチャンネルを読める人の全員が ${place} を読めるわけではないため、ここには表示できません。`,
      bot_send: `${place} に投稿できません。「**メッセージを送信**」と「**埋め込みリンク**」の権限が必要です。`,
      ...privacy.denied(place),
    })[reason],
  contentHidden:
    'Discordがメッセージの本文を隠しています。運営者が開発者ポータルの「Bot」で **Message Content Intent** を有効にする必要があります。',
  empty: place => `その期間、${place} にメッセージはありません。`,
  deletedMeanwhile: place => `要約ができる前に、${place} のメッセージは削除されました。`,
  notUnderstood: words =>
    `${words}を時刻として理解できません。\`2h\`、\`yesterday 9am\`、\`2026-03-09\`、\`自分の最後のメッセージ\`、またはメッセージのリンクを試してください。`,
  inFuture: (words, time) => `${words} は未来の時刻です（${time}）。今より前の時刻を選んでください。`,
  wrongNumber: ({ name, min, max }) =>
    `\`${name}\` には ${min}～${number.format(max)} の整数を指定してください。`,
  linkElsewhere:
    'そのリンクは別のチャンネルのものです。オプション `channel` でそのチャンネルを選んでください。',
  notSummarizable:
    'メッセージのあるチャンネルではありません。テキストチャンネル、スレッド、フォーラム投稿、ボイスチャンネルを選んでください。',
  capped: count => `その期間のうち、新しい${number.format(count)}件だけを読みました。`,
  noneOfCategory: category =>
    `${category}には、ここで要約できるチャンネルがありません。あなたとボットが読める必要があり、公開の回答では回答を見る全員が読める必要があります。\`private: true\` か別のカテゴリーを試してください。`,
  categoryLeftOut: count =>
    `カテゴリーのチャンネル${number.format(count)}件を除外しました：あなた、ボット、またはこの回答を見る人が読めません。`,
  alreadyRunning: '前の要約をまだ作成中です。できあがってからもう一度お試しください。',
  dailySpent: limit => `今日の要約${number.format(limit)}回を使い切りました。明日またお試しください。`,

  zoneSet: (zone, now) => `あなたのタイムゾーンは **${zone}** になりました。現地は ${now} です。`,
  zoneShown: (zone, now) =>
    `あなたのタイムゾーンは **${zone}** です。現地は ${now} です。\`/timezone zone:\` で変更、\`/timezone forget:True\` で忘れます。`,
  zoneUnset: (zone, now) =>
    `タイムゾーンは設定されていません。**${zone}**（現地は ${now}）が使われます。\`/timezone zone:\` で設定できます。`,
  zoneForgotten: 'あなたのタイムゾーンを忘れました。',
  zoneUnknown: zone => `タイムゾーン「${zone}」はありません。入力中に表示される候補から選んでください。`,

  settings: {
    title: 'このサーバーの設定',
    names: settingNames,
    minConfidence: value =>
      value === 0 ? 'すべての記述を表示' : `${number.format(value)}未満の記述は隠して数えます`,
    ownLanguage: '読む人の言語',
    dailyRuns: count => (count === 0 ? '無制限' : `${number.format(count)}回`),
    retentionDays: days => `${number.format(days)}日`,
    review: mode => review.modes[mode],
    fromServer: 'ここで設定',
    fromDefault: '既定',
    how: '/settings set で変更、/settings reset で既定に戻します。',
    saved: '保存しました。',
    nothingGiven: '何も変わっていません。`/settings set` のオプションを1つ以上選んでください。',
    notManager: '設定を見て変更できるのは「**サーバー管理**」権限のある人だけです。',
    wrong: {
      minConfidence: given => `確かさを${given}にはできません。0から1の数（例：0.5）を指定してください。`,
      language: given =>
        `${given}の要約はありません。英語、ドイツ語、フランス語、スペイン語、日本語から選んでください。`,
      zone: given => `タイムゾーン${given}はありません。Asia/Tokyo など、表示される候補から選んでください。`,
      dailyRuns: given => `1日の要約を${given}にはできません。0（無制限）から10000の整数を指定してください。`,
      retentionDays: given => `保存日数を${given}にはできません。1から90の整数を指定してください。`,
      review: review.wrongMode,
    },
  },

  stopped: '中止しました。何も保存されません。',
  stoppingAlready: 'すでに中止しています。',
  notWriting: 'その要約はもう作成中ではありません。',
  restarted: '再起動されたため、この要約を最初からやり直しました。',
  interruptedRun: 'この要約の作成は中断されました。',
  interrupted: 'この要約の作成は中断されました。下に要約がなければ、`/summarize` で新しく作成してください。',
  askAgain: '**もう一度** を押すと、Claudeにもう一度依頼します。',

  expired: 'この要約はもう保存されていません。`/summarize` で新しく作成してください。',
  notYours: 'これはこの要約を頼んだ人だけができます。',
  alreadyShared: link => `この要約はすでに共有されています：${link}`,
  shared: link => `共有しました：${link}`,
  deleted: '削除しました。',
  sharedBy: person => `${person} が共有`,
  unknownButton: 'このボタンはもう使えません。`/summarize` で新しく作成してください。',

  feedback: {
    title: 'フィードバック',
    thanks: isHelpful =>
      isHelpful
        ? 'ありがとうございます。「役に立った」と数えます。'
        : 'ありがとうございます。「役に立たなかった」と数えます。',
    why: '理由を書く',
    reason: 'よかった点・間違っていた点',
    whoReads: 'サーバーの管理者が読めます（名前は出ません）。',
    kept: 'ありがとうございます。記録しました。',
  },

  review,
  digest,
  privacy,
  catchup,

  allClaims: 'すべての記述',
  filterByClaim: '出典を絞り込む…',
  moreClaims: 'ほかの記述…',
  buttons: { share: '共有', again: 'もう一度', delete: '削除', open: '開く', stop: '中止' },
  readyOpen: person => `${person}、要約ができました。`,
  shownBelow: '要約は下に、全員に見える形で表示されています。',

  stopping: '再起動中です。1分後にもう一度お試しください。',
  discordTrouble: 'Discordが正しく応答しませんでした。1分後にもう一度お試しください。',
  storeTrouble: '保存先に接続できません。ボタンが動かないことがあります。後でもう一度お試しください。',
  internal: reference => `こちらで問題が起きました。続く場合は運営者にこれを伝えてください：${reference}`,
};
