import type { Client } from 'discord.js';
import type { DecisionLog } from '../../../app/decisions/decision-log.ts';
import type { LogEntry } from '../../../core/decisions/entry.ts';
import { createLru } from '../../../lru.ts';
import type { GatewayContinuity } from '../sync/gateway-continuity.ts';
import { fetchStates } from '../sync/message-states.ts';

type EntryStatesParts = {
  readonly client: Client;
  readonly continuity: GatewayContinuity;
  readonly decisionLog: Pick<DecisionLog, 'forget'>;
  /** The time in milliseconds. */
  readonly now: () => number;
};

/** Brings entries up to date with their messages before they are shown; true if some may have changed. */
export type RefreshEntries = (entries: readonly LogEntry[]) => Promise<boolean>;

/** The number of entries for which the time of the last check with Discord is remembered. */
const maxRemembered = 10_000;

/** Asks Discord only about entries whose events this process may have missed. */
export function createEntryStates({
  client,
  continuity,
  decisionLog,
  now,
}: EntryStatesParts): RefreshEntries {
  const askedAt = createLru<number>(maxRemembered);
  return async entries => {
    const unsure = entries.filter(
      ({ id, guildId, createdAt }) => continuity.since(guildId) > (askedAt.peek(id) ?? Date.parse(createdAt)),
    );
    const wanted = new Map<string, Set<string>>();
    for (const { messageId, placeId } of unsure.flatMap(({ sources }) => sources))
      wanted.set(placeId, (wanted.get(placeId) ?? new Set()).add(messageId));
    const [first] = unsure;
    if (first === undefined) return false;
    const beganMs = now();
    const { deleted, editedMs } = await fetchStates(wanted, client, new AbortController().signal);
    const edited = unsure.flatMap(({ sources, createdAt }) =>
      sources.flatMap(({ messageId }) =>
        (editedMs.get(messageId) ?? 0) > Date.parse(createdAt) ? [messageId] : [],
      ),
    );
    await decisionLog.forget(first.guildId, { deleted, edited });
    for (const { id } of unsure) askedAt.set(id, beganMs);
    return deleted.size + edited.length > 0;
  };
}
