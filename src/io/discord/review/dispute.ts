import {
  ComponentType,
  GuildMember,
  type Message,
  type MessageContextMenuCommandInteraction,
  type ModalSubmitInteraction,
} from 'discord.js';
import { applyDisputeVerdict, judgeDisputed } from '../../../app/edit-claim.ts';
import type { StoredSummary } from '../../../app/store-ports.ts';
import { openRules } from '../../../core/access-rules.ts';
import type { Dispute } from '../../../core/claims/claim.ts';
import {
  findCiting,
  findDispute,
  isJudgedAgain,
  longestDispute,
  putDispute,
  withdrawDisputes,
} from '../../../core/claims/disputes.ts';
import { toProse } from '../../../core/claims/draft.ts';
import type { Summary, SummaryClaim } from '../../../core/claims/summary.ts';
import { markSpoilers, toBars } from '../../../core/conversation/spoilers.ts';
import { toLoggedError } from '../../../log.ts';
import { parseCustomId, toCustomId } from '../../../render/custom-id.ts';
import {
  mostOptions,
  type Row,
  toButton,
  toRow,
  toSelect,
  toTextField,
} from '../../../render/embed/message-body.ts';
import type { Texts } from '../../../render/texts.ts';
import { toMaskedText, toShownLine, withoutPings } from '../../../render/view/shown.ts';
import { type AccessSnapshot, checkAccess, takeSnapshot, toCachedSnapshot } from '../access/check-access.ts';
import { toDenialWords } from '../access/permissions.ts';
import { findSource, toAnswerChannel } from '../access/places.ts';
import { checkStoredAccess } from '../access/stored-sources.ts';
import { type ComponentPress, type RequestContext, toCustomIds } from '../interaction/context.ts';
import { defer, readField, replyPrivately, withinFormTime } from '../interaction/reply.ts';
import { toPublicSummary } from '../summarize/summary-message.ts';
import { toPosts } from '../sync/posts.ts';
import { openBill } from '../usage.ts';
import { readCited, toDecider } from './review.ts';

const fields = { claim: 'claim', words: 'words' } as const;

/** Of a person, in a server and on a UTC day. */
const mostADay = 10;

export async function disputePost(
  context: RequestContext<MessageContextMenuCommandInteraction>,
): Promise<void> {
  const { interaction, client, t } = context;
  const { targetMessage } = interaction;
  const summaryId = targetMessage.author.id === client.user.id ? findSummaryId(targetMessage) : null;
  await (summaryId === null
    ? replyPrivately(interaction, t('bot.dispute.noSummary'))
    : showDisputeForm(context, summaryId));
}

function findSummaryId(message: Message): string | null {
  const [id = null] = toCustomIds(message).flatMap(customId => {
    const action = parseCustomId(customId);
    return action && 'summaryId' in action ? action.summaryId : [];
  });
  return id;
}

/** The button below the sources of somebody whom a posted summary cites. */
export function toDisputeRows(stored: StoredSummary, personId: string, t: Texts): readonly Row[] {
  if (findPostedClaims(stored, personId).length === 0) return [];
  const customId = toCustomId({ disputeIn: stored.summary.id, action: 'dispute' });
  return [toRow(toButton(t('bot.commands.dispute'), customId))];
}

/** Opens the form, with what the person said before, or says why there is nothing that they could dispute. */
export async function showDisputeForm(
  context: RequestContext<ComponentPress | MessageContextMenuCommandInteraction>,
  summaryId: string,
): Promise<void> {
  const { interaction, t, summarySync } = context;
  const { guildId, member, user } = interaction;
  const open = async () => {
    const stored = await summarySync.known({ guildId, summaryId });
    return findOwnClaims(context, stored, member instanceof GuildMember ? toCachedSnapshot(member) : null);
  };
  const found = await withinFormTime(open());
  if (found === null) return replyPrivately(interaction, t('bot.review.slow'));
  if (typeof found === 'string') return replyPrivately(interaction, found);
  const { claims } = found;
  const disputed = claims.filter(claim => findDispute(claim, user.id));
  const others = claims.filter(claim => !disputed.includes(claim));
  const only = disputed.length === 0 ? others : disputed;
  const chosen = only.length === 1 ? only[0] : undefined;
  const own = chosen && findDispute(chosen, user.id);
  const options = [...disputed, ...others].map(claim => ({
    label: withoutPings(toShownLine(toMaskedText(claim.text))) || '…',
    value: claim.id,
    default: claim === chosen,
  }));
  await interaction.showModal({
    custom_id: toCustomId({ disputeIn: summaryId, action: 'dispute' }),
    title: t('bot.commands.dispute'),
    components: [
      {
        type: ComponentType.Label,
        label: t('bot.dispute.claim'),
        ...(claims.length > mostOptions && {
          description: t('bot.dispute.some', { shown: mostOptions, count: claims.length }),
        }),
        component: toSelect(fields.claim, options.slice(0, mostOptions)),
      },
      toTextField(fields.words, t('bot.dispute.words'), {
        longest: longestDispute,
        hint: t(disputed.length > 0 ? 'bot.dispute.toWithdraw' : 'bot.dispute.whoReads'),
        hasLines: true,
        required: disputed.length === 0,
        ...(own && { value: toBars(own.text) }),
      }),
    ],
  });
}

