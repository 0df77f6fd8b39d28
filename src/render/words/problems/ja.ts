import type { ProblemSentences } from '../../../core/claims/problem.ts';

const toJudgeWords = (words: string) => (words === '' ? '' : `（第二のモデルの指摘：「${words}」）`);

export const jaProblems: ProblemSentences = {
  malformed: ({ fault }) =>
    ({
      unreadable: '読み取れません',
      no_text: '本文がありません',
      empty_text: '本文が空です',
      long_text: '本文が長すぎます',
      only_markers: '本文が脚注番号だけです',
      long_before: '変更前の本文が長すぎます',
      bad_positions: '位置は数字のリストで指定してください',
      many_positions: '位置が多すぎます',
    })[fault],
  mended: ({ what }) =>
    ({
      field_too_long: '長すぎる項目を削除',
      bracketed_number: '本文から角かっこ付きの番号を削除',
      unknown_kind: '不明な種類',
      unreadable_confidence: '確信度を読み取れません',
      too_many_citations: '出典が多すぎます',
      unreadable_position: '位置を読み取れません',
    })[what],
  cited_twice: ({ position }) => `メッセージ${position}が二重に引用されています`,
  said_already: '同じ内容の記述がほかにあります',
  put_aside: 'モデルが要約の作成を途中で断りました',
  no_message: ({ position }) => `メッセージ${position}は存在しません`,
  nothing_cited: 'どのメッセージも引用していません',
  only_bots: 'ボットかシステムのメッセージだけを引用しています',
  message_deleted: '引用元のメッセージが削除されたか、投稿者が利用を拒否しました',
  not_in_message: ({ position }) => `引用はメッセージ${position}にありません`,
  quoted_nowhere: '引用符内の言葉は、引用元のどのメッセージにもありません',
  better_citation: ({ position }) => `メッセージ${position}のほうが多くを述べています`,
  citation_moved: ({ position }) => `引用はメッセージ${position}にあります`,
  unknown_person: 'この会話にいない人の名前が挙がっています',
  not_by: ({ name }) => `引用元のメッセージに${name}さんが書いたものはありません`,
  other_words: ({ name }) => `引用された言葉は${name}さんのものではありません`,
  value_not_found: ({ value }) => `${value}はどのメッセージにもありません`,
  literal_not_found: '含まれるアドレス、コード、または識別子は、どのメッセージにもありません',
  value_in_message: ({ value, position }) => `${value}はメッセージ${position}にあります`,
  topic_not_found: 'トピックにある数値や日付がどのメッセージにもありません',
  due_not_found: '引用元のどのメッセージにもその期限がありません',
  judged_partly: ({ words }) => `引用元のメッセージで裏付けられるのは一部だけです${toJudgeWords(words)}`,
  judged_unsupported: ({ words }) => `引用元のメッセージにその内容はありません${toJudgeWords(words)}`,
  judged_contradicted: ({ words }) => `引用元のメッセージの内容と食い違っています${toJudgeWords(words)}`,
  judged_kind: '第二のモデルは、別の種類のほうが適切だと判定しました',
  judged_citation: ({ position }) => `第二のモデルによると、メッセージ${position}にあります`,
  forgotten: '理由はメッセージとともに削除されました',
  told: ({ words }) => words,
  outdated: '以前のバージョンの検証による指摘です',
};
