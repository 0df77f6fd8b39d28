import { isUncounted } from '../../src/io/discord/send-request.ts';
import { openClaudeScene } from '../e2e/claude-scene.ts';
import { print, printTable, type Row } from '../eval/table.ts';
import { makeConversation } from './conversation.ts';

const channels = 50;
const each = 33;
const minuteMs = 60_000;

async function measureCard(): Promise<Row> {
  const ends: (() => Promise<void>)[] = [];
  const scene = await openClaudeScene({}, { isEmpty: true, end: close => void ends.unshift(close) });
  try {
    const { world, guild, ann, bob, channel, actions, playground, claude } = scene;
    const places = Array.from({ length: channels }, (_, index) =>
      world.addChannel(guild, { name: `channel-${index}` }),
    );
    const messages = makeConversation(channels * each).messages.map(({ text }) => text);
    for (const [index, content] of messages.entries())
      world.addMessage(places[Math.floor(index / each)] ?? channel, {
        by: bob,
        content,
        atMs: Date.now() - (each - (index % each)) * minuteMs,
      });
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

/** A card about 50 channels with 33 new messages each. */
export async function printCards(): Promise<void> {
  printTable(
    `a card of ${channels} channels with ${each} new messages each`,
    ['requests counted', 'of them pages', 'calls', 'tokens read', 'US dollars', 'claims', 'ms'],
    [await measureCard()],
  );
  print();
}
