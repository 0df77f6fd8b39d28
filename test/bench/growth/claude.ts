import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClaude } from '../../../demo/claude/claude.ts';

export const secondsPerCall = 20;
/** What a third party gives for each model in a minute at the tier Scale (October 2026). */
const scale = { requests: 4_000, inputTokens: 4_000_000, outputTokens: 800_000 };

export type ClaudeFigures = {
  readonly calls: number;
  /** Answered with 429. */
  readonly limited: number;
  readonly mostAtOnce: number;
  readonly atOnce: number;
  /** What all prompts to the busiest model took, from the cache too, in tokens, estimated by their length. */
  readonly promptTokens: number;
};

const charactersPerToken = 3.5;

/** A stand-in that takes its time for each call and has so many times the limits of the tier, in a process of its own. */
export async function startClaude(times: number) {
  const child = fork(fileURLToPath(import.meta.url), ['--serve', String(times)], { stdio: 'inherit' });
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

async function serve(times: number): Promise<void> {
  const claude = await createClaude({
    pace: { firstByteMs: secondsPerCall * 1_000 },
    rateLimit: {
      requests: scale.requests * times,
      inputTokens: scale.inputTokens * times,
      outputTokens: scale.outputTokens * times,
    },
  });
  const isCall = ({ path }: { readonly path: string }) => path === '/v1/messages';
  const seen = new Set<string>();
  const tokens = new Map<string, number>();
  let [limited, mostAtOnce, atOnce] = [0, 0, 0];
  // The stand-in keeps only its last requests.
  const look = () => {
    const calls = claude.requests.filter(isCall);
    atOnce = calls.filter(({ outcome }) => outcome === 'open').length;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    for (const { id, status, outcome, body } of calls) {
      if (outcome === 'open' || seen.has(id)) continue;
      seen.add(id);
      if (status === 429) limited += 1;
      const { model } = body as { readonly model: string };
      tokens.set(model, (tokens.get(model) ?? 0) + JSON.stringify(body).length / charactersPerToken);
    }
  };
  setInterval(look, 250).unref();
  process.on('message', () => {
    look();
    const promptTokens = Math.round(Math.max(0, ...tokens.values()));
    process.send?.({ calls: seen.size, limited, mostAtOnce, atOnce, promptTokens });
  });
  process.on('disconnect', () => process.exit());
  process.send?.(claude.url);
}

if (process.argv[2] === '--serve') await serve(Number(process.argv[3]));
