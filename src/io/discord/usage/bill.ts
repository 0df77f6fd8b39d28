import { type Client, type RepliableInteraction, Team } from 'discord.js';
import type { Payer } from '../../../app/usage/ports.ts';
import type { CapState, Feature, ReachedCap } from '../../../core/usage/usage.ts';
import { type Logger, toLoggedError } from '../../../log.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { toMoney } from '../../../render/figures.ts';
import type { Texts } from '../../../render/texts.ts';
import type { Ask } from '../interaction/context.ts';
import type { RefusedRun } from '../summarize/runs.ts';
import { sendDirect } from '../summarize/summary-message.ts';

/** Who pays for the calls of one request, and what to say if a cap stopped some. */
type Bill = {
  readonly payer: Payer;
  /** A sentence; empty if all calls were made. */
  readonly toCapWords: (t: Texts) => string;
  /** Whether only the member may read the sentence: it says how much they have used. */
  readonly isPrivate: () => boolean;
};

export function openBill(
  { guildId, user }: Pick<RepliableInteraction, 'guildId' | 'user'>,
  channelId: string,
  feature: Feature,
): Bill {
  let first: ReachedCap | null = null;
  const payer: Payer = {
    guildId,
    personId: user.id,
    channelId,
    feature,
    onCap: cap => {
      first ??= cap;
    },
  };
  return {
    payer,
    toCapWords: t => (first === null ? '' : toCapWords(first, t)),
    isPrivate: () => first?.scope === 'member',
  };
}

export function toCapWords(cap: ReachedCap, t: Texts): string {
  const { scope, unit, limit, used, expected, isUnpriced, resetsAt } = cap;
  const resets = toTimestamp(resetsAt);
  if (used === null) return t('bot.usage.unreadable', { resets });
  const reached = scope === 'bot' ? 'bot.usage.botReached' : 'bot.usage.reached';
  return t(isUnpriced ? 'bot.usage.unpricedReached' : reached, {
    scope,
    used: toAmount(unit, used, t),
    limit: toAmount(unit, limit, t),
    expected: toAmount(unit, expected, t),
    resets,
  });
}

export function toAmount(unit: ReachedCap['unit'], value: number, t: Texts): string {
  return unit === 'usd' ? toMoney(t.tag, value) : t('bot.usage.amountTokens', { count: Math.round(value) });
}

/** The feature that a request counts as in `/usage`. */
export function toFeature({ request: { checkOf, threadOf, focus } }: Ask): Feature {
  if (checkOf ?? threadOf) return checkOf ? 'check' : 'thread';
  return focus === undefined ? 'summary' : 'focus';
}

/** Why a person may not start another run. */
export function toRefusedRun({ reason, limit }: RefusedRun, t: Texts): string {
  return reason === 'running' ? t('bot.alreadyRunning') : t('bot.dailySpent', { limit });
}

const variables = { usd: 'FOOTNOTE_MONTHLY_USD', tokens: 'FOOTNOTE_MONTHLY_TOKENS' } as const;

/** Sends the bot's owner a direct message, in English like all texts for operators. The caller has logged it already. */
export async function warnOwner(client: Client<true>, cap: CapState, log: Logger): Promise<void> {
  try {
    const { owner } = await client.application.fetch();
    const ownerId = owner instanceof Team ? owner.ownerId : owner?.id;
    if (!ownerId) return;
    const content = renderWarning(cap);
    if (!(await sendDirect(client, ownerId, { content }, content))) log.warn('owner-warning-failed');
  } catch (error) {
    log.warn({ ...toLoggedError(error) }, 'owner-warning-failed');
  }
}

function renderWarning({ scope, unit, used, limit, resetsAt }: CapState): string {
  if (used === null) {
    const whose = scope === 'bot' ? 'it has used this month' : 'a server has used';
    return `Footnote cannot read what ${whose}: see "record-unreadable" in its log. Until ${toTimestamp(resetsAt)}, or until the store is restored from a backup, calls that count toward that cap are not made, and summaries are Highlights (selected quotes).`;
  }
  const tell = (value: number) =>
    unit === 'usd' ? toMoney('en', value) : `${value.toLocaleString('en')} tokens`;
  const share = (used / limit).toLocaleString('en', { style: 'percent' });
  return `Footnote has used ${share} of its cap for this month: ${tell(used)} of ${tell(limit)} (${variables[unit]}). It resets ${toTimestamp(resetsAt)}. Until then, calls that would go over it are not made, and summaries are Highlights (selected quotes).`;
}
