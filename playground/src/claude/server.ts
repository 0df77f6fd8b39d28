import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { ScriptedJudge } from '../../../demo/claude/judge.ts';
import { createScriptedJudge } from '../../../demo/claude/scripted-judge.ts';
import { createScriptedWriter } from '../../../demo/claude/scripted-writer.ts';
import type { Writer } from '../../../demo/claude/writer.ts';
import { createRandom } from '../random.ts';
import { createApp } from './app.ts';
import { createPromptCache } from './cache.ts';
import { createFaults, type Faults } from './conditions/faults.ts';
import { fastest, type Pace } from './conditions/pace.ts';
import { type ClaudeModel, defaultModels } from './models.ts';
import type { ClaudeState, ReceivedRequest } from './state.ts';

export type ClaudeOptions = {
  /** Default: any free port. */
  readonly port?: number;
  /** Default `playground-key`. */
  readonly apiKey?: string;
  /** The clock, in milliseconds; tests advance their own to expire the cache and end batches. */
  readonly now?: () => number;
  readonly models?: readonly ClaudeModel[];
  /** Default: reads the conversation in the prompt. */
  readonly writer?: Writer;
  /** Answers requests for verdicts; default: compares words. */
  readonly judge?: ScriptedJudge;
  /** Default: as fast as possible. */
  readonly pace?: Partial<Pace>;
  /** The duration of a batch by the clock; default 0, ended at the first query. */
  readonly batchMs?: number;
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
  writer: Writer;
  judge: ScriptedJudge;
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
    batches: new Map(),
    batchMs: options.batchMs ?? 0,
    closing: new AbortController(),
    models: options.models ?? defaultModels,
    writer: options.writer ?? createScriptedWriter(),
    judge: options.judge ?? createScriptedJudge(),
    pace: { ...fastest, ...options.pace },
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
    get writer() {
      return state.writer;
    },
    set writer(writer) {
      state.writer = writer;
    },
    get judge() {
      return state.judge;
    },
    set judge(judge) {
      state.judge = judge;
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

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
      else reject(new Error('the stand-in for Claude listens on no port'));
    });
  });
}
