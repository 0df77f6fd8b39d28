import {
  type Digest,
  forumNotes,
  isForumNote,
  isNote,
  toDigestChoice,
  toPlaceId,
} from '../../core/digests/digest.ts';
import { createDigest, toInstant } from '../../core/digests/run.ts';
import { nextRuns } from '../../core/schedule.ts';
import type { KeyedMutex } from '../../keyed-mutex.ts';
import { createLru } from '../../lru.ts';
import type { DigestStore } from './ports.ts';

/** A message, or a change of a thread, that may be news for a note. */
export type News = {
  readonly guildId: string;
  readonly placeId: string;
  /** Of a thread, its channel or forum. */
  readonly parentId: string | null;
  /** Of a thread: the number of its messages. */
  readonly answers: number;
};

type NotesParts = {
  readonly digests: DigestStore;
  /** One at a time per server. */
  readonly exclusively: KeyedMutex;
  readonly schedule: (digest: Digest, at: string) => Promise<void>;
  readonly now: () => string;
};

/** The notes that this process knows, by what is written where. In memory, as most messages are news for none. */
export function createNotes({ digests, exclusively, schedule, now }: NotesParts) {
  const known = new Map<string, readonly Digest[]>();
  const scheduled = createLru<string>(10_000);

  const learn = (guildId: string, all: readonly Digest[]): void => {
    const notes = all.filter(isNote);
    if (notes.length > 0) known.set(guildId, notes);
    else known.delete(guildId);
  };

  const wake = async (note: Digest): Promise<void> => {
    const [tick = now()] = nextRuns(note.schedule, now(), 1);
    if (scheduled.get(note.id) === tick) return;
    scheduled.set(note.id, tick);
    await schedule(note, tick);
  };

  const findPosts = async ({ guildId, id }: Digest) =>
    (await digests.list(guildId)).filter(({ parentId }) => parentId === id);

  /** A note in a post of a forum; of too many, the one that was renewed longest ago ends, and its message stays. */
  const addPost = (forum: Digest, placeId: string): Promise<void> =>
    exclusively(forum.guildId, async () => {
      const { guildId, creatorId, locale } = forum;
      const posts = await findPosts(forum);
      if (posts.some(each => toPlaceId(each) === placeId)) return;
      const idle = posts
        .filter(({ run }) => run === null)
        .sort((a, b) => (a.lastRunAt < b.lastRunAt ? -1 : 1));
      const [oldest] = idle;
      if (posts.length >= forumNotes.posts && oldest === undefined) return;
      if (posts.length >= forumNotes.posts && oldest) await digests.remove(guildId, oldest.id);
      const note = createDigest(
        {
          ...toDigestChoice(forum),
          // The same again for the same post, so that its message is found.
          id: `${forum.id}-${placeId}`,
          guildId,
          creatorId,
          locale,
          parentId: forum.id,
          sources: { kind: 'channels', channelIds: [placeId] },
          destination: { kind: 'channel', channelId: placeId },
          since: toInstant(placeId),
        },
        now(),
      );
      await digests.create(note);
      learn(guildId, await digests.list(guildId));
      await wake(note);
    });

  return {
    learn,
    findPosts,
    onNews: async ({ guildId, placeId, parentId, answers }: News): Promise<void> => {
      const notes = known.get(guildId) ?? [];
      const isIn = ({ id }: Digest) =>
        notes.some(each => each.parentId === id && toPlaceId(each) === placeId);
      for (const note of notes) {
        const ownId = toPlaceId(note);
        if (ownId !== placeId && ownId !== parentId) continue;
        if (!isForumNote(note)) await wake(note);
        else if (!note.paused && answers >= forumNotes.answers && !isIn(note)) await addPost(note, placeId);
      }
    },
  };
}
