import { setImmediate as turn } from 'node:timers/promises';
import { type GuildTextBasedChannel, MessageReferenceType } from 'discord.js';
import { check } from '../../../app/check.ts';
import type { SummarizeRequest } from '../../../app/engine-request.ts';
import type { Judge } from '../../../app/ports.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { type MarkupNames, toPlainWords } from '../../../core/conversation/discord.ts';
import type { Conversation, Message } from '../../../core/conversation/message.ts';
import { type SplitText, splitStatements } from '../../../core/verify/statements.ts';
import type { Logger } from '../../../log.ts';
import type { Texts } from '../../../render/texts.ts';
import { readAttachedFiles, toBudget } from '../history/attached-files.ts';
import { createOptOutFilter, readHistory, toAttachmentLimits, type Watch } from '../history/history.ts';
import {
  type BodyRecord,
  listAttachments,
  type MessageRecord,
  readRecord,
  toChannelContext,
  toMessageWords,
  withMentions,
} from '../history/message.ts';
import { fetchRecord } from '../history/pages.ts';
import { toAuthorId } from '../history/speakers.ts';
import { findZone, type RequestContext } from '../interaction/context.ts';
import { Refusal } from '../interaction/failures.ts';

/** The number of messages before a message that are searched for its statements. */
const checkedWindow = 200;

/** The statements to check, and the message that contains them. */
export type Given = SplitText & { readonly messageId: string; readonly authorId: string };

/** What a message states, and what was said before it: nothing after it, nor itself, speaks for it. */
export async function readGiven(
  messageId: string,
  channel: GuildTextBasedChannel,
  t: Texts,
  watch: Watch,
): Promise<{ given: Given; conversation: Conversation; note: string }> {
  const record = await fetchRecord(channel, messageId, watch.signal);
  if (record === null) throw new Refusal(t('bot.denied.gone', { place: '' }));
  const { records, rules } = await createOptOutFilter(channel.guild, watch.privacy)([record], watch.signal);
  if (records.length === 0) throw new Refusal(t('bot.privacy.authorOptedOut'));
  const split = splitStatements(toCheckedText(record, channel));
  if (split.statements.every(isQuestion)) throw new Refusal(t('bot.nothingToCheck'));
  const conversation = await readHistory(channel, { count: checkedWindow, beforeId: messageId }, watch);
  if (conversation.messages.length === 0 && !conversation.optedOut)
    throw new Refusal(t('bot.nothingBefore', { place: channel.toString() }));
  return {
    given: { ...split, messageId, authorId: toAuthorId(record, rules.senders?.known) },
    conversation,
    note: t('bot.checkedBefore', {
      messages: conversation.messages.length,
      link: `${channel.url}/${messageId}`,
    }),
  };
}

/** What a message states, and what else the bot can read of it: the message it answers, what it forwards, and its text files. */
export async function readTarget(context: RequestContext, record: MessageRecord) {
  const { client, interaction, t, privacy, signal } = context;
  const { guildId } = interaction;
  const answered =
    record.message_reference?.type === MessageReferenceType.Forward ? null : record.referenced_message;
  // Without the Message Content intent, nothing is in it.
  const isShown =
    answered && (answered.content !== '' || answered.embeds.length + answered.attachments.length > 0);
  const given = [...(isShown ? [answered] : []), record];
  const allow = createOptOutFilter({ client, id: guildId ?? '' }, privacy);
  const { records, optedOut, unreadable } = await allow(given, signal);
  if (!records.includes(record)) throw new Refusal(t('bot.privacy.authorOptedOut'));
  const attached = records.flatMap(listAttachments);
  // No picture is passed on to the judge.
  const budget = toBudget({ ...(await toAttachmentLimits(context, null)), pictures: 0 });
  const files = await readAttachedFiles(attached, client.options.rest?.api ?? '', budget, signal);
  const names = toPlainNames(records);
  const source = { type: 'discord', title: t('bot.thisMessage'), channelIds: [] } as const;
  const toMessage = (each: MessageRecord): Message => {
    const { url: _, ...message } = readRecord(
      each,
      { placing: { source }, names, ownId: client.user.id },
      files,
    );
    return message;
  };
  const own: MessageRecord = { ...record, content: '', embeds: [], components: [] };
  const [first] = record.message_snapshots ?? [];
  const hasOwn = first !== undefined || [...files.values()].some(({ state }) => state === 'read');
  const messages = records.flatMap(each =>
    each !== record ? [toMessage(each)] : hasOwn ? [toMessage(own)] : [],
  );
  const split = splitStatements(toBodyText([record], names, record.author.id === client.user.id));
  if (messages.length === 0 || split.statements.every(isQuestion))
    throw new Refusal(t('bot.nothingToCheckAlone'));
  return {
    conversation: { source, messages, optedOut, unreadable },
    given: { ...split, messageId: record.id, authorId: record.author.id },
    zone: await findZone(context),
    note: '',
  };
}

