import { expect } from 'vitest';
import type { Engine } from '../../src/app/ports.ts';
import type { Payer } from '../../src/app/usage/ports.ts';
import type { EngineReason } from '../../src/core/claims/summary.ts';
import { sure } from '../sure.ts';

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
      const draft = sure(drafts[count - 1]);
      return draft;
    },
  };
}
