import type Anthropic from '@anthropic-ai/sdk';
import type { Engine, EngineReport, EngineRequest } from '../../app/ports.ts';
import type { Telemetry } from '../../app/telemetry-ports.ts';
import type { Meter, Payer } from '../../app/usage/ports.ts';
import type { Usage } from '../../core/claims/summary.ts';
import { toPrompt, toRepairPrompt } from '../../core/prompt/prompt.ts';
import { estimateTokens } from '../../core/windows/cut.ts';
import type { Logger } from '../../log.ts';
import { createClaimReader } from './answer-readers.ts';
import type { CallEnding, Limits } from './call.ts';
import { type CallLimiter, type CallOptions, toRank, toServer } from './call-limiter.ts';
import { callWithRetry, toUsage } from './call-with-retry.ts';
import { createTimeLimit } from './client.ts';
import { type Failure, logFailure, neverCalled, withTimeout } from './failure.ts';
import type { ModelFacts } from './models.ts';
import type { Prices } from './prices.ts';
import { type ClaudeRequest, expectOutputTokens, toPromptText, toRequests } from './request.ts';

export type ClaudeParts = {
  readonly client: Anthropic;
  readonly model: string;
  readonly facts: ModelFacts;
  readonly prices: Prices;
  readonly limits: Limits;
  readonly log: Logger;
  /** Counts the usage of calls that have a payer. */
  readonly meter?: Meter;
  readonly telemetry?: Pick<Telemetry, 'count'>;
  /** One for each model. */
  readonly limiter: CallLimiter;
};

/** The bodies of the requests for a draft. */
export function toClaudeRequests(
  { evidence, ...asked }: EngineRequest,
  { model, facts }: Pick<ClaudeParts, 'model' | 'facts'>,
): readonly ClaudeRequest[] {
  return toRequests(toPrompt(evidence, asked), { model, detail: asked.detail, facts });
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
      const requests = toClaudeRequests(asked, parts);
      return writeInTurn(() => requests, {
        ...parts,
        payer: asked.payer,
        call: toCallOptions(requests, asked),
        work: 'draft',
        signal,
        onClaim,
      });
    },
    repair: async ({ evidence, ...asked }, onClaim, signal) => {
      signal.throwIfAborted();
      const prompt = toRepairPrompt(evidence, asked);
      const { limits } = parts;
      const requests = toRequests(prompt, { ...parts, detail: 'brief' });
      return writeInTurn(() => requests, {
        ...parts,
        payer: asked.payer,
        call: toCallOptions(requests, asked),
        limits: { ...limits, totalMs: limits.repairMs, attempts: 1 },
        work: 'repair',
        signal,
        onClaim,
      });
    },
  };
}

/** The first of several calls reads the prompt; the others read it from the cache. */
export function toCallOptions(
  requests: readonly ClaudeRequest[],
  asked: { readonly isBackground?: boolean | undefined; readonly payer?: Payer | undefined },
): WriteOptions['call'] {
  const [request] = requests;
  return {
    rank: toRank(asked),
    server: toServer(asked.payer),
    tokens: request === undefined ? 0 : estimateTokens(toPromptText(request)),
    outputTokens: requests.reduce((sum, each) => sum + expectOutputTokens(each), 0),
  };
}

/** Makes the calls when it is their turn. The wait counts towards the time limit. */
export async function writeInTurn(
  toBodies: () => readonly ClaudeRequest[],
  options: WriteOptions,
): Promise<EngineReport> {
  const { limiter, limits, signal, model, call } = options;
  const refuse = (): EngineReport => {
    logWork(options, neverCalled, null, false);
    return { engine: { name, model }, usage: null, failure: neverCalled.reason };
  };
  // Without a merge, the cost of all windows would be wasted.
  if (options.work !== 'merge' && limiter.pausedMs() > limits.longestWaitMs) return refuse();
  const begunAt = performance.now();
  const outOfTime = AbortSignal.timeout(limits.totalMs);
  const draft = () => {
    const totalMs = Math.max(1, Math.ceil(limits.totalMs - (performance.now() - begunAt)));
    return write(toBodies(), { ...options, limits: { ...limits, totalMs } });
  };
  try {
    return await limiter.run(draft, { ...call, signal: AbortSignal.any([signal, outOfTime]) });
  } catch (error) {
    signal.throwIfAborted();
    if (error !== outOfTime.reason) throw error;
    return refuse();
  }
}

