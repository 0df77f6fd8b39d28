import { ButtonStyle, ChannelType, ComponentType, type Guild, SelectMenuDefaultValueType } from 'discord.js';
import type { DigestNotice, NotifyCreator } from '../../../app/digests/ports.ts';
import {
  type Digest,
  isForumNote,
  isNote,
  isPersonal,
  maxDigestChannels,
} from '../../../core/digests/digest.ts';
import { nextRuns } from '../../../core/schedule.ts';
import { toLoggedError } from '../../../log.ts';
import { type DigestAction, toDigestId } from '../../../render/custom-id.ts';
import { truncate, withRest } from '../../../render/cut.ts';
import {
  type DigestShown,
  isStopped,
  toDigestLine,
  toDigestText,
  toPlaceName,
  toPreviewText,
  toScheduleWords,
  toWebhookHost,
} from '../../../render/embed/digest-text.ts';
import { escapeDiscord, toTimestamp } from '../../../render/embed/discord-markup.ts';
import {
  type MessageBody,
  type Row,
  toButton,
  toEmbed,
  toRow,
  toSelect,
} from '../../../render/embed/message-body.ts';
import { type Texts, toFrameTexts, toTexts } from '../../../render/texts.ts';
import { sourceChannelTypes } from '../access/open-channels.ts';
import type { BaseServices } from '../interaction/context.ts';
import { sendDirect } from '../interaction/messages.ts';
import { toCapWords } from '../usage.ts';
import type { Draft } from './drafts.ts';
import type { PreviewResult } from './preview.ts';

type Context = { readonly t: Texts; readonly locale: string };

const mostText = 4_000;

function toKind(digest: Pick<Digest, 'schedule'>): 'note' | 'digest' {
  return isNote(digest) ? 'note' : 'digest';
}

/** The preview of a draft, with its buttons until it is saved; then `savedContent` says that it was. */
export function renderPreview(
  draft: Draft,
  { preview, problem }: PreviewResult,
  context: Context,
  savedContent?: string,
): MessageBody {
  const { t } = context;
  const { id: draftId, edited } = draft;
  const text = toPreviewText(preview, context);
  const hasWeek = !isNote(draft.choice);
  const kind = toKind(draft.choice);
  if (savedContent !== undefined)
    return toBody(savedContent, t('bot.digest.command.title', { kind }), text, []);
  const ready = hasWeek ? t('bot.digest.command.ready') : '';
  const content = problem === null ? ready : t(`bot.digest.command.${problem}`);
  const toStepButton = (
    step: 'week' | 'save' | 'cancel',
    label: 'week' | 'create' | 'save' | 'cancel',
    style: ButtonStyle.Primary | ButtonStyle.Success | ButtonStyle.Secondary,
  ) =>
    toButton(t(`bot.digest.command.buttons.${label}`), toDigestId({ kind: 'draft', draftId, step }), {
      style,
      disabled: step !== 'cancel' && problem !== null,
    });
  return toBody(content, t(`bot.digest.command.${edited ? 'editTitle' : 'newTitle'}`, { kind }), text, [
    ...(hasWeek ? [toChannelSelect(draft, preview.chosen.ids, t('bot.digest.command.chooseChannels'))] : []),
    toRow(
      ...(hasWeek ? [toStepButton('week', 'week', ButtonStyle.Primary)] : []),
      toStepButton('save', edited ? 'save' : 'create', ButtonStyle.Success),
      toStepButton('cancel', 'cancel', ButtonStyle.Secondary),
    ),
  ]);
}

type ShownStep = Extract<DigestAction, { readonly kind: 'digest' }>['step'];

/** A digest with its buttons, or with the question whether to delete it. */
export function renderDigest(
  shown: DigestShown,
  content: string,
  context: Context,
  { canManage, isDeleting = false }: { readonly canManage: boolean; readonly isDeleting?: boolean },
): MessageBody {
  const { t } = context;
  const { digest } = shown;
  const toStepButton = (step: ShownStep, label: Exclude<ShownStep, 'confirm'> | 'keep') =>
    toButton(
      t(`bot.digest.command.buttons.${label}`),
      toDigestId({ kind: 'digest', digestId: digest.id, step }),
      { style: label === 'delete' ? ButtonStyle.Danger : ButtonStyle.Secondary },
    );
  const steps: readonly Exclude<ShownStep, 'confirm'>[] = canManage
    ? [
        ...(isForumNote(digest) ? [] : [digest.run ? ('refresh' as const) : ('run' as const)]),
        isStopped(shown) ? 'resume' : 'pause',
        'delete',
      ]
    : ['delete'];
  const buttons = isDeleting
    ? [toStepButton('confirm', 'delete'), toStepButton('refresh', 'keep')]
    : steps.map(step => toStepButton(step, step));
  const title = t('bot.digest.command.title', { kind: toKind(digest) });
  return toBody(content, title, toDigestText(shown, context), [toRow(...buttons)]);
}

