import type { Engine, Judge } from '../../app/ports.ts';
import type { Telemetry } from '../../app/telemetry-ports.ts';
import type { Meter, SharedBudget } from '../../app/usage/ports.ts';
import type { WindowWriter } from '../../app/windows/ports.ts';
import type { Logger } from '../../log.ts';
import { type Abilities, createAbilities } from './abilities.ts';
import { defaultLimits, type Limits } from './call.ts';
import type { ClaudeParts } from './call-in-turn.ts';
import { createCallLimiters } from './call-limiter.ts';
import { type ClaudeAddress, createClaudeClient } from './client.ts';
import { createClaudeEngine, createWindowWriter } from './engine.ts';
import type { ModelSetting } from './failure.ts';
import { createClaudeJudge } from './judge.ts';
import { checkModel, defaultFacts, type ModelFacts } from './models.ts';
import type { Prices } from './prices.ts';

type JudgeOptions = ClaudeAddress & {
  /** The model that judges, and the variable that names it. */
  readonly judge: { readonly model: string; readonly setting: ModelSetting };
  readonly prices: Prices;
  readonly log: Logger;
  readonly meter?: Meter | undefined;
  readonly telemetry?: Pick<Telemetry, 'count' | 'gauge'> | undefined;
  /** Without it, only this process uses the rate limit. */
  readonly sharedBudgetOf?: ((model: string) => SharedBudget) | undefined;
  readonly limits?: Partial<Limits>;
  /** How long to wait for the API's description of a model; default 5 seconds. */
  readonly askWithinMs?: number;
};

export type ClaudeOptions = Omit<JudgeOptions, 'judge'> & {
  readonly model: string;
  /** Reads the windows of long conversations; default: the judge's model, else the writing model. */
  readonly smallModel?: string | undefined;
  /** Where the small model and the judge are, if not where the writing model is. */
  readonly smallAddress?: ClaudeAddress | undefined;
  readonly judge?: JudgeOptions['judge'] | undefined;
};

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
  { model, judge, smallModel = judge?.model ?? model, smallAddress, ...options }: ClaudeOptions,
  signal: AbortSignal,
): Promise<ConnectedClaude> {
  const { check, toModelParts } = createParts(options, signal);
  const isElsewhere = smallAddress !== undefined;
  const [written, judged] = await Promise.all([
    check(model, writerUse),
    judge !== undefined && (isElsewhere || judge.model !== model)
      ? check(judge.model, toJudgeUse(judge), smallAddress)
      : null,
  ]);
  const { facts } = written;
  const large = toModelParts(model, facts);
  const unknown = { ...defaultFacts, isOther: facts.isOther || isElsewhere };
  const smallFacts = !isElsewhere && smallModel === model ? facts : (judged?.facts ?? unknown);
  const small = toModelParts(smallModel, smallFacts, smallAddress);
  const judging = judge && toModelParts(judge.model, judged?.facts ?? facts, smallAddress);
  return {
    engine: createClaudeEngine({ small, large }),
    windowWriter: createWindowWriter({ small, large }),
    ...(judge && judging && { judge: createClaudeJudge({ ...judging, ...judge }) }),
    notices: [...new Set([...written.notices, ...(judged?.notices ?? [])])],
  };
}

export async function connectJudge(
  { judge, ...options }: JudgeOptions,
  signal: AbortSignal,
): Promise<ConnectedJudge> {
  const { check, toModelParts } = createParts(options, signal);
  const { facts, notices } = await check(judge.model, toJudgeUse(judge));
  return { judge: createClaudeJudge({ ...toModelParts(judge.model, facts), ...judge }), notices };
}

function createParts(
  { limits, sharedBudgetOf, askWithinMs, ...options }: Omit<JudgeOptions, 'judge'>,
  signal: AbortSignal,
) {
  const limiters = createCallLimiters(sharedBudgetOf);
  options.telemetry?.gauge('waiting-calls', limiters.waiting);
  const abilities = new Map<string, Abilities>();
  return {
    check: async (
      model: string,
      { setting, ifUnknown, untilThen }: ModelUse,
      address: ClaudeAddress = options,
    ) => {
      const found = await checkModel(address, model, setting, signal, askWithinMs);
      const notices = found.diagnoses.map(({ level, text }) => {
        if (found.state === 'silent') return `${text} ${ifUnknown}`;
        return found.state === 'described' && level === 'problem' ? `${text} ${untilThen}` : text;
      });
      return { facts: found.facts, notices };
    },
    toModelParts: (model: string, facts: ModelFacts, address: ClaudeAddress = options): ClaudeParts => {
      const limiter = limiters.of(model);
      const { totalMs, ...others } = { ...defaultLimits, ...limits };
      const place = `${address.baseUrl} ${model}`;
      const known = abilities.get(place) ?? createAbilities(facts);
      abilities.set(place, known);
      const { tracerProvider } = options;
      const client = createClaudeClient({ ...address, tracerProvider }, [limiter.middleware]);
      return {
        ...options,
        variables: address.variables,
        client,
        limiter,
        model,
        facts,
        abilities: known,
        limits: {
          ...others,
          totalMs,
          ...(facts.isOther && { firstByteMs: totalMs, idleMs: totalMs, repairMs: totalMs }),
        },
      };
    },
  };
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
