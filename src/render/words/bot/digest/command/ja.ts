import type { DigestCommandWords } from './words.ts';

export const ja: DigestCommandWords = {
  options: {
    description: 'チャンネルの定期的な要約',
    create: '定期的な要約を設定（先にプレビューを表示）',
    list: 'このサーバーのダイジェストを一覧表示',
    show: 'ダイジェストを表示',
    edit: 'ダイジェストを変更（先にプレビューを表示）',
    pause: 'ダイジェストを一時停止',
    resume: '一時停止中のダイジェストを再開',
    run: 'ダイジェストを今すぐ実行',
    delete: 'ダイジェストを削除',
    digest: '対象のダイジェスト',
    when: '投稿する日時（英語）：「weekdays at 09:00」「every Monday at 9am」、または cron 形式',
    postIn: '投稿先のチャンネル、スレッド、フォーラム（既定：ここ）',
    directMessage: 'チャンネルに投稿せず、自分にダイレクトメッセージで送る',
    category: 'チャンネルを選ぶ代わりに、このカテゴリーの全チャンネルを読む',
    zone: 'スケジュールのタイムゾーン（既定：サーバー、なければ自分の設定）',
    detail: '詳しさ（既定：標準）',
    language: '要約の言語（既定：サーバー、なければ自分の言語）',
    focus: '重視する話題',
    minMessages: '新しいメッセージがこれより少なければ次回にまとめる（既定：1）',
    quiet: 'メッセージが少ないときに投稿する内容（既定：なし）',
    review: '全員に公開する前に要約を確認する（既定：いいえ）',
    quietModes: { nothing: 'なし', line: '一行' },
    defaultLanguage: '既定：サーバー、なければ作成者の言語',
    noFocus: '話題の指定なし',
  },
  refusals: {
    unknown_zone: given =>
      `${given} というタイムゾーンはありません。Europe/Berlin のような候補から選んでください。`,
    unknown_schedule: given =>
      `${given} をスケジュールとして解釈できません。\`weekdays at 09:00\` や \`every Monday at 9am\` のように入力してください。`,
    no_time: given => `${given} に時刻がありません。\`every Monday at 09:00\` のように入力してください。`,
    unknown_time: given =>
      `${given} の時刻が正しくありません。\`daily 09:00\` や \`daily 6pm\` のように入力してください。`,
    no_weekday: given => `${given} に曜日がありません。\`every Monday at 09:00\` のように入力してください。`,
    no_day: given => `${given} に日付がありません。\`monthly 1 09:00\` のように入力してください。`,
    unknown_day: given =>
      `${given} の日付が正しくありません。1～31 か \`last\` を使い、\`monthly 15 09:00\` のように入力してください。`,
    invalid_cron: given =>
      `${given} は正しい cron 形式ではありません。月曜から金曜の 09:00 なら \`0 9 * * 1-5\` のように、5 つの項目で入力してください。`,
    too_frequent: given =>
      `${given} は 1 時間に 2 回以上実行されます。2 時間ごとなら \`0 */2 * * *\` のように、分を 1 つだけ指定してください。`,
    never_runs: given =>
      `${given} の日付は存在しないため、一度も実行されません。\`0 9 1 * *\` のように入力してください。`,
  },

  newTitle: '新しいダイジェスト：プレビュー',
  editTitle: 'ダイジェストの変更：プレビュー',
  title: 'ダイジェスト',
  listTitle: 'ダイジェスト一覧',

  labels: {
    reads: '読み取り元',
    postsIn: '投稿先',
    tag: 'タグ',
    readers: '投稿先を読める人',
    when: '日時',
    next: '次回以降',
    leftOut: '除外',
    detail: '詳しさ',
    language: '言語',
    focus: '話題',
    quiet: '静かなとき',
    review: '確認',
    status: '状態',
    lastRun: '前回',
    creator: '作成者',
  },
  category: (category, channels) => `${category}の全チャンネル（現在：${channels}）`,
  newPosts: forum => `${forum}（毎回新しい投稿）`,
  direct: person => `${person}へのダイレクトメッセージ`,
  hidden: count => `あなたに見えないチャンネル${count}件`,
  more: count => `ほか${count}件`,
  everyone: 'このサーバーの全員',
  everyoneExcept: others => `${others}を除く、このサーバーの全員`,
  onlyReaders: readers => `${readers}とサーバーの所有者`,
  onlyOwner: 'サーバーの所有者のみ',
  threadMembers: 'このプライベートスレッドのメンバーと、そこのスレッドを管理できる人',
  onlyPerson: person => `${person}のみ`,
  reasons: {
    bot: () => 'ボットに**チャンネルを見る**と**メッセージ履歴を読む**の権限が必要です',
    creator: isCreator => (isCreator ? 'あなたにアクセス権がありません' : '作成者にアクセス権がありません'),
    audience: () => 'ダイジェストを読める人の中に、アクセス権のない人がいます',
    age_restricted: () => '年齢制限がありますが、投稿先は年齢制限チャンネルではありません',
    gone: () => '削除されたか、メッセージがありません',
  },
  ownLanguage: 'サーバーの言語、なければ作成者の言語',
  quiet: (minMessages, mode) =>
    minMessages === 1
      ? mode === 'line'
        ? '新しいメッセージがなければ一行だけ投稿'
        : '新しいメッセージがなければ投稿しない'
      : `新しいメッセージが${minMessages}件未満なら${mode === 'line' ? '一行だけ投稿' : '投稿しない'}（次回に含めます）`,
  reviewed: '全員に公開する前に、要約を確認します',
  running: '実行中',
  paused: reason => `一時停止中：${reason}`,
  nextRun: time => `次回 ${time}`,
  notRunYet: 'まだありません',
  ran: (time, posts) => `${time}（要約${posts}件を投稿）`,

  chooseChannels: '要約するチャンネル（1～25）',
  chooseDigest: 'ダイジェストを開く',
  chooseTag: '投稿に付けるタグ',
  buttons: {
    create: '作成',
    save: '保存',
    cancel: 'キャンセル',
    run: '今すぐ実行',
    pause: '一時停止',
    resume: '再開',
    delete: '削除',
    keep: '残す',
  },

  created: next => `ダイジェストを作成しました。初回：${next}`,
  saved: next => `ダイジェストを保存しました。次回：${next}`,
  savedPaused:
    'ダイジェストを保存しました。一時停止中のままです。再開するには `/digest resume` を使ってください。',
  cancelled: 'キャンセルしました。何も保存していません。',
  deleted: 'ダイジェストを削除しました。これまでの投稿は残ります。',
  confirmDelete: 'このダイジェストを削除しますか？これまでの投稿は残ります。',
  runs: place => `ダイジェストを実行しています。要約する内容があれば${place}に投稿します。`,
  alreadyCreated: 'このダイジェストは作成済みです。`/digest list` で確認できます。',
  alreadySaved: 'この変更は保存済みです。`/digest list` で確認できます。',
  alreadyRunning: 'このダイジェストはすでに実行中です。',
  alreadyPaused: 'このダイジェストはすでに一時停止中です。',
  notPaused: 'このダイジェストは一時停止中ではありません。',

  none: 'このサーバーにはまだダイジェストがありません。`/digest create` で作成してください。',
  noneOwn:
    'このサーバーにあなたのダイジェストはありません。作成するには、**サーバー管理**、または投稿先の**チャンネルの管理**の権限が必要です。',
  expired: 'このプレビューは期限切れです。コマンドをもう一度実行してください。',
  notYours: 'このプレビューを使えるのは、表示した本人だけです。',
  unknown: 'そのダイジェストはありません。入力中に表示される候補から選んでください。',
  changedMeanwhile:
    'その間に、ほかの人がこのダイジェストを変更しました。`/digest edit` をもう一度実行してください。',
  full: 'このサーバーのダイジェストは上限に達しています。先に `/digest delete` で一つ削除してください。',
  notManager: place =>
    `このダイジェストを管理するには、**サーバー管理**、または${place}の**チャンネルの管理**の権限が必要です。`,
  notManagerDirect:
    'ダイレクトメッセージで送るダイジェストを管理するには、**サーバー管理**の権限が必要です。',
  onlyCreator: creator =>
    `このダイジェストをダイレクトメッセージで受け取れるのは、作成者の${creator}だけです。\`/digest create\` で自分用に作成してください。`,
  tagMissing: 'このフォーラムでは投稿ごとにタグが必要です。下から選んでください。',
  noTag: forum =>
    `${forum}では投稿ごとにタグが必要ですが、ボットが付けられるタグがありません。「スレッドの管理」を必要としないタグをフォーラムに追加するか、別の投稿先を選んでください。`,
  cannotPost: place =>
    `${place}に投稿できません。**チャンネルを見る**、**埋め込みリンク**、**メッセージを送信**の権限が必要です（スレッドとフォーラムでは**スレッドでメッセージを送信**）。`,
  noDestination: 'そのチャンネルはなくなったか、投稿できません。`post_in` で別のチャンネルを選んでください。',
  noCategory: 'そのカテゴリーはなくなったか、あなたには見えません。別のカテゴリーを選んでください。',
  nothingToRead: '読み取れるチャンネルがないため、保存できません。別のチャンネルを選んでください。',
  unavailable: 'ここではダイジェストを利用できません。',
  cannotRun: reason => `ダイジェストを実行できません：${reason}`,
};
