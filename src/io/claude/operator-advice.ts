import type { Failure } from './call/failure.ts';

/** The variable of a model. */
export type ModelSetting = 'FOOTNOTE_MODEL' | 'FOOTNOTE_MODEL_SMALL';

/** What the bot's owner can do about a failure that only they can fix; null for others. */
export function toAdvice(
  { reason, isForeign }: Pick<Failure, 'reason' | 'isForeign'>,
  model: string,
  setting: ModelSetting = 'FOOTNOTE_MODEL',
): string | null {
  if (isForeign)
    return 'The server at ANTHROPIC_BASE_URL is not the Claude API. Correct the address, or leave it empty.';
  if (reason === 'key_refused')
    return 'The Claude API rejected ANTHROPIC_API_KEY. Create a key at https://platform.claude.com/settings/keys.';
  if (reason === 'not_allowed')
    return `ANTHROPIC_API_KEY has no access to ${model}. Allow it at https://platform.claude.com, or set ${setting} to another model.`;
  if (reason === 'unpaid')
    return 'Claude’s credit is used up, or a payment failed. See https://platform.claude.com/settings/billing.';
  if (reason === 'spend_limit')
    return 'The spending limit for Claude is reached. Raise it at https://platform.claude.com/settings/limits, or wait until it resets.';
  if (reason === 'model_gone')
    return `The model “${model}” does not exist, or this key has no access to it. Set ${setting} to another model.`;
  return null;
}
