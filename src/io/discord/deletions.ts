import { type Client, Events } from 'discord.js';

/** Tells which messages, threads and channels are deleted while somebody watches. */
export type Deletions = {
  readonly watch: () => DeletionWatch;
  /** Whether any of these messages was deleted or edited after an instant, as far as this process has heard. */
  readonly touched: (messageIds: readonly string[], since: string) => boolean;
};

export type DeletionWatch = {
  /** Their ids, wherever they stood. */
  readonly deleted: () => ReadonlySet<string>;
  readonly end: () => void;
};

/** So many changed messages are remembered, the latest. */
const maxRemembered = 50_000;

/** Listens to the gateway; what is deleted while it is down is heard of only if its session is resumed. */
export function createDeletions(client: Client): Deletions {
  const watchers = new Set<Set<string>>();
  const touchedAt = new Map<string, number>();
  const touch = (id: string) => {
    touchedAt.delete(id);
    touchedAt.set(id, Date.now());
    const [oldest] = touchedAt.keys();
    if (touchedAt.size > maxRemembered && oldest !== undefined) touchedAt.delete(oldest);
  };
  const note = (ids: readonly string[]) => {
    for (const watcher of watchers) for (const id of ids) watcher.add(id);
    for (const id of ids) touch(id);
  };
  client.on(Events.MessageUpdate, (_, { id, editedTimestamp }) => {
    // Discord also tells of link previews that appear; they leave the words as they were.
    if (editedTimestamp !== null) touch(id);
  });
  client.on(Events.MessageDelete, ({ id }) => note([id]));
  client.on(Events.MessageBulkDelete, messages => note([...messages.keys()]));
  client.on(Events.ThreadDelete, ({ id }) => note([id]));
  client.on(Events.ChannelDelete, ({ id }) => note([id]));
  return {
    watch: () => {
      const ids = new Set<string>();
      watchers.add(ids);
      return { deleted: () => ids, end: () => void watchers.delete(ids) };
    },
    touched: (messageIds, since) => {
      const from = Date.parse(since);
      return messageIds.some(id => (touchedAt.get(id) ?? 0) > from);
    },
  };
}
