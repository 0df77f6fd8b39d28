import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toCpuMs } from '../cpu.ts';
import type { Row } from '../eval/table.ts';

const tickMs = 5;

/** The longest times between two ticks of a timer, in ms; each is of the tick at which it was longest. */
export type Stalls = {
  readonly ms: number;
  /** Without the time in which the thread was ready to run and waited for a core. */
  readonly onCoreMs: number;
  readonly cpuMs: number;
  /** Of an idle process beside it: what the machine alone adds. */
  readonly idleMs: number;
};

/** Watches the event loop of this process, and of an idle one, until the returned function is called. */
export async function watchStalls(): Promise<() => Promise<Stalls>> {
  const idle = fork(fileURLToPath(import.meta.url), ['--idle']);
  await once(idle, 'message');
  const end = watchTicks();
  return async () => {
    const own = end();
    idle.send('end');
    const [{ ms }] = (await once(idle, 'message')) as [ReturnType<typeof end>];
    return { ...own, idleMs: ms };
  };
}

function watchTicks(): () => Omit<Stalls, 'idleMs'> {
  const now = () => ({
    at: performance.now(),
    waited: readThread(process.pid).waitedMs,
    cpu: process.threadCpuUsage(),
  });
  const longest = { ms: 0, onCoreMs: 0, cpuMs: 0 };
  let last = now();
  const tick = () => {
    const next = now();
    const ms = next.at - last.at;
    longest.ms = Math.max(longest.ms, ms);
    longest.onCoreMs = Math.max(longest.onCoreMs, ms - (next.waited - last.waited));
    longest.cpuMs = Math.max(longest.cpuMs, toCpuMs(last.cpu));
    last = next;
  };
  const timer = setInterval(tick, tickMs);
  return () => {
    clearInterval(timer);
    tick();
    return longest;
  };
}

/** For how long the main thread of a process has run, and has waited for a core, by Linux's scheduler. */
export function readThread(pid: number): { readonly ranMs: number; readonly waitedMs: number } {
  const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  return { ranMs: (ran ?? 0) / 1e6, waitedMs: (waited ?? 0) / 1e6 };
}

export function toStallRows(stalls: readonly Stalls[]): readonly Row[] {
  const toRow = (name: string, value: (each: Stalls) => number): Row => [
    name,
    ...stalls.map(each => value(each).toFixed(0)),
  ];
  return [
    toRow('longest stall, ms', ({ ms }) => ms),
    toRow('  of an idle process', ({ idleMs }) => idleMs),
    toRow('  without waiting for a core', ({ onCoreMs }) => onCoreMs),
    toRow('  CPU', ({ cpuMs }) => cpuMs),
  ];
}

if (process.argv[2] === '--idle') {
  const end = watchTicks();
  process.once('disconnect', () => process.exit());
  process.once('message', () => process.send?.(end(), () => process.exit()));
  process.send?.('ready');
}
