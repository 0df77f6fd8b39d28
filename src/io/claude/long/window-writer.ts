import type { EngineReport, EngineRequest } from '../../../app/ports.ts';
import type { MergeRequest, WindowRequest, WindowWriter } from '../../../app/windows/ports.ts';
import { draftSchema } from '../../../core/prompt/draft-schema.ts';
import { type Prompt, toMergePrompt, toWindowPrompt } from '../../../core/prompt/prompt.ts';
import { estimateTokens } from '../../../core/windows/size.ts';
import { type ClaudeParts, write } from '../engine.ts';
import { toRequests } from '../request.ts';
import type { CallLimiter } from './call-limiter.ts';

export type WindowWriterParts = {
  /** Reads windows and shortens claims. */
  readonly small: ClaudeParts;
  /** Merges for good. */
  readonly large: ClaudeParts;
  /** For the calls of the small model. */
  readonly limiter: CallLimiter;
};

/** Claude for long conversations: the small model reads each window, the writing model merges what these say. */
export function createWindowWriter({ small, large, limiter }: WindowWriterParts): WindowWriter {
  const callSmall = (
    prompt: Prompt,
    rank: number,
    work: 'window' | 'merge',
    onClaim: (claim: unknown) => void,
    signal: AbortSignal,
  ): Promise<EngineReport> =>
    limiter.run(
      () => write(toRequests(prompt, { ...small, detail: 'brief' }), { ...small, work, signal, onClaim }),
      { tokens: toTokens(prompt), rank, signal },
    );

  return {
    toVersion: asked => {
      const nothing = { ...asked.evidence, messages: [] };
      return JSON.stringify([
        small.model,
        toWindowPrompt(nothing, [], asked),
        toMergePrompt(nothing, { ...asked, claims: [], most: 0 }),
        draftSchema,
        asked.zone,
        // The items of the summary before stand in the prompt with positions; these are left out.
        asked.open,
      ]);
    },
    draft: ({ window, ...asked }: WindowRequest, onClaim, signal) => {
      const prompt = toWindowPrompt(asked.evidence, [...window.carried, ...window.messages], asked);
      // Of several conversations none waits until another one is read to its end.
      const rank = (window.messages[0]?.position ?? 0) / 100;
      return callSmall(prompt, rank, 'window', onClaim, signal);
    },
    merge: async ({ isLast, ...asked }: MergeRequest, onClaim, signal) => {
      const prompt = toMergePrompt(asked.evidence, asked);
      if (!isLast) return callSmall(prompt, 0, 'merge', onClaim, signal);
      const { detail } = asked satisfies EngineRequest;
      return write(toRequests(prompt, { ...large, detail }), { ...large, work: 'merge', signal, onClaim });
    },
  };
}

function toTokens({ system, conversation, tasks }: Prompt): number {
  return [system, conversation, ...tasks].reduce((sum, text) => sum + estimateTokens(text), 0);
}
