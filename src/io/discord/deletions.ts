import { type Client, Events } from 'discord.js';

/** Tells which messages, threads and channels are deleted while somebody watches. */
export type Deletions = {
  readonly watch: () => DeletionWatch;
};

export type DeletionWatch = {
  /** Their ids, wherever they stood. */
  readonly deleted: () => ReadonlySet<string>;
  readonly end: () => void;
};

/** Listens to the gateway; what is deleted while it is down is heard of only if its session is resumed. */
export function createDeletions(client: Client): Deletions {
  const watchers = new Set<Set<string>>();
  const note = (ids: Iterable<string>) => {
    for (const watcher of watchers) for (const id of ids) watcher.add(id);
  };
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
  };
}
