import { longestBackgroundMs } from '../../../src/io/discord/shared-requests.ts';
import type { Timeline } from './timeline.ts';

/** What the Claude API lets a model take in a minute. */
export type ClaudeLimits = {
  readonly requests: number;
  readonly 'input-tokens': number;
  readonly 'output-tokens': number;
};

/**
 * The tiers Start and Scale, as a third party gives them for Claude Fable 5 (2026-10-17), and ten times Scale, which has
 * to be agreed with Anthropic. The Claude Console shows those of an account.
 */
export const claudeTiers = {
  Start: { requests: 1_000, 'input-tokens': 500_000, 'output-tokens': 100_000 },
  Scale: { requests: 4_000, 'input-tokens': 4_000_000, 'output-tokens': 800_000 },
  Custom: { requests: 40_000, 'input-tokens': 40_000_000, 'output-tokens': 8_000_000 },
} as const satisfies Readonly<Record<string, ClaudeLimits>>;

/** Answers calls as the API does: what may be taken fills up continuously, and too much is answered with 429. */
export function createClaudeLimits(limits: ClaudeLimits, nowMs: () => number) {
  const names = Object.keys(limits) as (keyof ClaudeLimits)[];
  const left = { ...limits } as Record<keyof ClaudeLimits, number>;
  let filledMs = 0;
  return (taken: ClaudeLimits): Response => {
    const minutes = (nowMs() - filledMs) / 60_000;
    filledMs = nowMs();
    for (const name of names) left[name] = Math.min(limits[name], left[name] + limits[name] * minutes);
    const missing = Math.max(...names.map(name => (taken[name] - left[name]) / limits[name]));
    if (missing <= 0) for (const name of names) left[name] -= taken[name];
    const headers = new Headers();
    for (const name of names) {
      headers.set(`anthropic-ratelimit-${name}-limit`, String(limits[name]));
      headers.set(`anthropic-ratelimit-${name}-remaining`, String(Math.floor(left[name])));
    }
    if (missing > 0) headers.set('retry-after', String(Math.ceil(missing * 60)));
    return new Response(null, { status: missing > 0 ? 429 : 200, headers });
  };
}

/**
 * Lets requests pass in the order in which they come, at most so many in a second. Those in the background let others go
 * first for as long as the bot does.
 */
export function createRequestQueue(perSecond: number, { nowMs, wait }: Timeline) {
  let freeMs = 0;
  return async (requests: number, isBackground: boolean): Promise<void> => {
    const untilMs = nowMs() + (isBackground ? longestBackgroundMs : 0);
    while (freeMs - nowMs() >= 1_000 && nowMs() < untilMs) await wait(1_000);
    freeMs = Math.max(freeMs, nowMs()) + (requests * 1_000) / perSecond;
    const waitMs = freeMs - nowMs();
    if (waitMs >= 1_000) await wait(waitMs);
  };
}
