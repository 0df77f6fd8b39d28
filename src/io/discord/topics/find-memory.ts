import type { Conversation } from '../../../core/conversation/message.ts';
import { type ChannelMemory, toMemory } from '../../../core/topics/memory.ts';
import type { TopicRecord } from '../../../core/topics/record.ts';
import type { TopicClaim } from '../../../core/topics/topic-claim.ts';
import type { SourceChannel } from '../access/places.ts';
import { findSourcePlace } from '../digests/sources.ts';
import type { BaseServices } from '../interaction/context.ts';
import { loadCurrent } from './refresh.ts';
import { toVisibleRecords } from './visible-topics.ts';

type MemoryRequest = {
  readonly conversation: Conversation;
  /** All readers of the summary may read these. */
  readonly channels: readonly SourceChannel[];
  /** Only summaries from before this instant count. */
  readonly before?: string;
};

/**
 * What earlier summaries say about these channels, except about the messages of the conversation itself. None if the store
 * fails: a summary does not need it.
 */
export async function findMemory(
  { topics, decisionLog, privacy, summarySync, log }: BaseServices,
  { conversation, channels, before }: MemoryRequest,
): Promise<ChannelMemory | undefined> {
  const { guildId } = conversation.source;
  if (guildId === undefined) return undefined;
  const ids = new Set(conversation.messages.map(({ id }) => id));
  const toEarlier = ({ placeId, contributions }: TopicRecord): TopicRecord => ({
    placeId,
    contributions: contributions
      .filter(({ createdAt }) => before === undefined || createdAt < before)
      .map(each => ({
        ...each,
        claims: each.claims.filter(({ sources }) => !sources.some(({ messageId }) => ids.has(messageId))),
      })),
  });
  const mayRead = async (placeId: string) => (await findSourcePlace(placeId, channels)) !== null;
  const load = async () => {
    const records = await topics.list(
      guildId,
      channels.map(({ id }) => id),
    );
    const entries = await decisionLog.list(guildId);
    const visible = await toVisibleRecords(records, { mayRead, privacy, entries });
    return toMemory(visible.map(toEarlier));
  };
  try {
    const { found } = await loadCurrent(load, toClaims, { guildId, summarySync });
    return found ?? undefined;
  } catch (error) {
    log.warn({ name: error instanceof Error ? error.name : '' }, 'memory-unavailable');
    return undefined;
  }
}

function toClaims(memory: ChannelMemory | null): readonly TopicClaim[] {
  if (memory === null) return [];
  const { request, active, inactive } = memory;
  const asked = request === null ? [] : [request.claim, ...(request.question ? [request.question] : [])];
  return [...asked, ...[...active, ...inactive].flatMap(({ claims }) => claims)];
}
