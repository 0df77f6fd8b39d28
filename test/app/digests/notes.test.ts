import { expect, test } from 'vitest';
import { createNotes } from '../../../src/app/digests/notes.ts';
import type { Digest } from '../../../src/core/digests/digest.ts';
import { createDigest } from '../../../src/core/digests/run.ts';
import { createKeyedMutex } from '../../../src/keyed-mutex.ts';
import { choice } from './digest-world.ts';

const now = () => '2026-03-02T09:00:00.000Z';

test('the digests of a server are read for the note of a post, and not for each further message in it', async () => {
  const forum = createDigest(
    {
      ...choice,
      schedule: { kind: 'news', minute: 0, zone: 'UTC' },
      destination: { kind: 'forum', channelId: 'forum' },
      sources: { kind: 'channels', channelIds: ['forum'] },
    },
    now(),
  );
  const stored: Digest[] = [forum];
  let reads = 0;
  const unused = async () => null;
  const notes = createNotes({
    digests: {
      get: unused,
      create: async digest => void stored.push(digest),
      update: unused,
      remove: async () => {},
      list: async () => {
        reads += 1;
        return [...stored];
      },
      guildIds: async () => [forum.guildId],
    },
    exclusively: createKeyedMutex(),
    schedule: async () => {},
    now,
  });
  notes.learn(forum.guildId, stored);
  const say = (placeId: string) =>
    notes.onNews({ guildId: forum.guildId, placeId, parentId: 'forum', answers: 9 });
  await say('1');
  const readsOfFirst = reads;
  for (let index = 0; index < 5; index += 1) await say('1');
  expect(reads).toBe(readsOfFirst);
  await say('2');
  expect(stored.map(({ sources }) => sources)).toEqual(
    ['forum', '1', '2'].map(id => ({ kind: 'channels', channelIds: [id] })),
  );
});
