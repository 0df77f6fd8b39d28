import type { PrivacyWords } from './words.ts';

const number = new Intl.NumberFormat('ja');

export const ja: PrivacyWords = {
  commands: {
    description: 'Footnoteが保存しているあなたの情報の確認と削除、読み取りの拒否',
    show: 'Footnoteが保存しているあなたの情報を表示します',
    delete: 'Footnoteが保存しているあなたの情報を削除します',
    optOut: 'すべてのサーバーで、あなたのメッセージを読み取りも引用もしないようにします',
    optIn: 'あなたのメッセージの読み取りと引用を再び許可します',
    access: 'Footnoteが読めるチャンネルと、Footnoteを使えるロールを選びます',
    erase: 'Footnoteが保存しているこのサーバーの情報をすべて削除します',
  },
  denied: place => ({
    channel_excluded: `このサーバーの管理者が ${place} を要約の対象外にしています。`,
    role_needed: 'このサーバーでは一部のロールだけがFootnoteを使えます。管理者に依頼してください。',
  }),
  allOptedOut: n =>
    `その期間の読み取れるメッセージ${number.format(n)}件は、すべてFootnoteの利用を拒否した人のものです。`,
  authorOptedOut: 'そのメッセージの投稿者はFootnoteの利用を拒否しているため、確認できません。',

  title: 'Footnoteが保存しているあなたの情報',
  readable:
    '**あなたのメッセージ**は、誰かが要約を頼んだときに読み取られます。`/privacy opt-out` で拒否できます。',
  notReadable:
    '**利用を拒否しています**：あなたのメッセージはどのサーバーでも読み取られず、引用もされません。`/privacy opt-in` で取り消せます。',
  zone: zone => `**タイムゾーン**：${zone ?? '未設定'}`,
  summaries: n => `**あなたが頼んだ要約**：${number.format(n)}件`,
  feedback: n => `**あなたの評価**：${number.format(n)}件`,
  digests: n => `**あなたが作成したダイジェスト**：${number.format(n)}件`,
  elsewhere:
    '他の人が頼んだ要約には、引用されたメッセージとレビューした人の名前が、期限まで残ります。利用を拒否すると、あなたのメッセージはそこから取り除かれます。Discordでメッセージを削除した場合も同じです。今日頼んだ要約の回数は2日間保存されます。',

  askDelete:
    'タイムゾーン、評価、あなたが作成したダイジェストとその投稿、あなたが頼んだ要約（共有したものを含む）を削除します。元に戻せません。利用の拒否はそのまま残ります。',
  delete: '自分の情報を削除',
  deleted: ({ summaries, feedback, digests }) =>
    `削除しました：タイムゾーン、要約${number.format(summaries)}件、評価${number.format(feedback)}件、ダイジェスト${number.format(digests)}件。`,
  nothingKept: 'すでに完了しています。あなたの情報は何も保存されていません。',

  optedOut:
    'すべてのサーバーで利用を拒否しました。あなたのメッセージは今後読み取られず、引用もされません。保存済みの要約からも取り除いています。他の人があなたについて書いた文章や、あなたの文章を写したものは、その人のものとして残ります。',
  optedOutAlready: 'すでに利用を拒否しています。',
  optedIn: '拒否を取り消しました。誰かが要約を頼んだとき、あなたのメッセージは再び読み取られます。',
  optedInAlready: '利用を拒否していません。あなたのメッセージは読み取られます。',

  access: {
    title: 'Footnoteが読めるチャンネルと使える人',
    channels: 'チャンネル',
    roles: 'ロール',
    rules: { all: 'すべてのチャンネルを読む', never: '選んだものは読まない', only: '選んだものだけ読む' },
    all: 'すべてのチャンネルを要約できます。',
    never: channels => `要約しないチャンネル：${channels}`,
    only: channels => `要約できるチャンネル：${channels}`,
    noneOnly: '要約できるチャンネルがありません。下で選んでください。',
    noneNever: 'すべてのチャンネルを要約できます。対象外にするものを下で選んでください。',
    everybody: '全員がFootnoteを使えます。',
    members: roles => `Footnoteを使えるのは「**サーバー管理**」権限のある人と、次のロールだけです：${roles}`,
    deletedChannel: '削除されたチャンネル',
    deletedRole: '削除されたロール',
    hidden: n => `あなたに見えないチャンネル${number.format(n)}件`,
    chooseChannels: 'チャンネルまたはカテゴリ（スレッドは親に従います）',
    chooseRoles: 'Footnoteを使えるロール（なし：全員）',
    saved: '保存しました。',
  },
  erase: {
    ask: 'このサーバーの要約、ダイジェスト、評価、設定、チャンネルとロールの一覧をすべて削除します。元に戻せません。対象外だったチャンネルは再び要約できるようになります。Discordの投稿は残ります。',
    button: 'すべて削除',
    done: n => `削除しました：要約${number.format(n)}件と、このサーバーのダイジェスト、評価、設定のすべて。`,
    already: 'すでに完了しています。このサーバーの情報は何も保存されていません。',
  },
};
