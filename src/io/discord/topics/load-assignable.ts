import type { Client } from 'discord.js';
import { toAssignTask } from '../../../core/topics/assign-task.ts';
import type { TopicRecord } from '../../../core/topics/record.ts';
import type { LearnGuild } from '../access/access-snapshot.ts';
import { mayBotRead } from '../access/check-access.ts';
import { findSource } from '../access/stored-sources.ts';
import type { BaseServices } from '../interaction/context.ts';
import { loadCurrent } from './refresh.ts';
import { toVisibleRecords } from './visible-topics.ts';

type Parts = Pick<BaseServices, 'topics' | 'privacy' | 'summarySync'> & {
  readonly client: Client;
  readonly learnGuild: LearnGuild;
};

/**
 * What a model may read about a channel or thread: claims whose messages still exist, are not by people who opted out, and
 * are in channels that Footnote may read. Null if nothing is left.
 */
export async function loadAssignable(
  { client, topics, privacy, summarySync, learnGuild }: Parts,
  guildId: string,
  placeId: string,
): Promise<TopicRecord | null> {
  await learnGuild(guildId);
  const mayRead = async (id: string) => {
    const channel = await findSource(client, id);
    return typeof channel !== 'string' && mayBotRead(channel, privacy);
  };
  const load = async () => {
    const records = await topics.list(guildId, [placeId]);
    const [visible = null] = await toVisibleRecords(records, { mayRead, privacy, entries: [] });
    return visible;
  };
  const toClaims = (record: TopicRecord | null) => {
    const task = record && toAssignTask(record);
    return task ? [...task.claims, ...task.topics.flatMap(({ claims }) => claims)] : [];
  };
  return (await loadCurrent(load, toClaims, { guildId, summarySync })).found;
}
