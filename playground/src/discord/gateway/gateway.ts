import {
  GatewayCloseCodes as Close,
  GatewayIntentBits as Intents,
  GatewayDispatchEvents as Names,
  GatewayOpcodes as Op,
} from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { DropOptions, GatewayFaults } from '../faults.ts';
import { toGuildCreate, toUnavailable } from '../payloads/guilds.ts';
import { toMemberPayload, userPayloadOf } from '../payloads/people.ts';
import { toApplicationFlags } from '../rest/applications.ts';
import { compareIds } from '../snowflake.ts';
import type { State } from '../state.ts';
import { addEvent, createSession, isOnShard, readerOf, receives, type Session } from './session.ts';

const request = z.object({
  guild_id: z.string(),
  query: z.string().nullish(),
  limit: z.number().int().nullish(),
  user_ids: z.union([z.string(), z.array(z.string())]).nullish(),
  nonce: z.string().nullish(),
});

const MAX_NAMED = 100;

/** The answer to a request for members; null if Discord does not answer: a request for all without the intent. */
function toMemberChunk(state: State, session: Session, data: unknown): object | null {
  const wanted = request.safeParse(data).data;
  const guild = state.guilds.get(wanted?.guild_id ?? '');
  if (!wanted || !guild?.members.has(state.application.id)) return null;
  const nonce = wanted.nonce ? { nonce: wanted.nonce } : {};
  const head = { guild_id: guild.id, chunk_index: 0, chunk_count: 1, ...nonce };
  if (wanted.user_ids) {
    const ids = [wanted.user_ids].flat().slice(0, MAX_NAMED);
    const members = ids.flatMap(id => guild.members.get(id) ?? []);
    const missing = ids.filter(id => !guild.members.has(id));
    return { ...head, members: members.map(member => toMemberPayload(state, member)), not_found: missing };
  }
  const prefix = (wanted.query ?? '').toLowerCase();
  if (prefix === '' && (session.intents & Intents.GuildMembers) === 0) return null;
  const found = [...guild.members.values()]
    .filter(member => state.users.get(member.userId)?.username.toLowerCase().startsWith(prefix))
    .sort((a, b) => compareIds(a.userId, b.userId));
  const limited = wanted.limit ? found.slice(0, wanted.limit) : found;
  return { ...head, members: limited.map(member => toMemberPayload(state, member)), not_found: [] };
}

const identify = z.object({
  token: z.string(),
  intents: z.number().int(),
  shard: z.tuple([z.number().int(), z.number().int()]).nullish(),
});
const resume = z.object({ token: z.string(), session_id: z.string(), seq: z.number().int() });
const frame = z.object({ op: z.number().int(), d: z.unknown().optional() });

const ALL_INTENTS = Object.values(Intents).reduce((all: number, bit) => all | Number(bit), 0);

/** A shard that identified, by `performance.now()`. */
export type Login = { readonly shard: number; readonly atMs: number; readonly isRefused: boolean };

export type Gateway = {
  readonly connect: (socket: WebSocket, query: URLSearchParams) => void;
  readonly drop: (options: Required<DropOptions>) => void;
  /** The number of connected and identified bots. */
  readonly countSessions: () => number;
  readonly logins: readonly Login[];
  readonly close: () => void;
};

type GatewayOptions = {
  readonly state: State;
  readonly faults: GatewayFaults;
  readonly url: () => string;
  readonly heartbeatMs: number;
  /** A shard with more servers is refused. */
  readonly guildsPerShard: number;
  /** A shard that identifies within this time of another of its group gets an invalid session. */
  readonly identifyEveryMs: number;
  readonly loginGroups: number;
};

