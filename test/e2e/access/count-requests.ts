import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '@footnote/playground/discord';
import type { Engine } from '../../../src/app/ports.ts';
import { isUncounted } from '../../../src/io/discord/send-request.ts';
import { makeConversation } from '../../bench/conversation.ts';
import { until } from '../../faults/until.ts';
import { sure } from '../../sure.ts';
import { createHttpScene } from '../http/http-scene.ts';
import { createScene, type Scene, summarized } from '../scene.ts';

/** What something asked of Discord. */
export type Requests = {
  readonly all: number;
  /** Those that count toward Discord's limit of 50 per second: all but answers to interactions. */
  readonly counted: number;
  /** Each route, with how often it was asked. */
  readonly routes: ReadonlyMap<string, number>;
};

/** A summary shows its claims at this pace, so that there are as many updates as claims. */
const pace = { afterMs: 10, everyMs: 20 };
const claims = 8;
const withinMs = 60_000;
/** On a busy machine, a summary that takes longer than usual would show its progress, and ask for the person. */
const noProgress = { afterMs: withinMs, everyMs: withinMs };

/** Writes claims so slowly that each is shown before the next one. */
const slowEngine: Engine = {
  name: 'slow',
  draft: async ({ evidence }, onClaim) => {
    for (const { text, position } of evidence.messages.slice(0, claims)) {
      onClaim({ text, kind: 'key_point', evidence: [{ position, quote: text }] });
      await sleep(15 * pace.everyMs);
    }
    return { engine: { name: 'slow' }, usage: null, failure: null };
  },
};

function talk(scene: Scene, count: number, channel = scene.channel): void {
  const startMs = Date.now() - (count + 60) * 60_000;
  for (const [index, { text }] of makeConversation(count).messages.entries())
    scene.world.addMessage(channel, {
      by: index % 2 ? scene.ann : scene.bob,
      content: text,
      atMs: startMs + index * 60_000,
    });
}

/** What `work` asks of Discord until nothing more is asked. */
async function count(scene: Pick<Scene, 'playground'>, work: () => Promise<unknown>): Promise<Requests> {
  const { exchanges } = scene.playground;
  const before = exchanges.length;
  await work();
  for (let last = -1; last !== exchanges.length; await sleep(250)) last = exchanges.length;
  const made = exchanges.slice(before);
  const routes = [...Map.groupBy(made, toRoute)].map(([route, all]) => [route, all.length] as const);
  return {
    all: made.length,
    counted: made.filter(({ path }) => !isUncounted(path)).length,
    routes: new Map(routes.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function toRoute({ method, path }: Exchange): string {
  return `${method} ${path.replace(/\?.*/, '').replace(/(?<=\/(?:interactions|webhooks)\/\d+\/)[^/]+/, '*')}`.replaceAll(
    /\d{15,}/g,
    '*',
  );
}

/** A summary, and a press on its Sources. */
export async function countSummary(messages: number, { isStreamed = false, isPrivate = true } = {}) {
  const scene = await createScene(isStreamed ? { engine: slowEngine, pace } : { pace: noProgress });
  try {
    const { actions, ann, channel } = scene;
    talk(scene, messages);
    const options = { messages, private: isPrivate };
    let message: Awaited<ReturnType<typeof summarized>>['message'] = null;
    const summary = await count(scene, async () => {
      const view = await actions.slash({ user: ann, channel, command: 'summarize', options });
      await view.until(({ message }) => JSON.stringify(message?.components).includes(':sources'), withinMs);
      ({ message } = view);
    });
    const press = await count(scene, async () => (await scene.press(message, 'Sources')).settled());
    return { summary, press };
  } finally {
    await scene.close();
  }
}

/** A card with one new message in each channel. */
export async function countCard(channels: number): Promise<Requests> {
  const scene = await createScene({ pace: noProgress });
  try {
    const { world, guild, ann, bob, actions, channel } = scene;
    for (let index = 0; index < channels; index++) {
      const each = world.addChannel(guild, { name: `channel-${index}` });
      world.addMessage(each, { by: bob, content: 'We decided to rent the big tent for 450 euros.' });
    }
    return await count(scene, async () => {
      const view = await actions.slash({ user: ann, channel, command: 'catchup', options: {} });
      await view.until(({ message }) => JSON.stringify(message?.components).includes(':sources'), withinMs);
    });
  } finally {
    await scene.close();
  }
}

/** One run of a digest that is posted elsewhere, with one new message in each channel. */
export async function countDigest(channels: number): Promise<Requests> {
  const scene = await createScene();
  try {
    const { world, guild, ann, running } = scene;
    scene.jumpTo('2091-03-05T08:00:00.000Z');
    const news = world.addChannel(guild, { name: 'news' });
    const sources = Array.from({ length: channels }, (_, index) =>
      world.addChannel(guild, { name: `channel-${index}` }),
    );
    const { digests } = running().bot;
    await digests?.create({
      guildId: guild.id,
      creatorId: ann.id,
      locale: 'en-US',
      sources: { kind: 'channels', channelIds: sources.map(({ id }) => id) },
      destination: { kind: 'channel', channelId: news.id },
      schedule: { kind: 'daily', time: '09:00', zone: 'UTC' },
      detail: 'standard',
      review: false,
    });
    for (const channel of sources)
      world.addMessage(channel, { by: ann, content: 'We decided to rent the big tent for 450 euros.' });
    return await count(scene, async () => {
      scene.jumpTo('2091-03-05T09:00:01.000Z');
      await until(() => scene.posted(news).length === 1, { withinMs });
      await until(async () => (await digests?.list(guild.id))?.every(({ run }) => run === null) === true, {
        withinMs,
      });
    });
  } finally {
    await scene.close();
  }
}

/** `GET /summaries` by somebody who asked for as many summaries, and for one of them. */
export async function countList(summaries: number) {
  const http = await createHttpScene();
  try {
    const { actions, ann, channel, guild, running } = http;
    talk(http, 20);
    await summarized(await actions.slash({ user: ann, channel, command: 'summarize' }));
    const { store } = running();
    const [asked] = await store.summaries.askedBy(ann.id);
    const stored = sure(asked ? await store.summaries.get(guild.id, asked.summaryId) : null);
    for (let index = 1; index < summaries; index += 1) {
      const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
      await store.summaries.put({ ...stored, summary: { ...stored.summary, id } as typeof stored.summary });
    }
    let listed = 0;
    const list = await count(http, async () => {
      const { json } = await http.fetch(`/summaries?limit=${summaries}`);
      listed = json.summaries.length;
    });
    const one = await count(http, () => http.fetch(`/summaries/${stored.summary.id}`));
    return { listed, list, one };
  } finally {
    await http.close();
  }
}

/** Everything at once: what is done, and what it asked of Discord. */
export async function countAll(): Promise<readonly (readonly [string, Requests])[]> {
  const short = await countSummary(100);
  const open = await countSummary(100, { isPrivate: false });
  const streamed = await countSummary(100, { isStreamed: true });
  const long = await countSummary(500, { isStreamed: true });
  const { list, one } = await countList(100);
  return [
    ['summary of 100 messages', short.summary],
    ['  for everybody', open.summary],
    [`  shown in ${claims} updates`, streamed.summary],
    [`  of 500 messages in ${claims} updates`, long.summary],
    ['press on Sources', short.press],
    ['card of 50 channels', await countCard(50)],
    ['digest of 1 channel', await countDigest(1)],
    ['digest of 25 channels', await countDigest(25)],
    ['GET /summaries?limit=100', list],
    ['GET /summaries/{id}', one],
  ];
}
