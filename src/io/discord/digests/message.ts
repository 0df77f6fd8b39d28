import { ButtonStyle, ChannelType, ComponentType, type Guild, SelectMenuDefaultValueType } from 'discord.js';
import type { DigestNotice, NotifyCreator } from '../../../app/digests/ports.ts';
import {
  type Digest,
  isForumNote,
  isNote,
  isPersonal,
  maxDigestChannels,
} from '../../../core/digests/digest.ts';
import { toLoggedError } from '../../../log.ts';
import { toDigestId } from '../../../render/custom-id.ts';
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
import { escapeDiscord } from '../../../render/embed/discord-markup.ts';
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

/** The preview of a draft, with its buttons until it is saved; then `content` says that it was. */
export function renderPreview(
  draft: Draft,
  { preview, problem }: PreviewResult,
  context: Context,
  savedContent?: string,
): MessageBody {
  const { t } = context;
  const isNew = draft.edited === null;
  const text = toPreviewText(preview, context);
  const hasWeek = !isNote(draft.choice);
  const kind = toKind(draft.choice);
  if (savedContent !== undefined)
    return toBody(savedContent, t('bot.digest.command.title', { kind }), text, []);
  const ready = hasWeek ? t('bot.digest.command.ready') : '';
  const content = problem === null ? ready : t(`bot.digest.command.${problem}`);
  const title = isNew
    ? t('bot.digest.command.newTitle', { kind })
    : t('bot.digest.command.editTitle', { kind });
  return toBody(content, title, text, [
    ...(hasWeek ? [toChannelSelect(draft, preview.chosen.ids, t('bot.digest.command.chooseChannels'))] : []),
    toSaveRow(draft, problem, t, hasWeek ? ['week'] : []),
  ]);
}

/** Saves a draft or discards it, after what else is offered. */
export function toSaveRow(
  { id: draftId, edited }: Draft,
  problem: PreviewResult['problem'],
  t: Texts,
  others: readonly 'week'[] = [],
): Row {
  const toStepButton = (
    step: 'week' | 'save' | 'cancel',
    label: 'week' | 'create' | 'save' | 'cancel',
    style: ButtonStyle.Primary | ButtonStyle.Success | ButtonStyle.Secondary,
  ) =>
    toButton(t(`bot.digest.command.buttons.${label}`), toDigestId({ kind: 'draft', draftId, step }), {
      style,
      disabled: step !== 'cancel' && problem !== null,
    });
  return toRow(
    ...others.map(step => toStepButton(step, step, ButtonStyle.Primary)),
    toStepButton('save', edited ? 'save' : 'create', ButtonStyle.Success),
    toStepButton('cancel', 'cancel', ButtonStyle.Secondary),
  );
}

export function renderDigest(
  shown: DigestShown,
  content: string,
  context: Context,
  { canManage }: { readonly canManage: boolean },
): MessageBody {
  const { t } = context;
  const { digest } = shown;
  const toStepButton = (
    step: 'run' | 'refresh' | 'pause' | 'resume' | 'delete',
    style: ButtonStyle.Secondary | ButtonStyle.Danger = ButtonStyle.Secondary,
  ) =>
    toButton(
      t(`bot.digest.command.buttons.${step}`),
      toDigestId({ kind: 'digest', digestId: digest.id, step }),
      { style },
    );
  return toBody(
    content,
    t('bot.digest.command.title', { kind: toKind(digest) }),
    toDigestText(shown, context),
    [
      toRow(
        ...(canManage
          ? [
              ...(isForumNote(digest) ? [] : [toStepButton(digest.run ? 'refresh' : 'run')]),
              toStepButton(isStopped(shown) ? 'resume' : 'pause'),
            ]
          : []),
        toStepButton('delete', ButtonStyle.Danger),
      ),
    ],
  );
}

export function renderDeleteQuestion(shown: DigestShown, context: Context): MessageBody {
  const { t } = context;
  const { id: digestId } = shown.digest;
  return toBody(
    t('bot.digest.command.confirmDelete'),
    t('bot.digest.command.title', { kind: toKind(shown.digest) }),
    toDigestText(shown, context),
    [
      toRow(
        toButton(
          t('bot.digest.command.buttons.delete'),
          toDigestId({ kind: 'digest', digestId, step: 'confirm' }),
          { style: ButtonStyle.Danger },
        ),
        toButton(
          t('bot.digest.command.buttons.keep'),
          toDigestId({ kind: 'digest', digestId, step: 'keep' }),
        ),
      ),
    ],
  );
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

/** The line that names a digest by its schedule and, if given, its server. */
export function renderHeading(
  { schedule, sources }: Pick<Digest, 'schedule' | 'sources'>,
  server: Pick<Guild, 'name'> | undefined,
  language: string,
  next: string | null,
): string {
  const t = toFrameTexts(language);
  const when = toScheduleWords(schedule, language, t);
  const kind = isPersonal({ sources }) ? 'card' : toKind({ schedule });
  const shown = server ? `${escapeDiscord(server.name)} · ${when}` : when;
  return next === null
    ? t('bot.digest.headingLast', { kind, schedule: shown })
    : t('bot.digest.heading', { kind, schedule: shown, next });
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
      return digest.destination.kind === 'dm'
        ? t('bot.digest.notices.leftOutDirect', { channels })
        : t('bot.digest.notices.leftOut', { place, channels });
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
    case 'webhook_gone':
      return t('bot.digest.notices.webhookGone', { place, host: toWebhookHost(notice.url) });
  }
}
