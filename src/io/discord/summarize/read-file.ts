import { type DateOrder, unsureDateOrders } from '../../../app/chats-ports.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { toAuthorIds, withoutAuthors } from '../../../core/conversation/message.ts';
import { maxMessagesSetting } from '../../../core/settings.ts';
import { abortable } from '../../../deadline.ts';
import { UserError, type UserErrorCode } from '../../../errors.ts';
import { createKeyedMutex } from '../../../keyed-mutex.ts';
import { createLru } from '../../../lru.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { toEmbedPages } from '../../../render/embed/embed.ts';
import { type MessageBody, toButton, toInline, toRow } from '../../../render/embed/message-body.ts';
import { toSourcesPages } from '../../../render/embed/panels.ts';
import { render } from '../../../render/render.ts';
import type { Texts } from '../../../render/texts.ts';
import { download } from '../history/attached-files.ts';
import {
  type Ask,
  type AttachedFile,
  type FileWanted,
  findZone,
  type PressContext,
  type RequestContext,
} from '../interaction/context.ts';
import { answerLifeMs, Refusal } from '../interaction/failures.ts';
import { replyPrivately } from '../interaction/reply.ts';
import { startReadingUpdates } from './progress.ts';
import type { Read } from './requested-channels.ts';
import type { Run } from './runs.ts';

const fewestBytes = 30;
/** As much as a file may have. */
const mostText = 16_000_000;
/** Has no more messages than a run may always read, unless it is compressed. */
const smallBytes = 64 * 2 ** 10;

/** Large files are read one after the other: room that they only wait for would be missing to all others. */
const inTurn = createKeyedMutex();

/** Reads an attached file, or says why it cannot be read. */
export async function readFile(context: RequestContext, ask: Ask, run: Run): Promise<Read> {
  const { interaction, t, log } = context;
  const wanted = toFileWanted(ask);
  const { file, unused } = wanted;
  const name = toInline(file.name);
  if (unused.length > 0) throw new Refusal(t('bot.file.unused', { options: t.list(unused) }));
  if (isTooLarge(file)) throw new Refusal(t('bot.file.tooLarge', { name, limit: maxMegabytes }));
  try {
    return await readInTurn(context, wanted, run);
  } catch (error) {
    const trouble = error instanceof UserError ? troubles[error.code] : undefined;
    if (trouble === undefined) throw error;
    log.info({ interaction: interaction.id, trouble }, 'file-refused');
    const refused = t(`bot.file.troubles.${trouble}`, { name });
    if (trouble !== 'ambiguous') throw new Refusal(refused);
    undated.set(run.id, { personId: interaction.user.id, ask });
    const toOrder = (action: DateOrder) =>
      toButton(t(`bot.file.dateOrders.${action}`), toCustomId({ runId: run.id, action }));
    throw new Refusal(refused, [toRow(...unsureDateOrders.map(toOrder))]);
  }
}

function toFileWanted({ file }: Ask): FileWanted {
  if (file === undefined) throw new TypeError('no file is asked for');
  return file;
}

/** Requests with a file whose dates can be read in two ways, by their run, for as long as Discord edits an answer. */
const undated = createLru<{ readonly personId: string; readonly ask: Ask }>(1_000, {
  ttl: answerLifeMs,
});

/** Summarizes a file again, with the order of its dates that the person chose. */
export async function readFileAgain(
  context: PressContext,
  runId: string,
  dateOrder: DateOrder,
): Promise<void> {
  const { interaction, t, summarize } = context;
  const asked = undated.get(runId);
  if (asked?.personId !== interaction.user.id) return replyPrivately(interaction, t('bot.file.askAgain'));
  await summarize(context, { ...asked.ask, file: { ...toFileWanted(asked.ask), dateOrder } });
}

