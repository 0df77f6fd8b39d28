import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Logs `noun-verb` events with ids and counts as JSON lines on stderr; stdout is only for results. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
}
