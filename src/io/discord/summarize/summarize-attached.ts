import { type SummarizeRequest, summarize } from '../../../app/summarize.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import type { Conversation } from '../../../core/conversation/message.ts';
import { maxMessagesSetting } from '../../../core/settings.ts';
import { UserError, type UserErrorCode } from '../../../errors.ts';
import type { KeyedMutex } from '../../../keyed-mutex.ts';
import { toEmbedPages } from '../../../render/embed/embed.ts';
import { toSourcesPages } from '../../../render/embed/panels.ts';
import { render } from '../../../render/render.ts';
import type { Ask, AttachedFile, RequestedWindow } from '../command.ts';
import { abortable } from '../history/abortable.ts';
import type { RequestContext } from '../interaction/context.ts';
import { type MessageBody, noMentions, toInline } from '../interaction/message-body.ts';
import { edit, editOnce, isAnswerGone, isTooLate, replyPrivately } from '../interaction/reply.ts';
import { openBill, toFeature, toRefusedRun } from '../usage/bill.ts';
import { defaultUpdateInterval, startProgressUpdates, toStopRow } from './progress.ts';
import { findZone } from './read-window.ts';
import type { Run } from './runs/live-runs.ts';
import type { MessageReservation } from './runs/message-budget.ts';

type FileRun = Run & Pick<MessageReservation, 'makeRoom' | 'hasRoom'>;
type FileAsk = Ask & { readonly wanted: Extract<RequestedWindow, { readonly kind: 'file' }> };

/** Of a message, with its time and its author. */
const fewestBytes = 30;
/** As much as a file may have. */
const mostText = 16_000_000;
/** Has no more messages than a run may always read, unless it is compressed. */
const smallBytes = 64 * 2 ** 10;

/**
 * Summarizes an attached file for the person who attached it. Neither the file nor the summary is stored, so the answer has
 * no buttons; it has the sources below, and the whole summary as a file.
 *
 * @param inTurn For all files: large while they are read, they are read one after the other.
 */
export async function summarizeAttached(
  context: RequestContext,
  ask: FileAsk,
  run: FileRun,
  inTurn: KeyedMutex,
): Promise<void> {
  const { interaction, t, runs, log } = context;
  const { file, unused } = ask.wanted;
  if (unused.length > 0)
    return replyPrivately(interaction, t('bot.file.unused', { options: t.list(unused) }));
  const name = toInline(file.name);
  if (isTooLarge(file))
    return replyPrivately(interaction, t('bot.file.tooLarge', { name, limit: maxMegabytes }));
  const settings = await context.settings.of(interaction.guildId);
  const begun = await runs.begin(interaction.user.id, settings.dailyRuns);
  if (!begun.ok) return replyPrivately(interaction, toRefusedRun(begun, t));
  let isCounted = false;
  try {
    const { conversation, isCut } = await readInTurn(context, ask, run, inTurn);
    isCounted = true;
    await showProgress(context, conversation, run);
    const bill = openBill(interaction, interaction.channelId ?? '', toFeature(ask));
    const summary = await draft(context, ask, conversation, { ...settings, payer: bill.payer });
    run.commit();
    const { read: count, available } = summary.coverage;
    const cut = isCut ? t('bot.capped', { count: conversation.messages.length }) : '';
    const lines = [
      t(conversation.source.type === 'document' ? 'bot.file.documentNote' : 'bot.file.note', {
        name,
        read: count,
        available,
      }),
      cut,
      bill.toCapWords(t),
    ];
    await edit(interaction, toBody(summary, lines.filter(line => line !== '').join('\n')));
    log.info({ interaction: interaction.id, read: count, claims: summary.claims.length }, 'file-summarized');
  } catch (error) {
    const trouble = toTrouble(error);
    if (trouble === null) throw error;
    log.info({ interaction: interaction.id, trouble }, 'file-refused');
    await replyPrivately(interaction, t(`bot.file.troubles.${trouble}`, { name }));
  } finally {
    await begun.end({ counted: isCounted });
  }
}

/** Reads the file when others are read and there is room for its messages; shows that it waits. */
async function readInTurn(context: RequestContext, ask: FileAsk, run: FileRun, inTurn: KeyedMutex) {
  const { interaction, t, log, signal, pace = defaultUpdateInterval } = context;
  let state: 'queued' | 'reading' | 'read' = 'queued';
  let held = 0;
  const isWaiting = () => state === 'queued' || (state === 'read' && !run.hasRoom());
  const progress = startProgressUpdates({
    pace,
    toBody: () =>
      isWaiting()
        ? { content: t('bot.waitingForMemory', { read: held }), components: [toStopRow(run.id, t)] }
        : null,
    show: body => editOnce(interaction, body),
    onLost: error => {
      log.debug({ interaction: interaction.id }, 'progress-update-failed');
      return !isAnswerGone(error) && !isTooLate(error);
    },
  });
  // Small files do not wait for large ones, which may wait for memory.
  const size = ask.wanted.file.size <= smallBytes ? 'small' : 'large';
  try {
    return await abortable(signal, own =>
      inTurn(size, async () => {
        own.throwIfAborted();
        // Before it is read, so that no file waits in memory until another is summarized.
        if (size === 'large') await run.makeRoom(toMostMessages(context, ask), own);
        state = 'reading';
        const result = await read(context, ask);
        held = result.conversation.messages.length;
        state = 'read';
        await run.makeRoom(held, own);
        return result;
      }),
    );
  } finally {
    await progress.end();
  }
}

/** How many messages a file may turn out to have; one that is compressed may have any number. */
function toMostMessages(
  { maxMessages = maxMessagesSetting.max }: RequestContext,
  { wanted }: FileAsk,
): number {
  const { name, size } = wanted.file;
  return /\.zip$/i.test(name) ? maxMessages : Math.min(maxMessages, Math.ceil(size / fewestBytes));
}

