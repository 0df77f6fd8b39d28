import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Logs `noun-verb` events with ids and counts as JSON lines on stderr; results have stdout to themselves. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }));
}
