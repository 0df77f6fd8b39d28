import type { Faults } from '@footnote/playground/discord';

/** What a request meets. */
export type FaultKind = {
  readonly name: string;
  /** Whether it meets one request; the others meet all requests of the route. */
  readonly isOnce: boolean;
  /** After this long Discord is well again; otherwise only when nothing more happens. */
  readonly endsAfterMs?: number;
  /** How long the bot may try again what it was refused. */
  readonly lingersMs?: number;
  /** How long an action may take with it; default 15 s. */
  readonly patienceMs?: number;
  readonly strike: (faults: Faults, route: string) => void;
};

const always = 1_000_000;

export const faultKinds: readonly FaultKind[] = [
  {
    name: '429 short',
    isOnce: true,
    strike: (faults, route) => faults.rateLimit(route, { retryAfterMs: 300 }),
  },
  {
    name: '429 long',
    isOnce: true,
    lingersMs: 5_500,
    strike: (faults, route) => faults.rateLimit(route, { retryAfterMs: 5_000 }),
  },
  { name: '500', isOnce: true, strike: (faults, route) => faults.failWith(500, route) },
  {
    name: '502 for 4 s',
    isOnce: false,
    endsAfterMs: 4_000,
    strike: (faults, route) => faults.failWith(502, route, always),
  },
  { name: 'reset', isOnce: true, strike: (faults, route) => faults.breakConnection(route) },
  { name: 'done but 500', isOnce: true, strike: (faults, route) => faults.failAfter(500, route) },
  {
    name: 'delay 2 s',
    isOnce: false,
    // Some actions make ten such requests, one after the other.
    patienceMs: 60_000,
    strike: (faults, route) => faults.delay(2_000, route, always),
  },
  { name: '404', isOnce: false, strike: (faults, route) => faults.failWith(404, route, always) },
  { name: '403', isOnce: false, strike: (faults, route) => faults.failWith(403, route, always) },
];
