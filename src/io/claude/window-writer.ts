import type { MergeRequest, WindowRequest, WindowWriter } from '../../app/windows/ports.ts';
import { draftSchema } from '../../core/prompt/draft-schema.ts';
import { toMergePrompt, toWindowPrompt } from '../../core/prompt/prompt.ts';
import { toRank, toServer } from './call-limiter.ts';
import { type ClaudeParts, write, writeInTurn } from './engine.ts';
import { type ClaudeRequest, expectOutputTokens, toDraftShape, toRequests } from './request.ts';

/** System prompt and task. */
const tokensOfTask = 1_500;
/** A claim with its quotes in a merge. */
const tokensOfClaim = 120;

type WindowWriterParts = {
  /** Reads windows and shortens claims. */
  readonly small: ClaudeParts;
  /** Makes the last merge. */
  readonly large: ClaudeParts;
};

/** The request bodies for one window. */
export function toWindowRequests(
  { window, evidence, ...asked }: WindowRequest,
  { model, facts }: Pick<ClaudeParts, 'model' | 'facts'>,
): readonly ClaudeRequest[] {
  const prompt = toWindowPrompt(evidence, [...window.carried, ...window.messages], asked);
  return toRequests(prompt, { model, facts, detail: 'brief' });
}

/** The request bodies for a merge of claims. */
export function toMergeRequests(
  { isLast, ...asked }: MergeRequest,
  { model, facts }: Pick<ClaudeParts, 'model' | 'facts'>,
): readonly ClaudeRequest[] {
  const prompt = toMergePrompt(asked.evidence, asked);
  return toRequests(prompt, { model, facts, detail: isLast ? asked.detail : 'brief' });
}

/** Claude for long conversations: the small model reads each window, the writing model merges the claims. */
export function createWindowWriter({ small, large }: WindowWriterParts): WindowWriter {
  return {
    toVersion: asked => {
      const nothing = { ...asked.evidence, messages: [] };
      return JSON.stringify([
        small.model,
        toWindowPrompt(nothing, [], asked),
        toMergePrompt(nothing, { ...asked, claims: [], words: 0 }),
        draftSchema,
        asked.zone,
        // How many words are asked for depends on it, except where there are no messages.
        asked.detail,
      ]);
    },
    draft: (asked, onClaim, signal) => {
      const { window, payer } = asked;
      const rank = toRank({ ...asked, position: window.messages[0]?.position ?? 0 });
      const outputTokens = expectOutputTokens(toDraftShape({ ...small, detail: 'brief' }));
      const call = { tokens: tokensOfTask + window.tokens, outputTokens, rank, server: toServer(payer) };
      // Written when it is its turn: the prompts of all windows would fill the memory.
      const draft = () =>
        write(toWindowRequests(asked, small), {
          ...small,
          payer,
          call,
          work: 'window',
          signal,
          onClaim,
        });
      return small.limiter.run(draft, { ...call, signal });
    },
    merge: (asked, onClaim, signal) => {
      const parts = asked.isLast ? large : small;
      const call = {
        tokens: tokensOfTask + asked.claims.length * tokensOfClaim,
        outputTokens: expectOutputTokens(
          toDraftShape({ ...parts, detail: asked.isLast ? asked.detail : 'brief' }),
        ),
        rank: toRank(asked),
        server: toServer(asked.payer),
      };
      // All groups at once would be one long stall.
      const toBodies = () => toMergeRequests(asked, parts);
      return writeInTurn(toBodies, {
        ...parts,
        payer: asked.payer,
        call,
        work: 'merge',
        signal,
        onClaim,
      });
    },
  };
}
