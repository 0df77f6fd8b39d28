import type { Telemetry } from '../../app/telemetry-ports.ts';
import type { Meter, SharedBudget } from '../../app/usage/ports.ts';
import type { Logger } from '../../log.ts';
import { type Abilities, createAbilities } from './abilities.ts';
import { defaultLimits, type Limits } from './call.ts';
import type { ClaudeParts } from './call-in-turn.ts';
import { createCallLimiters } from './call-limiter.ts';
import { type ClaudeAddress, createClaudeClient } from './client.ts';
import { createClaudeEngine } from './engine.ts';
import type { ModelSetting } from './failure.ts';
import { createClaudeJudge } from './judge.ts';
import { checkModel, defaultFacts, type ModelFacts } from './models.ts';
import type { Prices } from './prices.ts';
import { createWindowWriter } from './window-writer.ts';

type SharedOptions = ClaudeAddress & {
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

export type ClaudeOptions = SharedOptions & {
  readonly model: string;
  /** Names the messages behind an answer, reads the windows of long conversations, and judges; default: the other one. */
  readonly smallModel?: string | undefined;
  readonly smallAddress?: ClaudeAddress | undefined;
  readonly judges?: boolean;
};

/** Creates engine and judge after asking about their models. A missing model or key is only a notice: each draft handles such failures. */
export async function connectClaude(
  { model, smallModel = model, smallAddress, judges = false, ...options }: ClaudeOptions,
  signal: AbortSignal,
) {
  const { check, toModelParts } = createParts(options, signal);
  const isElsewhere = smallAddress !== undefined;
  const isOne = !isElsewhere && smallModel === model;
  const [written, judged] = await Promise.all([
    check(model, 'FOOTNOTE_MODEL'),
    judges && !isOne ? check(smallModel, 'FOOTNOTE_MODEL_SMALL', smallAddress) : null,
  ]);
  const { facts } = written;
  const unknown = { ...defaultFacts, isOther: facts.isOther || isElsewhere };
  const ofSmall = isOne ? facts : (judged?.facts ?? unknown);
  const large = toModelParts(model, 'FOOTNOTE_MODEL', facts);
  const small = toModelParts(smallModel, 'FOOTNOTE_MODEL_SMALL', ofSmall, smallAddress);
  return {
    engine: createClaudeEngine({ small, large }),
    windowWriter: createWindowWriter({ small, large }),
    ...(judges && { judge: createClaudeJudge(small) }),
    notices: [...new Set([...written.notices, ...(judged?.notices ?? [])])],
  };
}

export async function connectJudge(
  { model, ...options }: SharedOptions & { readonly model: string },
  signal: AbortSignal,
) {
  const { check, toModelParts } = createParts(options, signal);
  const { facts, notices } = await check(model, 'FOOTNOTE_MODEL_SMALL');
  return { judge: createClaudeJudge(toModelParts(model, 'FOOTNOTE_MODEL_SMALL', facts)), notices };
}

function createParts(
  { limits, sharedBudgetOf, askWithinMs, ...options }: SharedOptions,
  signal: AbortSignal,
) {
  const limiters = createCallLimiters(sharedBudgetOf);
  options.telemetry?.gauge('waiting-calls', limiters.waiting);
  const abilities = new Map<string, Abilities>();
  return {
    check: async (model: string, setting: ModelSetting, address: ClaudeAddress = options) => {
      const [ifUnknown, untilThen] = consequences[setting];
      const found = await checkModel(address, model, setting, signal, askWithinMs);
      const notices = found.diagnoses.map(({ level, text }) => {
        if (found.state === 'silent') return `${text} ${ifUnknown}`;
        return found.state === 'described' && level === 'problem' ? `${text} ${untilThen}` : text;
      });
      return { facts: found.facts, notices };
    },
    toModelParts: (
      model: string,
      setting: ModelSetting,
      facts: ModelFacts,
      address: ClaudeAddress = options,
    ): ClaudeParts => {
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
        setting,
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

/** Of a model that nobody could check, and of one that is refused. */
const consequences: Readonly<Record<ModelSetting, readonly [ifUnknown: string, untilThen: string]>> = {
  FOOTNOTE_MODEL: ['Summaries will use it anyway.', 'Until then, summaries are Highlights.'],
  FOOTNOTE_MODEL_SMALL: ['The judge will use it anyway.', 'Until then, claims are not judged.'],
};
