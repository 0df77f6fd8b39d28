import type { CatchupWords } from './words.ts';

const number = new Intl.NumberFormat('ja');

export const ja: CatchupWords = {
  command: {
    description: '見逃した会話を確認します(回答はあなただけに表示されます)',
    where: 'このチャンネルを要約するか、新着のあるチャンネルを一覧表示(既定:ここ)',
    wheres: { here: 'ここ', everywhere: 'すべてのチャンネル' },
    since: 'いつから(既定:各チャンネルでの自分の最後のメッセージから)',
  },
  sinceChoices: {
    ownLast: '自分の最後のメッセージ',
    day: '24時間前',
    yesterday: '昨日',
    week: '今週',
  },

  nothingNewHere: place => `${place} には、あなたの最後のメッセージ以降の新着はありません。`,
  noOwnMessage: looked =>
    `ここの最新${number.format(looked)}件の中に、あなたのメッセージはありませんでした。\`since:\` で「24時間前」のように開始時点を選んでください。`,

  looking: channels => `${number.format(channels)}個のチャンネルを確認しています…`,
  alreadyLooking: '前回の `/catchup` がまだ実行中です。終わるまでお待ちください。',
  title: (channels, since) =>
    `${since === null ? 'あなたの最後の発言以降' : `${since}以降`}の新着があるチャンネル:${number.format(channels)}個`,
  nothingNew: since =>
    since === null
      ? '確認したチャンネルには、あなたの最後のメッセージ以降の新着はありません。'
      : `確認したチャンネルには、${since}以降の新着メッセージはありません。`,
  onlyTimes:
    '`where: すべてのチャンネル` のとき、`since:` には「24時間前」や「昨日」のような時点を指定してください。リンクを使うには `/summarize` をご利用ください。',
  questions: value => `あなたへの未回答の質問${number.format(value)}件`,
  replies: value => `あなたへの返信${number.format(value)}件`,
  mentions: value => `メンション${number.format(value)}件`,
  messages: (messages, people, hasMore) =>
    `メッセージ${number.format(messages)}件${hasMore ? '以上' : ''}(${number.format(people)}人)`,
  select: '要約するチャンネルを選択…',

  notLooked: (channels, some) =>
    `今回は未確認:${some.join('、')}${channels > some.length ? `、ほか${number.format(channels - some.length)}個` : ''}。`,
  botBlind: channels => `閲覧権限がないため、${number.format(channels)}個のチャンネルを除外しました。`,
  ageRestricted: channels =>
    `年齢制限のある${number.format(channels)}個のチャンネルを除外しました。見るには、年齢制限のあるチャンネルで \`/catchup\` を使ってください。`,
  noSearch:
    'Discordの検索が現在利用できないため、各チャンネルの最新100件の中からあなたの最後のメッセージを探しました。',
  never: days =>
    `アーカイブ済みのスレッド、古いプライベートスレッド、ボット、${number.format(days)}日より前のメッセージは確認しません。`,
};
