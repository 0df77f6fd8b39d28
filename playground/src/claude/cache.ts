import { createHash } from 'node:crypto';
import type { CacheLife } from './checks/blocks.ts';
import { type CheckedRequest, countPreamble } from './checks/request.ts';
import { countTokens } from './tokens.ts';

/** The input of one call as it is billed. */
export type CachedInput = {
  readonly readTokens: number;
  readonly writtenTokens: number;
  readonly writtenLife: CacheLife;
  /** Tokens that were neither read from the cache nor written to it. */
  readonly freshTokens: number;
  /** To be called when the answer starts: only then can other calls read what this one wrote. */
  readonly commit: () => void;
};

/** The prompts that the stand-in has answered. */
export type PromptCache = {
  readonly look: (request: CheckedRequest) => CachedInput;
  readonly clear: () => void;
};

const lifeMs: Readonly<Record<CacheLife, number>> = { '5m': 5 * 60_000, '1h': 60 * 60_000 };
/** How many blocks before a breakpoint are searched for an older entry. */
const LOOKED_BACK = 20;

/**
 * The prompt cache: prefixes up to a breakpoint, keyed by model, schema, tools, system and blocks. Reading an entry
 * renews its lifetime. Here the key ignores thinking and effort, though changing them can cause a miss in the real
 * cache.
 */
export function createPromptCache(now: () => number): PromptCache {
  const entries = new Map<string, { endsMs: number; readonly lifeMs: number }>();
  const isAlive = (key: string) => (entries.get(key)?.endsMs ?? Number.NEGATIVE_INFINITY) > now();

  return {
    clear: () => entries.clear(),
    look: request => {
      const prefixes = toPrefixes(request);
      const breakpoints = prefixes.filter(
        ({ life, tokens }) => life !== null && tokens >= request.model.cacheMinimumTokens,
      );
      const last = breakpoints.at(-1);
      const hit = prefixes.findLast(
        ({ key, index }) =>
          isAlive(key) && breakpoints.some(each => each.index >= index && each.index - index <= LOOKED_BACK),
      );
      const readTokens = hit?.tokens ?? 0;
      const writtenTokens = Math.max(0, (last?.tokens ?? 0) - readTokens);
      return {
        readTokens,
        writtenTokens,
        writtenLife: last?.life ?? '5m',
        freshTokens: request.inputTokens - readTokens - writtenTokens,
        commit: () => {
          const read = hit && entries.get(hit.key);
          if (read) read.endsMs = now() + read.lifeMs;
          for (const { key, life } of breakpoints) {
            const kept = lifeMs[life ?? '5m'];
            if (!isAlive(key)) entries.set(key, { endsMs: now() + kept, lifeMs: kept });
          }
        },
      };
    },
  };
}

type Prefix = {
  readonly index: number;
  readonly key: string;
  readonly tokens: number;
  readonly life: CacheLife | null;
};

function toPrefixes({ model, schema, parts }: CheckedRequest): readonly Prefix[] {
  let key = hash(model.info.id, JSON.stringify(schema));
  let tokens = countPreamble(schema);
  return parts.map(({ role, type, text, cache }, index) => {
    key = hash(key, role, type, text);
    tokens += countTokens(text);
    return { index, key, tokens, life: cache };
  });
}

function hash(...pieces: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(pieces)).digest('base64');
}
