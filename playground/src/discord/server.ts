import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import { listen } from '../listen.ts';
import { type Actions, createActions } from './actions.ts';
import { createClock, type PlaygroundClock } from './clock.ts';
import type { Listener } from './events.ts';
import { createFaults, type Faults } from './faults.ts';
import { createGateway, type Login } from './gateway/gateway.ts';
import { createRest, type Exchange } from './rest/app.ts';
import type { RateLimitOptions } from './rest/rate-limits.ts';
import { type Approvals, createState } from './state.ts';
import { createWorld, type World } from './world.ts';

export type PlaygroundOptions = {
  /** Default: any free port. */
  readonly port?: number;
  /** Default `playground-token`. */
  readonly token?: string;
  /** The bot's user name; default `bot`. */
  readonly botName?: string;
  /** The clock, in milliseconds; tests advance their own past the 3 seconds and the 15 minutes. */
  readonly now?: () => number;
  /** How long a bot may take to answer first; default 3 seconds, as on Discord. Tests that do not test it give more. */
  readonly answerWithinMs?: number;
  /** The privileged intents that the developer portal grants; default all. */
  readonly approved?: Partial<Approvals>;
  /** The limit per bucket; default 1000 a second, so that it only affects tests of rate limits. */
  readonly rateLimit?: RateLimitOptions;
  readonly shards?: number;
  /** The most servers of a shard; default 2500. */
  readonly guildsPerShard?: number;
  readonly heartbeatMs?: number;
  /** How far apart shards of a group must identify, 5000 on Discord; default 0, so that bots start at once. */
  readonly identifyEveryMs?: number;
  /** A shard belongs to the group of its number modulo this, `max_concurrency`; default 16. */
  readonly loginGroups?: number;
};

/** A running playground on loopback. */
export type Playground = {
  /** "http://127.0.0.1:PORT"; `${url}/api` is discord.js's `rest.api`. */
  readonly url: string;
  readonly gatewayUrl: string;
  readonly token: string;
  readonly applicationId: string;
  readonly world: World;
  readonly actions: Actions;
  readonly clock: PlaygroundClock;
  readonly faults: Faults;
  /** The REST requests and their answers, oldest first. */
  readonly exchanges: readonly Exchange[];
  /** The number of connected and identified shards of the bot. */
  readonly countSessions: () => number;
  /** The shards that have identified, oldest first. */
  readonly logins: readonly Login[];
  /** Receives all events, also those hidden from the bot; for the page. */
  readonly subscribe: (listener: Listener) => () => void;
  readonly close: () => Promise<void>;
};

const KEPT_EXCHANGES = 10_000;

/** Starts a playground on 127.0.0.1. */
export async function createPlayground(options: PlaygroundOptions = {}): Promise<Playground> {
  const state = createState({
    clock: createClock(options.now ?? Date.now),
    answerWithinMs: options.answerWithinMs ?? 3_000,
    token: options.token ?? 'playground-token',
    botName: options.botName ?? 'bot',
    approved: { messageContent: true, members: true, presences: true, ...options.approved },
  });
  const { loginGroups = 16 } = options;
  const gatewayUrl = () => `${state.baseUrl.replace(/^http/, 'ws')}/gateway`;
  const box = createFaults(dropped => gateway.drop(dropped));
  const gateway = createGateway({
    state,
    faults: box.gateway,
    url: gatewayUrl,
    heartbeatMs: options.heartbeatMs ?? 41_250,
    guildsPerShard: options.guildsPerShard ?? 2_500,
    identifyEveryMs: options.identifyEveryMs ?? 0,
    loginGroups,
  });
  const exchanges: Exchange[] = [];
  const app = createRest({
    state,
    faults: box,
    gatewayUrl,
    recommended: { shards: options.shards ?? 1, loginGroups },
    rateLimit: options.rateLimit ?? { limit: 1000, windowMs: 1000 },
    record: exchange => {
      exchanges.push(exchange);
      if (exchanges.length > KEPT_EXCHANGES) exchanges.shift();
    },
  });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (box.gateway.refusedConnections > 0) {
      box.gateway.refusedConnections -= 1;
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
      return;
    }
    const { searchParams } = new URL(request.url ?? '/', 'ws://127.0.0.1');
    sockets.handleUpgrade(request, socket, head, webSocket => gateway.connect(webSocket, searchParams));
  });
  state.baseUrl = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`;

  return {
    url: state.baseUrl,
    gatewayUrl: gatewayUrl(),
    token: state.application.token,
    applicationId: state.application.id,
    world: createWorld(state),
    actions: createActions(state),
    clock: state.clock,
    faults: box.faults,
    exchanges,
    countSessions: gateway.countSessions,
    logins: gateway.logins,
    subscribe: state.events.subscribe,
    close: async () => {
      state.isClosed = true;
      gateway.close();
      sockets.close();
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
