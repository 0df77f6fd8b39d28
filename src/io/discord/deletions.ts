import { type Client, Events } from 'discord.js';

/** Tells which messages are deleted while somebody watches. */
export type Deletions = {
  readonly watch: (channelId: string) => {
    readonly deleted: () => ReadonlySet<string>;
    readonly end: () => void;
  };
};

/** Listens to the gateway; what is deleted while it is down, it does not hear of. */
export function createDeletions(client: Client): Deletions {
  const watchers = new Set<{ readonly channelId: string; readonly ids: Set<string> }>();
  const note = (channelId: string, ids: Iterable<string>) => {
    for (const watcher of watchers) {
      if (watcher.channelId === channelId) for (const id of ids) watcher.ids.add(id);
    }
  };
  client.on(Events.MessageDelete, message => note(message.channelId, [message.id]));
  client.on(Events.MessageBulkDelete, (messages, channel) => note(channel.id, messages.keys()));
  return {
    watch: channelId => {
      const watcher = { channelId, ids: new Set<string>() };
      watchers.add(watcher);
      return { deleted: () => watcher.ids, end: () => void watchers.delete(watcher) };
    },
  };
}
