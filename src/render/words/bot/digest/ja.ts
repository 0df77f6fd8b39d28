import { ja as command } from './command/ja.ts';
import type { DigestWords } from './words.ts';

export const ja: DigestWords = {
  command,
  schedule: {
    daily: time => `毎日${time}`,
    weekdays: time => `月曜から金曜の${time}`,
    weekly: (days, time) => `毎週${days}の${time}`,
    monthly: (day, time) => `毎月${day}日の${time}`,
    lastDay: time => `毎月末日の${time}`,
    cron: line => `cron ${line}`,
  },
  heading: (schedule, next) => `**ダイジェスト** · ${schedule}${next === null ? '' : ` · 次回：${next}`}`,
  title: date => `${date}のダイジェスト`,
  quiet: messages =>
    messages === 0
      ? '前回のダイジェスト以降、新しいメッセージはありません。'
      : `前回のダイジェスト以降の新しいメッセージは${messages}件だけです。次回のダイジェストに含めます。`,
  notices: {
    paused: (place, reason) =>
      `${place}へのダイジェストを一時停止しました：${reason}再開するには \`/digest resume\` を使ってください。`,
    leftOut: (place, channels) =>
      `${place}へのダイジェストから${channels}を除外しました：${place}を読める人の中に読めない人がいるか、あなたかボットが読めなくなったためです。状況が変われば再び含めます。`,
    failed: place =>
      `${place}へのダイジェストを約2時間試みましたが、今回は投稿できませんでした。次回のダイジェストに含めます。`,
    leftOutDirect: channels =>
      `ダイレクトメッセージでのダイジェストから${channels}を除外しました：あなたかボットが読めなくなったか、年齢制限があるためです。状況が変われば再び含めます。`,
  },
  pauseReasons: {
    by_person: '誰かが一時停止しました。',
    destination_gone: '投稿先のチャンネルがなくなりました。`/digest edit` で別のチャンネルを選んでください。',
    destination_denied: '投稿先に書き込む権限がなくなりました。',
    destination_unreadable:
      '投稿先のメッセージ履歴を読めないため、前回のダイジェストが投稿されたか確認できません。',
    direct_closed:
      '作成者がボットからのダイレクトメッセージを受け取らない設定です。このサーバーのプライバシー設定で許可できます。',
    tag_required:
      '投稿先のフォーラムでは、ボットが付けられるタグが必要です。`/digest edit` で選んでください。',
    no_sources: '読み取れるチャンネルがなくなりました。',
    creator_left: '作成者がサーバーを退出しました。ほかの人が新しく作成してください。',
    creator_demoted: '作成者にサーバー管理の権限も、投稿先のチャンネル管理の権限もなくなりました。',
  },
};
