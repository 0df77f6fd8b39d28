import type { InteractionView } from '@footnote/playground/discord';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Claude, createClaude } from '../../../demo/claude/claude.ts';
import { connectEngines } from '../../../src/engines.ts';
import { createLogger } from '../../../src/log.ts';
import { decisions, makePlanted } from '../../io/windows/planted.ts';
import { createScene, type Scene, toSaid, toShown } from '../scene.ts';

const history = 'GET /channels/*/messages';
const stepMs = 60_000;

let claude: Claude;
let scene: Scene;
let medium: Scene['channel'];
let long: Scene['channel'];

beforeAll(async () => {
  claude = await createClaude();
  const { engine, fallback } = await connectEngines(
    {
      apiKey: claude.apiKey,
      baseUrl: claude.url,
      model: 'claude-sonnet-5-5',
      smallModel: 'claude-haiku-5-5',
      judges: false,
      pricesPath: undefined,
    },
    createLogger('silent'),
    new AbortController().signal,
  );
  scene = await createScene({
    engine,
    ...(fallback && { fallback }),
    pace: { afterMs: 30, everyMs: 50 },
    leaseMs: 400,
    maxMessages: 12_000,
  });
  // While the bot is away, so that it need not hear of each message.
  await scene.restart(() => {
    medium = fill('medium', 3_000);
    long = fill('long', 13_000);
  });
});
afterEach(() => scene.playground.faults.clear());
afterAll(async () => {
  await scene.close();
  await claude.close();
});

/** Small talk with a few decisions in it, a minute apart; the last one is a minute old. */
function fill(name: string, count: number) {
  const { world, guild, ann, bob } = scene;
  const channel = world.addChannel(guild, { name });
  const people = new Map([ann, bob].map((user, index) => [index, user]));
  const lines = makePlanted(count, decisions).messages.map(
    ({ text }, index) => [people.get(index % 2) ?? ann, text] as const,
  );
  world.addConversation(channel, lines, { startMs: Date.now() - count * stepMs, stepMs });
  return channel;
}

type Options = Readonly<Record<string, string | number | boolean>>;

function ask(channel: Scene['channel'], options: Options): Promise<InteractionView> {
  const { actions, ann: user } = scene;
  return actions.slash({ user, channel, command: 'summarize', options });
}

async function finish(view: InteractionView): Promise<string> {
  await view.until(({ message }) => toShown(message).includes(':more"'));
  return toShown(view.message);
}

const reading = (view: InteractionView, words: RegExp) =>
  view.until(({ message }) => words.test(message?.content ?? ''));

function countPages(): number {
  return scene.playground.exchanges.filter(({ path }) => path.endsWith('/messages')).length;
}

function remove(channel: Scene['channel'], words: string): void {
  const found = scene.world.history(channel).find(({ content }) => content.includes(words));
  scene.world.removeMessage(found?.id ?? '');
}

test('3,000 messages are read in 30 requests, and the second time in one', async () => {
  const before = countPages();
  const shown = await finish(await ask(medium, { messages: 3_000 }));
  expect(shown).toContain('3,000 messages');
  for (const words of ['rowing boat', 'harbour office']) expect(shown).toContain(words);
  expect(countPages() - before).toBe(30);
  await finish(await ask(medium, { messages: 3_000 }));
  expect(countPages() - before).toBe(31);
});

test('a period is read as far as the limit allows, with its share, and without what was deleted meanwhile', async () => {
  scene.playground.faults.delay(20, history, Number.POSITIVE_INFINITY);
  const view = await ask(long, { since: '20 days' });
  await reading(view, /^Read [\d,]+ messages \((?:3\d|4[012])% of the period\)…$/);
  // A message from the first quarter of the period, which has been read.
  remove(long, 'harbour office');
  const shown = await finish(view);
  expect(toSaid(view.message)).toMatch(/^Since <t:\d+:f>\nOnly the newest 12,000 messages were read\.$/);
  expect(shown).toContain('11,999 messages');
  expect(shown).not.toContain('harbour office');
});
