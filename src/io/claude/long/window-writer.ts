import type { EngineReport } from '../../../app/ports.ts';
import type { Payer } from '../../../app/usage/ports.ts';
import type { MergeRequest, WindowRequest, WindowWriter } from '../../../app/windows/ports.ts';
import { draftSchema } from '../../../core/prompt/draft-schema.ts';
import { toMergePrompt, toWindowPrompt } from '../../../core/prompt/prompt.ts';
import { estimateTokens } from '../../../core/windows/size.ts';
import { type ClaudeParts, write } from '../engine.ts';
import { type ClaudeRequest, toRequests } from '../request.ts';
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

/** The bodies of what is sent about one window. */
export function toWindowRequests(
  { window, evidence, ...asked }: WindowRequest,
  { model, facts }: Pick<ClaudeParts, 'model' | 'facts'>,
): readonly ClaudeRequest[] {
  const prompt = toWindowPrompt(evidence, [...window.carried, ...window.messages], asked);
  return toRequests(prompt, { model, facts, detail: 'brief' });
}

/** Claude for long conversations: the small model reads each window, the writing model merges what these say. */
export function createWindowWriter({ small, large, limiter }: WindowWriterParts): WindowWriter {
  const callSmall = (
    toBodies: () => readonly ClaudeRequest[],
    call: Omit<CallOptions, 'signal'> & { readonly payer?: Payer },
    work: 'window' | 'merge',
    onClaim: (claim: unknown) => void,
    signal: AbortSignal,
  ): Promise<EngineReport> =>
    limiter.run(
      // Written when it is its turn: the prompts of all windows would fill the memory.
      () => write(toBodies(), { ...small, ...(call.payer && { payer: call.payer }), work, signal, onClaim }),
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
        // In the prompt, open items have no messages to cite where there are none.
        asked.open,
      ]);
    },
    draft: (asked, onClaim, signal) => {
      const { window, payer } = asked;
      // Of several conversations none waits until another one is read to its end.
      const rank = window.messages[0]?.position ?? 0;
      const call = { tokens: tokensOfTask + window.tokens, rank, ...(payer && { payer }) };
      return callSmall(() => toWindowRequests(asked, small), call, 'window', onClaim, signal);
    },
    merge: async ({ isLast, ...asked }: MergeRequest, onClaim, signal) => {
      const prompt = toMergePrompt(asked.evidence, asked);
      const { detail, payer } = asked;
      const paid = payer && { payer };
      const call = { tokens: estimateTokens(prompt.conversation) + tokensOfTask, rank: 0, ...paid };
      if (!isLast)
        return callSmall(
          () => toRequests(prompt, { ...small, detail: 'brief' }),
          call,
          'merge',
          onClaim,
          signal,
        );
      return write(toRequests(prompt, { ...large, detail }), {
        ...large,
        ...paid,
        work: 'merge',
        signal,
        onClaim,
      });
    },
  };
}
