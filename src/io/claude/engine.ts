import type Anthropic from '@anthropic-ai/sdk';
import type { BatchTicket } from '../../app/batches/ports.ts';
import type { Engine, EngineReport, EngineRequest } from '../../app/ports.ts';
import type { Meter, Payer } from '../../app/usage/ports.ts';
import type { Usage } from '../../core/claims/summary/summary.ts';
import { toPrompt, toRepairPrompt } from '../../core/prompt/prompt.ts';
import type { Logger } from '../../log.ts';
import type { DraftBatches } from './batches/draft-batches.ts';
import type { CallEnding } from './call/call.ts';
import { callWithRetry } from './call/call-with-retry.ts';
import { createClaimReader } from './call/claim-reader.ts';
import type { Failure } from './call/failure.ts';
import type { Limits } from './call/limits.ts';
import type { ModelFacts } from './models/model-facts.ts';
import { halve, type Prices } from './models/prices.ts';
import { isTooLong } from './models/prompt-length.ts';
import { toUsage } from './models/usage.ts';
import { toAdvice } from './operator-advice.ts';
import { type ClaudeRequest, toRequests } from './request.ts';

export type ClaudeParts = {
  readonly client: Anthropic;
  readonly model: string;
  readonly facts: ModelFacts;
  readonly prices: Prices;
  readonly limits: Limits;
  readonly log: Logger;
  /** Counts what calls take, if they have a payer. */
  readonly meter?: Meter;
  /** For drafts that may wait. */
  readonly batches?: DraftBatches;
};

/** The bodies of exactly what would be sent. */
export function toClaudeRequests(
  { evidence, ...asked }: EngineRequest,
  { model, facts }: Pick<ClaudeParts, 'model' | 'facts'>,
): readonly ClaudeRequest[] {
  return toRequests(toPrompt(evidence, asked), { model, detail: asked.detail, facts });
}

const name = 'claude';

/** The engine that has Claude write. The time for a whole draft is bounded, and nothing is sent for an empty window. */
export function createClaudeEngine(parts: ClaudeParts): Engine {
  return {
    name,
    draft: async (asked, onClaim, signal) => {
      signal.throwIfAborted();
      if (asked.evidence.messages.length === 0)
        return { engine: { name, model: parts.model }, usage: null, failure: null };
      const { payer, batch } = asked;
      const requests = toClaudeRequests(asked, parts);
      if (batch && parts.batches) {
        const report = await draftInBatch(requests, asked, batch, parts.batches, parts, onClaim, signal);
        if (report !== null) return report;
      }
      return write(requests, {
        ...parts,
        ...(payer && { payer }),
        work: 'draft',
        signal,
        onClaim,
      });
    },
    repair: async ({ evidence, ...asked }, onClaim, signal) => {
      signal.throwIfAborted();
      const prompt = toRepairPrompt(evidence, asked);
      const { limits } = parts;
      const { payer } = asked;
      return write(toRequests(prompt, { ...parts, detail: 'brief' }), {
        ...parts,
        ...(payer && { payer }),
        limits: { ...limits, totalMs: limits.repairMs, attempts: 1 },
        work: 'repair',
        signal,
        onClaim,
      });
    },
  };
}

/** What a batch wrote; null if there is none to wait for. */
async function draftInBatch(
  requests: readonly ClaudeRequest[],
  asked: EngineRequest,
  ticket: BatchTicket,
  batches: DraftBatches,
  { model, prices, log }: ClaudeParts,
  onClaim: (claim: unknown) => void,
  signal: AbortSignal,
): Promise<EngineReport | null> {
  const begunAt = performance.now();
  const endings = await batches.draft(requests, asked, ticket, onClaim, signal);
  signal.throwIfAborted();
  if (endings === null) return null;
  if (endings === 'cap_reached') return { engine: { name, model }, usage: null, failure: 'cap_reached' };
  const usage = toUsage(endings, { model, prices: halve(prices) }, Math.round(performance.now() - begunAt));
  const failure = findFailure(endings);
  logWork({ log, model, work: 'draft' }, failure, usage, false);
  return { engine: { name, model: endings[0]?.model ?? model }, usage, failure: failure?.reason ?? null };
}

