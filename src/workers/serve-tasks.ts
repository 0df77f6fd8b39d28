import { UserError, type UserErrorCode } from '../errors.ts';

export type ToWorker = { readonly task: string; readonly input: unknown } | { readonly answer: unknown };

export type FromWorker =
  | { readonly kind: 'piece'; readonly value: unknown }
  | { readonly kind: 'done'; readonly value: unknown }
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      readonly userError?: { readonly code: UserErrorCode; readonly message: string };
    };

/** Work that yields its results in pieces, and gets an answer to each. */
// biome-ignore lint/suspicious/noExplicitAny: each task has its own types, which `WorkerTasks` relates by its name.
export type Task = (input: any) => AsyncGenerator<unknown, unknown, any>;

/** Runs the tasks that the pool of this process asks for, one after the other. */
export function serveTasks(tasks: Readonly<Record<string, Task>>): void {
  // They reach the bot as well, which ends this process when it has stopped.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  let running: AsyncGenerator<unknown, unknown, unknown> | undefined;
  const advance = async (message: ToWorker): Promise<FromWorker> => {
    try {
      if ('task' in message) running = tasks[message.task]?.(message.input);
      if (running === undefined) throw new Error('no such task');
      const { done, value } = await running.next('answer' in message ? message.answer : undefined);
      if (!done) return { kind: 'piece', value };
      running = undefined;
      return { kind: 'done', value };
    } catch (error) {
      running = undefined;
      if (!(error instanceof UserError)) return { kind: 'failed', error };
      return { kind: 'failed', error: null, userError: { code: error.code, message: error.message } };
    }
  };
  process.on('message', async message => process.send?.(await advance(message as ToWorker)));
}
