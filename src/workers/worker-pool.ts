import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import PQueue from 'p-queue';
import type { WorkerTasks } from '../app/worker-tasks.ts';
import { OutOfMemoryError, UserError } from '../errors.ts';
import type { FromWorker, ToWorker } from './serve-tasks.ts';

type WorkerPoolOptions = {
  readonly entry: URL;
  /** What a task may keep on its heap. One that needs more fails, see `WorkerTasks`. */
  readonly heapMb: number;
  readonly idleMs?: number;
};

export type WorkerPool = WorkerTasks & { readonly stop: () => Promise<void> };

type Worker = {
  readonly ask: (message: ToWorker) => Promise<FromWorker>;
  readonly hasEnded: () => boolean;
  readonly end: () => Promise<unknown>;
  readonly setIdle: (isIdle: boolean) => void;
};

/** A worker ends soon after its last task, so that its memory is given back. */
const usualIdleMs = 2_000;

/** As `nice` counts. */
const lowestPriority = 19;

/** Runs long work in a process of its own, one task after the other. V8 ends the whole process if a thread's heap grows too slowly. */
export function createWorkerPool({ entry, heapMb, idleMs = usualIdleMs }: WorkerPoolOptions): WorkerPool {
  const turns = new PQueue({ concurrency: 1 });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = async () => {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.end();
  };

  async function* run(
    task: string,
    input: unknown,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<unknown, unknown, unknown> {
    const leave = await takeTurn(turns, signal);
    const stop = () => void end();
    signal?.addEventListener('abort', stop, { once: true });
    let isDone = false;
    try {
      signal?.throwIfAborted();
      clearTimeout(idle);
      // One that died while it had nothing to do is replaced.
      if (!worker || worker.hasEnded()) worker = startWorker(entry, heapMb);
      const own = worker;
      own.setIdle(false);
      let message = await own.ask({ task, input });
      while (message.kind === 'piece') {
        const answer = yield message.value;
        message = await own.ask({ answer });
      }
      isDone = true;
      own.setIdle(true);
      if (message.kind === 'failed') throw toError(message);
      return message.value;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      if (isDone) idle = setTimeout(stop, idleMs).unref();
      else await end();
      leave();
    }
  }
  return { run: run as WorkerTasks['run'], stop: end };
}

function startWorker(entry: URL, heapMb: number): Worker {
  const child = fork(fileURLToPath(entry), {
    execArgv: [`--max-old-space-size=${heapMb}`],
    // It reads files of strangers, and needs no secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // On a busy machine, the event loop of the bot comes first.
  if (child.pid !== undefined) setPriority(child.pid, Math.min(getPriority() + 10, lowestPriority));
  const ended = once(child, 'exit').catch(() => undefined);
  let waiting: PromiseWithResolvers<FromWorker> | undefined;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    waiting?.reject(failure);
  };
  child.on('message', (message: FromWorker) => waiting?.resolve(message));
  child.on('error', fail);
  child.on('exit', (code, signal) =>
    fail(isOutOfMemory(code, signal) ? new OutOfMemoryError() : new Error('the worker ended')),
  );
  return {
    ask: async message => {
      if (failure !== undefined) throw failure;
      waiting = Promise.withResolvers();
      // If it cannot be sent, the process has ended, and says why.
      child.send(message, () => undefined);
      return waiting.promise;
    },
    hasEnded: () => failure !== undefined,
    end: () => {
      fail(new Error('the worker was stopped'));
      child.ref();
      child.kill('SIGKILL');
      return ended;
    },
    // A worker without work does not keep the process alive.
    setIdle: isIdle => {
      for (const each of [child, child.channel]) isIdle ? each?.unref() : each?.ref();
    },
  };
}

/** V8 aborts at the limit of the heap; the system kills a process that needs more memory than there is. */
function isOutOfMemory(code: number | null, signal: NodeJS.Signals | null): boolean {
  return code === 134 || signal === 'SIGABRT' || signal === 'SIGKILL';
}

function toError({ error, userError }: Extract<FromWorker, { readonly kind: 'failed' }>): unknown {
  return userError === undefined ? error : new UserError(userError.code, userError.message);
}

/** Resolves when it is this caller's turn, with what to call at the end. */
async function takeTurn(turns: PQueue, signal?: AbortSignal): Promise<() => void> {
  const end = Promise.withResolvers<void>();
  return new Promise((resolve, reject) => {
    const hold = () => {
      resolve(end.resolve);
      return end.promise;
    };
    turns.add(hold, { ...(signal && { signal }) }).catch(reject);
  });
}
