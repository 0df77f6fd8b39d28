import { expect } from 'vitest';
import { extractiveEngine } from '../../src/app/extractive.ts';
import type { Engine, EngineRequest } from '../../src/app/ports.ts';
import type { Payer } from '../../src/app/usage/ports.ts';
import type { EngineReason } from '../../src/core/claims/summary.ts';
import { sure } from '../sure.ts';

/** An engine that writes these claims, whatever it is asked. */
export function createWriting(...claims: readonly object[]): Engine {
  return {
    name: 'writing',
    draft: async (_, onClaim) => {
      for (const claim of claims) onClaim(claim);
      return { engine: { name: 'writing' }, usage: null, failure: null };
    },
  };
}

/** A claim as a model writes it. */
export const fact = (text: string, position: number, quote: string) => ({
  text,
  kind: 'fact' as const,
  evidence: [{ position, quote }],
});

/** Claims of what `fill` says. One has to be clarified, so that there is a review. */
export const fairClaims = [
  { ...fact('The school fair is on 21 March.', 1, 'The school fair is on 21 March'), kind: 'key_point' },
  fact('Parking behind the gym was allowed.', 7, 'Parking behind the gym was allowed'),
  {
    ...fact(
      'Zoe says that the loudspeakers from 2024 still work.',
      5,
      'The loudspeakers from 2024 still work',
    ),
    speakers: ['Zoe'],
  },
];

/** Writes each message as a claim of one matter. */
export const literalEngine: Engine = {
  name: 'literal',
  draft: async ({ evidence }, onClaim) => {
    const matter = { number: 1, topic: 'Literally', title: '', continues: null };
    for (const { position, text } of evidence.messages)
      onClaim({ kind: 'key_point', text, matter, evidence: [{ position, quote: text }] });
    return { engine: { name: 'literal' }, usage: null, failure: null };
  },
};

/** What a writer adds to its claims: one matter for each topic, going on with the earlier one that has this topic. */
export function createMatters({ memory = [] }: Pick<EngineRequest, 'memory'>) {
  const numbers = new Map<string, number>();
  return (topic: string) => {
    const number = numbers.get(topic) ?? numbers.size + 1;
    numbers.set(topic, number);
    const isThis = ({ title }: { readonly title: string }) => title.toLowerCase() === topic.toLowerCase();
    return { matter: { number, topic, title: topic, continues: memory.findIndex(isThis) + 1 } };
  };
}

/** An engine that waits until it is let go, so that a test can do something between reading and showing. */
export function createHeldEngine() {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const engine: Engine = {
    name: 'held',
    draft: async (request, onClaim, signal) => {
      reached.resolve();
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      await Promise.race([released.promise, aborted]);
      return extractiveEngine.draft(request, onClaim, signal);
    },
  };
  return { engine, reached: reached.promise, release: released.resolve };
}

/** One draft that a test writes word by word. */
export type Dictation = {
  readonly signal: AbortSignal;
  readonly payer: Payer | undefined;
  /** Hands over a claim that quotes the message that begins so. */
  readonly claim: (start: string) => void;
  readonly end: (failure?: EngineReason) => void;
};

/** An engine that writes what a test tells it, when it tells it. */
export function createDictatedEngine() {
  const drafts: Dictation[] = [];
  const engine: Engine = {
    name: 'dictated',
    draft: ({ evidence, payer }, onClaim, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Engine['draft']>>>();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      drafts.push({
        signal,
        payer,
        claim: start => {
          const message = sure(evidence.messages.find(({ text }) => text.startsWith(start)));
          const { position, text } = message;
          onClaim({ text, kind: 'key_point', evidence: [{ position, quote: text }] });
        },
        end: (failure = undefined) =>
          resolve({ engine: { name: 'dictated' }, usage: null, failure: failure ?? null }),
      });
      return promise;
    },
  };
  return {
    engine,
    count: () => drafts.length,
    /** The draft of this number, from 1, once it is begun. */
    begun: async (count = 1): Promise<Dictation> => {
      await expect.poll(() => drafts.length, { interval: 10 }).toBeGreaterThanOrEqual(count);
      return sure(drafts[count - 1]);
    },
  };
}