/** What people are called outside of a server. */
function toPlainNames(records: readonly MessageRecord[]) {
  const none = () => undefined;
  const of = (user: { readonly username: string; readonly global_name?: string | null | undefined }) =>
    user.global_name ?? user.username;
  const names = { of, user: none, role: none, channel: none };
  const people = records.flatMap(({ author, mentions = [] }) => [author, ...mentions]);
  return { ...names, ...withMentions(names, people) };
}

/** A question states nothing, also where an emoji follows its mark. */
function isQuestion(statement: string): boolean {
  return /[?？؟](?:[!?)）\s]|\p{Extended_Pictographic}|\ufe0f)*$/u.test(statement);
}

export function checkGiven(
  conversation: Conversation,
  { statements, skipped, messageId, authorId }: Given,
  { zone, language, payer }: SummarizeRequest,
  {
    newId,
    judge,
    log,
  }: { readonly newId: () => string; readonly judge?: Judge | undefined; readonly log: Logger },
  signal: AbortSignal,
): Promise<Summary> {
  const request = {
    statements: statements.map(text => ({ text })),
    skipped,
    messageId,
    authorId,
    zone,
    window: {},
    language,
    payer,
  };
  const ports = { newId, judge, log, onChecked: () => turn() };
  return check(conversation, request, ports, signal);
}

/** The text to check: a message's own words, those of embeds, which other bots use, and of forwards; of our own summaries only the claims. */
function toCheckedText(record: MessageRecord, channel: GuildTextBasedChannel): string {
  const isOurs = record.author.id === channel.client.user.id;
  const forwarded = (record.message_snapshots ?? []).map(({ message: body }) => body);
  const names = withMentions(
    toChannelContext(channel).names,
    [record, ...forwarded].flatMap(({ mentions = [] }) => mentions),
  );
  return toBodyText([record, ...forwarded], names, isOurs);
}

function toBodyText(bodies: readonly BodyRecord[], names: MarkupNames, isOurs: boolean): string {
  return bodies
    .flatMap(body => [toMessageWords(body, names), ...toEmbedTexts(body, names, isOurs)])
    .filter(text => text.trim() !== '')
    .join('\n\n');
}

function toEmbedTexts({ embeds }: BodyRecord, names: MarkupNames, isOurs: boolean): readonly string[] {
  return embeds.flatMap(({ title, description, fields }) => {
    if (isOurs) return [toPlainWords(withoutRemarks(description ?? ''), names)];
    const parts = (fields ?? []).map(({ name, value }) => toFieldText(name ?? '', value ?? ''));
    return [toHeading(title ?? ''), description ?? '', ...parts].map(part => toPlainWords(part, names));
  });
}

/** "Deadline: Friday" is a statement; above several lines, the name is a heading. */
function toFieldText(name: string, value: string): string {
  return /\n|^\s*[-*•]/.test(value) ? `${toHeading(name)}\n${value}` : `${name}: ${value}`;
}

function toHeading(title: string): string {
  return title.trim() === '' ? '' : `# ${title.replace(/\s+/g, ' ')}`;
}

/** Removes the line with the time range, the remarks in italics after each claim, and replies to claims. */
function withoutRemarks(description: string): string {
  return description
    .split('\n')
    .filter(line => !/<t:\d+:[ft]>|^> /.test(line))
    .map(line => line.replace(/ \*\([^\n]*\)\*$/, ''))
    .join('\n');
}
