import type { RepliableInteraction } from 'discord.js';
import type { Payer } from '../../../app/usage/ports.ts';
import type { Feature, ReachedCap } from '../../../core/usage/usage.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import { toMoney } from '../../../render/figures.ts';
import type { Texts } from '../../../render/texts.ts';
import type { Ask } from '../command.ts';

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

/** What a request is counted as. */
export function toFeature({ wanted, focus }: Ask): Feature {
  if (wanted.kind === 'check' || wanted.kind === 'thread') return wanted.kind;
  return focus === undefined ? 'summary' : 'focus';
}
