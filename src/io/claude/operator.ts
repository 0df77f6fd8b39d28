import type { Failure } from './call/failure.ts';

/** The variable that names a model. */
export type ModelSetting = 'FOOTNOTE_MODEL' | 'FOOTNOTE_MODEL_SMALL';

/** What whoever runs Footnote can do about a failure that nobody else can mend; null for all others. */
export function toAdvice(
  { reason, isForeign }: Pick<Failure, 'reason' | 'isForeign'>,
  model: string,
  setting: ModelSetting = 'FOOTNOTE_MODEL',
): string | null {
  if (isForeign)
    return 'What answers at ANTHROPIC_BASE_URL is not the Claude API: leave it unset, or correct it.';
  if (reason === 'key_refused')
    return 'The API refused ANTHROPIC_API_KEY: put a valid key of the Claude Console into it.';
  if (reason === 'not_allowed')
    return `The key in ANTHROPIC_API_KEY may not use ${model}: allow it in the Claude Console, or set ${setting} to another model.`;
  if (reason === 'unpaid')
    return 'There is no credit left in the Claude Console, or a payment failed: see its billing page.';
  if (reason === 'spend_limit')
    return 'A spending limit of the Claude Console is reached: raise it there, or wait until it starts anew.';
  if (reason === 'model_gone')
    return `There is no model “${model}”, or not for this key: set ${setting} to another one.`;
  return null;
}
