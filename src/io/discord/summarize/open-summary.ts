import type { StoredSummary } from '../../../app/store-ports.ts';
import { isAwaitingReview } from '../../../core/claims/review.ts';
import { needsReview } from '../../../core/settings.ts';
import { parseCustomId, parseDigestId, toCustomId } from '../../../render/custom-id.ts';
import { toTextPages } from '../../../render/embed/embed.ts';
import {
  type MessageBody,
  type Row,
  toButton,
  toRow,
  toTextBody,
} from '../../../render/embed/message-body.ts';
import { toSourcesPages, toWhyPages } from '../../../render/embed/panels.ts';
import { type Texts, toTexts } from '../../../render/texts.ts';
import { takeSnapshot } from '../access/check-access.ts';
import { checkPostPermission, toDenialWords } from '../access/permissions.ts';
import { findChannel } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import { toRowsOf } from '../decisions/entry-message.ts';
import {
  type Action,
  isEphemeral,
  type Press,
  type PressContext,
  toCustomIds,
} from '../interaction/context.ts';
import { orUnavailable } from '../interaction/failures.ts';
import { fetchMessage, postOnce } from '../interaction/messages.ts';
import { edit, replyPrivately } from '../interaction/reply.ts';
import { toDisputeRows } from '../review/dispute.ts';
import { mayReview } from '../review/review.ts';
import { isZonePress } from '../settings/own-zone.ts';
import { toRegenerateNote } from './again.ts';
import { isCard, toPostMessage, toSummaryMessage } from './summary-message.ts';

/** Opens the sources for the person who pressed, and changes their pages. */
export const sourcesAction: Action<'sources'> = {
  showsMore: true,
  updates: press => isOn('sources', press),
  run: async ({ interaction, t, telemetry }, { action, stored }) => {
    const { summary, traceId } = stored;
    const pages = toSourcesPages(summary, { t, ...(traceId !== undefined && { traceId }) });
    const below = toDisputeRows(stored, interaction.user.id, t);
    const shown = pages.map(page => ({ ...page, components: [...page.components, ...below] }));
    await showPage(interaction, shown, action);
    if (!isOn('sources', interaction)) telemetry.count({ kind: 'opened' });
  },
};

export const whyAction: Action<'why'> = {
  showsMore: true,
  updates: press => isOn('why', press),
  run: async ({ interaction, locale }, { action, stored }) =>
    showPage(interaction, toWhyPages(stored.summary, toTexts(locale)), action),
};

/** Shows a summary to the person who pressed without embeds, which some people have switched off. */
export const textAction: Action<'text'> = {
  showsMore: true,
  updates: press => isOn('text', press),
  run: async ({ interaction, t }, { action, stored }) =>
    showPage(interaction, toTextPages(stored.summary, { t, isCard: isCard(stored.request) }), action),
};

/** Shows a page; where it takes the place of the panel of *More*, with a button that brings the panel back. */
async function showPage(
  interaction: Press,
  pages: readonly Partial<MessageBody>[],
  { summaryId, page }: { readonly summaryId: string; readonly page: number },
): Promise<void> {
  const body = { ...toTextBody(''), ...pages[Math.min(page, pages.length) - 1] };
  const back = toButton(
    toTexts(interaction.locale)('bot.more.back'),
    toCustomId({ summaryId, action: 'keep' }),
  );
  const below = isInPanel(interaction) ? [toRow(back)] : [];
  await edit(interaction, { ...body, components: [...body.components, ...below] });
}

/** On a summary, pages open beside it; in the panel of *More* and on their own message, they change in place. */
function isOn(name: 'sources' | 'text' | 'why', press: Press): boolean {
  if (isInPanel(press)) return true;
  return toCustomIds(press.message).every(id => {
    const action = parseCustomId(id)?.action;
    return action === name || action === 'dispute' || action === undefined;
  });
}

/** Whether it is the person's own panel of *More*, or a page in its place. */
function isInPanel(press: Press): boolean {
  const isOfPanel = (id: string) => ['save', 'keep'].includes(parseCustomId(id)?.action ?? '');
  return isEphemeral(press) && toCustomIds(press.message).some(isOfPanel);
}

/** Changes the page of a person's own message in place; of a public one, shows it to who pressed. */
export const turnAction: Action<'page'> = {
  updates: isEphemeral,
  run: async ({ interaction, t }, { action: { page }, stored }) => {
    const isOwn = isEphemeral(interaction);
    // Only reviewers who opened all of a held note see what waits.
    const isHeld = isAwaitingReview(stored) && !(isOwn && (await mayReview(interaction, stored)));
    if (isHeld && !stored.note) return replyPrivately(interaction, t('bot.review.notYours'));
    const copy = isHeld ? toPostMessage(stored, { page, t }) : toPrivateCopy(stored, interaction, t, page);
    await edit(interaction, copy);
  },
};

