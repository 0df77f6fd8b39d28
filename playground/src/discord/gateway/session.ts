import { GatewayIntentBits as Intents } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { PlaygroundEvent, Reader } from '../events.ts';

const SHARD_SHIFT = 22n;
/** The events stored for a resume; limited by number here, not by time. */
const KEPT_EVENTS = 10_000;

type Sent = { readonly seq: number; readonly text: string };

/** A gateway session, which survives its connections until it is invalidated. */
export type Session = {
  readonly id: string;
  readonly intents: number;
  readonly shard: readonly [id: number, count: number];
  seq: number;
  readonly sent: Sent[];
  socket: WebSocket | null;
};

export function createSession(id: string, intents: number, shard: readonly [number, number]): Session {
  return { id, intents, shard, seq: 0, sent: [], socket: null };
}

/** Adds an event to the session's sequence and to the events that a resume replays. */
export function addEvent(session: Session, name: string, payload: unknown): Sent {
  session.seq += 1;
  const sent = { seq: session.seq, text: JSON.stringify({ op: 0, s: session.seq, t: name, d: payload }) };
  session.sent.push(sent);
  if (session.sent.length > KEPT_EVENTS) session.sent.shift();
  return sent;
}

export function readerOf(session: Session): Reader {
  return { mayReadContent: (session.intents & Intents.MessageContent) !== 0 };
}

/** Whether a session receives an event: by intent and by shard. */
export function receives(session: Session, event: PlaygroundEvent): boolean {
  if (!event.isForBot) return false;
  if (event.intents !== 0 && (session.intents & event.intents) === 0) return false;
  return isOnShard(session, event.guildId);
}

/** Servers are distributed by id; events without a server go to the first shard. */
export function isOnShard(session: Session, guildId: string | null): boolean {
  const [id, count] = session.shard;
  if (guildId === null) return id === 0;
  return Number((BigInt(guildId) >> SHARD_SHIFT) % BigInt(count)) === id;
}
