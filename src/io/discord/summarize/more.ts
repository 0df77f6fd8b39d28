import {
  type APIButtonComponentWithCustomId,
  type APIButtonComponentWithURL,
  ButtonStyle,
  ComponentType,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord.js';
import type { PostedMessage, StoredSummary } from '../../../app/store-ports.ts';
import { isHighlights } from '../../../core/claims/summary.ts';
import { toChunks } from '../../../core/order.ts';
import { createZonedClock } from '../../../core/time.ts';
import { type SummaryAction, toCustomId } from '../../../render/custom-id.ts';
import {
  type MessageBody,
  type Row,
  toButton,
  toRow,
  toSelect,
  toTextBody,
} from '../../../render/embed/message-body.ts';
import { toReceipt } from '../../../render/receipt.ts';
import { render } from '../../../render/render.ts';
import type { Texts } from '../../../render/texts.ts';
import {
  type Action,
  isEphemeral,
  type Press,
  type PressContext,
  type Pressed,
  toAskerId,
} from '../interaction/context.ts';
import { edit, followUp, isAnswerGone, replyPrivately } from '../interaction/reply.ts';
import { isReviewable, mayManageMessages, mayReview } from '../review/review.ts';
import { toPosts } from '../sync/posts.ts';
import { asksFurther } from './summary-message.ts';

const panel = {
  showsMore: true,
  showsNothing: true,
  showsPanel: true,
  deletes: true,
  updates: true,
} as const;

/** Opens a panel for the person who pressed, with their actions on the summary. */
export const moreAction: Action<'more'> = {
  ...panel,
  run: async (context, pressed) => {
    const message = await toPanelMessage(context, pressed);
    await followUp(context.interaction, { ...message, flags: MessageFlags.Ephemeral });
  },
};

export const keepAction: Action<'keep'> = {
  ...panel,
  run: async (context, pressed) => {
    await edit(context.interaction, await toPanelMessage(context, pressed));
  },
};

async function toPanelMessage(
  { interaction, t, viewerLinks }: PressContext,
  { stored, isRequester, denied }: Omit<Pressed, 'action'>,
): Promise<MessageBody> {
  const rights = {
    denied,
    isRequester,
    isManager: interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) === true,
    mayReview: await mayReview(interaction, stored),
    mayDelete: await mayDelete(interaction, stored),
    viewerUrl:
      viewerLinks && stored.guildId !== null
        ? viewerLinks.toUrl({
            guildId: stored.guildId,
            summaryId: stored.summary.id,
            userId: interaction.user.id,
          })
        : null,
  };
  return toPanel(stored, rights, t);
}

type Rights = {
  /** Why they may not read it; they may still delete it. */
  readonly denied: string | null;
  readonly mayReview: boolean;
  readonly mayDelete: boolean;
  readonly isRequester: boolean;
  readonly isManager: boolean;
  /** Opens the summary in this person's browser; null if there is no address for it. */
  readonly viewerUrl: string | null;
};

export function toPanel(stored: StoredSummary, rights: Rights, t: Texts): MessageBody {
  const summaryId = stored.summary.id;
  const { denied } = rights;
  const mayRead = denied === null;
  // A digest is run again from `/digest list`.
  const mayRegenerate = mayRead && rights.isRequester && stored.request.digestId === undefined;
  const addsKey =
    rights.isManager && isHighlights(stored.summary) && stored.summary.engine.reason === undefined;
  const toOwn = (label: string, action: 'review' | 'again' | 'ask' | 'delete') =>
    toButton(label, toCustomId({ summaryId, action }));
  const own: readonly (APIButtonComponentWithCustomId | APIButtonComponentWithURL)[] = [
    ...(mayRead
      ? [toButton(t('summary.buttons.why'), toCustomId({ summaryId, action: 'why', page: 1 }))]
      : []),
    ...(mayRead ? [toButton(t('bot.more.text'), toCustomId({ summaryId, action: 'text', page: 1 }))] : []),
    ...(mayRead && rights.mayReview && isReviewable(stored) ? [toOwn(t('bot.review.open'), 'review')] : []),
    ...(mayRead && stored.isDirect !== true && !asksFurther(stored)
      ? [toOwn(t('bot.buttons.ask'), 'ask')]
      : []),
    ...(mayRegenerate
      ? [toOwn(t(stored.request.checkOf ? 'bot.buttons.regenerate' : 'bot.buttons.again'), 'again')]
      : []),
    ...(mayRead && rights.viewerUrl !== null ? [toLinkButton(t('bot.more.open'), rights.viewerUrl)] : []),
    ...(rights.mayDelete ? [toOwn(t('bot.buttons.delete'), 'delete')] : []),
  ];
  return {
    content: denied ?? (addsKey ? `${t('bot.more.title')}\n${t('summary.aboutKey')}` : t('bot.more.title')),
    embeds: [],
    components: [
      ...toChunks(own, mostInRow).map(some => toRow(...some)),
      ...(mayRead ? [toSaveSelect(stored, t)] : []),
    ],
  };
}

/** Discord's limit. */
const mostInRow = 5;

function toLinkButton(label: string, url: string): APIButtonComponentWithURL {
  return { type: ComponentType.Button, style: ButtonStyle.Link, label, url };
}

