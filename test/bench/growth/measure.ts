import { createClient } from '../../../src/io/discord/client.ts';

const messages = 20_000;
const channels = 30;
const roles = 15;

type GatewayFigures = { readonly kbOfServer: number; readonly microsecondsOfMessage: number };

/** What discord.js needs for our client: memory for a server, and CPU for a message. Decoding is not in it. */
export function measureGateway(servers: number): GatewayFigures {
  const client = createClient({ apiUrl: 'http://127.0.0.1:9/api' });
  const shard = { id: 0, checkReady: () => {} };
  const handlePacket = Reflect.get(client.ws, 'handlePacket') as (packet: object, shard: object) => boolean;
  const hear = (t: string, d: object) => handlePacket.call(client.ws, { op: 0, t, d }, shard);
  Reflect.set(client.ws, 'status', 0);
  let last = 10n ** 17n;
  const newId = () => {
    last += 1n;
    return String(last);
  };
  const joinedAt = '2026-03-09T09:00:00Z';
  const user = { id: newId(), username: 'bot', discriminator: '0', global_name: null, avatar: null };
  hear('READY', { user, application: { id: user.id, flags: 0 }, guilds: [] });

  const before = process.memoryUsage().rss;
  const places: { readonly guildId: string; readonly channelId: string }[] = [];
  for (let index = 0; index < servers; index += 1) {
    const guildId = newId();
    const ids = Array.from({ length: channels }, newId);
    places.push(...ids.map(channelId => ({ guildId, channelId })));
    const overwrite = { id: guildId, type: 0, allow: '0', deny: '0' };
    hear('GUILD_CREATE', {
      id: guildId,
      name: `server ${index}`,
      owner_id: user.id,
      roles: Array.from({ length: roles }, (_, position) => ({
        id: position === 0 ? guildId : newId(),
        name: `role ${position}`,
        permissions: '0',
        colors: { primary_color: 0 },
        position,
      })),
      channels: ids.map(id => ({ id, type: 0, name: 'channel', permission_overwrites: [overwrite] })),
      members: [{ user, roles: [], joined_at: joinedAt }],
      ...{ emojis: [], stickers: [], features: [], threads: [], presences: [], voice_states: [] },
      ...{ stage_instances: [], guild_scheduled_events: [], joined_at: joinedAt },
    });
  }
  const kbOfServer = (process.memoryUsage().rss - before) / 1_000 / servers;

  const begun = process.cpuUsage();
  for (let index = 0; index < messages; index += 1) {
    const { guildId, channelId } = places[(index * 7) % places.length] ?? {};
    hear('MESSAGE_CREATE', {
      id: newId(),
      ...{ guild_id: guildId, channel_id: channelId, type: 0, content: 'What about the release on Friday?' },
      author: { ...user, id: String(10n ** 16n + BigInt(index % 5_000)) },
      member: { roles: [], joined_at: joinedAt },
      ...{ timestamp: joinedAt, mentions: [], mention_roles: [], attachments: [], embeds: [] },
    });
  }
  const { user: own, system } = process.cpuUsage(begun);
  return { kbOfServer, microsecondsOfMessage: (own + system) / messages };
}
