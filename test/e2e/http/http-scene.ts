import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../src/app/api-ports.ts';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { Judge } from '../../../src/app/ports.ts';
import type { HttpParts } from '../../../src/io/http/parts.ts';
import { createPageRenderer } from '../../../src/io/http/render-page.ts';
import { startHttpServer } from '../../../src/io/http/server.ts';
import { createToken } from '../../../src/io/http/tokens.ts';
import { deriveTokenKey } from '../../../src/io/keyv/stores/open-run-store.ts';
import { createLogger } from '../../../src/log.ts';
import { createReceiptSigner } from '../../../src/render/receipt.ts';
import { importChat, workers } from '../../workers.ts';
import { createScene, type SceneOptions } from '../scene.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any document.
  readonly json: any;
};

/** The bot on the playground with its HTTP API, as `src/main.ts` starts it. */
export async function createHttpScene(
  options: SceneOptions &
    Pick<HttpParts, 'metrics' | 'metricsToken' | 'corsOrigins'> &
    Partial<Pick<HttpParts, 'log'>> & {
      readonly requestsPerMinute?: number;
      readonly requestTimeoutMs?: number;
      readonly judge?: Judge;
    } = {},
) {
  const scene = await createScene(options);
  const { bot, store } = scene.running();
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    source: bot.api,
    tokens: store.tokens,
    jobStore: store.apiJobs,
    exclusively: store.exclusively,
    ...(options.viewerLinks && { viewerLinks: options.viewerLinks }),
    receiptKeys: createReceiptSigner([deriveTokenKey(scene.playground.token)]).publicKeys,
    chats: store.chats,
    importChat,
    workers,
    renderPage: createPageRenderer(workers),
    writers: { engine: options.engine ?? extractiveEngine, judge: options.judge },
    now: () => new Date().toISOString(),
    log: options.log ?? createLogger('silent'),
    newId: randomUUID,
    checkStore: async () => void (await store.zones.get('0')),
    version: '0.0.0',
    ...(options.metrics && { metrics: options.metrics }),
    ...(options.metricsToken !== undefined && { metricsToken: options.metricsToken }),
    ...(options.corsOrigins && { corsOrigins: options.corsOrigins }),
    requestsPerMinute: options.requestsPerMinute ?? 1_000,
    ...(options.requestTimeoutMs !== undefined && { requestTimeoutMs: options.requestTimeoutMs }),
  });
  const grant = async (scope: Partial<Omit<Caller, 'tokenId'>> = {}) => {
    const { token, bearer } = createToken(
      { guildId: scene.guild.id, userId: scene.ann.id, ...scope },
      new Date().toISOString(),
    );
    await store.tokens.put(token);
    return bearer;
  };
  const annsToken = await grant();
  /** As Ann unless another token is given. */
  const ask = async (
    path: string,
    init: Omit<RequestInit, 'body'> & { readonly body?: unknown; readonly token?: string | null } = {},
  ): Promise<Answer> => {
    const { body, token = annsToken, headers, ...rest } = init;
    const answer = await fetch(`${server.url}${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      ...rest,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(headers as Record<string, string> | undefined),
      },
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : null };
  };
  return {
    ...scene,
    url: server.url,
    grant,
    fetch: ask,
    close: async () => {
      await server.stop();
      await scene.close();
    },
  };
}

export type HttpScene = Awaited<ReturnType<typeof createHttpScene>>;