function toSaveSelect(stored: StoredSummary, t: Texts): Row {
  const options = saveFormats.map(format => ({
    label: t(`bot.more.formats.${format}`),
    value: format,
  }));
  const customId = toCustomId({ summaryId: stored.summary.id, action: 'save' });
  return toRow(toSelect(customId, options, t('bot.more.save')));
}

const saveFormats = ['html', 'plain', 'receipt'] as const;
type SaveFormat = (typeof saveFormats)[number];
const extensions: Readonly<Record<SaveFormat, string>> = {
  html: 'html',
  plain: 'txt',
  receipt: 'receipt.json',
};

export const saveAction: Action<'save'> = {
  showsMore: true,
  run: async ({ interaction, t, receipts }, { stored }) => {
    const [chosen] = interaction.isStringSelectMenu() ? interaction.values : [];
    const format = saveFormats.find(each => each === chosen);
    if (format === undefined) return replyPrivately(interaction, t('bot.unknownButton'));
    const text = format === 'receipt' ? toReceipt(stored, receipts) : render(stored.summary, format);
    const file = {
      attachment: Buffer.from(text),
      name: toFileName(stored, format),
    };
    await edit(interaction, { ...toTextBody(t('bot.more.saved')), files: [file] });
  },
};

const maxNameLength = 60;

/** "planning-2026-03-09.html": the place and the day. */
function toFileName({ summary, createdAt }: StoredSummary, format: SaveFormat): string {
  const place = summary.source.title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, maxNameLength);
  const name = place.toWellFormed().replace(/^-+|-+$/g, '') || 'summary';
  return `${name}-${createZonedClock(summary.zone).day(createdAt)}.${extensions[format]}`;
}

const deletion = {
  deletes: true,
  showsNothing: true,
  updates: true,
} as const;

/** Asks whether to delete a summary: in the panel if it was pressed there, or in a private message beside a post. */
export const deleteAction: Action<'delete'> = {
  ...deletion,
  run: async ({ interaction, t }, { stored }) => {
    if (!(await mayDelete(interaction, stored))) return replyPrivately(interaction, t('bot.notYours'));
    const question = toQuestion(stored.summary.id, t);
    if (isEphemeral(interaction)) return void (await edit(interaction, question));
    await followUp(interaction, { ...question, flags: MessageFlags.Ephemeral });
  },
};

/** Deletes the posts of a summary, then its record. Another press is possible until the first has succeeded. */
export const eraseAction: Action<'erase'> = {
  ...deletion,
  run: async ({ interaction, t, summarySync }, { stored, isRequester }) => {
    if (!(await mayDelete(interaction, stored))) return replyPrivately(interaction, t('bot.notYours'));
    const left = await summarySync.remove({ guildId: stored.guildId, summaryId: stored.summary.id });
    await edit(interaction, toTextBody(toDeletedWords(stored, left, isRequester, t)));
  },
};

function toQuestion(summaryId: string, t: Texts): MessageBody {
  const erase = toCustomId({ summaryId, action: 'erase' });
  return {
    ...toTextBody(t('bot.more.askDelete')),
    components: [
      toRow(
        toButton(t('bot.buttons.delete'), erase, { style: ButtonStyle.Danger }),
        toButton(t('bot.more.cancel'), toCustomId({ summaryId, action: 'keep' })),
      ),
    ],
  };
}

/** Whether a person may delete a summary: its requester, and people who may manage messages where it is posted. */
export async function mayDelete({ client, user }: Press, stored: StoredSummary): Promise<boolean> {
  if (stored.requesterId === user.id) return true;
  for (const { channelId } of toPosts(stored))
    if (await mayManageMessages(client, channelId, user.id)) return true;
  return false;
}

/** Says what could not be deleted: posts in a channel that the bot cannot reach, and a private message. */
function toDeletedWords(
  { answeredAs }: StoredSummary,
  [post]: readonly PostedMessage[],
  isRequester: boolean,
  t: Texts,
): string {
  if (post !== undefined) return t('bot.more.postLeft', { place: `<#${post.channelId}>` });
  const hasCopy = isRequester && answeredAs === undefined;
  return hasCopy ? t('bot.more.copyLeft') : t('bot.deleted');
}

const endsPanel: ReadonlySet<SummaryAction['action']> = new Set(['delete', 'erase', 'keep']);

/** Says that a summary is no longer stored; people who may delete its message still can with its button. */
export async function notifyExpired(
  { interaction, t }: PressContext,
  { action }: SummaryAction,
): Promise<void> {
  // A panel without working buttons is replaced.
  if (isEphemeral(interaction) && endsPanel.has(action))
    return void (await edit(interaction, toTextBody(t('bot.expired'))));
  const mayManage = interaction.memberPermissions?.has(PermissionFlagsBits.ManageMessages) === true;
  const mayDelete =
    !isEphemeral(interaction) && (mayManage || toAskerId(interaction) === interaction.user.id);
  if (action !== 'delete' || !mayDelete) return replyPrivately(interaction, t('bot.expired'));
  await interaction.deleteReply().catch((error: unknown) => {
    if (!isAnswerGone(error)) throw error;
  });
}
