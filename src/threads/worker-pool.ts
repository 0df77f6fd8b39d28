import { type Transferable, Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { WorkerTasks } from '../app/ports.ts';
import { OutOfMemoryError, UserError } from '../errors.ts';
import type { FromThread, ToThread } from './serve-tasks.ts';

type WorkerPoolOptions = {
  /** The module that a thread runs; it calls `serveTasks`. */
  readonly entry: URL;
  /** How many tasks run at once; others wait for their turn. */
  readonly threads: number;
  /** What a task may keep on its heap. One that needs more fails, see `WorkerTasks`. */
  readonly heapMb: number;
  /** How long a thread without work is kept. */
  readonly idleMs?: number;
};

export type WorkerPool = WorkerTasks & { readonly stop: () => Promise<void> };

type Thread = {
  readonly ask: (message: ToThread, transfer?: readonly Transferable[]) => Promise<FromThread>;
  readonly end: () => Promise<unknown>;
  readonly setIdle: (isIdle: boolean) => void;
};

/** Threads that end soon after their last task, so that their memory is given back. */
const usualIdleMs = 2_000;

/** Runs long work in threads, so that the event loop stays free. */
export function createWorkerPool({
  entry,
  threads,
  heapMb,
  idleMs = usualIdleMs,
}: WorkerPoolOptions): WorkerPool {
  const idle = new Map<Thread, NodeJS.Timeout>();
  const all = new Set<Thread>();
  const turns = new PQueue({ concurrency: threads });
  const start = (): Thread => {
    const thread = startThread(entry, heapMb);
    all.add(thread);
    return thread;
  };
  const take = (): Thread => {
    const [known] = idle.keys();
    if (known === undefined) return start();
    clearTimeout(idle.get(known));
    idle.delete(known);
    known.setIdle(false);
    return known;
  };
  const end = async (thread: Thread) => {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    all.delete(thread);
    await thread.end();
  };
  const release = (thread: Thread) => {
    thread.setIdle(true);
    idle.set(thread, setTimeout(() => void end(thread), idleMs).unref());
  };

  async function* run(
    task: string,
    input: unknown,
    {
      signal,
      transfer,
    }: { readonly signal?: AbortSignal | undefined; readonly transfer?: readonly ArrayBuffer[] } = {},
  ): AsyncGenerator<unknown, unknown, unknown> {
    const leave = await takeTurn(turns, signal);
    const thread = take();
    const stop = () => void end(thread);
    signal?.addEventListener('abort', stop, { once: true });
    let isDone = false;
    try {
      signal?.throwIfAborted();
      let message = await thread.ask({ task, input }, transfer);
      while (message.kind === 'piece') {
        const answer = yield message.value;
        message = await thread.ask({ answer });
      }
      isDone = true;
      if (message.kind === 'failed') throw toError(message);
      return message.value;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      if (isDone && all.has(thread)) release(thread);
      else await end(thread);
      leave();
    }
  }
  return {
    run: run as WorkerTasks['run'],
    stop: async () => {
      await Promise.all([...all].map(end));
    },
  };
}

function startThread(entry: URL, heapMb: number): Thread {
  const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
  let waiting: PromiseWithResolvers<FromThread> | undefined;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    waiting?.reject(failure);
  };
  worker.on('message', (message: FromThread) => waiting?.resolve(message));
  worker.on('error', error => fail(isOutOfMemory(error) ? new OutOfMemoryError() : error));
  worker.on('exit', () => fail(new Error('the thread ended')));
  return {
    ask: async (message, transfer = []) => {
      if (failure !== undefined) throw failure;
      waiting = Promise.withResolvers();
      worker.postMessage(message, transfer);
      return waiting.promise;
    },
    end: () => worker.terminate(),
    // A thread without work does not keep the process alive.
    setIdle: isIdle => (isIdle ? worker.unref() : worker.ref()),
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function toError({ error, userError }: Extract<FromThread, { readonly kind: 'failed' }>): unknown {
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
