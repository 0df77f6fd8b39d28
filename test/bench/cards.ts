import { setTimeout as sleep } from 'node:timers/promises';
import { isUncounted } from '../../src/io/discord/send-request.ts';
import { openClaudeScene } from '../e2e/claude-scene.ts';
import { summarized } from '../e2e/scene.ts';
import { print, printTable, type Row } from '../eval/table.ts';
import { makeConversation } from './conversation.ts';

const channels = 50;
const each = 30;
const since = 3;
const minuteMs = 60_000;

/** What a card costs where so many of its channels were summarized before the last three messages of each. */
async function measureCard(stored: number): Promise<Row> {
  const ends: (() => Promise<void>)[] = [];
  const scene = await openClaudeScene({}, { isEmpty: true, end: close => void ends.unshift(close) });
  try {
    const { world, guild, ann, bob, channel, actions, playground, claude } = scene;
    const places = Array.from({ length: channels }, (_, index) =>
      world.addChannel(guild, { name: `channel-${index}` }),
    );
    const messages = makeConversation(channels * (each + since)).messages.map(({ text }) => text);
    const say = (at: number, from: number, to: number, agoMs: number) => {
      for (let index = from; index < to; index += 1)
        world.addMessage(places[at] ?? channel, {
          by: bob,
          content: messages[at * (each + since) + index] ?? '',
          atMs: Date.now() - agoMs + index * minuteMs,
        });
    };
    for (const at of places.keys()) say(at, 0, each, 60 * minuteMs);
    for (const place of places.slice(0, stored))
      await summarized(
        await actions.slash({
          user: bob,
          channel: place,
          command: 'summarize',
          options: { messages: 200, private: true },
        }),
      );
    for (const at of places.keys()) say(at, each, each + since, each * minuteMs);
    // Decisions are compared in the background.
    for (let last = -1; last !== claude.requests.length; await sleep(500)) last = claude.requests.length;
    const before = { asked: playground.exchanges.length, calls: claude.requests.length };
    const begunAt = performance.now();
    const view = await actions.slash({ user: ann, channel, command: 'catchup', options: {} });
    await view.until(({ message }) => JSON.stringify(message ?? '').includes(':more"'), 60_000);
    const ms = performance.now() - begunAt;
    const asked = playground.exchanges.slice(before.asked);
    const pages = asked.filter(({ path }) => /\/channels\/\d+\/messages(\?|$)/.test(path));
    const calls = claude.requests.slice(before.calls).filter(({ path }) => path === '/v1/messages').length;
    const card = await scene.stored(view);
    const { usage, claims } = card?.summary ?? {};
    return [
      `${stored} of ${channels} stored`,
      asked.filter(({ path }) => !isUncounted(path)).length,
      pages.length,
      calls,
      usage?.inputTokens ?? 0,
      usage?.costUsd?.toFixed(4) ?? 'unknown',
      claims?.length ?? 0,
      Math.round(ms),
    ];
  } finally {
    for (const end of ends) await end();
  }
}

/** Cards about 50 channels with 33 new messages each. */
export async function printCards(): Promise<void> {
  const rows: Row[] = [];
  for (const stored of [0, channels / 2]) rows.push(await measureCard(stored));
  printTable(
    `a card of ${channels} channels with ${each + since} new messages each`,
    ['', 'requests counted', 'of them pages', 'calls', 'tokens read', 'US dollars', 'claims', 'ms'],
    rows,
  );
  print();
}
