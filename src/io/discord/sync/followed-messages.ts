import type { RepliableInteraction } from 'discord.js';
import { createKeyedMutex } from '../../../keyed-mutex.ts';
import type { Logger } from '../../../log.ts';
import { isTemporary, retryWhileTemporary } from '../interaction/retry-answer.ts';

/** Discord accepts edits of an ephemeral message for 15 minutes; slightly less, so that none is late. */
const editableMs = 14.5 * 60_000;
const maxFollowed = 2_000;

type WithInteraction = { readonly interaction: RepliableInteraction };

/** Private messages by their id, as long as they can be edited and this process runs. */
type FollowedMessages<Followed extends WithInteraction> = {
  /**
   * Shows something else and follows it. If the interaction's message is edited, a change of what it showed before does
   * not arrive later.
   *
   * @param edit Resolves to the id of the message that shows it.
   */
  readonly show: (followed: Followed, edit: () => Promise<string>) => Promise<string>;
  /** Follows what a message shows already. */
  readonly set: (id: string, followed: Followed) => void;
  readonly get: (id: string) => Followed | undefined;
  /** A pending change is still made. */
  readonly delete: (id: string) => void;
  readonly entries: () => readonly (readonly [string, Followed])[];
  /**
   * Changes a message with `work`, unless a later change replaces it; each attempt gets what the message shows by then.
   * Resolves to whether the first attempt succeeded; while Discord fails, more follow in the background. After any other
   * failure the message is no longer followed.
   */
  readonly change: (id: string, work: (followed: Followed) => Promise<unknown>) => Promise<boolean>;
};

export function createFollowedMessages<Followed extends WithInteraction>(
  now: () => number,
  log: Logger,
): FollowedMessages<Followed> {
  const all = new Map<string, Followed>();
  const pending = new Map<string, object>();
  const exclusively = createKeyedMutex();
  const toLeftMs = ({ createdTimestamp }: RepliableInteraction) => createdTimestamp + editableMs - now();
  const prune = () => {
    for (const [id, { interaction }] of all)
      if (toLeftMs(interaction) <= 0 || all.size > maxFollowed) all.delete(id);
  };
  const set = (id: string, followed: Followed) => {
    all.set(id, followed);
    prune();
  };
  const get = (id: string) => {
    prune();
    return all.get(id);
  };
  return {
    show: (followed, edit) =>
      exclusively(toMessageId(followed.interaction), async () => {
        const id = await edit();
        set(id, followed);
        return id;
      }),
    set,
    get,
    delete: id => void all.delete(id),
    entries: () => {
      prune();
      return [...all];
    },
    change: async (id, work) => {
      let followed = get(id);
      if (followed === undefined) return false;
      const { interaction } = followed;
      const first = Promise.withResolvers<boolean>();
      pending.set(id, work);
      const isPending = () => pending.get(id) === work;
      const attempt = async () => {
        try {
          await exclusively(id, async () => {
            followed = all.get(id) ?? followed;
            if (isPending() && followed !== undefined) await work(followed);
          });
          first.resolve(true);
        } catch (error) {
          first.resolve(false);
          throw error;
        }
      };
      // The caller does not wait for the pauses: it may hold a lock.
      void retryWhileTemporary(interaction.client, attempt, toLeftMs(interaction))
        .catch(error => {
          if (isPending() && all.get(id) === followed) all.delete(id);
          // Otherwise the person dismissed it, or its time is up.
          const level = isTemporary(error) ? 'warn' : 'debug';
          log[level]({ name: error instanceof Error ? error.name : '' }, 'private-message-update-failed');
        })
        .finally(() => {
          if (isPending()) pending.delete(id);
        });
      return first.promise;
    },
  };
}

/** The message that an interaction came from, which its answer may edit; a command has none. */
function toMessageId(interaction: RepliableInteraction): string {
  return ('message' in interaction ? interaction.message?.id : undefined) ?? interaction.id;
}
