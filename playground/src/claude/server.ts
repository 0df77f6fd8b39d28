import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { listen } from '../listen.ts';
import { createRandom } from '../random.ts';
import { createApp } from './app.ts';
import { createPromptCache } from './cache.ts';
import { createFaults, type Faults } from './conditions/faults.ts';
import type { Lack } from './conditions/lacks.ts';
import { fastest, type Pace } from './conditions/pace.ts';
import { createRateLimiter, type RateLimit } from './conditions/rate-limit.ts';
import { type ClaudeModel, defaultModels } from './models.ts';
import type { AnswerPrompt, ClaudeState, ReceivedRequest } from './state.ts';

export type ClaudeOptions = {
  /** Default: any free port. */
  readonly port?: number;
  /** Default `playground-key`. */
  readonly apiKey?: string;
  /** The clock, in milliseconds; tests advance their own to expire the cache. */
  readonly now?: () => number;
  readonly models?: readonly ClaudeModel[];
  /** Plays the model; default: the same sentence for every prompt. */
  readonly answer?: AnswerPrompt;
  /** Names a kind of message by its schema. Faults for this name apply only to such messages, and no others do. */
  readonly routeOf?: (schema: unknown) => string | null;
  /** Default: as fast as possible. */
  readonly pace?: Partial<Pace>;
  /** Default: none, and no headers about one. */
  readonly rateLimit?: RateLimit;
  /** Makes it another server that speaks this API. */
  readonly lacks?: readonly Lack[];
};

/** A running stand-in for Claude on loopback. */
export type Claude = {
  /** "http://127.0.0.1:PORT", the SDK's `baseURL`. */
  readonly url: string;
  readonly apiKey: string;
  /** The last 2,000 received requests, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  readonly faults: Faults;
  /** May be replaced at any time, like `pace` and `models`; used from the next call on. */
  answer: AnswerPrompt;
  pace: Partial<Pace>;
  models: readonly ClaudeModel[];
  /** Empties the prompt cache. */
  readonly clearCache: () => void;
  /** Ends all open requests and frees the port. */
  readonly close: () => Promise<void>;
};

/** Starts a stand-in for Claude on 127.0.0.1. */
export async function createClaude(options: ClaudeOptions = {}): Promise<Claude> {
  const now = options.now ?? Date.now;
  const state: ClaudeState = {
    baseUrl: '',
    apiKey: options.apiKey ?? 'playground-key',
    now,
    random: createRandom(1),
    cache: createPromptCache(now),
    box: createFaults(),
    requests: [],
    closing: new AbortController(),
    models: options.models ?? defaultModels,
    answer: options.answer ?? (() => 'I am a stand-in for Claude.'),
    routeOf: options.routeOf ?? (() => null),
    pace: { ...fastest, ...options.pace },
    rateLimiter: createRateLimiter(options.rateLimit, now),
    lacks: options.lacks ?? [],
  };
  const server = createAdaptorServer({
    fetch: createApp(state).fetch,
    overrideGlobalObjects: false,
  }) as Server;
  state.baseUrl = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`;
  return {
    url: state.baseUrl,
    apiKey: state.apiKey,
    requests: state.requests,
    faults: state.box.faults,
    get answer() {
      return state.answer;
    },
    set answer(answer) {
      state.answer = answer;
    },
    get pace() {
      return state.pace;
    },
    set pace(pace) {
      state.pace = { ...fastest, ...pace };
    },
    get models() {
      return state.models;
    },
    set models(models) {
      state.models = models;
    },
    clearCache: state.cache.clear,
    close: async () => {
      state.closing.abort();
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
