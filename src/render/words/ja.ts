import { toMoney, toSeconds } from './figures.ts';
import { jaProblems } from './problems/ja.ts';
import { ja as review } from './reviewed/ja.ts';
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
    note: 'メモ',
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
    opted_out: n => `利用を拒否した人の投稿${count(n, '件')}`,
  },
  between: (from, to) => `${from}～${to}`,
  since: from => `${from}以降`,
  until: to => `${to}まで`,
  timesIn: zone => `時刻は${zone}`,

  verified: n => `検証済み${count(n, '件')}`,
  sourcesFound: n => `出典あり${count(n, '件')}`,
  quotesChecked: n => `引用${count(n, '件')}を原文と一字一句照合`,
  unclear: n => `要確認${count(n, '件')}`,
  dropped: n => `削除${count(n, '件')}`,
  merged: n => `統合${count(n, '件')}`,
  hidden: n => `非表示${count(n, '件')}`,
  citationReplacedCount: n => `出典の差し替え${count(n, '件')}`,
  uncited: n => `出典の取り消し${count(n, '件')}`,

  engine: ({ name, model, judge }) =>
    name === 'extractive'
      ? 'モデルを使わず、コードが引用を選択'
      : `${model ?? name}が作成し、コードが検証${judge === undefined ? '' : `、${judge}が判定`}`,
  fellBack: why => `${why}代わりに、コードが選んだ引用を示します。`,
  incomplete: why => `${why}表示内容は検証済みですが、欠けている部分があるかもしれません。`,
  noneJudged: '引用・数値・日付は確認済み、文の内容は未判定です。',
  unjudged: n => `記述${count(n, '件')}の内容は未判定です。`,
  reasons: {
    request_refused: 'Claudeがリクエストを受け付けませんでした。Footnoteの不具合です。',
    key_refused: 'ClaudeがAPIキーを受け付けませんでした。',
    not_allowed: 'このAPIキーではこのClaudeのモデルを使えません。',
    unpaid: 'Claudeの利用残高がなくなりました。',
    spend_limit: 'Claudeの利用上限額に達しました。',
    model_gone: '設定されたClaudeのモデルは存在しません。',
    too_long: 'Claudeが一度に読める量を超えています。',
    rate_limited: 'Claudeは今、ここからのリクエストをこれ以上受け付けません。',
    timed_out: 'Claudeから時間内に応答がありませんでした。',
    service_failed: 'Claude側で障害が起きました。',
    overloaded: 'Claudeは現在混み合っています。',
    unreachable: 'Claudeに接続できませんでした。',
    broken_off: 'Claudeの応答がエラーで途切れました。',
    stalled: 'Claudeの応答が途中で止まりました。',
    ended_early: 'Claudeの応答が完了前に終わりました。',
    refused: 'Claudeはこの要約を断りました。',
    truncated: 'Claudeの応答が長さの上限に達しました。',
    unreadable: 'Claudeの応答を読み取れませんでした。',
    unsupported: 'Claudeが書いた内容は、どれも検証を通りませんでした。',
  },
  ownerNotified: why => `${why}ボットの運用者に通知しました。`,
  usage: (read, cached, written) =>
    `入力${number.format(read)}トークン${cached > 0 ? `（うちキャッシュ${number.format(cached)}）` : ''}、出力${number.format(written)}トークン`,
  cost: usd => (usd === null ? '費用不明' : toMoney('ja', usd)),
  seconds: n => toSeconds('ja', n),
  nothingSaid: 'この期間に発言はありませんでした。',
  nothingFound: 'これらのメッセージに要約すべき内容はありませんでした。',
  emptyAnswer:
    'Claude の回答に記述がありませんでした。これらのメッセージに要約すべき内容は見つからなかったとのことです。',
  sourcesGone: 'この要約が引用していたメッセージは削除されたか、投稿者が利用を拒否しました。',

  needsClarification: '要確認',
  problems: jaProblems,
  why: {
    title: '検証の結果',
    relabelled: '別の種類として表示',
    citationReplaced: '差し替えた出典',
    cited: '追加した出典',
    uncited: '取り除いた出典',
    dropped: '要約から削除した記述',
    under: (now, was) => `「${was}」ではなく「${now}」に表示`,
    hidden: n => `確信度が下限未満の${count(n, '件')}は表示していません。`,
    forgotten: '本文は削除されました',
    unjudged: '引用・数値・日付はメッセージと一致しています。文の内容は判定されていません。',
    judgeOff: 'ボットの運用者は、内容を判定する2つ目のモデルを有効にできます。',
    nothing: '変更または削除された記述はありません。',
  },
  citationReplaced: '出典を差し替えて再検証済み',
  edited: '編集済み',
  editedSince: 'その後編集',
  sourceEdited: '出典がその後編集されました',
  forwarded: '転送',
  more: n => `ほか${count(n, '件')}`,
  due: when => `期限：${when}`,
  said: day => `発言日：${day}`,
  taskOf: owner => `担当：${owner}`,
  before: '以前',
  someone: '不明な参加者',

  check: {
    title: place => `${place}との照合`,
    outcomes: {
      verified: '検証済み',
      sources: '出典あり',
      unclear: '要確認',
      unfound: '該当なし',
    },
    countNotFound: n => `該当なし${count(n, '件')}`,
    reasons: {
      nothing_similar: '同様の内容のメッセージがありません',
      nothing_to_check: '照合できる内容がありません',
      not_supported: '見つかったメッセージでは裏付けられません',
      unreadable: '読み取れません',
    },
    leftOut: list => `本文から除外：${list}`,
    skipped: {
      heading: n => `見出し${count(n, '件')}`,
      table: n => `表${count(n, '件')}`,
      code: n => `コードブロック${count(n, '件')}`,
    },
    engine: judge =>
      judge === undefined
        ? 'コードによる出典の検索と照合（言語モデル不使用）'
        : `コードによる出典の検索と照合、${judge}が判定`,
    noStatements: '照合する文がありません。',
  },

  topicStatus: { active: '進行中', inactive: '停止中' },
  topicReason: { open_question: '未解決の質問あり', open_action: '未完了の作業あり', recent: '最近の話題' },
  messages: n => count(n, '件'),

  review,

  table: { number: '番号', who: '発言者', when: '日時', position: '位置', said: '発言' },
  grouping: { flat: '一覧', topic: '話題ごと', claim: '記述ごと', noTopic: '話題なし' },
  position: (position, read) => `${number.format(read)}件中${number.format(position)}件目`,
  page: (page, pages) => `${page}/${pages}ページ`,
  openMessage: 'メッセージを開く',
  backToClaim: '要約の該当箇所に戻る',
  buttons: { previous: '前へ', next: '次へ', sources: '出典', why: '理由' },
};
