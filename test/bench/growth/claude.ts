import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClaude } from '../../../demo/claude/claude.ts';

export const secondsPerCall = 20;
/** What a third party gives for each model at the tier Scale (October 2026). */
export const perMinute = { requests: 4_000, inputTokens: 4_000_000, outputTokens: 800_000 };

export type ClaudeFigures = {
  readonly calls: number;
  /** Answered with 429. */
  readonly limited: number;
  readonly mostAtOnce: number;
  readonly atOnce: number;
};

/** A stand-in that takes its time for each call, in a process of its own. */
export async function startClaude() {
  const child = fork(fileURLToPath(import.meta.url), ['--serve'], { stdio: 'inherit' });
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    read: async (): Promise<ClaudeFigures> => {
      child.send('read');
      const [figures] = (await once(child, 'message')) as [ClaudeFigures];
      return figures;
    },
    stop: () => child.kill(),
  };
}

async function serve(): Promise<void> {
  const claude = await createClaude({
    pace: { firstByteMs: secondsPerCall * 1_000 },
    rateLimit: perMinute,
  });
  const isCall = ({ path }: { readonly path: string }) => path === '/v1/messages';
  const seen = new Set<string>();
  let [limited, mostAtOnce, atOnce] = [0, 0, 0];
  // The stand-in keeps only its last requests.
  const look = () => {
    const calls = claude.requests.filter(isCall);
    atOnce = calls.filter(({ outcome }) => outcome === 'open').length;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    for (const { id, status, outcome } of calls) {
      if (outcome === 'open' || seen.has(id)) continue;
      seen.add(id);
      if (status === 429) limited += 1;
    }
  };
  setInterval(look, 250).unref();
  process.on('message', () => {
    look();
    process.send?.({ calls: seen.size, limited, mostAtOnce, atOnce });
  });
  process.on('disconnect', () => process.exit());
  process.send?.(claude.url);
}

if (process.argv[2] === '--serve') await serve();
