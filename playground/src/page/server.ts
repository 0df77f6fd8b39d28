import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { ClientRefusal } from '../discord/actions/refusal.ts';
import { ApiError } from '../discord/errors.ts';
import type { Playground } from '../discord/server.ts';
import type { User } from '../discord/state.ts';
import { listen } from '../listen.ts';
import { createRequestHandlers } from './actions.ts';
import { bundlePage } from './bundle.ts';
import { type DocumentOptions, type StartPlace, toDocument } from './document.ts';
import { guard } from './guard.ts';
import { createLive } from './live.ts';
import { createNetworkControl } from './network.ts';
import { type RequestName, requests } from './requests.ts';
import type { SeenPerson, ToolbarState } from './shapes.ts';
import { toSnapshot, type ViewRequest } from './snapshot.ts';

export type { StartPlace };

export type PageOptions = DocumentOptions & {
  /** Default: any free port. */
  readonly port?: number;
  /** The users to choose from; the first is the default. */
  readonly people: readonly User[];
  /** What to try first, as short sentences with **bold** words. */
  readonly tips?: readonly string[];
  /** What the bot can run with, such as a model or a test double. With fewer than two, the page offers no choice. */
  readonly engines?: readonly { readonly name: string; readonly label: string }[];
  /** The name of this choice; default "Engine". */
  readonly engineLabel?: string;
  /** Restarts the bot with another engine; the page waits for it. */
  readonly onEngine?: (name: string) => Promise<void>;
  /** Restarts the bot; without it, the page has no such button. */
  readonly onRestart?: () => Promise<void>;
};

/** The page of a running playground. */
export type Page = { readonly url: string; readonly close: () => Promise<void> };

const viewQuery = z.object({
  user: z.string(),
  channel: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(5000).default(100),
});

/** Serves the page for this playground on 127.0.0.1, only to the page itself. */
export async function createPage(playground: Playground, options: PageOptions): Promise<Page> {
  const bundle = await bundlePage();
  const people = options.people.map(toPerson);
  const network = createNetworkControl(playground);
  const engines = options.engines ?? [];
  let engine = engines[0]?.name ?? null;
  const toToolbar = (): ToolbarState => ({
    network: network.current(),
    clockOffsetMs: playground.clock.offsetMs(),
    engines,
    engine,
    engineLabel: options.engineLabel ?? 'Engine',
    tips: options.tips ?? [],
    canRestart: options.onRestart !== undefined,
  });
  const live = createLive(playground, viewRequest =>
    toSnapshot(playground, viewRequest, people, toToolbar()),
  );
  const handlers = createRequestHandlers(playground, {
    network,
    setEngine: async name => {
      if (!engines.some(one => one.name === name)) throw new ClientRefusal(`there is no engine "${name}"`);
      await options.onEngine?.(name);
      engine = name;
    },
    restart: async () => options.onRestart?.(),
  });

  const app = new Hono();
  let port = 0;
  app.use(
    '*',
    guard(() => port, playground.url),
  );
  app.onError((error, context) => {
    if (error instanceof ClientRefusal) return context.json({ message: error.message }, 409);
    if (error instanceof ApiError)
      return context.json({ message: error.message }, error.status as ContentfulStatusCode);
    if (error instanceof SyntaxError) return context.json({ message: 'The body is no JSON.' }, 400);
    if (error instanceof z.ZodError) return context.json({ message: z.prettifyError(error) }, 400);
    return context.json({ message: error.message }, 500);
  });
  app.get('/', context => context.html(toDocument(options)));
  app.get('/page.js', context =>
    context.body(bundle.script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/page.css', context =>
    context.body(bundle.style, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  );
  app.get('/people', context => context.json(people));
  app.get('/live', context => {
    const { user, channel, limit } = viewQuery.parse(context.req.query());
    checkPerson(user);
    const viewRequest: ViewRequest = { userId: user, channelId: channel ?? null, limit };
    return streamSSE(context, stream => live.show(stream, viewRequest));
  });
  for (const name of Object.keys(requests) as RequestName[]) addDoing(name);

  function addDoing<Name extends RequestName>(name: Name): void {
    app.post(`/do/${name}`, async context => {
      const request = requests[name].parse(await context.req.json());
      checkPerson(request.user);
      try {
        // A handler takes the schema of its own name, which the union type does not express.
        return context.json(await (handlers[name] as (one: typeof request) => unknown)(request));
      } finally {
        live.refresh();
      }
    });
  }

  function checkPerson(id: string): void {
    if (!people.some(one => one.id === id)) throw new ClientRefusal('nobody on this page has that id');
  }

  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      live.close();
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function toPerson({ id, username, globalName, isBot, locale }: User): SeenPerson {
  return { id, username, name: globalName ?? username, isBot, locale };
}
