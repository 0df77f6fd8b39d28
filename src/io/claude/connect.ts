import type Anthropic from '@anthropic-ai/sdk';
import type { Engine } from '../../app/ports.ts';
import type { Logger } from '../../log.ts';
import { type ClaudeAddress, createClient } from './client.ts';
import { createClaudeEngine } from './engine.ts';
import { type Failure, toFailure } from './failure.ts';
import { type Limits, usualLimits } from './limits.ts';
import { type ModelFacts, toModelFacts, usualFacts } from './model-facts.ts';
import { toAdvice } from './operator.ts';
import type { Prices } from './prices.ts';
import { createTimeLimit } from './time-limit.ts';

export type ClaudeOptions = ClaudeAddress & {
  readonly model: string;
  readonly prices: Prices;
  readonly log: Logger;
  readonly limits?: Partial<Limits>;
  /** How long the API may take to tell of its model; default 5 seconds. */
  readonly askWithinMs?: number;
};

/** The engine, and sentences for whoever runs it about the model it will use. */
export type ConnectedClaude = { readonly engine: Engine; readonly notices: readonly string[] };

const usualAskMs = 5_000;

/**
 * Makes the engine after asking the API about its model. A model that is gone, a key that is refused or an API that
 * cannot be reached is told in a notice and stops nobody: each draft finds out for itself.
 */
export async function connectClaude(
  { model, prices, log, limits, askWithinMs = usualAskMs, ...address }: ClaudeOptions,
  signal: AbortSignal,
): Promise<ConnectedClaude> {
  const client = createClient(address);
  const { facts, notices } = await askAbout(model, client, askWithinMs, signal);
  return {
    engine: createClaudeEngine({
      client,
      model,
      facts,
      prices,
      limits: { ...usualLimits, ...limits },
      log,
    }),
    notices,
  };
}

type Answer = { readonly facts: ModelFacts; readonly notices: readonly string[] };

async function askAbout(
  model: string,
  client: Anthropic,
  withinMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const limit = createTimeLimit(signal, withinMs);
  try {
    const info = await client.models.retrieve(model, {}, { signal: limit.signal });
    const facts = toModelFacts(info);
    return { facts, notices: toNotices(info, facts) };
  } catch (error) {
    signal.throwIfAborted();
    const failure = limit.isOver() ? ({ reason: 'timed_out', mayPass: true } as const) : toFailure(error);
    const { reason } = failure;
    const advice = toAdvice(failure, model);
    const others =
      reason === 'model_gone' ? await listOthers(client, createTimeLimit(signal, withinMs).signal) : '';
    const notice =
      advice === null
        ? `Claude could not be asked about ${model} (${toShortWords(failure)}); summaries will try it all the same.`
        : `${advice}${others}`;
    return { facts: usualFacts, notices: [notice] };
  }
}

function toShortWords({ status, reason }: Failure): string {
  return status === undefined ? reason.replaceAll('_', ' ') : `status ${status}`;
}

/** What an API says of itself stands on a terminal: one line of visible characters. */
function toPlain(words: string): string {
  return words.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}

function toNotices(
  { id: told, lifecycle, retires_at }: Anthropic.ModelInfo,
  { writesStructured }: ModelFacts,
): readonly string[] {
  const id = toPlain(told);
  const day = retires_at ? toPlain(retires_at.slice(0, 10)) : undefined;
  return [
    ...(lifecycle === 'retired'
      ? [`${id} is retired: set FOOTNOTE_MODEL to another model; until then code chooses quotes instead.`]
      : []),
    ...(lifecycle === 'deprecated'
      ? [
          `${id} is deprecated${day === undefined ? '' : ` and goes on ${day}`}: plan to set FOOTNOTE_MODEL to another model.`,
        ]
      : []),
    ...(writesStructured
      ? []
      : [`${id} cannot write structured output, which Footnote needs: set FOOTNOTE_MODEL to another model.`]),
  ];
}

async function listOthers(client: Anthropic, signal: AbortSignal): Promise<string> {
  try {
    const { data } = await client.models.list({ lifecycle: ['active'], limit: 20 }, { signal });
    return data.length === 0 ? '' : ` There are: ${data.map(({ id }) => toPlain(id)).join(', ')}.`;
  } catch {
    // The advice is worth telling without the list.
    return '';
  }
}
