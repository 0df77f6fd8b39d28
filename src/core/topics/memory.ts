import { estimateTokens } from '../windows/size.ts';
import type { TopicRecord } from './record.ts';
import { type ChannelTopic, type CurrentRequest, toTopics } from './topics.ts';

/** What earlier summaries say about a channel, for the prompt of the next one. */
export type ChannelMemory = {
  readonly request: CurrentRequest | null;
  readonly active: readonly ChannelTopic[];
  readonly inactive: readonly ChannelTopic[];
};

/** As much as about 40 messages. */
const maxTokens = 1_200;
const claimsOfActive = 5;
const claimsOfInactive = 1;

/** The latest topics that fit, each with its open items and its last claims; null if nothing is known. */
export function toMemory(records: readonly TopicRecord[], budget = maxTokens): ChannelMemory | null {
  let left = budget;
  const topics = toTopics(records).flatMap(topic => {
    const shown = shorten(topic);
    const tokens = toTokens(shown);
    if (tokens > left) return [];
    left -= tokens;
    return [shown];
  });
  if (topics.length === 0) return null;
  return {
    request: topics.find(each => each.request)?.request ?? null,
    active: topics.filter(({ reason }) => reason !== null),
    inactive: topics.filter(({ reason }) => reason === null),
  };
}

function shorten(topic: ChannelTopic): ChannelTopic {
  const most = topic.reason === null ? claimsOfInactive : claimsOfActive;
  const open = topic.open.slice(0, most);
  const others = topic.claims
    .filter(claim => !topic.open.includes(claim) && claim.logState !== 'replaced')
    .slice(0, most - open.length);
  return { ...topic, open, claims: [...open, ...others] };
}

function toTokens({ title, claims }: ChannelTopic): number {
  return estimateTokens([title, ...claims.map(({ text }) => text)].join('\n')) + 8 * (claims.length + 1);
}
