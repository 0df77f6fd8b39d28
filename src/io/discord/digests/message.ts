import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
  ButtonStyle,
  ComponentType,
  SelectMenuDefaultValueType,
} from 'discord.js';
import { maxDigestChannels } from '../../../core/digests/digest.ts';
import { truncate, withRest } from '../../../render/cut.ts';
import { type DigestAction, toDigestId } from '../../../render/embed/digest-id.ts';
import {
  type DigestShown,
  toDigestLine,
  toDigestText,
  toPreviewText,
} from '../../../render/embed/digest-text.ts';
import { colors } from '../../../render/embed/embed.ts';
import type { Texts } from '../../../render/texts.ts';
import { type MessageBody, noMentions } from '../interaction/message-body.ts';
import type { Draft } from './drafts.ts';
import type { PreviewResult } from './preview.ts';
import { sourceChannelTypes } from './sources.ts';

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;
type Context = { readonly t: Texts; readonly locale: string };

const mostText = 4_000;
const mostOptions = 25;

/** The preview of a draft, with its buttons until it is saved; then `content` says that it was. */
export function renderPreview(
  draft: Draft,
  { preview, problem, tags }: PreviewResult,
  context: Context,
  savedContent?: string,
): MessageBody {
  const { t } = context;
  const isNew = draft.edited === null;
  const text = toPreviewText(preview, context);
  if (savedContent !== undefined) return toBody(savedContent, t('bot.digest.command.title'), text, []);
  const said = {
    nothing_chosen: t('bot.digest.command.nothingChosen'),
    nothing_to_read: t('bot.digest.command.nothingToRead'),
    tag_missing: t('bot.digest.command.tagMissing'),
  };
  const content = problem === null ? '' : said[problem];
  return toBody(content, isNew ? t('bot.digest.command.newTitle') : t('bot.digest.command.editTitle'), text, [
    ...(draft.hasChannelSelect
      ? [toChannelSelect(draft, preview.reads.ids, t('bot.digest.command.chooseChannels'))]
      : []),
    ...(tags.length > 0 ? [toTagSelect(draft, tags, t('bot.digest.command.chooseTag'))] : []),
    toRow([
      {
        ...toButton(
          isNew ? t('bot.digest.command.buttons.create') : t('bot.digest.command.buttons.save'),
          { kind: 'draft', draftId: draft.id, step: 'save' },
          ButtonStyle.Success,
        ),
        disabled: problem !== null,
      },
      toButton(t('bot.digest.command.buttons.cancel'), {
        kind: 'draft',
        draftId: draft.id,
        step: 'cancel',
      }),
    ]),
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
  const to = (step: 'run' | 'pause' | 'resume' | 'delete') =>
    ({ kind: 'digest', digestId: digest.id, step }) as const;
  return toBody(content, t('bot.digest.command.title'), toDigestText(shown, context), [
    toRow([
      ...(canManage
        ? [
            toButton(t('bot.digest.command.buttons.run'), to('run')),
            digest.paused
              ? toButton(t('bot.digest.command.buttons.resume'), to('resume'))
              : toButton(t('bot.digest.command.buttons.pause'), to('pause')),
          ]
        : []),
      toButton(t('bot.digest.command.buttons.delete'), to('delete'), ButtonStyle.Danger),
    ]),
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
      toRow([
        toButton(
          t('bot.digest.command.buttons.delete'),
          { kind: 'digest', digestId, step: 'confirm' },
          ButtonStyle.Danger,
        ),
        toButton(t('bot.digest.command.buttons.keep'), { kind: 'digest', digestId, step: 'keep' }),
      ]),
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
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: toDigestId({ kind: 'list' }),
          placeholder: t('bot.digest.command.chooseDigest'),
          options: all
            .slice(0, mostOptions)
            .map(({ digest }) => ({ label: labels.get(digest.id) ?? '', value: digest.id })),
        },
      ],
    },
  ]);
}

function toBody(content: string, title: string, text: string, components: Row[]): MessageBody {
  const embed = { title, description: truncate(text, mostText), color: colors.empty };
  return { content, embeds: [embed], components, allowedMentions: noMentions };
}

function toChannelSelect(draft: Draft, readIds: readonly string[], placeholder: string): Row {
  const { sources } = draft.choice;
  // Channels that the author cannot see are not named.
  const chosen = sources.kind === 'channels' ? sources.channelIds.filter(id => readIds.includes(id)) : [];
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.ChannelSelect,
        custom_id: toDigestId({ kind: 'draft', draftId: draft.id, step: 'channels' }),
        placeholder,
        min_values: 1,
        max_values: maxDigestChannels,
        channel_types: [...sourceChannelTypes],
        default_values: chosen.map(id => ({ id, type: SelectMenuDefaultValueType.Channel })),
      },
    ],
  };
}

function toTagSelect(draft: Draft, tags: PreviewResult['tags'], placeholder: string): Row {
  const { destination } = draft.choice;
  const chosen = destination.kind === 'forum' ? destination.tagId : undefined;
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: toDigestId({ kind: 'draft', draftId: draft.id, step: 'tag' }),
        placeholder,
        options: tags
          .slice(0, mostOptions)
          .map(({ id, name }) => ({ label: name, value: id, default: id === chosen })),
      },
    ],
  };
}

function toButton(
  label: string,
  action: DigestAction,
  style: ButtonStyle.Secondary | ButtonStyle.Success | ButtonStyle.Danger = ButtonStyle.Secondary,
): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, style, label, custom_id: toDigestId(action) };
}

function toRow(components: readonly APIButtonComponentWithCustomId[]): Row {
  return { type: ComponentType.ActionRow, components: [...components] };
}
