import type { RepliableInteraction } from 'discord.js';
import { createKeyedMutex, type KeyedMutex } from '../../../keyed-mutex.ts';
import type { Logger } from '../../../log.ts';
import { isTemporary, retryWhileTemporary } from '../interaction/retry-answer.ts';

/** Discord accepts edits of an ephemeral message for 15 minutes; slightly less, so that none is late. */
const editableMs = 14.5 * 60_000;
const maxFollowed = 2_000;

type WithInteraction = { readonly interaction: RepliableInteraction };

/** Private messages by their id, as long as they can be edited and this process runs. */
type FollowedMessages<Followed extends WithInteraction> = {
  /** Follows what a message shows now; a pending change of what it showed before is dropped. */
  readonly set: (id: string, followed: Followed) => void;
  readonly get: (id: string) => Followed | undefined;
  /** A pending change is still made. */
  readonly delete: (id: string) => void;
  readonly entries: () => readonly (readonly [string, Followed])[];
  /** Runs work while no change of this message is being made. */
  readonly exclusively: KeyedMutex;
  /**
   * Changes a message with `work`, unless a later change replaces it. Resolves to whether the first attempt succeeded;
   * while Discord fails, more follow in the background. After any other failure the message is no longer followed.
   */
  readonly change: (
    id: string,
    interaction: RepliableInteraction,
    work: () => Promise<unknown>,
  ) => Promise<boolean>;
};

export function createFollowedMessages<Followed extends WithInteraction>(
  now: () => number,
  log: Logger,
): FollowedMessages<Followed> {
  const all = new Map<string, Followed>();
  const pending = new Map<string, () => Promise<unknown>>();
  const exclusively = createKeyedMutex();
  const toLeftMs = ({ createdTimestamp }: RepliableInteraction) => createdTimestamp + editableMs - now();
  const prune = () => {
    for (const [id, { interaction }] of all)
      if (toLeftMs(interaction) <= 0 || all.size > maxFollowed) all.delete(id);
  };
  return {
    set: (id, followed) => {
      pending.delete(id);
      all.set(id, followed);
      prune();
    },
    get: id => {
      prune();
      return all.get(id);
    },
    delete: id => void all.delete(id),
    entries: () => {
      prune();
      return [...all];
    },
    exclusively,
    change: (id, interaction, work) => {
      const first = Promise.withResolvers<boolean>();
      pending.set(id, work);
      const isPending = () => pending.get(id) === work;
      const attempt = async () => {
        try {
          await exclusively(id, async () => isPending() && (await work()));
          first.resolve(true);
        } catch (error) {
          first.resolve(false);
          throw error;
        }
      };
      // The caller does not wait for the pauses: it may hold a lock.
      void retryWhileTemporary(interaction.client, attempt, toLeftMs(interaction))
        .catch(error => {
          if (isPending()) all.delete(id);
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
