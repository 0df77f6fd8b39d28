import type { ClaudeRequest } from '../request.ts';

/** How much of the room for its answer a call fills, thinking included: learned from the calls so far. */
export type OutputShares = {
  readonly learn: (request: ClaudeRequest, outputTokens: number) => void;
  /** The tokens that it will probably write. */
  readonly expect: (request: Shape) => number;
};

/** What calls have in common that write about as much. */
type Shape = Pick<ClaudeRequest, 'model' | 'max_tokens' | 'output_config'>;

/** Until the first answer of its kind. */
const unknownShare = 1 / 4;
/** What was learned before counts this much less with each further answer. */
const fade = 0.95;

/** By model, effort and shape of the answer, so that verdicts teach nothing about drafts. */
export function createOutputShares(): OutputShares {
  const sums = new Map<string, { readonly room: number; readonly written: number }>();
  const toKey = ({ model, output_config }: Shape) => JSON.stringify([model, output_config]);
  return {
    learn: (request, outputTokens) => {
      const key = toKey(request);
      const { room, written } = sums.get(key) ?? { room: 0, written: 0 };
      sums.set(key, { room: room * fade + request.max_tokens, written: written * fade + outputTokens });
    },
    expect: request => {
      const sum = sums.get(toKey(request));
      return Math.ceil(request.max_tokens * (sum === undefined ? unknownShare : sum.written / sum.room));
    },
  };
}
