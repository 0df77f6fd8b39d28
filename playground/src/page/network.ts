import type { Playground } from '../discord/server.ts';
import type { NetworkCondition } from './shapes.ts';

/** The delay of a slow Discord: a summary takes some seconds, the first answer is still in time. */
const SLOW_MS = 500;
const RETRY_AFTER_MS = 500;

/** Simulates a slow or failing Discord, as chosen in the page's toolbar. */
export type NetworkControl = {
  readonly current: () => NetworkCondition;
  readonly set: (network: NetworkCondition) => void;
  /** Applies the condition; called for every request to the bot. */
  readonly apply: () => void;
  /** Called once the bot has acknowledged the request. */
  readonly applyOnceAnswered: () => void;
};

/** Turns a named network condition into faults of the playground, again for each request to the bot. */
export function createNetworkControl({ faults }: Playground): NetworkControl {
  let current: NetworkCondition = 'normal';
  return {
    current: () => current,
    set: network => {
      faults.clear();
      current = network;
      if (network === 'slow') faults.delay(SLOW_MS, '**', Number.POSITIVE_INFINITY);
    },
    apply: () => {
      if (current === 'rate-limited') {
        // A few refusals per request, to show how the bot waits and continues.
        faults.clear();
        faults.rateLimit('GET /channels/**', { times: 2, retryAfterMs: RETRY_AFTER_MS });
        faults.rateLimit('PATCH /webhooks/**', { times: 1, retryAfterMs: RETRY_AFTER_MS });
      }
      if (current === 'dropping') {
        faults.clear();
        faults.breakConnection('GET /channels/**');
        faults.loseAnswer('PATCH /webhooks/**');
      }
    },
    // Not earlier: an interaction that the bot has not received would arrive with the next connection, too late to be
    // answered.
    applyOnceAnswered: () => {
      if (current === 'dropping') faults.dropGateways();
    },
  };
}
