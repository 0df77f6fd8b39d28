import type { MessageChanges } from '../../core/claims/message-changes.ts';
import type { Decision, EntryPost, ListedEntry, LogEntry, Reminder } from '../../core/decisions/entry.ts';
import type { Logger } from '../../log.ts';
import type { JobQueue } from '../jobs.ts';
import type { Clock, Judge } from '../ports.ts';
import type { Settings } from '../settings.ts';
import type { PostedMessage } from '../store-ports.ts';

/** The decisions and tasks of servers, each kept as long as the latest summary that contains it. */
export type EntryStore = {
  readonly list: (guildId: string) => Promise<readonly LogEntry[]>;
  readonly get: (guildId: string, entryId: string) => Promise<LogEntry | null>;
  readonly put: (entry: LogEntry) => Promise<void>;
  readonly remove: (guildId: string, entryId: string) => Promise<void>;
  /** Entries that rest on any of these messages, places, people or summaries, or that one of these entries contradicts; some may be gone. */
  readonly citing: (guildId: string, ids: readonly string[]) => Promise<readonly string[]>;
  readonly guildIds: () => Promise<readonly string[]>;
};

/** The text of a reminder, and what it is recognized by in a history. */
type ReminderText = { readonly content: string; readonly wordsHash: string };

export type EntryPlaces = {
  /** Brings an entry up to date with its messages, where this process may have missed that they were deleted or edited. */
  readonly refresh: (entry: LogEntry) => Promise<void>;
  /** Whether everybody who can read the channel may read all sources; false also where the bot cannot post there. */
  readonly mayPost: (entry: Decision, channelId: string) => Promise<boolean>;
  /** A second call within some minutes posts nothing new. */
  readonly post: (entry: Decision, channelId: string) => Promise<PostedMessage>;
  /** The post that a process made before it ended; null if there is none, `unreadable` if nothing can be looked for. */
  readonly findPost: (
    entry: Decision,
    sending: NonNullable<EntryPost['sending']>,
  ) => Promise<PostedMessage | 'unreadable' | null>;
  /** Shows the entry as it is now; resolves also if the post is gone. */
  readonly editPost: (entry: Decision, post: PostedMessage) => Promise<void>;
  /** What a reminder says; null if the person may no longer read the sources. */
  readonly writeReminder: (entry: ListedEntry, reminder: Reminder) => Promise<ReminderText | null>;
  /** A direct message; false if the person takes none. */
  readonly sendReminder: (entry: ListedEntry, reminder: Reminder, text: ReminderText) => Promise<boolean>;
  /** Whether a process sent a reminder before it ended; `unreadable` if nothing can be looked for. */
  readonly findReminder: (
    reminder: Reminder,
    sending: NonNullable<Reminder['sending']>,
  ) => Promise<boolean | 'unreadable'>;
  /** The changes of these messages since an instant that this process received. */
  readonly changed: (ids: readonly string[], since: string) => MessageChanges;
};

export type DecisionPorts = {
  readonly entries: EntryStore;
  readonly jobs: JobQueue;
  readonly places: EntryPlaces;
  readonly settings: Settings;
  readonly judge?: Judge | undefined;
  readonly clock: Clock;
  readonly log: Logger;
};