/** Makes the calls within the time limit and reports how they ended. */
export async function write(
  requests: readonly ClaudeRequest[],
  options: WriteOptions,
): Promise<EngineReport> {
  const { signal, ...parts } = options;
  const begunAt = performance.now();
  const outOfTime = AbortSignal.timeout(parts.limits.totalMs);
  // If a listener throws, the other calls end and emit nothing more.
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
  const failure = withTimeout(findFailure(endings), outOfTime.aborted && !signal.aborted);
  // Logged first: a stopped draft has used tokens too.
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

/** If the model refused one call, the whole draft counts as refused. */
function findFailure(endings: readonly CallEnding[]): Failure | null {
  const failures = endings.flatMap(({ failure }) => (failure === null ? [] : [failure]));
  return failures.find(({ reason }) => reason === 'refused') ?? failures[0] ?? null;
}

type WriteOptions = ClaudeParts & {
  readonly payer?: Payer | undefined;
  /** How each call is ranked and counted if it is made again. */
  readonly call: Omit<CallOptions, 'signal'>;
  readonly work: 'draft' | 'repair' | 'window' | 'merge';
  readonly signal: AbortSignal;
  readonly onClaim: (claim: unknown) => void;
};

/**
 * Makes all calls. The others start when the first one begins to answer: only then is its prompt in the cache. If it
 * never begins, they would fail too and are not made.
 */
async function callAll(
  requests: readonly ClaudeRequest[],
  options: WriteOptions,
): Promise<readonly CallEnding[]> {
  const [first, ...others] = requests;
  if (first === undefined) return [];
  const begun = Promise.withResolvers<boolean>();
  const toReader = () => createClaimReader(options.onClaim);
  const onBegun = () => begun.resolve(true);
  const { limiter, call, signal } = options;
  const waitForRoom = () => limiter.waitForRoom({ ...call, signal });
  const parts = { ...options, toReader, waitForRoom };
  const leading = callWithRetry(first, { ...parts, onBegun }).finally(() => begun.resolve(false));
  const following = begun.promise.then(hasBegun =>
    hasBegun ? Promise.all(others.map(each => callWithRetry(each, parts))) : [],
  );
  const [endings, further] = await Promise.all([leading, following]);
  return [...endings, ...further.flat()];
}

function logWork(
  { log, model, work }: Pick<WriteOptions, 'log' | 'model' | 'work'>,
  failure: Failure | null,
  usage: Usage | null,
  isStopped: boolean,
): void {
  if (isStopped) log.info({ model, ...usage }, `${work}-stopped`);
  else if (failure === null) log.info({ model, ...usage }, `${work}-written`);
  else logFailure({ log, model }, `${work}-failed`, failure, usage);
}

const countWithinMs = 10_000;

/** No language has fewer characters per token. */
const fewestCharactersPerToken = 1;

/**
 * Whether a prompt is longer than the model's context. Only prompts that may be are counted by the API, which is free;
 * if counting fails, the call is tried.
 */
async function isTooLong(
  [request]: readonly ClaudeRequest[],
  { client, facts }: { readonly client: Anthropic; readonly facts: ModelFacts },
  signal: AbortSignal,
): Promise<boolean> {
  const { maxInputTokens } = facts;
  if (request === undefined || maxInputTokens === null) return false;
  const room = maxInputTokens - request.max_tokens;
  if (toPromptText(request).length / fewestCharactersPerToken <= room) return false;
  const { model, system, messages, thinking, output_config } = request;
  try {
    const { input_tokens } = await client.messages.countTokens(
      {
        model,
        messages,
        ...(system !== undefined && { system }),
        ...(thinking !== undefined && { thinking }),
        ...(output_config !== undefined && { output_config }),
      },
      { signal: createTimeLimit(signal, countWithinMs).signal },
    );
    return input_tokens > room;
  } catch {
    // The call itself will report the problem.
    return false;
  }
}
