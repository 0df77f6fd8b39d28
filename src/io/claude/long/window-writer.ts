import type { EngineReport, EngineRequest } from '../../../app/ports.ts';
import type { MergeRequest, WindowRequest, WindowWriter } from '../../../app/windows/ports.ts';
import { draftSchema } from '../../../core/prompt/draft-schema.ts';
import { type Prompt, toMergePrompt, toWindowPrompt } from '../../../core/prompt/prompt.ts';
import { estimateTokens } from '../../../core/windows/size.ts';
import { type ClaudeParts, write } from '../engine.ts';
import { toRequests } from '../request.ts';
import type { CallLimiter, CallOptions } from './call-limiter.ts';

/** System prompt and task. */
const tokensOfTask = 1_500;

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
    toPrompt: () => Prompt,
    call: Omit<CallOptions, 'signal'>,
    work: 'window' | 'merge',
    onClaim: (claim: unknown) => void,
    signal: AbortSignal,
  ): Promise<EngineReport> =>
    limiter.run(
      // Written when it is its turn: the prompts of all windows would fill the memory.
      () => write(toRequests(toPrompt(), { ...small, detail: 'brief' }), { ...small, work, signal, onClaim }),
      { ...call, signal },
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
      const messages = [...window.carried, ...window.messages];
      // Of several conversations none waits until another one is read to its end.
      const rank = (window.messages[0]?.position ?? 0) / 100;
      const call = { tokens: tokensOfTask + window.tokens, rank };
      return callSmall(
        () => toWindowPrompt(asked.evidence, messages, asked),
        call,
        'window',
        onClaim,
        signal,
      );
    },
    merge: async ({ isLast, ...asked }: MergeRequest, onClaim, signal) => {
      const prompt = toMergePrompt(asked.evidence, asked);
      const call = { tokens: estimateTokens(prompt.conversation) + tokensOfTask, rank: 0 };
      if (!isLast) return callSmall(() => prompt, call, 'merge', onClaim, signal);
      const { detail } = asked satisfies EngineRequest;
      return write(toRequests(prompt, { ...large, detail }), { ...large, work: 'merge', signal, onClaim });
    },
  };
}
