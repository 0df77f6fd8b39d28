import type { Playground } from '../discord/server.ts';
import type { NetworkCondition } from './shapes.ts';

/** How slow a slow Discord is: a summary takes some seconds, the first answer still comes in time. */
const SLOW_MS = 500;
const RETRY_AFTER_MS = 500;

/** Simulates a slow or failing Discord, as chosen in the page's toolbar. */
export type NetworkControl = {
  readonly current: () => NetworkCondition;
  readonly set: (network: NetworkCondition) => void;
  /** Lets it apply: called whenever somebody asks the bot for something. */
  readonly apply: () => void;
  /** Called once the bot has acknowledged the request. */
  readonly applyOnceAnswered: () => void;
};

/** Turns a named network condition into faults of this playground, again for each request to the bot. */
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
        // A few refusals for each request, so that one sees the bot wait and go on.
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
    // Not earlier: an interaction that the bot has not received would arrive with the next connection, too late to be answered.
    applyOnceAnswered: () => {
      if (current === 'dropping') faults.dropGateways();
    },
  };
}
