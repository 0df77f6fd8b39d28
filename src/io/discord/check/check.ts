import { setImmediate as turn } from 'node:timers/promises';
import { check } from '../../../app/check.ts';
import type { Judge } from '../../../app/ports.ts';
import type { SummarizeRequest } from '../../../app/summarize.ts';
import { type SplitText, splitStatements } from '../../../core/check/statements.ts';
import type { Summary } from '../../../core/claims/summary/summary.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import type { Logger } from '../../../log.ts';
import type { Texts } from '../../../render/texts.ts';
import type { ReadableChannel } from '../access/places.ts';
import type { RequestedWindow } from '../command.ts';
import { readHistory, type Watch } from '../history/history.ts';
import { createOptOutFilter } from '../history/opt-out.ts';
import { toRecord } from '../history/record.ts';
import { toCheckedText } from './checked-text.ts';

/** The number of messages before a message that are searched for its statements. */
const checkedWindow = 200;

/** The statements to check, and the message that contains them. */
export type Given = SplitText & { readonly messageId: string; readonly authorId: string };

/** What a message states, and what was said before it: nothing after it, nor itself, speaks for it. */
export async function readGiven(
  { message }: Extract<RequestedWindow, { readonly kind: 'check' }>,
  channel: ReadableChannel,
  t: Texts,
  watch: Watch,
): Promise<{ given: Given; conversation: Conversation; note: string } | { refused: string } | null> {
  const { records } = await createOptOutFilter(channel.client, watch.privacy)(
    [toRecord(message)],
    watch.signal,
  );
  if (records.length === 0) return { refused: t('bot.privacy.authorOptedOut') };
  const split = splitStatements(toCheckedText(message, channel));
  if (split.statements.every(isQuestion)) return null;
  const conversation = await readHistory(channel, { count: checkedWindow, beforeId: message.id }, watch);
  return {
    given: { ...split, messageId: message.id, authorId: message.author.id },
    conversation,
    note: t('bot.checkedBefore', { messages: conversation.messages.length, link: message.url }),
  };
}

/** A question states nothing, also where an emoji follows its mark. */
function isQuestion(statement: string): boolean {
  return /[?？؟](?:[!?)）\s]|\p{Extended_Pictographic}|\ufe0f)*$/u.test(statement);
}

/** Checks what was given, letting others be answered between two statements. */
export function checkGiven(
  conversation: Conversation,
  { statements, skipped, messageId, authorId }: Given,
  { zone, language, payer }: SummarizeRequest,
  { newId, judge, log }: { readonly newId: () => string; readonly judge?: Judge; readonly log: Logger },
  signal: AbortSignal,
): Promise<Summary> {
  const request = {
    statements: statements.map(text => ({ text })),
    skipped,
    messageId,
    authorId,
    zone,
    window: {},
    ...(language !== undefined && { language }),
    ...(payer && { payer }),
  };
  const ports = { newId, ...(judge && { judge }), log, onChecked: () => turn() };
  return check(conversation, request, ports, signal);
}
