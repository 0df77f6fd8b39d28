import type { MergeRequest, WindowRequest, WindowWriter } from '../../app/windows/ports.ts';
import { isEdited } from '../../core/prompt/answer.ts';
import { toAnswerClaimsPrompt, toMergePrompt, toWindowPrompt } from '../../core/prompt/prompt.ts';
import { draftSchema } from '../../core/prompt/schemas.ts';
import { type Model, type Models, type ToRequest, writeAnswer, writeClaims } from './engine.ts';
import { type ClaudeRequest, expectDraftTokens, toDraftRequest } from './request.ts';

export function toWindowRequest({ window, evidence, ...asked }: WindowRequest, model: Model): ClaudeRequest {
  const prompt = toWindowPrompt(evidence, [...window.carried, ...window.messages], asked);
  return toDraftRequest(prompt, { ...model, detail: 'brief', schema: draftSchema });
}

export function toMergeRequest(asked: MergeRequest, model: Model): ClaudeRequest {
  const prompt = toMergePrompt(asked.evidence, asked);
  return toDraftRequest(prompt, { ...model, detail: 'brief', schema: draftSchema });
}

export function toAnswerClaimsRequest(
  asked: MergeRequest & { readonly draft?: string },
  model: Model,
): ClaudeRequest {
  const { detail } = asked;
  const prompt = toAnswerClaimsPrompt(asked.evidence, asked);
  return toDraftRequest(prompt, { ...model, detail, isReadTwice: isEdited(asked) });
}

/** System prompt and task. */
const tokensOfTask = 1_500;
/** A claim with its quotes in a merge. */
const tokensOfClaim = 120;

/** Claude for long conversations: the small model reads windows, the writing model merges. Prompts are written in turn, for memory's sake. */
export function createWindowWriter(models: Models): WindowWriter {
  const { small, large } = models;
  const expect = (tokens: number) => ({
    tokens: tokensOfTask + tokens,
    outputTokens: expectDraftTokens('brief', small.facts),
  });
  return {
    draft: (asked, onClaim, signal) => {
      const expected = expect(asked.window.tokens);
      const asker = { ...asked, position: asked.window.messages[0]?.position };
      const options = { ...small, asked: asker, expected, work: 'window', signal } as const;
      return writeClaims(() => toWindowRequest(asked, small), onClaim, options);
    },
    merge: (asked, onClaim, signal) => {
      const toRequest: ToRequest = more => toAnswerClaimsRequest({ ...asked, ...more }, large);
      if (asked.isLast) return writeAnswer(toRequest, asked, models, onClaim, signal);
      const expected = expect(asked.claims.length * tokensOfClaim);
      const options = { ...small, asked, expected, work: 'merge', signal } as const;
      return writeClaims(() => toMergeRequest(asked, small), onClaim, options);
    },
  };
}
