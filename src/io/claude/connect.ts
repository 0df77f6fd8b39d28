import type Anthropic from '@anthropic-ai/sdk';
import type { SharedBudget } from '../../app/limits-ports.ts';
import type { Engine, Judge } from '../../app/ports.ts';
import type { Telemetry } from '../../app/telemetry-ports.ts';
import type { Meter } from '../../app/usage/ports.ts';
import type { WindowWriter } from '../../app/windows/ports.ts';
import type { Logger } from '../../log.ts';
import { defaultLimits, type Limits } from './call.ts';
import { createCallLimiters } from './call-limiter.ts';
import {
  type ClaudeAddress,
  createClaudeClient,
  createTimeLimit,
  findModelProblems,
  toPlainAscii,
  askWithinMs as usualAskMs,
} from './client.ts';
import { type ClaudeParts, createClaudeEngine } from './engine.ts';
import { type Failure, type ModelSetting, toAdvice, toFailure } from './failure.ts';
import { createClaudeJudge } from './judge.ts';
import { defaultFacts, type ModelFacts, toModelFacts } from './models.ts';
import type { Prices } from './prices.ts';
import { createWindowWriter } from './window-writer.ts';

type JudgeOptions = ClaudeAddress & {
  /** The model that judges, and the variable that names it. */
  readonly judge: { readonly model: string; readonly setting: ModelSetting };
  readonly prices: Prices;
  readonly log: Logger;
  readonly meter?: Meter;
  readonly telemetry?: Pick<Telemetry, 'count' | 'gauge'>;
  /** Without it, only this process uses the rate limit. */
  readonly sharedBudgetOf?: (model: string) => SharedBudget;
  readonly limits?: Partial<Limits>;
  /** How long to wait for the API's description of a model; default 5 seconds. */
  readonly askWithinMs?: number;
};

export type ClaudeOptions = Omit<JudgeOptions, 'judge'> & {
  /** The model that writes. */
  readonly model: string;
  /** Reads the windows of long conversations; default: the judge's model, else the writing model. */
  readonly smallModel?: string;
  readonly judge?: JudgeOptions['judge'];
};

/** A judge, and notices for the bot's owner about its model. */
type ConnectedJudge = { readonly judge: Judge; readonly notices: readonly string[] };

/** The engine, the writer of long conversations, the judge if there is one, and notices about their models. */
type ConnectedClaude = {
  readonly engine: Engine;
  readonly windowWriter: WindowWriter;
  readonly judge?: Judge;
  readonly notices: readonly string[];
};

/**
 * Creates the engine and the judge after asking the API about their models. A missing model, a rejected key or an
 * unreachable API only causes a notice, because each draft handles such failures itself.
 */
export async function connectClaude(
  { model, judge, smallModel = judge?.model ?? model, askWithinMs = usualAskMs, ...options }: ClaudeOptions,
  signal: AbortSignal,
): Promise<ConnectedClaude> {
  const { client, toModelParts } = createParts(options);
  const isOther = judge !== undefined && judge.model !== model;
  const [written, judged] = await Promise.all([
    checkModel(model, writerUse, client, askWithinMs, signal),
    isOther ? checkModel(judge.model, toJudgeUse(judge), client, askWithinMs, signal) : null,
  ]);
  const { facts } = written;
  const large = toModelParts(model, facts);
  const small = toModelParts(smallModel, smallModel === model ? facts : (judged?.facts ?? defaultFacts));
  return {
    engine: createClaudeEngine(large),
    windowWriter: createWindowWriter({ small, large }),
    ...(judge && {
      judge: createClaudeJudge({ ...toModelParts(judge.model, judged?.facts ?? facts), ...judge }),
    }),
    notices: [...new Set([...written.notices, ...(judged?.notices ?? [])])],
  };
}

/** Creates only the judge. */
export async function connectJudge(
  { judge, askWithinMs = usualAskMs, ...options }: JudgeOptions,
  signal: AbortSignal,
): Promise<ConnectedJudge> {
  const { client, toModelParts } = createParts(options);
  const { facts, notices } = await checkModel(judge.model, toJudgeUse(judge), client, askWithinMs, signal);
  return { judge: createClaudeJudge({ ...toModelParts(judge.model, facts), ...judge }), notices };
}

function createParts({
  prices,
  log,
  limits,
  meter,
  telemetry,
  sharedBudgetOf,
  ...address
}: Omit<JudgeOptions, 'judge' | 'askWithinMs'>) {
  const limiters = createCallLimiters(sharedBudgetOf);
  telemetry?.gauge('waiting-calls', limiters.waiting);
  const toModelParts = (model: string, facts: ModelFacts): ClaudeParts => {
    const limiter = limiters.of(model);
    const client = createClaudeClient(address, [limiter.middleware]);
    const ownLimits = { ...defaultLimits, ...limits };
    return {
      client,
      limiter,
      model,
      facts,
      prices,
      log,
      limits: ownLimits,
      ...(meter && { meter }),
      ...(telemetry && { telemetry }),
    };
  };
  return { client: createClaudeClient(address), toModelParts };
}

/** What a model is for: the variable that names it, and what notices say of the consequences. */
type ModelUse = {
  readonly setting: ModelSetting;
  readonly ifUnknown: string;
  readonly untilThen: string;
};

const writerUse: ModelUse = {
  setting: 'FOOTNOTE_MODEL',
  ifUnknown: 'Summaries will use it anyway.',
  untilThen: 'Until then, summaries are Highlights.',
};

function toJudgeUse({ setting }: JudgeOptions['judge']): ModelUse {
  return {
    setting,
    ifUnknown: 'The judge will use it anyway.',
    untilThen: 'Until then, claims are not judged.',
  };
}

type ModelCheck = { readonly facts: ModelFacts; readonly notices: readonly string[] };

async function checkModel(
  model: string,
  use: ModelUse,
  client: Anthropic,
  withinMs: number,
  signal: AbortSignal,
): Promise<ModelCheck> {
  const limit = createTimeLimit(signal, withinMs);
  try {
    const info = await client.models.retrieve(model, {}, { signal: limit.signal });
    const notices = findModelProblems(info, use.setting).map(({ level, text }) =>
      level === 'problem' ? `${text} ${use.untilThen}` : text,
    );
    return { facts: toModelFacts(info), notices };
  } catch (error) {
    signal.throwIfAborted();
    const failure = limit.isOver() ? ({ reason: 'timed_out', isRetryable: true } as const) : toFailure(error);
    const { reason } = failure;
    const advice = toAdvice(failure, model, use.setting);
    const others =
      reason === 'model_gone' ? await listOthers(client, createTimeLimit(signal, withinMs).signal) : '';
    const notice =
      advice === null
        ? `The Claude API did not describe ${model} (${describeFailure(failure)}). ${use.ifUnknown}`
        : `${advice}${others}`;
    return { facts: defaultFacts, notices: [notice] };
  }
}

function describeFailure({ status, reason }: Failure): string {
  return status === undefined ? reason.replaceAll('_', ' ') : `status ${status}`;
}

async function listOthers(client: Anthropic, signal: AbortSignal): Promise<string> {
  try {
    const { data } = await client.models.list({ lifecycle: ['active'], limit: 20 }, { signal });
    return data.length === 0 ? '' : ` Available: ${data.map(({ id }) => toPlainAscii(id)).join(', ')}.`;
  } catch {
    // The advice is useful without the list.
    return '';
  }
}
