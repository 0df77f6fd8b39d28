import { GatewayIntentBits as Intents } from 'discord-api-types/v10';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Playground } from '../../../src/discord/server.ts';
import { eventually } from '../../discord-client.ts';
import { at } from '../../scene.ts';

export const ALL =
  Intents.Guilds |
  Intents.GuildMessages |
  Intents.GuildMessageReactions |
  Intents.GuildMembers |
  Intents.MessageContent |
  Intents.DirectMessages;

/** A bare gateway connection: what it got, how it was closed. */
export async function connect(playground: Playground, query = '?v=10&encoding=json') {
  const socket = new WebSocket(`${playground.gatewayUrl}${query}`);
  onTestFinished(() => socket.terminate());
  const frames: unknown[] = [];
  const state = { closed: 0 };
  socket.on('message', data => frames.push(JSON.parse(String(data))));
  socket.on('close', code => {
    state.closed = code;
  });
  socket.on('error', () => {});
  const send = (op: number, d: unknown) =>
    socket.send(typeof op === 'number' ? JSON.stringify({ op, d }) : op);
  const events = (name: string) => frames.filter(one => at(one, 't') === name).map(one => at(one, 'd'));
  const got = (name: string) => eventually(() => events(name).length > 0);
  await eventually(() => frames.length > 0 || state.closed > 0);
  return { socket, frames, state, send, events, got };
}

export const properties = { os: 'linux', browser: 'test', device: 'test' };

export async function identify(playground: Playground, intents: number = ALL, more: object = {}) {
  const connection = await connect(playground);
  connection.send(2, { token: playground.token, intents, properties, ...more });
  await eventually(() => connection.events('READY').length > 0 || connection.state.closed > 0);
  const ready = connection.events('READY')[0];
  return { ...connection, sessionId: String(at(ready, 'session_id')), ready };
}

export const lastSeq = (frames: readonly unknown[]) =>
  Math.max(...frames.map(one => Number(at(one, 's') ?? 0)));
