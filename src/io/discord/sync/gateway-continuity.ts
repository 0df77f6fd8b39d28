import { type Client, Events, Status } from 'discord.js';
import { receivesEvents } from '../client.ts';

/** Since when this process has received all events of a server. */
export type GatewayContinuity = {
  /** In milliseconds; Infinity while its connection is down, and for servers whose events go elsewhere. */
  readonly since: (guildId: string) => number;
  /** Calls the listener with servers whose events may have been missed, once they are available again. */
  readonly onGap: (listener: (guildIds: readonly string[]) => void) => void;
};

/**
 * Follows the connection of each shard: Discord resends missed events when a session is resumed, but not when a new one
 * begins or when a server was unavailable for a while.
 */
export function createGatewayContinuity(client: Client, now: () => number): GatewayContinuity {
  const begun = now();
  const listeners = new Set<(guildIds: readonly string[]) => void>();
  const onGap = (guildIds: readonly string[]) => {
    for (const listener of listeners) listener(guildIds);
  };
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
  return {
    since: guildId => {
      if (!receivesEvents(client, guildId)) return Number.POSITIVE_INFINITY;
      const { since, isDown } = ofShard(client.guilds.cache.get(guildId)?.shardId ?? 0);
      return isDown ? Number.POSITIVE_INFINITY : Math.max(since, guilds.get(guildId) ?? 0);
    },
    onGap: listener => void listeners.add(listener),
  };
}