function toPrivateCopy(stored: StoredSummary, press: Press, t: Texts, page: number): MessageBody {
  const { message } = press;
  // What stands around a card was checked only when it was shown.
  const content = isEphemeral(press) && !stored.request.everywhere ? message.content : '';
  const isPrivate = toCustomIds(message).some(id => parseCustomId(id)?.action === 'share');
  return toSummaryMessage(stored, { page, isPrivate, t, content, below: toKeptRows(message) });
}

/** The buttons that save an unsaved digest, whose last week is shown, and the one that asks for the time zone. */
function toKeptRows(message: Press['message']): readonly Row[] {
  const isKept = ({ customId }: { readonly customId: string }) =>
    isZonePress({ customId }) || parseDigestId(customId)?.kind === 'draft';
  return toRowsOf(message).filter(({ components }) =>
    components.some(each => 'custom_id' in each && isKept({ customId: each.custom_id })),
  );
}

/** Shows a private summary that was late, only to its requester; a held public one also to people who may review it. */
export const openAction: Action<'open'> = {
  run: async ({ interaction, t }, { stored, isRequester }) => {
    const isForAll = stored.answeredAs !== undefined;
    const may =
      isRequester || (isForAll && isAwaitingReview(stored) && (await mayReview(interaction, stored)));
    if (!may) return replyPrivately(interaction, t('bot.notYours'));
    const content = toRegenerateNote(stored.summary, t);
    await edit(interaction, toSummaryMessage(stored, { page: 1, isPrivate: !isForAll, t, content }));
  },
};

/** Posts a private summary in the channel of its request, if everyone who can read it may read the sources. */
export const shareAction: Action<'share'> = {
  onlyRequester: true,
  run: async (context, { stored }) => {
    const { interaction, t, summarySync } = context;
    const named = { guildId: stored.guildId, summaryId: stored.summary.id };
    if (!(await isShared(context, stored)) && (await mustWait(context, stored))) {
      // From now on it has the Review button, even if the setting was off when it was written.
      await summarySync.revise(named, current =>
        current.needsReview ? null : { ...current, needsReview: true },
      );
      return replyPrivately(interaction, t('bot.review.first'));
    }
    // The second of two quick presses waits for the first, and then finds it shared.
    const sentence = await summarySync.withCurrent(named, current => share(context, current));
    await replyPrivately(interaction, sentence);
  },
};

/** Whether a required review is missing; checked statements need none. */
async function mustWait({ settings }: PressContext, stored: StoredSummary): Promise<boolean> {
  if (stored.summary.checked !== undefined || stored.summary.reviewed !== undefined) return false;
  return isAwaitingReview(stored) || needsReview(await settings.of(stored.guildId));
}

async function share(context: PressContext, stored: StoredSummary | null): Promise<string> {
  const { interaction, t, privacy, summaries, log } = context;
  if (stored === null) return t('bot.expired');
  if (stored.sharedAs !== undefined && (await isShared(context, stored))) {
    return t('bot.alreadyShared', { link: toLink(stored.guildId, stored.sharedAs) });
  }
  const into =
    interaction.channelId === null ? null : await findChannel(interaction.client, interaction.channelId);
  if (into === null) return t('bot.denied.gone', { place: '' });
  const { client, user } = interaction;
  const snapshot = await takeSnapshot(client, into.guildId, { personId: user.id });
  const { bot } = snapshot;
  const denial =
    (await checkStoredAccess(stored, client, user.id, { privacy, postedIn: into, snapshot })) ??
    (typeof bot === 'string' ? { reason: 'gone', channelId: into.id } : checkPostPermission(into, bot));
  if (denial !== null) return toDenialWords(denial, t);
  const content = t('bot.sharedBy', { person: user.toString() });
  const body = toSummaryMessage(stored, { page: 1, isPrivate: false, t, content });
  // A new key if the former post was deleted, so that it can be posted again.
  const message = await postOnce(
    into,
    body,
    `${stored.summary.id}:share:${stored.sharedAs?.messageId ?? ''}`,
  );
  const sharedAs = { channelId: into.id, messageId: message.id };
  await summaries.rewrite({ ...stored, sharedAs });
  log.info({ summary: stored.summary.id, channel: into.id }, 'summary-shared');
  return t('bot.shared', { link: toLink(stored.guildId, sharedAs) });
}

/** Whether its post still exists; if a moderator deleted it, it may be shared again. */
async function isShared({ interaction }: PressContext, { sharedAs }: StoredSummary): Promise<boolean> {
  if (sharedAs === undefined) return false;
  return typeof (await orUnavailable(fetchMessage(interaction.client, sharedAs))) !== 'string';
}

function toLink(
  guildId: string | null,
  { channelId, messageId }: { channelId: string; messageId: string },
): string {
  return `https://discord.com/channels/${guildId ?? '@me'}/${channelId}/${messageId}`;
}
