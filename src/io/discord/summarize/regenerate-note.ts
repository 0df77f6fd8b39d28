import type { EngineReason, Summary } from '../../../core/claims/summary.ts';
import type { Texts } from '../../../render/texts.ts';

/**
 * Whether the same request may succeed when it is repeated: outages end, and another draft may be readable or supported.
 * What Claude declined, what is too long, and what the bot's owner has to fix would fail again, at the same cost.
 */
const isRetryable: Readonly<Record<EngineReason, boolean>> = {
  rate_limited: true,
  timed_out: true,
  service_failed: true,
  overloaded: true,
  unreachable: true,
  broken_off: true,
  stalled: true,
  ended_early: true,
  unreadable: true,
  unsupported: true,
  refused: false,
  truncated: false,
  too_long: false,
  request_refused: false,
  key_refused: false,
  not_allowed: false,
  unpaid: false,
  spend_limit: false,
  cap_reached: false,
  model_gone: false,
};

/** Suggests to regenerate, if that may help. The summary itself says what went wrong. */
export function toRegenerateNote({ engine }: Summary, t: Texts): string {
  return engine.reason !== undefined && isRetryable[engine.reason] ? t('bot.askAgain') : '';
}
