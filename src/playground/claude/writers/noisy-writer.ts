import { createRandom } from '../random.ts';
import { parseConversation } from './conversation.ts';
import { inventClaim, type NoiseContext, type SpoilerName, spoilers } from './noises.ts';
import type { ReceivedPrompt, Writer, WrittenClaim } from './writer.ts';

/** What can be made wrong about a draft. */
export type Noise = SpoilerName | 'invented-claim';

/** All of them, in the order in which they are tried. */
export const noises: readonly Noise[] = [...toNames(spoilers), 'invented-claim'];

function toNames<Table extends Readonly<Record<string, unknown>>>(table: Table): readonly (keyof Table)[] {
  return Object.keys(table);
}

/** One thing that was made wrong, for a measurement to look for. */
export type Injection = {
  readonly noise: Noise;
  /** Which call of the writer, from 0, and which claim of its answer as sent, from 0. */
  readonly call: number;
  readonly index: number;
  /** The claim as it should be; null for an invented one. */
  readonly before: WrittenClaim | null;
  readonly after: WrittenClaim;
};

/** How often what is made wrong. */
export type NoisyOptions = {
  readonly seed: number;
  /**
   * How often each noise strikes, 0 to 1: of the claims that it can be done to and that no noise before it has struck.
   * For an invented claim: of all claims, after which it is added.
   */
  readonly rates: Readonly<Partial<Record<Noise, number>>>;
};

/** A writer with the record of what it made wrong. */
export type NoisyWriter = {
  readonly write: Writer;
  /** Everything that was made wrong so far. */
  readonly injected: readonly Injection[];
  /** How many claims each noise could have struck so far: what its rate is of. */
  readonly chances: ReadonlyMap<Noise, number>;
  /** The claims as sent that were left as they were. */
  readonly untouched: readonly {
    readonly call: number;
    readonly index: number;
    readonly claim: WrittenClaim;
  }[];
};

/** Lets another writer write, then makes some of its claims wrong, at most one thing a claim, and keeps the record. */
export function createNoisyWriter(inner: Writer, { seed, rates }: NoisyOptions): NoisyWriter {
  const random = createRandom(seed);
  const injected: Injection[] = [];
  const untouched: { call: number; index: number; claim: WrittenClaim }[] = [];
  const chances = new Map<Noise, number>();
  let calls = 0;

  const strikes = (noise: Noise): boolean => {
    chances.set(noise, (chances.get(noise) ?? 0) + 1);
    return random() < (rates[noise] ?? 0);
  };

  const spoil = (
    claim: WrittenClaim,
    context: NoiseContext,
  ): { noise: Noise; after: WrittenClaim } | null => {
    for (const noise of toNames(spoilers)) {
      if (!rates[noise]) continue;
      const after = spoilers[noise](claim, context);
      if (after && strikes(noise)) return { noise, after };
    }
    return null;
  };

  return {
    injected,
    untouched,
    chances,
    write: async (prompt: ReceivedPrompt) => {
      const written = await inner(prompt);
      const call = calls;
      calls += 1;
      if (typeof written === 'string') return written;
      const context = { messages: parseConversation(prompt.text), random };
      const sent: WrittenClaim[] = [];
      for (const claim of written) {
        const spoiled = spoil(claim, context);
        if (spoiled) injected.push({ ...spoiled, call, index: sent.length, before: claim });
        else untouched.push({ call, index: sent.length, claim });
        sent.push(spoiled?.after ?? claim);
        if (!rates['invented-claim'] || !strikes('invented-claim')) continue;
        const after = inventClaim(context);
        if (!after) continue;
        injected.push({ noise: 'invented-claim', call, index: sent.length, before: null, after });
        sent.push(after);
      }
      return sent;
    },
  };
}