/** Stores what the form says and has the claim judged beside it; without words, takes back what was said before. */
export async function saveDispute(
  context: RequestContext<ModalSubmitInteraction>,
  summaryId: string,
): Promise<void> {
  const { interaction, t, summarySync, runs } = context;
  const { guildId, user } = interaction;
  await defer(context);
  const { claimId, words } = readForm(interaction);
  const named = { guildId, summaryId };
  if (words === '') {
    const isWithdrawn = await withdrawFrom(context, named, claimId);
    return replyPrivately(interaction, t(isWithdrawn ? 'bot.dispute.withdrawn' : 'bot.dispute.empty'));
  }
  const found = await findOwnClaims(context, await summarySync.withCurrent(named, async now => now));
  if (typeof found === 'string') return replyPrivately(interaction, found);
  const begun = await runs.begin(`${user.id}.${guildId}.disputes`, mostADay);
  if (!begun.ok) {
    const isBusy = begun.reason === 'running';
    return replyPrivately(
      interaction,
      isBusy ? t('bot.review.busy') : t('bot.dispute.spent', { limit: begun.limit }),
    );
  }
  let counted = false;
  try {
    const dispute: Dispute = { ...toDecider(context), text: words };
    const stored = await summarySync.revise(named, current => {
      const isShown = findPostedClaims(current, user.id).some(({ id }) => id === claimId);
      const summary = isShown ? putDispute(current.summary, claimId, dispute) : null;
      counted = summary !== null;
      return summary && { ...current, summary };
    });
    if (stored === null || !counted) return replyPrivately(interaction, t('bot.dispute.notCited'));
    context.log.info({ summary: summaryId, claim: claimId }, 'claim-disputed');
    const told = await judgeAgain(context, stored, claimId);
    await replyPrivately(interaction, [t('bot.dispute.saved'), ...told].join('\n'));
  } finally {
    await begun.end({ counted });
  }
}

/** Takes back what the person says against one claim of a summary, or against all; false if that is nothing. */
export async function withdrawFrom(
  { interaction, summarySync }: RequestContext,
  named: { readonly guildId: string | null; readonly summaryId: string },
  claimId?: string,
): Promise<boolean> {
  let isWithdrawn = false;
  await summarySync.revise(named, current => {
    const summary = withdrawDisputes(current.summary, interaction.user.id, claimId);
    isWithdrawn = summary !== null;
    return summary && { ...current, summary };
  });
  return isWithdrawn;
}

function readForm(interaction: ModalSubmitInteraction) {
  const { fields: given } = interaction;
  // A modified client may leave either out.
  const [claimId = ''] = given.fields.has(fields.claim) ? given.getStringSelectValues(fields.claim) : [];
  const words = readField(interaction, fields.words) ?? '';
  return { claimId, words: toProse(markSpoilers(words.slice(0, longestDispute))) };
}

function toPosted(stored: StoredSummary): Summary | null {
  const isForAll = toPosts(stored).length > 0 && stored.isDirect !== true;
  return isForAll && stored.summary.checked === undefined ? toPublicSummary(stored) : null;
}

function findPostedClaims(stored: StoredSummary, personId: string): readonly SummaryClaim[] {
  const posted = toPosted(stored);
  return posted ? findCiting(posted, personId) : [];
}

/** The claims of a posted summary that cite the person, or why there are none. Who can read the post may dispute, also without a role. */
async function findOwnClaims(
  { interaction, client, privacy, t }: RequestContext,
  stored: StoredSummary | null,
  given?: AccessSnapshot | null,
): Promise<string | { readonly claims: readonly SummaryClaim[] }> {
  const { user } = interaction;
  if (stored === null) return t('bot.expired');
  if (stored.guildId === null || toPosted(stored) === null) return t('bot.dispute.notPosted');
  const snapshot = given ?? (await takeSnapshot(client, stored.guildId, { personId: user.id }));
  // The rules of a server say what is read and who uses Footnote, not where it posts.
  const anywhere = { snapshot, privacy: { ...privacy, access: async () => openRules } };
  const denials = await Promise.all(
    toPosts(stored).map(async ({ channelId }) => {
      const channel = await findSource(client, channelId);
      return typeof channel === 'string'
        ? { reason: 'gone' as const, channelId }
        : checkAccess(channel, user.id, anywhere);
    }),
  );
  const withoutRoles = async (id: string) => ({ ...(await privacy.access(id)), roleIds: [] });
  const denial = denials.includes(null)
    ? await checkStoredAccess(stored, client, user.id, {
        snapshot,
        privacy: { ...privacy, access: withoutRoles },
        shownIn: toAnswerChannel(interaction),
      })
    : denials[0];
  if (denial) return toDenialWords(denial, t);
  const claims = findPostedClaims(stored, user.id);
  return claims.length === 0 ? t('bot.dispute.notCited') : { claims };
}

/** What the judge says of the claim beside its disputes; nothing if it is not asked or cannot answer, or they changed. */
async function judgeAgain(
  context: RequestContext,
  stored: StoredSummary,
  claimId: string,
): Promise<readonly string[]> {
  const { t, summarySync, judge, log, signal } = context;
  const { guildId, summary } = stored;
  const claim = summary.claims.find(({ id }) => id === claimId);
  if (judge === undefined || !claim?.disputes || !isJudgedAgain(claim)) return [];
  const seen = claim.disputes;
  try {
    const conversation = await readCited(context, stored);
    if (conversation === null) return [];
    const bill = openBill(context.interaction, stored.channelId, 'review');
    const verdict = await judgeDisputed(summary, claim, conversation, judge, signal, bill.payer);
    let isSettled = false;
    await summarySync.revise({ guildId, summaryId: summary.id }, current => {
      const applied = applyDisputeVerdict(current.summary, claimId, seen, verdict);
      ({ isSettled } = applied);
      return { ...current, summary: applied.summary };
    });
    const told = isSettled ? t(verdict.against ? 'bot.dispute.unclear' : 'bot.dispute.holds') : '';
    return [told, bill.toCapWords(t)].filter(Boolean);
  } catch (error) {
    log.warn({ summary: summary.id, ...toLoggedError(error) }, 'dispute-unjudged');
    return [];
  }
}
