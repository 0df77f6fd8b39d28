import { createRandom, pickBelow, type Random } from '@footnote/playground/random';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { toPrompt } from '../../../src/core/prompt/prompt.ts';
import { estimateTokens } from '../../../src/core/windows/cut.ts';
import { makeConversation } from '../conversation.ts';

/** Servers by size: their share of all servers, and what each does in a day. These are assumptions. */
const serverSizes = [
  { name: 'small', share: 0.7, messages: 50, summaries: 0.2, digests: 0.1, digestChannels: 1 },
  { name: 'medium', share: 0.25, messages: 1_000, summaries: 2, digests: 0.5, digestChannels: 5 },
  { name: 'large', share: 0.05, messages: 10_000, summaries: 15, digests: 1, digestChannels: 25 },
] as const;

/** What share of a day's messages and requests comes in each hour (UTC), in percent: most when America and Europe are awake. */
const hourShares = [4, 3, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 4, 5, 6, 6, 6, 6, 6, 5, 5, 5, 5, 4] as const;
const peakShare = Math.max(...hourShares) / 100;

/** Where servers are: hours ahead of UTC. */
const zones = [
  { hours: -5, share: 0.45 },
  { hours: 1, share: 0.4 },
  { hours: 9, share: 0.15 },
] as const;
/** Of digests; the others are due at the other full hours from 6:00 to 22:00. */
const shareAtNine = 0.5;

/** Messages that a summary reads; a digest reads what a server wrote in a day, up to `digestMessages`. */
const summaryMessages = 300;
const digestMessages = 500;

/** One run of a summary or digest. */
export type Work = {
  readonly kind: 'summary' | 'digest';
  /** When it is asked for or due, in seconds of the day. */
  readonly second: number;
  readonly messages: number;
  /** That have new messages; 1 of a summary. */
  readonly channels: number;
  /** Servers take turns; without one, all is of the same server. */
  readonly server?: string;
};

export type Day = {
  readonly servers: number;
  /** Messages that people write in the busiest second, on average over its hour. */
  readonly messagesPerSecond: number;
  readonly works: readonly Work[];
};

/** A day of so many servers; a single one is large. The same in every run. */
export function makeDay(servers: number): Day {
  const random = createRandom(servers);
  const sizes = servers === 1 ? [{ ...serverSizes[2], share: 1 }] : serverSizes;
  const inHour = (hour: number) => (((hour % 24) + 24) % 24) * 3_600;
  const toAskedSecond = () => inHour(pickByShare(random, hourShares)) + pickBelow(random, 3_600);
  const toDueSecond = () => {
    const { hours = 0 } =
      zones[
        pickByShare(
          random,
          zones.map(({ share }) => share),
        )
      ] ?? {};
    return inHour((random() < shareAtNine ? 9 : 6 + pickBelow(random, 17)) - hours);
  };
  const works = sizes.flatMap(({ share, messages, summaries, digests, digestChannels }): Work[] => [
    ...Array.from({ length: Math.round(servers * share * summaries) }, () => ({
      kind: 'summary' as const,
      second: toAskedSecond(),
      messages: summaryMessages,
      channels: 1,
    })),
    ...Array.from({ length: Math.round(servers * share * digests) }, () => ({
      kind: 'digest' as const,
      second: toDueSecond(),
      messages: Math.min(messages, digestMessages),
      channels: digestChannels,
    })),
  ]);
  const written = sizes.reduce((sum, { share, messages }) => sum + servers * share * messages, 0);
  return { servers, messagesPerSecond: (written * peakShare) / 3_600, works };
}

/** An index, each as often as its share says. */
function pickByShare(random: Random, shares: readonly number[]): number {
  let left = random() * shares.reduce((sum, share) => sum + share, 0);
  for (const [index, share] of shares.entries()) {
    left -= share;
    if (left < 0) return index;
  }
  return shares.length - 1;
}

const known = new Map<number, number>();

/** The tokens of a prompt with so many messages. */
export function toPromptTokens(messages: number): number {
  const tokens = known.get(messages) ?? countPrompt(messages);
  known.set(messages, tokens);
  return tokens;
}

function countPrompt(messages: number): number {
  const request = { detail: 'standard', language: 'en', zone: 'UTC' } as const;
  const { system, conversation, task } = toPrompt(toEvidence(makeConversation(messages)), request);
  return estimateTokens([system, conversation, task].join(''));
}
