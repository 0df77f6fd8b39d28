import { AsyncLocalStorage } from 'node:async_hooks';
import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const fields = new AsyncLocalStorage<object>();

/** Adds these fields to everything that is logged while `work` runs. */
export function withLogFields<Result>(added: object, work: () => Result): Result {
  return fields.run({ ...fields.getStore(), ...added }, work);
}

export function readLogFields(): object {
  return { ...fields.getStore() };
}

/** Logs `noun-verb` events with ids and counts as JSON lines on stderr; stdout is only for results. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null, mixin: readLogFields }, pino.destination({ dest: 2, sync: true }));
}
