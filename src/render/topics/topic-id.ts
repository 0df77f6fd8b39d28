/** Whose topics are shown: those of a channel with its threads, and those that a member takes part in; null for all. */
export type TopicScope = { readonly channelId: string | null; readonly memberId: string | null };

/** The action of a button or select of `/topics`; pages count from 1. */
export type TopicAction = TopicScope &
  ({ readonly step: 'list'; readonly page: number } | { readonly step: 'open' });

const shape = /^topics:(list|open):(\d{1,20}|-):(\d{1,20}|-):(\d{1,4})$/;

/** Writes `topics:list:CHANNEL:MEMBER:PAGE` and `topics:open:CHANNEL:MEMBER:0`, with `-` in place of null. */
export function toTopicId(action: TopicAction): string {
  const { step, channelId, memberId } = action;
  return `topics:${step}:${channelId ?? '-'}:${memberId ?? '-'}:${step === 'list' ? action.page : 0}`;
}

/** Reads the result of `toTopicId`; null for anything else. */
export function parseTopicId(customId: string): TopicAction | null {
  const [, step, channel, member, page] = shape.exec(customId) ?? [];
  if (step === undefined) return null;
  const scope = { channelId: toId(channel), memberId: toId(member) };
  return step === 'open' ? { step, ...scope } : { step: 'list', ...scope, page: Math.max(1, Number(page)) };
}

function toId(text = '-'): string | null {
  return text === '-' ? null : text;
}
