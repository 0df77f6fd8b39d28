import {
  type APIThreadChannel,
  type Client,
  Events,
  GatewayDispatchEvents,
  type GuildBasedChannel,
  Status,
} from 'discord.js';
import type { PrivacyStore } from '../../../app/store-ports.ts';
import { toCitedIds } from '../../../core/claims/footnotes.ts';
import type { MessageChanges } from '../../../core/claims/message-changes.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { type Conversation, toAuthorIds, withoutAuthors } from '../../../core/conversation/message.ts';
import { createLru } from '../../../lru.ts';
import { receivesEvents } from '../client.ts';

export type Deletions = ReturnType<typeof createDeletions>;

export type DeletionWatch = {
  /** The ids of everything deleted since the watch began, in any channel. */
  readonly deleted: () => ReadonlySet<string>;
  readonly end: () => void;
};

/**
 * Writes until the result cites nothing that was deleted, or opted out of, meanwhile. `write` gets what is left, and all of it.
 * @param recheck Called after each attempt; throws if nothing may be shown, or leaves out what may not.
 */
export async function writeCurrent(
  read: Conversation,
  { watch, privacy }: { readonly watch: DeletionWatch; readonly privacy: Pick<PrivacyStore, 'optedOut'> },
  write: (current: Conversation, all: Conversation) => Promise<Summary>,
  recheck: (conversation: Conversation) => Promise<Conversation>,
): Promise<Summary> {
  for (let conversation = read; ; ) {
    const gone = watch.deleted();
    const messages = conversation.messages.filter(({ id }) => !gone.has(id));
    const summary = await write({ ...conversation, messages }, conversation);
    const left = await recheck(conversation);
    const optedOut = await privacy.optedOut([...toAuthorIds(left)]);
    const isSame = left === conversation && optedOut.size === 0;
    if (isSame && !toCitedIds(summary).some(id => watch.deleted().has(id))) return summary;
    conversation = withoutAuthors(left, optedOut);
  }
}

/** The number of changed messages, and of deleted channels and threads, to remember. */
const maxRemembered = 50_000;

/** The time of the last edit; a deletion is final. */
type Change = { readonly editedMs: number; readonly isDeleted: boolean };

/** What is deleted or edited while this process is connected. The rest is missed unless its session is resumed. */
export function createDeletions(client: Client) {
  const watchers = new Set<Set<string>>();
  const listeners = new Set<(guildId: string, ids: readonly string[]) => void>();
  const changes = createLru<Change>(maxRemembered);
  // Separate from messages: a thread has the id of the message that started it.
  const places = createLru<true>(maxRemembered);
  const notify = (guildId: string | null, ids: readonly string[]) => {
    if (guildId !== null) for (const listener of listeners) listener(guildId, ids);
  };
  const forget = (guildId: string | null, ids: readonly string[]) => {
    for (const watcher of watchers) for (const id of ids) watcher.add(id);
    notify(guildId, ids);
  };
  const forgetMessages = (guildId: string | null, ids: readonly string[]) => {
    for (const id of ids) changes.set(id, { editedMs: 0, isDeleted: true });
    forget(guildId, ids);
  };
  const forgetPlace = (guildId: string | null, id: string) => {
    places.set(id, true);
    forget(guildId, [id]);
  };
  client.on(Events.MessageUpdate, (_, { id, guildId, editedTimestamp }) => {
    // Discord also sends this event when a link preview appears, which does not change the text.
    if (editedTimestamp === null || changes.peek(id)?.isDeleted) return;
    changes.set(id, { editedMs: editedTimestamp, isDeleted: false });
    notify(guildId, [id]);
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
    watch: (): DeletionWatch => {
      const ids = new Set<string>();
      watchers.add(ids);
      return { deleted: () => ids, end: () => void watchers.delete(ids) };
    },
    /** The changes of these messages after an instant. */
    changed: (ids: readonly string[], since: string): MessageChanges => {
      const from = Date.parse(since);
      const known = ids.filter(id => changes.has(id));
      return {
        deleted: new Set(known.filter(id => changes.peek(id)?.isDeleted)),
        edited: new Set(known.filter(id => (changes.peek(id)?.editedMs ?? 0) > from)),
      };
    },
    /** For a channel or thread that was deleted while this process was not connected. */
    noteGone: forgetPlace,
    /** Whether one of these channels or threads was deleted. */
    isPlaceGone: (ids: readonly string[]) => ids.some(id => places.has(id)),
    /** Calls the listener with the ids of everything that is deleted or edited in a server. */
    listen: (listener: (guildId: string, ids: readonly string[]) => void) => void listeners.add(listener),
  };
}

export type GatewayContinuity = ReturnType<typeof createGatewayContinuity>;

/** Follows the connection of each shard: missed events come when a session is resumed, not when a new one begins. */
export function createGatewayContinuity(client: Client, now: () => number) {
  const begun = now();
  const listeners = new Set<(guildIds: readonly string[]) => void>();
  const onGap = (guildIds: readonly string[]) => {
    for (const listener of listeners) listener(guildIds);
  };
  /** When the last thread of a channel was archived. */
  const archived = new Map<string, number>();
  // Also of threads that discord.js does not know.
  client.on(Events.Raw, ({ t, d }: { t: string; d: APIThreadChannel }) => {
    if (t !== GatewayDispatchEvents.ThreadUpdate || !d.thread_metadata?.archived || !d.parent_id) return;
    archived.set(d.parent_id, now());
  });
  const shards = new Map<number, { since: number; isDown: boolean }>();
  const guilds = new Map<string, number>();
  const ofShard = (id: number) => {
    const shard = shards.get(id) ?? { since: begun, isDown: false };
    shards.set(id, shard);
    return shard;
  };
  client.on(Events.ShardReconnecting, id => {
    ofShard(id).isDown = true;
  });
  client.on(Events.ShardDisconnect, (_, id) => {
    ofShard(id).isDown = true;
  });
  client.on(Events.ShardResume, id => {
    ofShard(id).isDown = false;
  });
  client.on(Events.ShardReady, id => {
    shards.set(id, { since: now(), isDown: false });
    onGap([...client.guilds.cache.filter(({ shardId }) => shardId === id).keys()]);
  });
  client.on(Events.GuildAvailable, ({ id, shard }) => {
    guilds.set(id, now());
    // At the start of a session all servers are reported together.
    if (shard.status === Status.Ready) onGap([id]);
  });
  /** Since when this process has received all events of a server, in milliseconds; Infinity while it does not. */
  const since = (guildId: string): number => {
    const guild = client.guilds.cache.get(guildId);
    if (!receivesEvents(client, guildId) || guild?.available === false) return Number.POSITIVE_INFINITY;
    const { since, isDown } = ofShard(guild?.shardId ?? 0);
    return isDown ? Number.POSITIVE_INFINITY : Math.max(since, guilds.get(guildId) ?? 0);
  };
  return {
    since,
    /** Whether events tell how a server is now. */
    isFollowed: (guildId: string): boolean => since(guildId) < Number.POSITIVE_INFINITY,
    /** Whether a thread of this channel may have been archived since a time. */
    mayHaveArchived: ({ id, guildId }: GuildBasedChannel, sinceMs: number): boolean =>
      since(guildId) > sinceMs || (archived.get(id) ?? 0) >= sinceMs,
    /** Calls the listener with servers whose events may have been missed, once they are available again. */
    onGap: (listener: (guildIds: readonly string[]) => void) => void listeners.add(listener),
  };
}
