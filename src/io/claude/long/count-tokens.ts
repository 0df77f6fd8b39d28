import { createTimeLimit } from '../call/time-limit.ts';
import type { ClaudeParts } from '../engine.ts';
import { toBounded } from '../models/token-scale.ts';

const countWithinMs = 5_000;

/**
 * How many tokens a text has for each that was estimated: counted by the API, which is free, or, where that fails, as
 * learned from the calls so far.
 */
export async function countTokenScale(
  text: string,
  estimated: number,
  { client, model, scales, log }: ClaudeParts,
  signal: AbortSignal,
): Promise<number> {
  try {
    const { input_tokens } = await client.messages.countTokens(
      { model, messages: [{ role: 'user', content: text }] },
      { signal: createTimeLimit(signal, countWithinMs).signal },
    );
    const scale = toBounded(input_tokens / estimated);
    log.debug({ model, scale, charactersPerToken: text.length / input_tokens }, 'tokens-counted');
    return scale;
  } catch {
    signal.throwIfAborted();
    const scale = scales.of(model, text);
    log.info({ model, scale }, 'tokens-estimated');
    return scale;
  }
}
