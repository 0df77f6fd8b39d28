import { type SummarizeRequest, summarize } from '../../../../app/summarize.ts';
import type { Summary } from '../../../../core/claims/summary/summary.ts';
import type { Conversation } from '../../../../core/conversation/message.ts';
import { toAuthorIds, withoutAuthors } from '../../../../core/conversation/opted-out.ts';
import { UserError, type UserErrorCode } from '../../../../errors.ts';
import { toEmbedPages } from '../../../../render/embed/embed.ts';
import { toSourcesPages } from '../../../../render/pages/source-pages.ts';
import { render } from '../../../../render/render.ts';
import type { FileTrouble } from '../../../../render/words/bot/words.ts';
import type { Ask, RequestedWindow } from '../../command.ts';
import { abortable } from '../../history/abortable.ts';
import type { RequestContext } from '../../interaction/context.ts';
import { toInline } from '../../interaction/inline.ts';
import { type MessageBody, noMentions } from '../../interaction/message-body.ts';
import { edit, editOnce, isAnswerGone, replyPrivately } from '../../interaction/reply.ts';
import { openBill, toFeature } from '../../usage/bill.ts';
import { toStopRow } from '../progress-message.ts';
import { findZone } from '../read-window.ts';
import type { Run } from '../runs/live-runs.ts';
import { download, isTooLarge, maxMegabytes } from './download.ts';

type FileAsk = Ask & { readonly wanted: Extract<RequestedWindow, { readonly kind: 'file' }> };

/**
 * Summarizes an attached file for the person who attached it. Neither the file nor the summary is stored, so the answer has
 * no buttons; it has the sources below, and the whole summary as a file.
 */
export async function summarizeAttached(context: RequestContext, ask: FileAsk, run: Run): Promise<void> {
  const { interaction, words, runs, log } = context;
  const { file } = ask.wanted;
  const name = toInline(file.name);
  if (isTooLarge(file)) return replyPrivately(interaction, words.file.tooLarge(name, maxMegabytes));
  const settings = await context.settings.of(interaction.guildId);
  const begun = await runs.begin(interaction.user.id, settings.dailyRuns);
  if (!begun.ok) {
    const refusal = begun.reason === 'running' ? words.alreadyRunning : words.dailySpent(begun.limit);
    return replyPrivately(interaction, refusal);
  }
  let isCounted = false;
  try {
    const conversation = await read(context, ask);
    isCounted = true;
    await showProgress(context, conversation.messages.length, run);
    const bill = openBill(interaction, interaction.channelId ?? '', toFeature(ask));
    const summary = await draft(context, ask, conversation, { ...settings, payer: bill.payer });
    run.commit();
    const { read: count, available } = summary.coverage;
    const lines = [words.file.note(name, count, available), bill.toCapWords(words)];
    await edit(interaction, toBody(summary, lines.filter(line => line !== '').join('\n')));
    log.info({ interaction: interaction.id, read: count, claims: summary.claims.length }, 'file-summarized');
  } catch (error) {
    const trouble = toTrouble(error);
    if (trouble === null) throw error;
    log.info({ interaction: interaction.id, trouble }, 'file-refused');
    await replyPrivately(interaction, words.file.troubles[trouble](name));
  } finally {
    await begun.end({ counted: isCounted });
  }
}

async function read(context: RequestContext, { wanted }: FileAsk): Promise<Conversation> {
  const { interaction, client, zones, privacy, importChat, signal } = context;
  const zone = await findZone(interaction, zones);
  const bytes = await download(wanted.file, client.options.rest?.api ?? '', signal);
  const { conversation } = await importChat(bytes, wanted.file.name, {
    zone,
    dateOrder: wanted.dateOrder,
    signal,
  });
  // Drafts of parts of long conversations are stored for servers only.
  const { guildId: _, ...source } = conversation.source;
  const optedOut = await privacy.optedOut(toAuthorIds(conversation));
  const readable = withoutAuthors({ ...conversation, source }, optedOut);
  if (readable.messages.length === 0) throw new UserError('no_messages', 'The file contains no messages.');
  return readable;
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
  const { interaction, zones, locale, engine, fallback, judge, log, newId, signal } = context;
  const request: SummarizeRequest = {
    detail: ask.detail,
    zone: await findZone(interaction, zones),
    window: {},
    language: ask.language ?? language ?? locale,
    ...(minConfidence !== undefined && { minConfidence }),
    ...(payer && { payer }),
    ...(ask.focus !== undefined && { focus: ask.focus }),
  };
  const ports = { engine, ...(fallback && { fallback }), ...(judge && { judge }), log, newId };
  return abortable(signal, own => summarize(conversation, request, ports, own));
}

async function showProgress(
  { interaction, words, log }: RequestContext,
  messages: number,
  run: Run,
): Promise<void> {
  try {
    const components = [toStopRow(run.id, words)];
    await editOnce(interaction, { content: words.summarizing(messages), components });
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

const troubles: Readonly<Partial<Record<UserErrorCode, FileTrouble>>> = {
  discord_unavailable: 'failed',
  format_unknown: 'unknown',
  format_unsupported: 'unknown',
  file_unreadable: 'damaged',
  no_messages: 'empty',
  dates_ambiguous: 'ambiguous',
};

function toTrouble(error: unknown): FileTrouble | null {
  return error instanceof UserError ? (troubles[error.code] ?? null) : null;
}
