import type Anthropic from '@anthropic-ai/sdk';

type Effort = 'low' | 'medium' | 'high';

/** The settings that a model accepts, and its limits. */
export type ModelFacts = {
  readonly efforts: readonly Effort[];
  readonly thinksAdaptively: boolean;
  readonly writesStructured: boolean;
  /** In tokens; null if unknown. */
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
};

const efforts = ['low', 'medium', 'high'] as const;

/** The facts of all current models; used until the API reports this model's. */
export const defaultFacts: ModelFacts = {
  efforts,
  thinksAdaptively: true,
  writesStructured: true,
  maxInputTokens: null,
  maxOutputTokens: null,
};

/** Reads a model from the API; missing facts have the defaults. */
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

/** A limit of zero means unknown. */
function toLimit(tokens: number | null | undefined): number | null {
  return typeof tokens === 'number' && tokens > 0 ? tokens : null;
}
