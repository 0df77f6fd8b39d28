import { describe, expect, test } from 'vitest';
import { toMessageParts } from '../../../src/core/conversation/message.ts';
import { createImportInWorker } from '../../../src/io/import/import-in-worker.ts';
import { createWorkerPool } from '../../../src/workers/worker-pool.ts';
import { say } from '../../core/conversation/messages.ts';
import { importChat } from '../../workers.ts';
import { importChat as importHere } from './import-chat.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const minute = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
    return JSON.stringify({ author: `Person ${index % 7}`, time: minute, text: `Message ${index}` });
  });

describe('a file in a worker process', () => {
  test('of several parts is read as in this one', async () => {
    const bytes = () => Buffer.from(lines(1_600).join('\n'));
    const { isCut, ...read } = await importChat(bytes(), 'chat.jsonl', { zone: 'UTC' });
    expect(read).toEqual(await importHere(bytes(), 'chat.jsonl', { zone: 'UTC' }));
    expect(isCut).toBe(false);
  });

  test('comes with its newest messages only', async () => {
    const { conversation, counts, isCut } = await importChat(
      Buffer.from(lines(20).join('\n')),
      'chat.jsonl',
      { zone: 'UTC', bounds: { messages: 3, characters: 1_000 } },
    );
    expect(conversation.messages.map(({ text }) => text)).toEqual(['Message 17', 'Message 18', 'Message 19']);
    expect([counts.messages, isCut]).toEqual([20, true]);
  });

  test('that needs more memory than it may have is refused, and the next one is read', async () => {
    const entry = new URL('../../../src/workers/entry.ts', import.meta.url);
    const small = createWorkerPool({ entry, heapMb: 40 });
    const importSmall = createImportInWorker(small);
    try {
      const large = lines(100_000).join('\n');
      await expect(importSmall(Buffer.from(large), 'large.jsonl', { zone: 'UTC' })).rejects.toMatchObject({
        code: 'file_too_large',
        message: expect.stringMatching(
          /^large\.jsonl needs more memory than Footnote may use for one file\./,
        ),
      });
      const next = await importSmall(Buffer.from(lines(2).join('\n')), 'chat.jsonl', { zone: 'UTC' });
      expect(next.conversation.messages).toHaveLength(2);
    } finally {
      await small.stop();
    }
  });
});

test('messages are handed over in parts that are small in number and in size', () => {
  const toMessages = (count: number, length: number) =>
    Array.from({ length: count }, () => say('a', '09:00', 'x'.repeat(length)));
  const sizes = (count: number, length: number) =>
    [...toMessageParts(toMessages(count, length))].map(part => part.length);
  expect(sizes(1_200, 10)).toEqual([500, 500, 200]);
  expect(sizes(5, 90_000)).toEqual([2, 2, 1]);
  expect(sizes(2, 300_000)).toEqual([1, 1]);
  expect(sizes(0, 0)).toEqual([]);
});