/** The newest messages of the file, as many as one summary may read. */
async function read(context: RequestContext, { wanted }: FileAsk) {
  const { interaction, client, zones, privacy, importChat, signal } = context;
  const { maxMessages = maxMessagesSetting.max } = context;
  const zone = await findZone(interaction, zones);
  const bytes = await download(wanted.file, client.options.rest?.api ?? '', signal);
  const { conversation, isCut } = await importChat(bytes, wanted.file.name, {
    zone,
    dateOrder: wanted.dateOrder,
    signal,
    choose: async authorIds => ({
      without: [...(await privacy.optedOut(authorIds))],
      newest: maxMessages,
      characters: mostText,
    }),
  });
  if (conversation.messages.length === 0)
    throw new UserError('no_messages', 'The file contains no messages.');
  // Drafts of parts of long conversations are stored for servers only.
  const { guildId: _, ...source } = conversation.source;
  return { conversation: { ...conversation, source }, isCut };
}

async function draft(
  context: RequestContext,
  ask: FileAsk,
  conversation: Conversation,
  {
    language,
    minConfidence,
    payer,
  }: Pick<SummarizeRequest, 'minConfidence' | 'payer'> & {
    readonly language?: string;
  },
): Promise<Summary> {
  const { interaction, zones, locale, engine, fallback, judge, log, telemetry, newId, signal } = context;
  const request: SummarizeRequest = {
    detail: ask.detail,
    zone: await findZone(interaction, zones),
    window: {},
    language: ask.language ?? language ?? locale,
    ...(minConfidence !== undefined && { minConfidence }),
    ...(payer && { payer }),
    ...(ask.focus !== undefined && { focus: ask.focus }),
  };
  const ports = { engine, ...(fallback && { fallback }), ...(judge && { judge }), log, telemetry, newId };
  return abortable(signal, own => summarize(conversation, request, ports, own));
}

async function showProgress(
  { interaction, t, log }: RequestContext,
  { messages, source }: Conversation,
  run: Run,
): Promise<void> {
  try {
    const components = [toStopRow(run.id, t)];
    const content = t(source.type === 'document' ? 'bot.file.summarizingDocument' : 'bot.summarizing', {
      messages: messages.length,
    });
    await editOnce(interaction, { content, components });
  } catch (error) {
    if (isAnswerGone(error)) throw error;
    log.debug({ interaction: interaction.id }, 'progress-update-failed');
  }
}

/** All embeds of a message may have 6,000 characters together; what does not fit is in the file. */
const maxCharacters = 6_000;

function toBody(summary: Summary, content: string): MessageBody {
  const pages = [...toEmbedPages(summary), ...(summary.footnotes.length > 0 ? toSourcesPages(summary) : [])];
  const embeds: MessageBody['embeds'] = [];
  let left = maxCharacters;
  for (const embed of pages.flatMap(page => page.embeds)) {
    left -= [embed.title, embed.description, embed.footer?.text].join('').length;
    if (left < 0 || embeds.length === 10) break;
    embeds.push(embed);
  }
  const files = [
    { attachment: Buffer.from(render(summary, 'markdown', { references: true })), name: 'summary.md' },
  ];
  return { content, embeds, components: [], allowedMentions: noMentions, files };
}

/** Why an attached file cannot be summarized. */
type FileTrouble = 'failed' | 'unknown' | 'damaged' | 'large' | 'encrypted' | 'empty' | 'ambiguous';

const troubles: Readonly<Partial<Record<UserErrorCode, FileTrouble>>> = {
  discord_unavailable: 'failed',
  format_unknown: 'unknown',
  format_unsupported: 'unknown',
  file_unreadable: 'damaged',
  file_too_large: 'large',
  file_encrypted: 'encrypted',
  no_messages: 'empty',
  dates_ambiguous: 'ambiguous',
};

function toTrouble(error: unknown): FileTrouble | null {
  return error instanceof UserError ? (troubles[error.code] ?? null) : null;
}

/** As much as the command line reads by default. */
const maxMegabytes = 16;
const maxBytes = maxMegabytes * 1e6;
const timeoutMs = 60_000;

const hosts: ReadonlySet<string> = new Set(['cdn.discordapp.com', 'media.discordapp.net']);

/** Whether a file is larger than what is read; Discord says so before anything is downloaded. */
export function isTooLarge({ size }: AttachedFile): boolean {
  return size > maxBytes;
}

/**
 * Downloads an attached file from Discord, and from nowhere else.
 *
 * @param api The address of the API: the host that serves it may serve files too.
 * @throws UserError `discord_unavailable`, or the reason of the signal.
 */
export async function download(
  { url, name, size }: AttachedFile,
  api: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const address = URL.parse(url);
  const isKnown = address?.protocol === 'https:' && hosts.has(address.host);
  if (!address || !(isKnown || address.origin === URL.parse(api)?.origin)) throw toFailed(name);
  try {
    const own = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const answer = await fetch(address, { signal: own, redirect: 'error' });
    if (!answer.ok || !answer.body) throw toFailed(name, new Error(`status ${answer.status}`));
    // To put 16 MB together at the end would hold up everybody else.
    const all = Buffer.alloc(size);
    let bytes = 0;
    for await (const piece of answer.body) {
      if (bytes + piece.length > size) throw toFailed(name, new Error('larger than Discord said'));
      all.set(piece, bytes);
      bytes += piece.length;
    }
    return all.subarray(0, bytes);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof UserError ? error : toFailed(name, error);
  }
}

function toFailed(name: string, cause?: unknown): UserError {
  return new UserError('discord_unavailable', `${name} could not be downloaded from Discord.`, { cause });
}
