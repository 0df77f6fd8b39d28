import type { Playground } from '../discord/server.ts';
import type { Weather } from './shapes.ts';

/** How slow a slow Discord is: a summary takes some seconds, the first answer still comes in time. */
const SLOW_MS = 500;
const RETRY_AFTER_MS = 500;

/** Discord's good and bad days as the page's knob makes them. */
export type WeatherControl = {
  readonly current: () => Weather;
  readonly set: (weather: Weather) => void;
  /** Lets it strike: called whenever somebody asks the bot for something. */
  readonly strike: () => void;
  /** Strikes once more when the bot has taken it on. */
  readonly strikeAgain: () => void;
};

/** Turns a named weather into faults of this playground, anew for each thing that somebody does. */
export function createWeather({ faults }: Playground): WeatherControl {
  let current: Weather = 'fair';
  return {
    current: () => current,
    set: weather => {
      faults.clear();
      current = weather;
      if (weather === 'slow') faults.delay(SLOW_MS, '**', Number.POSITIVE_INFINITY);
    },
    strike: () => {
      if (current === 'rate-limited') {
        // Each thing done meets a few refusals, not a wall: what is to be seen is that the bot waits and goes on.
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
    // Only now: what nobody has heard of yet would be told on the next connection, and by then it is too late for it.
    strikeAgain: () => {
      if (current === 'dropping') faults.dropGateways();
    },
  };
}
