import type { GuildTextBasedChannel } from 'discord.js';
import { expect, test } from 'vitest';
import type { MessageCache } from '../../../src/io/discord/history/message-cache.ts';
import { createQuestionPages } from '../../../src/io/discord/question-pages.ts';
import { createLogger } from '../../../src/log.ts';

test('what the cache has of a page is kept where a request for the rest of it fails', async () => {
  const ids = ['30', '20'];
  const channel = { id: '1', guildId: '2', lastMessageId: '30', isDMBased: () => false };
  const pages = [{ records: ids.map(id => ({ id, channel_id: '1', content: '' })), isLast: false }];
  const read = async () => pages.shift() ?? Promise.reject(new Error('away'));
  const question = createQuestionPages(
    {
      cache: { read } as unknown as MessageCache,
      signal: new AbortController().signal,
      log: createLogger('silent'),
    },
    [channel as unknown as GuildTextBasedChannel],
    '0',
  );
  await question.readNewest();
  expect([...question.records.keys()]).toEqual(ids);
  expect([...question.reached]).toEqual([['1', '20']]);
  expect([...question.failures.keys()]).toEqual(['1']);
});
