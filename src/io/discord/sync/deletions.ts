import { type Client, Events } from 'discord.js';
import type { MessageChanges } from '../../../core/claims/changes/message-changes.ts';

/** Tells which messages, threads and channels are deleted or edited, as far as this process hears. */
export type Deletions = {
  readonly watch: () => DeletionWatch;
  /** What became of these messages after an instant. */
  readonly changed: (ids: readonly string[], since: string) => MessageChanges;
  /** Whether one of these channels or threads was deleted. */
  readonly isPlaceGone: (ids: readonly string[]) => boolean;
  /** Hears the ids of all that is deleted or edited in a server. */
  readonly listen: (listener: (guildId: string, ids: readonly string[]) => void) => void;
};

export type DeletionWatch = {
  /** Their ids, wherever they stood. */
  readonly deleted: () => ReadonlySet<string>;
  readonly end: () => void;
};

/** So many changed messages are remembered, the latest. */
const maxRemembered = 50_000;

/** When a message was edited last; deleted is for good. */
type Change = { readonly editedMs: number; readonly isDeleted: boolean };

/** Listens to the gateway; what is deleted while it is down is heard of only if its session is resumed. */
export function createDeletions(client: Client): Deletions {
  const watchers = new Set<Set<string>>();
  const listeners = new Set<(guildId: string, ids: readonly string[]) => void>();
  const changes = new Map<string, Change>();
  // Apart from messages: a thread bears the id of the message that it grew from.
  const places = new Set<string>();
  const remember = (id: string, change: Change) => {
    changes.delete(id);
    changes.set(id, change);
    const [oldest] = changes.keys();
    if (changes.size > maxRemembered && oldest !== undefined) changes.delete(oldest);
  };
  const tell = (guildId: string | null, ids: readonly string[]) => {
    if (guildId !== null) for (const listener of listeners) listener(guildId, ids);
  };
  const forget = (guildId: string | null, ids: readonly string[]) => {
    for (const watcher of watchers) for (const id of ids) watcher.add(id);
    tell(guildId, ids);
  };
  const forgetMessages = (guildId: string | null, ids: readonly string[]) => {
    for (const id of ids) remember(id, { editedMs: 0, isDeleted: true });
    forget(guildId, ids);
  };
  const forgetPlace = (guildId: string | null, id: string) => {
    places.add(id);
    const [oldest] = places;
    if (places.size > maxRemembered && oldest !== undefined) places.delete(oldest);
    forget(guildId, [id]);
  };
  client.on(Events.MessageUpdate, (_, { id, guildId, editedTimestamp }) => {
    // Discord also tells of link previews that appear; they leave the words as they were.
    if (editedTimestamp === null || changes.get(id)?.isDeleted) return;
    remember(id, { editedMs: editedTimestamp, isDeleted: false });
    tell(guildId, [id]);
  });
  client.on(Events.MessageDelete, ({ id, guildId }) => forgetMessages(guildId, [id]));
  client.on(Events.MessageBulkDelete, (messages, { guildId }) =>
    forgetMessages(guildId, [...messages.keys()]),
  );
  client.on(Events.ThreadDelete, ({ id, guildId }) => forgetPlace(guildId, id));
  client.on(Events.ChannelDelete, channel =>
    forgetPlace(channel.isDMBased() ? null : channel.guildId, channel.id),
  );
  return {
    watch: () => {
      const ids = new Set<string>();
      watchers.add(ids);
      return { deleted: () => ids, end: () => void watchers.delete(ids) };
    },
    changed: (ids, since) => {
      const from = Date.parse(since);
      const known = ids.filter(id => changes.has(id));
      return {
        deleted: new Set(known.filter(id => changes.get(id)?.isDeleted)),
        edited: new Set(known.filter(id => (changes.get(id)?.editedMs ?? 0) > from)),
      };
    },
    isPlaceGone: ids => ids.some(id => places.has(id)),
    listen: listener => void listeners.add(listener),
  };
}
