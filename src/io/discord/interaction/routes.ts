import type { AnySelectMenuInteraction, ButtonInteraction, ModalSubmitInteraction } from 'discord.js';
import { isAwaitingReview } from '../../../core/claims/review.ts';
import { parseCustomId, parseDigestId, parseEntryId, type SummaryAction } from '../../../render/custom-id.ts';
import { toDenialWords } from '../access/permissions.ts';
import { toAnswerChannel } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import { parseMissed, summarizeMissed } from '../catchup.ts';
import { answerEntryPress } from '../decisions/entry-command.ts';
import { answerDigestPress } from '../digests/digest-command.ts';
import { saveDispute, showDisputeForm } from '../review/dispute.ts';
import { mayReview } from '../review/review.ts';
import { decideAction, finishAction, reviewAction, showEditModal } from '../review/review-buttons.ts';
import { isZonePress, saveZone, showZoneForm } from '../settings/own-zone.ts';
import { answerPrivacyPress, isPrivacyPress } from '../settings/privacy.ts';
import {
  againAction,
  askAction,
  regenerateRun,
  showAgainForm,
  showAskForm,
  stopRun,
} from '../summarize/again.ts';
import { helpfulAction, openCommentForm, saveComment, unhelpfulAction } from '../summarize/feedback.ts';
import {
  deleteAction,
  eraseAction,
  keepAction,
  moreAction,
  notifyExpired,
  saveAction,
} from '../summarize/more.ts';
import {
  openAction,
  shareAction,
  sourcesAction,
  textAction,
  turnAction,
  whyAction,
} from '../summarize/open-summary.ts';
import { readFileAgain } from '../summarize/read-file.ts';
import type { Action, PressContext, RequestContext } from './context.ts';
import { defer, deferUpdate, replyPrivately } from './reply.ts';

/** The action of each button and select, by its name in the custom id. */
export const actions: { readonly [Name in SummaryAction['action']]: Action<Name> } = {
  page: turnAction,
  sources: sourcesAction,
  text: textAction,
  why: whyAction,
  share: shareAction,
  more: moreAction,
  again: againAction,
  ask: askAction,
  save: saveAction,
  delete: deleteAction,
  erase: eraseAction,
  keep: keepAction,
  open: openAction,
  helpful: helpfulAction,
  unhelpful: unhelpfulAction,
  review: reviewAction,
  decide: decideAction,
  finish: finishAction,
};

type Control = ButtonInteraction | AnySelectMenuInteraction | ModalSubmitInteraction;

type Route = {
  readonly name: string;
  readonly answer: (context: RequestContext<Control>) => Promise<void>;
};

/** The answer to a press or form; null for what the bot never offered. Handlers check access: nobody presses only what was shown. */
export function findRoute(interaction: Control): Route | null {
  const route = <Taken extends Control>(
    name: string,
    own: Taken,
    answer: (context: RequestContext<Taken>) => Promise<void>,
  ): Route => ({ name, answer: context => answer({ ...context, interaction: own }) });
  const { customId } = interaction;
  const parsed = parseCustomId(customId);
  if (interaction.isModalSubmit()) {
    if (isZonePress(interaction)) return route('zone form', interaction, saveZone);
    if (parsed === null) return null;
    if ('reasonFor' in parsed) return route('reason form', interaction, each => saveComment(each, parsed));
    if ('disputeIn' in parsed)
      return route('dispute form', interaction, each => saveDispute(each, parsed.disputeIn));
    const hasForm = 'summaryId' in parsed && ['decide', 'again', 'ask'].includes(parsed.action);
    return hasForm && interaction.isFromMessage()
      ? route('summary form', interaction, each => answerSummaryPress(each, parsed))
      : null;
  }
  if (interaction.isButton() || interaction.isStringSelectMenu()) {
    if (parsed !== null) {
      if ('runId' in parsed)
        return route('run', interaction, each => {
          const { runId, action } = parsed;
          if (action === 'again') return regenerateRun(each, runId);
          return action === 'stop' ? stopRun(each, runId) : readFileAgain(each, runId, action);
        });
      if ('reasonFor' in parsed) return route('reason', interaction, each => openCommentForm(each, parsed));
      if ('disputeIn' in parsed)
        return route('dispute', interaction, each => showDisputeForm(each, parsed.disputeIn));
      if (parsed.action === 'ask') return route('ask', interaction, each => showAskForm(each, parsed));
      return parsed.action === 'decide' && parsed.step === 'edit'
        ? route('edit', interaction, each => showEditModal(each, parsed))
        : route('summary', interaction, async each => {
            if (parsed.action !== 'again' || !(await showAgainForm(each, parsed)))
              await answerSummaryPress(each, parsed);
          });
    }
    if (isZonePress(interaction)) return route('zone', interaction, showZoneForm);
    const missed = parseMissed(interaction);
    if (missed !== null) return route('missed', interaction, each => summarizeMissed(each, missed));
  }
  const entry = parseEntryId(customId);
  if (entry !== null) return route('entry', interaction, each => answerEntryPress(each, entry));
  if (interaction.isButton() || interaction.isStringSelectMenu() || interaction.isChannelSelectMenu()) {
    const digest = parseDigestId(customId);
    if (digest !== null) return route('digest', interaction, each => answerDigestPress(each, digest));
  }
  return isPrivacyPress(interaction) ? route('privacy', interaction, answerPrivacyPress) : null;
}

export async function answerControl(context: RequestContext<Control>): Promise<void> {
  const { interaction, t } = context;
  const found = findRoute(interaction);
  await (found ? found.answer(context) : replyPrivately(interaction, t('bot.unknownButton')));
}

/** Acknowledges the press, loads the summary, checks that the person may use the button and read the summary, and runs the action. */
async function answerSummaryPress(context: PressContext, action: SummaryAction): Promise<void> {
  const { interaction, client, t, privacy, summaries, summarySync } = context;
  // TypeScript does not see that the action has the type of its name.
  const button = actions[action.action] as Action;
  const { onlyRequester, updates = false, deletes: isDeletion = false } = button;
  const isUpdate = typeof updates === 'function' ? updates(interaction) : updates;
  await (isUpdate ? deferUpdate(interaction) : defer(context));
  const { guildId } = interaction;
  // A deleted summary whose posts still exist can only be deleted again.
  const stored =
    (await summaries.get(guildId, action.summaryId)) ??
    (isDeletion ? await summaries.getDeleted(guildId, action.summaryId) : null);
  if (stored === null) return notifyExpired(context, action);
  const isRequester = stored.requesterId === interaction.user.id;
  if (onlyRequester && !isRequester) return replyPrivately(interaction, t('bot.notYours'));
  // Requesters may always delete their summary, even if they may no longer read it.
  const deletes = isRequester && isDeletion;
  let denied: string | null = null;
  if (!deletes || button.showsPanel) {
    const denial = await checkStoredAccess(stored, client, interaction.user.id, {
      privacy,
      shownIn: toAnswerChannel(interaction),
    });
    denied = denial && toDenialWords(denial, t);
    if (denied !== null && !deletes) return replyPrivately(interaction, denied);
  }
  const named = { guildId: stored.guildId, summaryId: stored.summary.id };
  const current = button.showsNothing ? stored : await summarySync.withCurrent(named, async now => now);
  if (current === null) return replyPrivately(interaction, t('bot.expired'));
  // The person may have opened it as a reviewer, and may no longer be one.
  if (button.showsMore && isAwaitingReview(current) && !(await mayReview(interaction, current)))
    return replyPrivately(interaction, t('bot.review.notYours'));
  await button.run(context, { action, stored: current, isRequester, denied });
}