/** Reads the file when there is room for its messages; shows that it waits. */
async function readInTurn(context: RequestContext, wanted: FileWanted, run: Run): Promise<Read> {
  const { t, signal } = context;
  let state: 'queued' | 'reading' | 'read' = 'queued';
  let held = 0;
  const isWaiting = () => state === 'queued' || (state === 'read' && !run.hasRoom());
  const progress = startReadingUpdates(context, run, () =>
    isWaiting() ? t('bot.waitingForMemory', { read: held }) : null,
  );
  const size = wanted.file.size <= smallBytes ? 'small' : 'large';
  try {
    return await abortable(signal, own =>
      inTurn(size, async () => {
        own.throwIfAborted();
        // Before it is read, so that no file waits in memory until another is summarized.
        if (size === 'large') await run.makeRoom(toMostMessages(context, wanted), own);
        state = 'reading';
        const result = await read(context, wanted);
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
  { file: { name, size } }: FileWanted,
): number {
  return /\.zip$/i.test(name) ? maxMessages : Math.min(maxMessages, Math.ceil(size / fewestBytes));
}

/** The newest messages of the file, as many as one summary may read. */
async function read(context: RequestContext, wanted: FileWanted): Promise<Read> {
  const { t, client, privacy, importChat, signal } = context;
  const { maxMessages = maxMessagesSetting.max } = context;
  const zone = await findZone(context);
  const bytes = await download(wanted.file, client.options.rest?.api ?? '', signal);
  const { conversation: whole, isCut } = await importChat(bytes, wanted.file.name, {
    zone,
    dateOrder: wanted.dateOrder,
    signal,
    bounds: { messages: maxMessages, characters: mostText },
  });
  const conversation = withoutAuthors(whole, await privacy.optedOut(toAuthorIds(whole)));
  if (conversation.messages.length === 0)
    throw new UserError('no_messages', 'The file contains no messages.');
  return { conversation, zone, note: isCut ? t('bot.capped', { count: conversation.messages.length }) : '' };
}

/** All embeds of a message may have 6,000 characters together; what does not fit is in the file. */
const maxCharacters = 6_000;

/** The answer: no buttons, because nothing is stored; the sources below, and the whole summary as a file. */
export function toFileBody(summary: Summary, ask: Ask, notes: readonly string[], t: Texts): MessageBody {
  const { read, available } = summary.coverage;
  const note = ask.target
    ? t('bot.checkedAlone')
    : t('bot.file.note', { name: toInline(toFileWanted(ask).file.name), read, available });
  const content = [note, ...notes].filter(Boolean).join('\n');
  const pages = [...toEmbedPages(summary), ...(summary.footnotes.length > 0 ? toSourcesPages(summary) : [])];
  const embeds: MessageBody['embeds'][number][] = [];
  let left = maxCharacters;
  for (const embed of pages.flatMap(page => page.embeds)) {
    left -= [embed.title, embed.description, embed.footer?.text].join('').length;
    if (left < 0 || embeds.length === 10) break;
    embeds.push(embed);
  }
  const files = [
    { attachment: Buffer.from(render(summary, 'markdown', { references: true })), name: 'summary.md' },
  ];
  return { content, embeds, components: [], files };
}

type FileTrouble = 'failed' | 'unknown' | 'damaged' | 'large' | 'encrypted' | 'empty' | 'ambiguous';

const troubles: Readonly<Partial<Record<UserErrorCode, FileTrouble>>> = {
  discord_unavailable: 'failed',
  format_unknown: 'unknown',
  file_unreadable: 'damaged',
  file_too_large: 'large',
  file_encrypted: 'encrypted',
  no_messages: 'empty',
  dates_ambiguous: 'ambiguous',
};

/** As much as the command line reads by default. */
const maxMegabytes = 16;
const maxBytes = maxMegabytes * 1e6;
/** Whether a file is larger than what is read; Discord says so before anything is downloaded. */
export function isTooLarge({ size }: AttachedFile): boolean {
  return size > maxBytes;
}
