import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Stalls, watchStalls } from './stalls.ts';

/** What a process says of its event loop and memory between "begin" and "end". */
export type LoopFigures = Stalls & {
  /** The longest of `monitorEventLoopDelay`. */
  readonly delayMs: number;
  readonly rssMb: number;
};

// Imported with `--import` into the process that is measured, which has an IPC channel.
const delay = monitorEventLoopDelay({ resolution: 1 });
let endWatch: (() => Promise<Stalls>) | undefined;
process.on('message', async message => {
  if (message === 'begin') {
    endWatch = await watchStalls();
    delay.enable();
    delay.reset();
    process.send?.('watching');
  }
  if (message === 'end') {
    const delayMs = delay.max / 1e6;
    delay.disable();
    const stalls = await endWatch?.();
    process.send?.({ ...stalls, delayMs, rssMb: process.memoryUsage.rss() / 1e6 });
  }
  if (message === 'memory') process.send?.(process.memoryUsage.rss() / 1e6);
});
process.channel?.unref();
