import { onTestFinished, vi } from 'vitest';
import { startScript } from '../start-script.ts';

/** Starts the demo as npm does, in the browser's time zone, and waits for its summary. Returns the address of its page. */
export async function startDemo(end: (stop: () => Promise<void>) => void = onTestFinished): Promise<string> {
  const demo = startScript('demo/demo.ts', { TZ: 'Europe/Berlin' });
  end(async () => {
    demo.kill('SIGINT');
    await demo.ended;
  });
  const find = () =>
    /^.*in a browser: +(http:\/\/[\d.:]+\/)\n(?=.*\nWhat to try next\n)/s.exec(demo.stdout())?.[1];
  return vi.waitUntil(find, { timeout: 110_000 });
}
