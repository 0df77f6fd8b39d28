import type { EngineReason, Summary } from '../../../core/claims/summary/summary.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';

/**
 * Whether the same request may fare better when it is made again: troubles of the service pass, and another draft may
 * be readable or hold up where this one did not. What Claude declined, what is too long to read or to write, and what
 * whoever runs the bot has to put right would end the same way, and cost the same.
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
  model_gone: false,
};

/** Says that asking again may help, where it may; what went wrong stands in the summary itself. */
export function toAgainNote({ engine }: Summary, words: BotWords): string {
  return engine.reason !== undefined && isRetryable[engine.reason] ? words.askAgain : '';
}
