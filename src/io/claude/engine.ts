import type { Engine, EngineReport, EngineRequest } from '../../app/ports.ts';
import type { Payer } from '../../app/usage/ports.ts';
import type { MergeRequest, WindowRequest, WindowWriter } from '../../app/windows/ports.ts';
import type { Detail } from '../../core/claims/summary.ts';
import { toMergePrompt, toPrompt, toRepairPrompt, toWindowPrompt } from '../../core/prompt/prompt.ts';
import { draftSchema } from '../../core/prompt/schemas.ts';
import { estimateTokens } from '../../core/windows/cut.ts';
import { createClaimReader } from './answer-readers.ts';
import { type ClaudeParts, callInTurn, type TurnOptions } from './call-in-turn.ts';
import { toRank, toServer } from './call-limiter.ts';
import {
  type ClaudeRequest,
  expectDraftTokens,
  expectOutputTokens,
  toDraftRequest,
  toPromptText,
} from './request.ts';

type Model = Pick<ClaudeParts, 'model' | 'facts'>;

/** The body of the call for a draft. */
export function toClaudeRequest(
  { evidence, ...asked }: EngineRequest,
  { model, facts }: Model,
): ClaudeRequest {
  return toDraftRequest(toPrompt(evidence, asked), { model, facts, detail: asked.detail });
}

/** The body of the call for one window. */
export function toWindowRequest(
  { window, evidence, ...asked }: WindowRequest,
  { model, facts }: Model,
): ClaudeRequest {
  const prompt = toWindowPrompt(evidence, [...window.carried, ...window.messages], asked);
  return toDraftRequest(prompt, { model, facts, detail: 'brief' });
}

const toMergeDetail = ({ isLast, detail }: MergeRequest): Detail => (isLast ? detail : 'brief');

/** The body of the call for a merge of claims. */
export function toMergeRequest(asked: MergeRequest, { model, facts }: Model): ClaudeRequest {
  return toDraftRequest(toMergePrompt(asked.evidence, asked), { model, facts, detail: toMergeDetail(asked) });
}

const name = 'claude';

/** The engine that uses Claude. A draft has a time limit, and nothing is sent for an empty window. */
export function createClaudeEngine(parts: ClaudeParts): Engine {
  return {
    name,
    draft: async (asked, onClaim, signal) => {
      signal.throwIfAborted();
      if (asked.evidence.messages.length === 0)
        return { engine: { name, model: parts.model }, usage: null, failure: null };
      const request = toClaudeRequest(asked, parts);
      const call = toCallOptions(request, asked);
      const { payer } = asked;
      return write(() => request, { ...parts, payer, call, work: 'draft', signal, onClaim });
    },
    repair: async ({ evidence, ...asked }, onClaim, signal) => {
      signal.throwIfAborted();
      const request = toDraftRequest(toRepairPrompt(evidence, asked), { ...parts, detail: 'brief' });
      const limits = { ...parts.limits, totalMs: parts.limits.repairMs, attempts: 1 };
      const call = toCallOptions(request, asked);
      const { payer } = asked;
      return write(() => request, { ...parts, payer, call, limits, work: 'repair', signal, onClaim });
    },
  };
}

export function toCallOptions(
  request: ClaudeRequest,
  asked: { readonly isBackground?: boolean | undefined; readonly payer?: Payer | undefined },
): TurnOptions['call'] {
  return {
    rank: toRank(asked),
    server: toServer(asked.payer),
    tokens: estimateTokens(toPromptText(request)),
    outputTokens: expectOutputTokens(request),
  };
}

async function write(
  toRequest: () => ClaudeRequest,
  { onClaim, ...options }: Omit<TurnOptions, 'toReader'> & { readonly onClaim: (claim: unknown) => void },
): Promise<EngineReport> {
  const toReader = () => createClaimReader(onClaim);
  const { model, usage, failure } = await callInTurn(toRequest, { ...options, toReader });
  options.signal.throwIfAborted();
  return { engine: { name, model }, usage, failure };
}

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

/**
 * Claude for long conversations: the small model reads each window, the writing model merges the claims. Each prompt is
 * written when it is its turn: all at once would fill the memory, and be one long stall.
 */
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
      const call = {
        tokens: tokensOfTask + window.tokens,
        outputTokens: expectDraftTokens('brief', small.facts),
        rank: toRank({ ...asked, position: window.messages[0]?.position ?? 0 }),
        server: toServer(payer),
      };
      const toRequest = () => toWindowRequest(asked, small);
      return write(toRequest, { ...small, payer, call, work: 'window', signal, onClaim });
    },
    merge: (asked, onClaim, signal) => {
      const parts = asked.isLast ? large : small;
      const { payer } = asked;
      const call = {
        tokens: tokensOfTask + asked.claims.length * tokensOfClaim,
        outputTokens: expectDraftTokens(toMergeDetail(asked), parts.facts),
        rank: toRank(asked),
        server: toServer(payer),
      };
      const toRequest = () => toMergeRequest(asked, parts);
      return write(toRequest, { ...parts, payer, call, work: 'merge', signal, onClaim });
    },
  };
}
