import type { ProblemSentences } from '../../../core/claims/problem.ts';

export const jaProblems: ProblemSentences = {
  malformed: ({ fault }) =>
    ({
      unreadable: '読み取れません',
      no_text: '本文がありません',
      empty_text: '本文が空です',
      long_text: '本文が長すぎます',
      only_markers: '本文が脚注番号だけです',
      long_before: '変更前の内容が長すぎます',
      bad_positions: '位置は数字のリストで指定してください',
      many_positions: '位置が多すぎます',
    })[fault],
  mended: ({ what }) =>
    ({
      field_too_long: '長すぎる項目を取り除きました',
      bracketed_number: '本文から角かっこ付きの番号を取り除きました',
      unknown_kind: '種類が不明でした',
      unreadable_confidence: '確信度を読み取れませんでした',
      too_many_citations: '出典が多すぎました',
      unreadable_position: '読み取れない位置がありました',
    })[what],
  cited_twice: ({ position }) => `メッセージ${position}が二重に引用されています`,
  said_already: 'すでに述べられています',
  no_message: ({ position }) => `メッセージ${position}は存在しません`,
  nothing_cited: 'どのメッセージも引用していません',
  only_bots: 'ボットかシステムだけを引用しています',
  message_deleted: '引用元のメッセージが削除されました',
  not_in_message: ({ quote, position }) => `「${quote}」はメッセージ${position}にありません`,
  quoted_nowhere: ({ quote }) => `「${quote}」は引用元のどのメッセージにもありません`,
  no_quote: 'メッセージの言葉が引用されていません',
  empty_quote: '引用された言葉だけでは何も分かりません',
  wrote_nothing: ({ name }) => `${name}さんは読んだメッセージを一つも書いていません`,
  not_by: ({ name }) => `引用元に${name}さんのメッセージがありません`,
  other_words: ({ name }) => `名前に続く言葉は${name}さんのものではありません`,
  miscredited: ({ name }) => `${name}さんの発言とされた内容は、別の人が述べています`,
  not_said: ({ what }) => `${what}は引用元のどのメッセージにもありません`,
  no_such_due: ({ due }) => `引用元のどのメッセージも「${due}」と述べていません`,
  stranger: ({ name }) => `${name}さんは引用元のメッセージと関係がありません`,
  off_topic: '引用元のメッセージは別の話題です',
  held_in_part: 'メッセージが裏づけるのは一部だけです',
  translated: '翻訳されています',
  incomparable: '翻訳されているため、言葉を比べられません',
  denied: '引用元のメッセージの内容と異なります',
  contradicted: ({ words }) =>
    words === null
      ? '引用元のメッセージは異なることを述べています'
      : `引用元のメッセージは「${words}」とは異なることを述べています`,
  only_considered: '検討されているだけです',
  only_considered_by: ({ name }) => `${name}さんは検討しているだけです`,
  only_supposed: '推測にすぎません',
  nobody_agrees: '賛成している人が見当たりません',
  only_one_agrees: ({ name }) => `賛成しているのは${name}さんだけです`,
  only_one_reaction: '賛成はリアクション一つだけです',
  topic_asserts: ({ topic }) => `話題「${topic}」が出典なしに何かを述べています`,
  agreed_by: ({ names, others, reactions }) => {
    const parts = [
      ...names.map(name => `${name}さん`),
      ...(others > 0 ? [`ほか${others}人`] : []),
      ...(reactions > 0 ? [`リアクション${reactions}件`] : []),
    ];
    return `賛成：${parts.join('、')}`;
  },
  not_decided: '引用元のどのメッセージも決定や賛成をしていません',
  refused_by: ({ name, position }) => `${name}さんがメッセージ${position}で反対しています`,
  refused_by_reactions: '反対のリアクションもあります',
  other_owner: ({ owner, taker }) => `依頼したのは${owner}さんで、引き受けたのは${taker}さんです`,
  not_addressed: ({ name }) => `引用元に${name}さんのメッセージも、${name}さんに宛てたメッセージもありません`,
  only_bot_suggests: 'ボットの提案で、誰も取り上げていません',
  answered: ({ position }) => `メッセージ${position}で回答済みです`,
  judged_partly: ({ words }) =>
    `第二のモデルは引用元に一部しか見いだせず、「${words}」が欠けているとしています`,
  judged_unsupported: ({ words }) => `第二のモデルは引用元に見いだせません：「${words}」`,
  judged_contradicted: ({ words }) => `第二のモデルは引用元を異なる意味に読んでいます：「${words}」`,
  forgotten: 'メッセージが削除されたため、理由は残っていません',
  told: ({ words }) => words,
};