/** Makes the calls within the time that there is, and tells how they ended. */
export async function write(requests: readonly ClaudeRequest[], calling: Calling): Promise<EngineReport> {
  const { signal, ...parts } = calling;
  const begunAt = performance.now();
  const outOfTime = AbortSignal.timeout(parts.limits.totalMs);
  // Where a listener throws, the other calls end with it and hand over nothing more.
  const over = new AbortController();
  const ended = AbortSignal.any([signal, outOfTime, over.signal]);
  const onClaim = (claim: unknown) => {
    if (!over.signal.aborted) parts.onClaim(claim);
  };
  const writing = isTooLong(requests, parts, ended).then(isLong =>
    isLong ? [tooLong] : callAll(requests, { ...parts, onClaim, signal: ended }),
  );
  const endings = await writing.finally(() => over.abort());
  const durationMs = Math.round(performance.now() - begunAt);
  const usage = toUsage(endings, parts, durationMs);
  const failure = toOutcome(findFailure(endings), {
    isStopped: signal.aborted,
    isOver: outOfTime.aborted,
  });
  // Before it is thrown: what a stopped draft took is on the bill as well.
  logWork(parts, failure, usage, signal.aborted);
  signal.throwIfAborted();
  const model = endings.find(each => each.model !== null)?.model ?? parts.model;
  return { engine: { name, model }, usage, failure: failure?.reason ?? null };
}

const tooLong: CallEnding = {
  failure: { reason: 'too_long', isRetryable: false },
  tokens: null,
  isBilled: false,
  model: null,
  hasEmitted: false,
};

/** A model that declined in one call is not kept to what it wrote in another. */
function findFailure(endings: readonly CallEnding[]): Failure | null {
  const failures = endings.flatMap(({ failure }) => (failure === null ? [] : [failure]));
  return failures.find(({ reason }) => reason === 'refused') ?? failures[0] ?? null;
}

type Calling = ClaudeParts & {
  readonly payer?: Payer;
  readonly work: 'draft' | 'repair' | 'window' | 'merge';
  readonly signal: AbortSignal;
  readonly onClaim: (claim: unknown) => void;
};

/**
 * Makes all calls: the first alone until it begins to answer, for only then can the others read its prompt from the
 * cache. Where it never begins, the others would fare no better and are not made.
 */
async function callAll(requests: readonly ClaudeRequest[], calling: Calling): Promise<readonly CallEnding[]> {
  const [first, ...others] = requests;
  if (first === undefined) return [];
  const begun = Promise.withResolvers<boolean>();
  const toReader = () => createClaimReader(calling.onClaim);
  const onBegun = () => begun.resolve(true);
  const leading = callWithRetry(first, { ...calling, toReader, onBegun }).finally(() => begun.resolve(false));
  const following = begun.promise.then(hasBegun =>
    hasBegun ? Promise.all(others.map(each => callWithRetry(each, { ...calling, toReader }))) : [],
  );
  const [endings, further] = await Promise.all([leading, following]);
  return [...endings, ...further.flat()];
}

/** An answer that we ended ourselves looks as if it had ended early. */
function toOutcome(
  failure: Failure | null,
  { isStopped, isOver }: { readonly isStopped: boolean; readonly isOver: boolean },
): Failure | null {
  const isOurs = failure !== null && isOver && !isStopped && failure.reason !== 'refused';
  return isOurs ? { ...failure, reason: 'timed_out' } : failure;
}

function logWork(
  { log, model, work }: Pick<Calling, 'log' | 'model' | 'work'>,
  failure: Failure | null,
  usage: Usage | null,
  isStopped: boolean,
): void {
  const advice = failure === null || isStopped ? null : toAdvice(failure, model);
  const isOurs = advice !== null || failure?.reason === 'request_refused';
  if (isStopped) log.info({ model, ...usage }, `${work}-stopped`);
  else if (failure === null) log.info({ model, ...usage }, `${work}-written`);
  else
    log[isOurs ? 'error' : 'warn'](
      { model, ...failure, ...usage, ...(advice !== null && { advice }) },
      `${work}-failed`,
    );
}
