import { ButtonStyle, ChannelType, ComponentType, SelectMenuDefaultValueType } from 'discord.js';
import { maxDigestChannels } from '../../../core/digests/digest.ts';
import { truncate, withRest } from '../../../render/cut.ts';
import {
  type DigestShown,
  toDigestId,
  toDigestLine,
  toDigestText,
  toPreviewText,
} from '../../../render/embed/digest-text.ts';
import {
  type MessageBody,
  type Row,
  toButton,
  toEmbed,
  toRow,
  toSelect,
} from '../../../render/embed/message-body.ts';
import type { Texts } from '../../../render/texts.ts';
import type { Draft } from './drafts.ts';
import type { PreviewResult } from './preview.ts';
import { sourceChannelTypes } from './sources.ts';

type Context = { readonly t: Texts; readonly locale: string };

const mostText = 4_000;

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
  if (savedContent !== undefined) return toBody(savedContent, t('bot.digest.command.title'), text, []);
  const content = problem === null ? '' : t(`bot.digest.command.${problem}`);
  const toStepId = (step: 'save' | 'cancel') => toDigestId({ kind: 'draft', draftId: draft.id, step });
  return toBody(content, isNew ? t('bot.digest.command.newTitle') : t('bot.digest.command.editTitle'), text, [
    toChannelSelect(draft, preview.chosen.ids, t('bot.digest.command.chooseChannels')),
    toRow(
      toButton(
        isNew ? t('bot.digest.command.buttons.create') : t('bot.digest.command.buttons.save'),
        toStepId('save'),
        { style: ButtonStyle.Success, disabled: problem !== null },
      ),
      toButton(t('bot.digest.command.buttons.cancel'), toStepId('cancel')),
    ),
  ]);
}

/** A digest with its buttons; without them for people who may not manage it. */
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
  return toBody(content, t('bot.digest.command.title'), toDigestText(shown, context), [
    toRow(
      ...(canManage
        ? [toStepButton(digest.run ? 'refresh' : 'run'), toStepButton(digest.paused ? 'resume' : 'pause')]
        : []),
      toStepButton('delete', ButtonStyle.Danger),
    ),
  ]);
}

/** The question before a digest is deleted. */
export function renderDeleteQuestion(shown: DigestShown, context: Context): MessageBody {
  const { t } = context;
  const { id: digestId } = shown.digest;
  return toBody(
    t('bot.digest.command.confirmDelete'),
    t('bot.digest.command.title'),
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