/** A numbered line for each digest, and a select that opens one; `labels` are by id. */
export function renderList(
  all: readonly DigestShown[],
  labels: ReadonlyMap<string, string>,
  context: Context,
): MessageBody {
  const { t } = context;
  const lines: string[] = [];
  let length = 0;
  for (const line of all.map((each, index) => `${index + 1}. ${toDigestLine(each, context)}`)) {
    length += line.length + 1;
    if (length > mostText) break;
    lines.push(line);
  }
  const text = withRest(lines, all.length, count => `- ${t('bot.digest.command.more', { count })}`).join(
    '\n',
  );
  return toBody('', t('bot.digest.command.listTitle'), text, [
    toRow(
      toSelect(
        toDigestId({ kind: 'list' }),
        all.map(({ digest }) => ({ label: labels.get(digest.id) ?? '', value: digest.id })),
        t('bot.digest.command.chooseDigest'),
      ),
    ),
  ]);
}

function toBody(content: string, title: string, text: string, components: Row[]): MessageBody {
  return { content, embeds: [toEmbed(title, truncate(text, mostText))], components };
}

function toChannelSelect({ id: draftId }: Draft, chosen: readonly string[], placeholder: string): Row {
  return toRow({
    type: ComponentType.ChannelSelect,
    custom_id: toDigestId({ kind: 'draft', draftId, step: 'channels' }),
    placeholder,
    min_values: 1,
    max_values: maxDigestChannels,
    channel_types: [ChannelType.GuildCategory, ...sourceChannelTypes],
    default_values: chosen.map(id => ({ id, type: SelectMenuDefaultValueType.Channel })),
  });
}

/** The line that names a digest by its schedule, its next run after `now` and, if given, its server. */
export function renderHeading(
  { schedule, sources }: Pick<Digest, 'schedule' | 'sources'>,
  server: Pick<Guild, 'name'> | undefined,
  language: string,
  now: string | null,
): string {
  const [next] = now === null ? [] : nextRuns(schedule, now, 1);
  const t = toFrameTexts(language);
  const when = toScheduleWords(schedule, language, t);
  const kind = isPersonal({ sources }) ? 'card' : toKind({ schedule });
  const shown = server ? `${escapeDiscord(server.name)} · ${when}` : when;
  return next === undefined
    ? t('bot.digest.headingLast', { kind, schedule: shown })
    : t('bot.digest.heading', { kind, schedule: shown, next: toTimestamp(next, 'F') });
}

/** Tells the creator of a digest in a direct message. */
export function createNotifyCreator({ client, log }: BaseServices): NotifyCreator {
  return async (digest, notice) => {
    const { creatorId, id, parentId } = digest;
    // A note in a post of a forum shows a cap itself, and the list of digests counts those that are paused.
    if (parentId !== undefined && notice.kind !== 'failed') return;
    // Someone who left learns nothing more about the server, and who takes no direct messages would not get this one.
    if (notice.kind === 'paused' && ['creator_left', 'direct_closed'].includes(notice.reason)) return;
    try {
      const guild = client.guilds.cache.get(digest.guildId);
      const heading = renderHeading(digest, guild, digest.locale, null);
      const content = `${heading}\n${renderNotice(notice, digest)}`;
      // Sent again after a crash; the nonce prevents a second one within minutes. `/digest list` shows the same.
      const isSent = await sendDirect(client, creatorId, { content }, `${id}:${content}`);
      if (!isSent) log.debug({ digest: id, notice: notice.kind }, 'digest-notice-refused');
    } catch (error) {
      log.warn({ digest: id, notice: notice.kind, ...toLoggedError(error) }, 'digest-notice-failed');
    }
  };
}

function renderNotice(notice: DigestNotice, digest: Digest): string {
  const { locale } = digest;
  const t = toTexts(locale);
  const place = toPlaceName(digest, t);
  switch (notice.kind) {
    case 'paused':
      if (isPersonal(digest))
        return t('bot.digest.me.paused', { reason: t(`bot.digest.pauseReasons.${notice.reason}`) });
      return t('bot.digest.notices.paused', { place, reason: t(`bot.digest.pauseReasons.${notice.reason}`) });
    case 'left_out': {
      const channels = new Intl.ListFormat(locale).format(notice.channelIds.map(each => `<#${each}>`));
      return t('bot.digest.notices.leftOut', { place, channels });
    }
    case 'capped':
      return t(`bot.digest.notices.${isNote(digest) ? 'noteCapped' : 'capped'}`, {
        place,
        why: toCapWords(notice.cap, t),
      });
    case 'failed':
      return t('bot.digest.notices.failed', { place });
    case 'webhook_failed':
      return t('bot.digest.notices.webhookFailed', { place, host: toWebhookHost(notice.url) });
  }
}
