/** Types of messages that people or bots write, by Discord's names and numbers; Discord itself makes all others. */
const saidTypes: ReadonlySet<string> = new Set([
  'Default',
  'Reply',
  'ChatInputCommand',
  'ContextMenuCommand',
  '0',
  '19',
  '20',
  '23',
]);

const replyTypes: ReadonlySet<string> = new Set(['Reply', '19']);

/** Whether a message of this type was written, rather than made by Discord. */
export function isWritten(type: string | number): boolean {
  return saidTypes.has(String(type));
}

type Reference = {
  readonly messageId?: string | null | undefined;
  readonly channelId?: string | null | undefined;
};

/**
 * The message that one of this type in channel `here` replies to. Crossposts and pins refer to a message without
 * replying to it.
 */
export function toReplyTarget(
  type: string | number,
  { messageId, channelId }: Reference,
  here: string | undefined,
): string | null {
  if (!messageId || !isWritten(type)) return null;
  const sameChannel = !channelId || channelId === here;
  return replyTypes.has(String(type)) || sameChannel ? messageId : null;
}
