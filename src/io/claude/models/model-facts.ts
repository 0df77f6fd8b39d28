import type Anthropic from '@anthropic-ai/sdk';

type Effort = 'low' | 'medium' | 'high';

/** What a model takes and how much of it. */
export type ModelFacts = {
  readonly efforts: readonly Effort[];
  readonly thinksAdaptively: boolean;
  readonly writesStructured: boolean;
  /** Tokens; null is unknown. */
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
};

const efforts = ['low', 'medium', 'high'] as const;

/** What all current models take; holds until the API has said what this one does. */
export const defaultFacts: ModelFacts = {
  efforts,
  thinksAdaptively: true,
  writesStructured: true,
  maxInputTokens: null,
  maxOutputTokens: null,
};

/** Reads what the models endpoint says; what it leaves open is as usual. */
export function toModelFacts({
  capabilities,
  max_input_tokens,
  max_tokens,
}: Anthropic.ModelInfo): ModelFacts {
  const limits = { maxInputTokens: toLimit(max_input_tokens), maxOutputTokens: toLimit(max_tokens) };
  if (!capabilities) return { ...defaultFacts, ...limits };
  const { effort, thinking, structured_outputs } = capabilities;
  return {
    efforts: effort?.supported ? efforts.filter(level => effort[level]?.supported) : [],
    thinksAdaptively: Boolean(thinking?.supported && thinking.types?.adaptive?.supported),
    writesStructured: structured_outputs?.supported ?? true,
    ...limits,
  };
}

/** A limit of nothing is one that is not known. */
function toLimit(tokens: number | null | undefined): number | null {
  return typeof tokens === 'number' && tokens > 0 ? tokens : null;
}
