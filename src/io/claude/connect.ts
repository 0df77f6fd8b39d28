import type Anthropic from '@anthropic-ai/sdk';
import type { Engine } from '../../app/ports.ts';
import type { Logger } from '../../log.ts';
import { type ClaudeAddress, createClient } from './client.ts';
import { createClaudeEngine } from './engine.ts';
import { toFailure } from './failure.ts';
import { type Limits, usualLimits } from './limits.ts';
import { type ModelFacts, toModelFacts, usualFacts } from './model-facts.ts';
import { toAdvice } from './operator.ts';
import type { Prices } from './prices.ts';

export type ClaudeOptions = ClaudeAddress & {
  readonly model: string;
  readonly prices: Prices;
  readonly log: Logger;
  readonly limits?: Partial<Limits>;
};

/** The engine, and sentences for whoever runs it about the model it will use. */
export type ConnectedClaude = { readonly engine: Engine; readonly notices: readonly string[] };

const askWithinMs = 5_000;

/**
 * Makes the engine after asking the API about its model. A model that is gone, a key that is refused or an API that
 * cannot be reached is told in a notice and stops nobody: each draft finds out for itself.
 */
export async function connectClaude(
  { model, prices, log, limits, ...address }: ClaudeOptions,
  signal: AbortSignal,
): Promise<ConnectedClaude> {
  const client = createClient(address);
  const { facts, notices } = await askAbout(model, client, signal);
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

async function askAbout(model: string, client: Anthropic, signal: AbortSignal): Promise<Answer> {
  try {
    const info = await client.models.retrieve(model, {}, { signal, timeout: askWithinMs });
    const facts = toModelFacts(info);
    return { facts, notices: toNotices(info, facts) };
  } catch (error) {
    signal.throwIfAborted();
    const { reason, status } = toFailure(error);
    const advice = toAdvice(reason, model);
    const others = reason === 'model_gone' ? await listOthers(client, signal) : '';
    const notice =
      advice === null
        ? `Claude could not be asked about ${model} (${status ?? reason}); summaries will try it all the same.`
        : `${advice}${others}`;
    return { facts: usualFacts, notices: [notice] };
  }
}

function toNotices(
  { id, lifecycle, retires_at }: Anthropic.ModelInfo,
  { writesStructured }: ModelFacts,
): readonly string[] {
  const day = retires_at?.slice(0, 10);
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
    const { data } = await client.models.list(
      { lifecycle: ['active'], limit: 20 },
      { signal, timeout: askWithinMs },
    );
    return data.length === 0 ? '' : ` There are: ${data.map(({ id }) => id).join(', ')}.`;
  } catch {
    // The advice is worth telling without the list.
    return '';
  }
}
