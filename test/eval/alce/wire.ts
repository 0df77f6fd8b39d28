import type { Engine } from '../../../src/app/ports.ts';
import { summarize } from '../../../src/app/summarize.ts';
import type { Detail, Summary } from '../../../src/core/claims/summary.ts';
import { connectEngines } from '../../../src/engines.ts';
import { createLogger } from '../../../src/log.ts';
import { createClaude } from '../../../src/playground/claude/server.ts';
import type { GoodClaim } from '../material.ts';
import type { WrittenClaim as FaultyClaim } from '../noisy-writer.ts';
import { createRandom } from '../random.ts';
import { createHumanWriter, type WriterRates } from './human-writer.ts';
import type { HumanTalk } from './talks.ts';

/** What became of a conversation that a writer with faults wrote about. */
export type WireRun = {
  readonly talk: HumanTalk;
  /** What was sent over the wire as the draft. */
  readonly sent: readonly FaultyClaim[];
  readonly verified: Summary;
  readonly repaired: Summary;
};

const never = new AbortController().signal;

/** The whole way from a conversation to what a reader gets. */
export function runEngine({ conversation }: HumanTalk, engine: Engine, detail: Detail): Promise<Summary> {
  return summarize(
    conversation,
    { detail, zone: 'UTC', window: {} },
    { engine, newId: () => 'measured' },
    never,
  );
}

/**
 * Has the writer play Claude on a server of its own, and our client talk to it: each conversation once as if there
 * were no repair call, and once as it is, over the same draft.
 */
export async function runWire(
  talks: readonly HumanTalk[],
  pool: readonly GoodClaim[],
  rates: WriterRates,
  seed: number,
): Promise<readonly WireRun[]> {
  const claude = await createClaude();
  try {
    const { engine } = await connectEngines(
      { apiKey: claude.apiKey, baseUrl: claude.url, model: 'claude-sonnet-5-5', judges: false },
      createLogger('silent'),
      never,
    );
    const runs: WireRun[] = [];
    for (const [at, talk] of talks.entries()) {
      const run = async (engineOfRun: Engine) => {
        const writer = createHumanWriter(talk.claims, pool, createRandom(seed + at), rates);
        claude.writer = writer.write;
        return { summary: await runEngine(talk, engineOfRun, 'standard'), sent: writer.sent };
      };
      const { summary: verified, sent } = await run({ name: engine.name, draft: engine.draft });
      const { summary: repaired } = await run(engine);
      runs.push({ talk, sent, verified, repaired });
    }
    return runs;
  } finally {
    await claude.close();
  }
}
