import type {
  AnySelectMenuInteraction,
  ButtonInteraction,
  ModalMessageModalSubmitInteraction,
  ModalSubmitInteraction,
} from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import { isAwaitingReview } from '../../../core/claims/review.ts';
import { parseCustomId, type SummaryAction } from '../../../render/custom-id.ts';
import { parseDigestId } from '../../../render/embed/digest-id.ts';
import { parseEntryId } from '../../../render/embed/entry-id.ts';
import { toDenialWords } from '../access/check-access.ts';
import { toAnswerChannel } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import { parseMissed, summarizeMissed } from '../catchup.ts';
import { answerEntryPress } from '../decisions/entry-command.ts';
import { answerDigestPress } from '../digests/digest-command.ts';
import type { DigestPress } from '../digests/preview.ts';
import { mayReview } from '../review/review.ts';
import { decideAction, finishAction, reviewAction, showEditModal } from '../review/review-buttons.ts';
import { answerPrivacyPress, isPrivacyPress } from '../settings/privacy.ts';
import { againAction, regenerateRun, showAgainForm, stopRun } from '../summarize/buttons/again.ts';
import {
  helpfulAction,
  openCommentForm,
  saveComment,
  unhelpfulAction,
} from '../summarize/buttons/feedback.ts';
import {
  deleteAction,
  eraseAction,
  keepAction,
  moreAction,
  notifyExpired,
  saveAction,
} from '../summarize/buttons/more.ts';
import { shareAction } from '../summarize/buttons/share.ts';
import { openAction, sourcesAction, turnAction, whyAction } from '../summarize/buttons/show.ts';
import { readFileAgain } from '../summarize/read-file.ts';
import { answerTopicPress, parseTopicPress } from '../topics.ts';
import type { Action, ComponentPress, PressContext, RequestContext } from './context.ts';
import { defer, deferUpdate, replyPrivately } from './reply.ts';

/** The action of each button and select, by its name in the custom id. */
export const actions: { readonly [Name in SummaryAction['action']]: Action<Name> } = {
  page: turnAction,
  sources: sourcesAction,
  why: whyAction,
  share: shareAction,
  more: moreAction,
  again: againAction,
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

/** One kind of button, select or form. Nobody may be trusted to press only what was shown: handlers check access. */
type Route = {
  readonly name: string;
  /** The answer to a press or a submitted form of this kind; null for any other. */
  readonly find: (interaction: Control) => ((context: RequestContext<Control>) => Promise<void>) | null;
};

/**
 * @param takes The kinds of controls.
 * @param parse Reads the custom id, or what was chosen; null if it is of another route.
 */
function route<Taken extends Control, Action>(
  name: string,
  takes: (interaction: Control) => interaction is Taken,
  parse: (interaction: Taken) => Action | null,
  answer: (context: RequestContext<Taken>, action: Action) => Promise<void>,
): Route {
  return {
    name,
    find: interaction => {
      if (!takes(interaction)) return null;
      const action = parse(interaction);
      return action === null ? null : context => answer({ ...context, interaction }, action);
    },
  };
}

const isForm = (each: Control): each is ModalSubmitInteraction => each.isModalSubmit();
const isAnyPress = (each: Control): each is ButtonInteraction | AnySelectMenuInteraction =>
  each.isButton() || each.isAnySelectMenu();
const isPress = (each: Control): each is ComponentPress => each.isButton() || each.isStringSelectMenu();
const isMessageForm = (each: Control): each is ModalMessageModalSubmitInteraction =>
  each.isModalSubmit() && each.isFromMessage();
const isDigestControl = (each: Control): each is DigestPress => isPress(each) || each.isChannelSelectMenu();

type Parsed = NonNullable<ReturnType<typeof parseCustomId>>;

/** Reads the custom ids of one kind. */
function parseOnly<Kind extends Parsed>(isOf: (parsed: Parsed) => parsed is Kind) {
  return ({ customId }: Control): Kind | null => {
    const parsed = parseCustomId(customId);
    return parsed !== null && isOf(parsed) ? parsed : null;
  };
}

type EditAction = Extract<SummaryAction, { readonly action: 'decide' }>;
const parseRun = parseOnly(each => 'runId' in each);
const parseReason = parseOnly(each => 'reasonFor' in each);
const parseEdit = parseOnly(
  (each): each is EditAction => each.action === 'decide' && 'step' in each && each.step === 'edit',
);

/** All buttons, selects and forms; the first route that finds its own answers. */
export const routes: readonly Route[] = [
  route('edit', isPress, parseEdit, showEditModal),
  route(
    'summary',
    isPress,
    parseOnly(each => 'summaryId' in each),
    async (context, action) => {
      if (action.action !== 'again' || !(await showAgainForm(context, action)))
        await answerSummaryPress(context, action);
    },
  ),
  route(
    'summary form',
    isMessageForm,
    parseOnly(
      (each): each is SummaryAction =>
        each.action === 'decide' || ('summaryId' in each && each.action === 'again'),
    ),
    answerSummaryPress,
  ),
  route('run', isPress, parseRun, (context, { runId, action }) => {
    if (action === 'again') return regenerateRun(context, runId);
    return action === 'stop' ? stopRun(context, runId) : readFileAgain(context, runId, action);
  }),
  route('reason', isPress, parseReason, openCommentForm),
  route('reason form', isForm, parseReason, saveComment),
  route('missed', isPress, parseMissed, summarizeMissed),
  route('entry', isAnyPress, ({ customId }) => parseEntryId(customId), answerEntryPress),
  route('digest', isDigestControl, ({ customId }) => parseDigestId(customId), answerDigestPress),
  route('topic', isPress, parseTopicPress, answerTopicPress),
  route('privacy', isAnyPress, press => (isPrivacyPress(press) ? press : null), answerPrivacyPress),
];

/** The first route that answers this press or form; null if none does. */
export function findRoute(interaction: Control) {
  for (const { name, find } of routes) {
    const answer = find(interaction);
    if (answer !== null) return { name, answer };
  }
  return null;
}

/** Answers a press on any button or select, and a submitted form. */
export async function answerControl(context: RequestContext<Control>): Promise<void> {
  const { interaction, t } = context;
  const found = findRoute(interaction);
  await (found ? found.answer(context) : replyPrivately(interaction, t('bot.unknownButton')));
}

/**
 * Acknowledges the press, loads the summary, and checks that it is still stored and that the person may use the button and
 * may still read what the summary cites. Then runs the button's action.
 */
async function answerSummaryPress(context: PressContext, action: SummaryAction): Promise<void> {
  const { interaction, client, t, privacy, summarySync } = context;
  // TypeScript does not see that the action has the type of its name.
  const button = actions[action.action] as Action;
  const { onlyRequester, updates = false, deletes: isDeletion = false } = button;
  const isUpdate = typeof updates === 'function' ? updates(interaction) : updates;
  await (isUpdate ? deferUpdate(interaction) : defer(context));
  const stored = await getKept(context, action, isDeletion);
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

/** A deleted summary whose posts still exist can only be deleted again. */
async function getKept(
  { interaction: { guildId }, summaries }: PressContext,
  { summaryId }: SummaryAction,
  isDeletion: boolean,
): Promise<StoredSummary | null> {
  const stored = await summaries.get(guildId, summaryId);
  return stored === null && isDeletion ? summaries.getDeleted(guildId, summaryId) : stored;
}
