import type { Client, ModalSubmitInteraction } from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import type { SummaryAction } from '../../../render/custom-id.ts';
import { parseCustomId } from '../../../render/custom-id.ts';
import { toBotWords } from '../../../render/words/bot/index.ts';
import { toAnswerChannel } from '../access/places.ts';
import { checkKeptAccess } from '../access/stored-sources.ts';
import { parseMissed, summarizeMissed } from '../catchup/missed.ts';
import { askWording, keepWording } from '../review/edit-claim-modal.ts';
import { isHeld } from '../review/needs-review.ts';
import { mayReview } from '../review/review.ts';
import { askReason, keepReason } from '../summarize/buttons/feedback.ts';
import { stopRun } from '../summarize/buttons/stop.ts';
import { deleteLeftover, tellExpired } from '../summarize/more/leftover.ts';
import { regenerate } from '../summarize/runs/interrupted.ts';
import type { Action, ActionParts, Press } from './action.ts';
import { actions } from './actions.ts';
import { answerFailure, defer, deferUpdate, say } from './reply.ts';

/** Answers a press, whoever presses and whenever; every outcome is told to them in words. */
export async function answerPress(
  interaction: Press,
  client: Client<true>,
  parts: ActionParts,
): Promise<void> {
  try {
    const missed = parseMissed(interaction);
    if (missed !== null) return await summarizeMissed(interaction, missed, parts);
    const action = parseCustomId(interaction.customId);
    if (action === null) await say(interaction, toBotWords(interaction.locale).unknownButton);
    else if ('runId' in action && action.action === 'again') await regenerate(interaction, action, parts);
    else if ('messageId' in action) await deleteLeftover(interaction, action);
    else if ('runId' in action) await stopRun(interaction, action, parts);
    else if ('reasonFor' in action) await askReason(interaction, action);
    else if (action.action === 'decide' && action.step === 'edit')
      await askWording(interaction, action, parts);
    else await answerSummaryPress(interaction, action, client, parts);
  } catch (error) {
    await answerFailure(interaction, error, parts.log);
  }
}

/** Answers a form that somebody has filled in. */
export async function answerForm(interaction: ModalSubmitInteraction, parts: ActionParts): Promise<void> {
  try {
    const action = parseCustomId(interaction.customId);
    if (action !== null && 'reasonFor' in action) await keepReason(interaction, action, parts);
    else if (action !== null && 'action' in action && action.action === 'decide')
      await keepWording(interaction, action, parts);
    else await say(interaction, toBotWords(interaction.locale).unknownButton);
  } catch (error) {
    await answerFailure(interaction, error, parts.log);
  }
}

/**
 * What is no longer kept, not theirs, or no longer readable to them is said in words. Whether the person may read what
 * the summary rests on is asked anew each time. The press is acknowledged before anybody is asked anything.
 */
async function answerSummaryPress(
  interaction: Press,
  action: SummaryAction,
  client: Client<true>,
  parts: ActionParts,
): Promise<void> {
  const words = toBotWords(interaction.locale);
  const { onlyRequester, toAcknowledgement } = actions[action.action];
  await (toAcknowledgement(interaction) === 'update' ? deferUpdate : defer)(interaction);
  const kept = await getKept(interaction, action, parts);
  if (kept === null) {
    return tellExpired(interaction, action, words);
  }
  const isRequester = kept.requesterId === interaction.user.id;
  if (onlyRequester && !isRequester) return say(interaction, words.notYours);
  // What one asked for one may always delete, also when one may no longer read it.
  const deletes = isRequester && removes.has(action.action);
  let denied: string | null = null;
  if (!deletes || showsPanel.has(action.action)) {
    const denial = await checkKeptAccess(kept, client, interaction.user.id, {
      privacy: parts.privacy,
      shownIn: toAnswerChannel(interaction),
    });
    denied = denial && words.denied(denial.reason, `<#${denial.channelId}>`);
    if (denied !== null && !deletes) return say(interaction, denied);
  }
  const showsAgain = !showsNothing.has(action.action);
  const named = { guildId: kept.guildId, summaryId: kept.summary.id };
  const current = showsAgain ? await parts.amending.withCurrent(named, async now => now) : kept;
  if (current === null) return say(interaction, words.expired);
  // A person who had it open as a reviewer may be none by now.
  if (showsMore.has(action.action) && isHeld(current) && !(await mayReview(interaction, current)))
    return say(interaction, words.review.notYours);
  await run(actions[action.action] as Action, action, {
    interaction,
    kept: current,
    words,
    isRequester,
    denied,
    parts,
  });
}

/** A deleted summary whose posts still exist can only be deleted again. */
async function getKept(
  { guildId }: Press,
  { action, summaryId }: SummaryAction,
  { summaries }: ActionParts,
): Promise<StoredSummary | null> {
  const kept = await summaries.get(guildId, summaryId);
  return kept === null && removes.has(action) ? summaries.getDeleted(guildId, summaryId) : kept;
}

/** What shows the panel of *More*. */
const showsPanel: ReadonlySet<SummaryAction['action']> = new Set(['more', 'keep']);

/** What leads to the deletion of a summary. */
const removes: ReadonlySet<SummaryAction['action']> = new Set(['more', 'keep', 'delete', 'erase']);

/** What leads on from a summary that somebody has open. */
const showsMore: ReadonlySet<SummaryAction['action']> = new Set([
  'page',
  'sources',
  'filter',
  'why',
  'more',
  'keep',
  'save',
]);

/** What these do shows nothing of what is kept. */
const showsNothing: ReadonlySet<SummaryAction['action']> = new Set([
  'more',
  'delete',
  'erase',
  'keep',
  'again',
  'detail',
  'helpful',
  'unhelpful',
]);

function run(
  action: Action,
  asked: SummaryAction,
  pressed: Omit<Parameters<Action['run']>[0], 'action'>,
): Promise<void> {
  return action.run({ ...pressed, action: asked });
}
