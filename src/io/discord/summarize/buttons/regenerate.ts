import type { Client } from 'discord.js';
import type { StoredRequest, StoredSummary } from '../../../../app/ports.ts';
import type { EngineReason, Summary } from '../../../../core/claims/summary.ts';
import type { RunAction } from '../../../../render/custom-id.ts';
import type { Texts } from '../../../../render/texts.ts';
import { findChannel } from '../../access/places.ts';
import type { Ask, RequestedWindow } from '../../command.ts';
import type { Action, PressContext } from '../../interaction/action.ts';
import { defer, replyPrivately } from '../../interaction/reply.ts';

const defaultCount = 100;

/** Runs the same request again, with the messages since then. */
export const regenerateAction: Action<'again'> = {
  showsNothing: true,
  onlyRequester: true,
  toAcknowledgement: () => 'private',
  run: (context, { stored }) => regenerateSummary(context, stored, stored.request),
};

/** Runs a request again with new options, public or private like the first summary. */
export async function regenerateSummary(
  context: PressContext,
  stored: StoredSummary,
  request: StoredRequest,
): Promise<void> {
  const { interaction, t, summarize } = context;
  // A digest is run again with `/digest run`.
  if (request.digestId !== undefined) return replyPrivately(interaction, t('bot.unknownButton'));
  const isPrivate = stored.answeredAs === undefined;
  const ask = await toAsk(interaction.client, request, stored.channelId, isPrivate);
  if (ask === null) return replyPrivately(interaction, t('bot.denied.gone', { place: '' }));
  await summarize(context, ask);
}

/** Runs an interrupted request again, for its requester. */
export async function regenerateRun(context: PressContext, { runId }: RunAction): Promise<void> {
  const { interaction, t, openRuns, summarize } = context;
  const run = await openRuns.get(runId);
  if (run === null) return replyPrivately(interaction, t('bot.expired'));
  if (run.personId !== interaction.user.id) return replyPrivately(interaction, t('bot.notYours'));
  await defer(context);
  const ask = await toAsk(interaction.client, run.request, run.sourceId, run.isPrivate);
  if (ask === null) return replyPrivately(interaction, t('bot.denied.gone', { place: '' }));
  await summarize(context, ask);
}

/** The same request again; null if its message is gone. */
async function toAsk(
  client: Client,
  request: StoredRequest,
  channelId: string,
  isPrivate: boolean,
): Promise<Ask | null> {
  const wanted = await toWanted(client, request);
  if (wanted === null) return null;
  const { categoryId, detail, language, focus } = request;
  return {
    wanted,
    channelId,
    ...(categoryId !== undefined && { categoryId }),
    detail,
    ...(language !== undefined && { language }),
    ...(focus !== undefined && { focus }),
    isPrivate,
  };
}

async function toWanted(
  client: Client,
  { threadOf, checkOf, since, messages }: StoredRequest,
): Promise<RequestedWindow | null> {
  const of = threadOf ?? checkOf;
  if (of !== undefined) {
    const channel = await findChannel(client, of.channelId);
    const message = await channel?.messages.fetch({ message: of.messageId, force: checkOf !== undefined });
    return message ? { kind: checkOf === undefined ? 'thread' : 'check', message } : null;
  }
  if (since === undefined) return { kind: 'newest', count: messages ?? defaultCount };
  return { kind: 'since', words: since, ...(messages !== undefined && { count: messages }) };
}

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
