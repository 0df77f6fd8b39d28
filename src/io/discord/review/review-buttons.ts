import { GuildMember, type ModalMessageModalSubmitInteraction } from 'discord.js';
import { applyEdit, checkEdit } from '../../../app/edit-claim.ts';
import type { StoredSummary } from '../../../app/store-ports.ts';
import type { ClaimEdit } from '../../../core/claims/claim.ts';
import { toProse } from '../../../core/claims/draft.ts';
import {
  applyDecision,
  finishReview,
  isAwaitingReview,
  isUndecided,
  type ReviewItem,
  toClaimContents,
  toReviewItems,
} from '../../../core/claims/review.ts';
import type { ClaimContents, Summary } from '../../../core/claims/summary.ts';
import { toBars } from '../../../core/conversation/spoilers.ts';
import { type SummaryAction, toCustomId } from '../../../render/custom-id.ts';
import { truncate } from '../../../render/cut.ts';
import { escapeDiscord } from '../../../render/embed/discord-markup.ts';
import { toTextField } from '../../../render/embed/message-body.ts';
import { toFailedWording, toReviewerName, toState } from '../../../render/embed/review-page.ts';
import { toShownLine } from '../../../render/view/shown.ts';
import { toCachedSnapshot } from '../access/check-access.ts';
import { toDenialWords } from '../access/permissions.ts';
import { toAnswerChannel } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import type { Action, ComponentPress, RequestContext } from '../interaction/context.ts';
import { readField, replyPrivately, withinFormTime } from '../interaction/reply.ts';
import { openBill } from '../usage.ts';
import { checkPosts, mayReview, mayReviewAsKnown, readCited, showReview, toDecider } from './review.ts';

/** Opens the review panel, for people who may review the summary. */
export const reviewAction: Action<'review'> = {
  run: async (context, { stored }) => {
    const { interaction, t } = context;
    if (!(await mayReview(interaction, stored))) return replyPrivately(interaction, t('bot.review.notYours'));
    await showReview(context, stored, {});
  },
};

/** Moves through the panel, decides the current item or rewords it, then shows the next undecided one; or its state, if another decided it. */
export const decideAction: Action<'decide'> = {
  updates: true,
  run: async (context, { action, stored }) => {
    const { interaction, t, summarySync, log } = context;
    if (!(await mayReview(interaction, stored))) return replyPrivately(interaction, t('bot.review.notYours'));
    const { itemId, step } = action;
    const choice = step === 'confirmed' || step === 'noted' || step === 'removed' ? step : null;
    const isForm = interaction.isModalSubmit();
    if (choice === null && !isForm) return showReview(context, stored, { itemId });
    const denial = choice === 'removed' ? null : await checkPosts(context, stored);
    if (denial !== null) return replyPrivately(interaction, denial);
    if (isForm) return saveEdit({ ...context, interaction }, action, stored);
    if (choice === null) return;

    let isDecided = false;
    let before: readonly ReviewItem[] = [];
    const named = { guildId: stored.guildId, summaryId: stored.summary.id };
    const now = await summarySync.revise(named, current => {
      before = toReviewItems(current.summary);
      const isMeant = findItem(current.summary, action) !== undefined;
      const summary = isMeant ? applyDecision(current.summary, itemId, choice, toDecider(context)) : null;
      isDecided = summary !== null;
      return summary && { ...current, summary };
    });
    if (now === null) return replyPrivately(interaction, t('bot.expired'));
    if (!isDecided) return showReview(context, now, { itemId, note: t('bot.review.changedMeanwhile') });
    log.info({ summary: stored.summary.id, item: itemId, decision: choice }, 'claim-reviewed');
    // The next item is shown without the decided one, so this line names that and the decision.
    const by = toReviewerName(toDecider(context).by, t);
    const decision = t(`summary.review.${choice}`, { by });
    const at = before.findIndex(({ id }) => id === itemId) + 1;
    const note = escapeDiscord(t('bot.review.decided', { at, of: before.length, decision }));
    await showReview(context, now, { itemId: toNext(before, itemId), note });
  },
};

/** The next undecided item, otherwise an undecided one before it, otherwise the same; in the order before the decision, which moves items. */
function toNext(items: readonly ReviewItem[], itemId: string): string {
  const at = items.findIndex(({ id }) => id === itemId);
  const next = [...items.slice(at + 1), ...items.slice(0, at)].find(isUndecided);
  return next?.id ?? itemId;
}

/** Finishes a review: the summary may be shared, and a held one is published, if all readers of the channel still may read the sources. */
export const finishAction: Action<'finish'> = {
  updates: true,
  run: async (context, { stored }) => {
    const { interaction, t, summarySync, log } = context;
    if (!(await mayReview(interaction, stored))) return replyPrivately(interaction, t('bot.review.notYours'));
    const publishes = isAwaitingReview(stored) && stored.answeredAs !== undefined;
    const denial = await checkPosts(context, stored);
    if (denial !== null) return replyPrivately(interaction, denial);
    const named = { guildId: stored.guildId, summaryId: stored.summary.id };
    const now = await summarySync.revise(named, current => ({
      ...current,
      summary: finishReview(current.summary, toDecider(context)),
    }));
    if (now === null) return replyPrivately(interaction, t('bot.expired'));
    log.info({ summary: stored.summary.id }, 'summary-reviewed');
    const finished = publishes ? t('bot.review.published') : t('bot.review.finished');
    await showReview(context, now, { finished });
  },
};

type ModalContext = RequestContext<ModalMessageModalSubmitInteraction>;
type DecideAction = Extract<SummaryAction, { readonly action: 'decide' }>;

