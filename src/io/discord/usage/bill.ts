import type { RepliableInteraction } from 'discord.js';
import type { Payer } from '../../../app/usage/ports.ts';
import type { ReachedCap } from '../../../core/usage/caps.ts';
import type { Feature } from '../../../core/usage/spending.ts';
import { toTimestamp } from '../../../render/embed/discord-markup.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import type { Ask } from '../command.ts';

/** Who pays for the calls of one request, and what to say if a cap stopped some. */
type Bill = {
  readonly payer: Payer;
  /** A sentence; empty if all calls were made. */
  readonly toCapWords: (words: BotWords) => string;
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
    toCapWords: words => (first === null ? '' : toCapWords(first, words)),
    isPrivate: () => first?.scope === 'member',
  };
}

export function toCapWords(cap: ReachedCap, { usage }: Pick<BotWords, 'usage'>): string {
  return usage.reached(cap, toTimestamp(cap.resetsAt));
}

/** What a request is counted as. */
export function toFeature({ wanted, focus }: Ask): Feature {
  if (wanted.kind === 'check' || wanted.kind === 'thread') return wanted.kind;
  return focus === undefined ? 'summary' : 'focus';
}
