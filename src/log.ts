import { AsyncLocalStorage } from 'node:async_hooks';
import { type Logger, pino } from 'pino';
import { UserError } from './errors.ts';

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

/** The part of an error that may be logged: never its message, which may contain people's words, but its code or the places of its stack. */
export function toLoggedError(error: unknown): object {
  if (error instanceof UserError) return { code: error.code };
  if (!(error instanceof Error)) return { thrown: typeof error };
  const { name, message, stack = '' } = error;
  const places = stack.slice(Math.max(stack.indexOf(message), 0) + message.length);
  return {
    name,
    ...('code' in error && { code: error.code }),
    stack: places.split('\n').filter(line => /^\s+at /.test(line)),
  };
}