/** Discord's gateway, version 10: JSON, without compression. */
export function createGateway(options: GatewayOptions): Gateway {
  const { state, faults, url, heartbeatMs, guildsPerShard, identifyEveryMs, loginGroups } = options;
  const logins: Login[] = [];
  const sessions = new Map<string, Session>();
  const sockets = new Set<WebSocket>();
  const timers = new Set<NodeJS.Timeout>();

  const deliver = (session: Session, name: string, payload: unknown): void => {
    const { text } = addEvent(session, name, payload);
    const { socket } = session;
    if (faults.eventDelayMs === 0) {
      socket?.send(text);
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      // After a resume on another connection, it was replayed there.
      if (session.socket === socket) socket?.send(text);
    }, faults.eventDelayMs);
    timers.add(timer);
  };

  const unsubscribe = state.events.subscribe(event => {
    for (const session of sessions.values()) {
      if (receives(session, event)) deliver(session, event.name, event.toPayload(readerOf(session)));
    }
  });

  const start = (socket: WebSocket, data: unknown): Session | null => {
    const wanted = identify.safeParse(data);
    if (!wanted.success) return refuseWith(socket, Close.DecodeError, 'Error while decoding payload.');
    const { token, intents, shard } = wanted.data;
    if (token.replace(/^Bot /, '') !== state.application.token) {
      return refuseWith(socket, Close.AuthenticationFailed, 'Authentication failed.');
    }
    if ((intents & ~ALL_INTENTS) !== 0) return refuseWith(socket, Close.InvalidIntents, 'Invalid intent(s).');
    if ((intents & toForbidden(state)) !== 0) {
      return refuseWith(socket, Close.DisallowedIntents, 'Disallowed intent(s).');
    }
    const [shardId, shardCount] = shard ?? [0, 1];
    const last = logins.findLast(each => (each.shard - shardId) % loginGroups === 0);
    const isRefused = last !== undefined && performance.now() - last.atMs < identifyEveryMs;
    logins.push({ shard: shardId, atMs: performance.now(), isRefused });
    if (isRefused) {
      send(socket, Op.InvalidSession, false);
      return null;
    }
    if (shardId < 0 || shardId >= shardCount) return refuseWith(socket, Close.InvalidShard, 'Invalid shard.');
    const session = createSession(`session-${state.nextId()}`, intents, [shardId, shardCount]);
    const guilds = [...state.guilds.values()].filter(
      guild => guild.members.has(state.application.id) && isOnShard(session, guild.id),
    );
    if (guilds.length > guildsPerShard)
      return refuseWith(socket, Close.ShardingRequired, 'Sharding required.');
    session.socket = socket;
    sessions.set(session.id, session);
    deliver(session, Names.Ready, {
      v: 10,
      user: {
        ...userPayloadOf(state, state.application.id),
        mfa_enabled: false,
        verified: true,
        email: null,
      },
      guilds: guilds.map(toUnavailable),
      session_id: session.id,
      resume_gateway_url: url(),
      session_type: 'normal',
      shard: [shardId, shardCount],
      application: { id: state.application.id, flags: toApplicationFlags(state) },
    });
    if ((intents & Intents.Guilds) !== 0) {
      for (const guild of guilds) deliver(session, Names.GuildCreate, toGuildCreate(state, guild));
    }
    return session;
  };

  const continueLine = (socket: WebSocket, data: unknown): Session | null => {
    const wanted = resume.safeParse(data);
    if (!wanted.success) return refuseWith(socket, Close.DecodeError, 'Error while decoding payload.');
    if (wanted.data.token.replace(/^Bot /, '') !== state.application.token) {
      return refuseWith(socket, Close.AuthenticationFailed, 'Authentication failed.');
    }
    const session = sessions.get(wanted.data.session_id);
    if (!session) {
      send(socket, Op.InvalidSession, false);
      return null;
    }
    const { seq } = wanted.data;
    if (seq > session.seq) return refuseWith(socket, Close.InvalidSeq, 'Invalid seq.');
    const old = session.socket;
    session.socket = socket;
    for (const event of session.sent) if (event.seq > seq) socket.send(event.text);
    deliver(session, Names.Resumed, {});
    // A session has one connection: the newest.
    old?.terminate();
    return session;
  };

  return {
    connect: (socket, query) => {
      sockets.add(socket);
      let session: Session | null = null;
      socket.on('error', () => socket.terminate());
      socket.on('close', code => {
        sockets.delete(socket);
        if (session?.socket !== socket) return;
        session.socket = null;
        // A client that closes the connection normally will not resume.
        if (code === 1000 || code === 1001) sessions.delete(session.id);
      });
      if (query.get('v') !== '10') {
        refuseWith(socket, Close.InvalidAPIVersion, 'Invalid API version.');
        return;
      }
      send(socket, Op.Hello, { heartbeat_interval: heartbeatMs });
      socket.on('message', raw => {
        const parsed = parseFrame(String(raw));
        if (!parsed) {
          refuseWith(socket, Close.DecodeError, 'Error while decoding payload.');
          return;
        }
        const { op, d } = parsed;
        if (op === Op.Heartbeat) {
          if (!faults.ignoresHeartbeats) send(socket, Op.HeartbeatAck, undefined);
        } else if (op === Op.Identify || op === Op.Resume) {
          if (session) refuseWith(socket, Close.AlreadyAuthenticated, 'Already authenticated.');
          else session = op === Op.Identify ? start(socket, d) : continueLine(socket, d);
        } else if (!session) {
          refuseWith(socket, Close.NotAuthenticated, 'Not authenticated.');
        } else if (op === Op.RequestGuildMembers) {
          const chunk = toMemberChunk(state, session, d);
          if (chunk) deliver(session, Names.GuildMembersChunk, chunk);
        } else if (op !== Op.PresenceUpdate && op !== Op.VoiceStateUpdate) {
          refuseWith(socket, Close.UnknownOpcode, 'Unknown opcode.');
        }
      });
    },
    drop: ({ how, isResumable }) => {
      const open = [...sockets];
      for (const session of sessions.values()) session.socket = null;
      if (!isResumable) sessions.clear();
      for (const socket of open) {
        if (how === 'ask') send(socket, Op.Reconnect, null);
        else socket.terminate();
      }
    },
    logins,
    countSessions: () => [...sessions.values()].filter(session => session.socket !== null).length,
    close: () => {
      unsubscribe();
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.terminate();
      sessions.clear();
    },
  };
}

function parseFrame(text: string): { readonly op: number; readonly d?: unknown } | null {
  try {
    return frame.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The privileged intents that the developer portal has not granted. */
function toForbidden(state: State): number {
  const { messageContent, members, presences } = state.application.approved;
  return (
    (messageContent ? 0 : Intents.MessageContent) |
    (members ? 0 : Intents.GuildMembers) |
    (presences ? 0 : Intents.GuildPresences)
  );
}

function send(socket: WebSocket, op: Op, data: unknown): void {
  socket.send(JSON.stringify({ op, d: data }));
}

function refuseWith(socket: WebSocket, code: Close, reason: string): null {
  socket.close(code, reason);
  return null;
}