const fields = { text: 'text', owner: 'owner', due: 'due' } as const;
const longest = { text: 2_000, field: 100 } as const;

/** Opens the modal with the claim's current text, or the text that was tried last. */
export async function showEditModal(
  context: RequestContext<ComponentPress>,
  action: DecideAction,
): Promise<void> {
  const { interaction, t } = context;
  const opened = await withinFormTime(open(context, action));
  if (opened === null) return replyPrivately(interaction, t('bot.review.slow'));
  if (typeof opened === 'string') return replyPrivately(interaction, opened);
  const { summary, item } = opened;
  const contents = toClaimContents(item, summary);
  const toField = (id: keyof typeof fields, value: string | null, max: number) =>
    toTextField(fields[id], t(`bot.review.form.${id}`), {
      longest: max,
      hint: id === 'text' ? t('bot.review.form.hint') : undefined,
      hasLines: id === 'text',
      required: id === 'text',
      ...(value && { value: truncate(toBars(toShownLine(value)), max) }),
    });
  const isTask = contents.kind === 'action';
  await interaction.showModal({
    custom_id: toCustomId({ ...action, state: toState(item) }),
    title: t('bot.review.edit'),
    components: [
      toField('text', contents.text, longest.text),
      ...(isTask
        ? [toField('owner', contents.owner, longest.field), toField('due', contents.due, longest.field)]
        : []),
    ],
  });
}

/** The summary and its item, or a refusal, by what this process knows: there is hardly time. What the form sends is checked again. */
async function open(
  { interaction, t, summarySync, privacy }: RequestContext<ComponentPress>,
  { summaryId, itemId }: DecideAction,
): Promise<{ readonly summary: Summary; readonly item: ReviewItem } | string> {
  const { client, member } = interaction;
  const stored = await summarySync.known({ guildId: interaction.guildId, summaryId });
  if (stored === null) return t('bot.expired');
  if (!(member instanceof GuildMember)) return t('bot.denied.gone', { place: '' });
  const shownIn = toAnswerChannel(interaction);
  const [denial, may] = await Promise.all([
    checkStoredAccess(stored, client, member.id, { privacy, shownIn, snapshot: toCachedSnapshot(member) }),
    mayReviewAsKnown(client, member, stored),
  ]);
  if (denial !== null) return toDenialWords(denial, t);
  if (!may) return t('bot.review.notYours');
  const item = toReviewItems(stored.summary).find(({ id }) => id === itemId);
  return item ? { summary: stored.summary, item } : t('bot.review.changedMeanwhile');
}

/** Verifies and judges a new wording against the messages as they are now; one that fails is kept with its reasons. */
async function saveEdit(context: ModalContext, action: DecideAction, stored: StoredSummary): Promise<void> {
  const { interaction, t, settings, runs, summarySync, judge = null, log, signal } = context;
  const { guildId, user } = interaction;
  const { itemId } = action;
  const refuse = (note: string) => showReview(context, stored, { itemId, note });
  const item = findItem(stored.summary, action);
  if (item === undefined) return refuse(t('bot.review.changedMeanwhile'));
  const wording = toWording(interaction, toClaimContents(item, stored.summary));
  if (wording.text === '') return refuse(t('bot.review.empty'));
  const { dailyRuns } = await settings.of(guildId);
  const begun = await runs.begin(`${user.id}.edits`, dailyRuns * editsForRun);
  if (!begun.ok) {
    const isBusy = begun.reason === 'running';
    return refuse(isBusy ? t('bot.review.busy') : t('bot.review.spent', { limit: begun.limit }));
  }
  try {
    const conversation = await readCited(context, stored);
    if (conversation === null) return await refuse(t('bot.review.unreadable'));
    const bill = openBill(interaction, stored.channelId, 'review');
    const checked = await checkEdit(stored.summary, item, wording, conversation, judge, signal, bill.payer);
    let note = t('bot.review.changedMeanwhile');
    const now = await summarySync.revise({ guildId, summaryId: action.summaryId }, current => {
      const open = findItem(current.summary, action);
      if (open === undefined) return null;
      const result = applyEdit(current.summary, open, checked, toDecider(context));
      const words = !result.ok
        ? `${t('bot.review.doesNotHold')}\n${toFailedWording(wording, result.reasons, t)}`
        : result.isClear
          ? t('bot.review.holds')
          : t('bot.review.stillUnclear');
      note = [words, bill.toCapWords(t)].filter(Boolean).join('\n');
      return { ...current, summary: result.summary };
    });
    if (now === null) return await replyPrivately(interaction, t('bot.expired'));
    log.info({ summary: stored.summary.id, item: itemId, decision: 'edited' }, 'claim-reviewed');
    await showReview(context, now, { itemId, note });
  } finally {
    await begun.end();
  }
}

/** A verdict costs a fraction of a summary. */
const editsForRun = 10;

/** The item as the person saw it; undefined if it was changed since. */
function findItem(summary: Summary, { itemId, state }: DecideAction): ReviewItem | undefined {
  return toReviewItems(summary).find(item => item.id === itemId && toState(item) === state);
}

function toWording(interaction: ModalMessageModalSubmitInteraction, contents: ClaimContents): ClaimEdit {
  const read = (id: string, max: number) => {
    const given = readField(interaction, id);
    return given === null ? null : toProse(given.slice(0, max));
  };
  const readOr = (id: string, before: string | null) => {
    const given = read(id, longest.field);
    return given === null ? before : given || null;
  };
  return {
    text: read(fields.text, longest.text) ?? '',
    owner: readOr(fields.owner, contents.owner),
    due: readOr(fields.due, contents.due),
  };
}
