import {
  type APIButtonComponentWithURL,
  ButtonStyle,
  ComponentType,
  MessageFlags,
  PermissionFlagsBits,
} from 'discord.js';
import type { PostedMessage, StoredSummary } from '../../../app/store-ports.ts';
import { isHighlights } from '../../../core/claims/summary.ts';
import { toChunks } from '../../../core/order.ts';
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
  const { summary, guildId, request } = stored;
  const summaryId = summary.id;
  const toOwn = (label: string, action: 'review' | 'again' | 'ask' | 'delete') =>
    toButton(label, toCustomId({ summaryId, action }));
  const deletes = (await mayDelete(interaction, stored)) ? [toOwn(t('bot.buttons.delete'), 'delete')] : [];
  // Who may not read it may still delete it.
  if (denied !== null) return { ...toTextBody(denied), components: deletes.map(each => toRow(each)) };
  const url =
    guildId === null ? undefined : viewerLinks?.toUrl({ guildId, summaryId, userId: interaction.user.id });
  const asksAgain = t(request.checkOf ? 'bot.buttons.regenerate' : 'bot.buttons.again');
  const own = [
    toButton(t('summary.buttons.why'), toCustomId({ summaryId, action: 'why', page: 1 })),
    toButton(t('bot.more.text'), toCustomId({ summaryId, action: 'text', page: 1 })),
    ...(isReviewable(stored) && (await mayReview(interaction, stored))
      ? [toOwn(t('bot.review.open'), 'review')]
      : []),
    ...(stored.isDirect !== true && !asksFurther(stored) ? [toOwn(t('bot.buttons.ask'), 'ask')] : []),
    // A digest is run again from `/digest list`.
    ...(isRequester && request.digestId === undefined ? [toOwn(asksAgain, 'again')] : []),
    ...(url === undefined ? [] : [toLinkButton(t('bot.more.open'), url)]),
    ...deletes,
  ];
  const rows = toChunks(own, mostInRow).map(some => toRow(...some));
  const isManager = interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) === true;
  const needsKey = isManager && isHighlights(summary) && summary.engine.reason === undefined;
  const content = [t('bot.more.title'), needsKey && t('summary.aboutKey')].filter(Boolean).join('\n');
  return { ...toTextBody(content), components: [...rows, toSaveSelect(stored, t)] };
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
    const file = { attachment: Buffer.from(text), name: `summary.${extensions[format]}` };
    await edit(interaction, { ...toTextBody(t('bot.more.saved')), files: [file] });
  },
};

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
        toButton(t('bot.digest.command.buttons.cancel'), toCustomId({ summaryId, action: 'keep' })),
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
