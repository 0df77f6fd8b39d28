import { pino } from 'pino';
import { type Claude, createClaude } from '../../demo/claude/claude.ts';
import { createClaimJudge } from '../../demo/claude/judge.ts';
import { createFixedWriter } from '../../demo/claude/writer.ts';
import type { Engine, Judge } from '../../src/app/ports.ts';
import { summarize } from '../../src/app/summarize.ts';
import { connectClaude } from '../../src/io/claude/connect.ts';
import { toEmbedPages } from '../../src/render/embed/embed.ts';
import { printTable, type Row, toMedian } from '../eval/table.ts';
import { toClaudeOptions } from '../io/claude/claude-options.ts';
import { makeConversation } from './conversation.ts';

const tokensPerSecond = 1_000;
const rounds = 9;
const never = new AbortController().signal;

/** Claims for the stand-in to say, each resting on a message of the conversation. */
function writeClaims(size: number) {
  return makeConversation(size)
    .messages.slice(0, 20)
    .map(({ text, author }, index) => ({
      evidence: [{ position: index + 1, quote: text.slice(0, 60).replace(/\s\S*$/, '') }],
      kind: 'key_point' as const,
      text: `${author.name} wrote: ${text.slice(0, 60).replace(/\s\S*$/, '')}`,
    }));
}

/** The engine as it drafts: whether claims have to be written again is the writer's matter, not the engine's. */
async function connect(claude: Claude): Promise<{ readonly engine: Engine; readonly judge?: Judge }> {
  const { engine, judge } = await connectClaude(
    {
      ...toClaudeOptions(claude),
      log: pino({ level: 'silent' }),
    },
    never,
  );
  return { engine: { name: engine.name, draft: engine.draft }, ...(judge && { judge }) };
}

/** Times the first arrival of a text in what `fetch` gives; the SDK takes it from the global as it is built. */
function watchBytes() {
  const original = globalThis.fetch;
  let arrivedAt = 0;
  let marker = '';
  globalThis.fetch = async (...request) => {
    const response = await original(...request);
    if (marker === '' || response.body === null) return response;
    let text = '';
    const seen = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        for (const [, data] of Buffer.from(chunk)
          .toString()
          .matchAll(/"text":("(?:[^"\\]|\\.)*")/g))
          text += JSON.parse(data ?? '""') as string;
        if (arrivedAt === 0 && text.includes(marker)) arrivedAt = performance.now();
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(seen), response);
  };
  return {
    expect: (text: string) => {
      marker = text;
      arrivedAt = 0;
    },
    arrivedAt: () => arrivedAt,
    end: () => {
      globalThis.fetch = original;
    },
  };
}

/** Starts a Claude on loopback and measures what stands between it and a reader. */
export async function printClaude(): Promise<void> {
  const claude = await createClaude();
  const watch = watchBytes();
  try {
    await printTimes(claude, watch);
    await printTokens(claude);
  } finally {
    watch.end();
    await claude.close();
  }
}

async function printTimes(claude: Claude, watch: ReturnType<typeof watchBytes>): Promise<void> {
  claude.writer = createFixedWriter(writeClaims(500));
  claude.pace = { tokensPerSecond };
  const { engine } = await connect(claude);
  const conversation = makeConversation(500);
  const request = { detail: 'standard', zone: 'UTC', window: {} } as const;
  const shown: number[] = [];
  const whole: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The last field of a claim closes it.
    watch.expect('"confidence":0.9}');
    let shownAt = 0;
    const onVerified = ({ toSummary }: { readonly toSummary: () => Parameters<typeof toEmbedPages>[0] }) => {
      if (shownAt !== 0) return;
      toEmbedPages(toSummary());
      shownAt = performance.now();
    };
    const begunAt = performance.now();
    await summarize(conversation, request, { engine, newId: () => 'b', onVerified }, never);
    whole.push(performance.now() - begunAt);
    shown.push(shownAt - watch.arrivedAt());
    watch.expect('');
    bare.push(await timeBare(claude));
  }
  printTable(
    `Claude on loopback, ${tokensPerSecond} tokens a second, 500 messages, 20 claims, medians of ${rounds} rounds, interleaved`,
    ['', ''],
    [
      ['last byte of the first claim to its embed, ms', toMedian(shown).toFixed(2)],
      ['whole summary, ms', toMedian(whole).toFixed(0)],
      ['its bare stream, ms', toMedian(bare).toFixed(0)],
      ['ratio', (toMedian(whole) / toMedian(bare)).toFixed(2)],
    ],
  );
}

/** The same body once more, its bytes thrown away. */
async function timeBare(claude: Claude): Promise<number> {
  const last = claude.requests.findLast(({ path }) => path === '/v1/messages');
  const begunAt = performance.now();
  const response = await fetch(`${claude.url}/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${claude.apiKey}`,
      'anthropic-version': '2026-10-21',
      'content-type': 'application/json',
    },
    body: JSON.stringify(last?.body),
  });
  await response.arrayBuffer();
  return performance.now() - begunAt;
}

async function printTokens(claude: Claude): Promise<void> {
  claude.pace = {};
  const { engine, judge } = await connect(claude);
  if (judge === undefined) throw new Error('nobody judges');
  const run = (size: number, ports: { readonly judge?: Judge } = {}) =>
    summarize(
      makeConversation(size),
      { detail: 'standard', zone: 'UTC', window: {} },
      { engine, newId: () => 'b', ...ports },
      never,
    );
  const perMessage: string[] = [];
  for (const size of [100, 500, 2_000]) {
    const { usage } = await run(size);
    perMessage.push(((usage?.inputTokens ?? Number.NaN) / size).toFixed(1));
  }
  printTable(
    'tokens of a prompt for each message, at 3.5 Latin characters each',
    ['', '100', '500', '2,000'],
    [['a message', ...perMessage]],
  );
  const measure = async (name: string, ports: { readonly judge?: Judge }): Promise<Row> => {
    const before = claude.requests.length;
    const { usage } = await run(500, ports);
    if (usage === null) throw new Error('a summary without a bill');
    const calls = claude.requests.slice(before).filter(({ path }) => path === '/v1/messages').length;
    const counts = [calls, usage.inputTokens, usage.cachedTokens, usage.outputTokens].map(String);
    return [name, ...counts, usage.costUsd?.toFixed(4) ?? 'unknown'];
  };
  claude.judge = createClaimJudge(() => ({ verdict: 'supported' }));
  claude.clearCache();
  printTable(
    'a standard summary of 500 messages with 20 claims, US dollars at the listed prices, no thinking in it',
    ['', 'calls', 'tokens read', 'of them cached', 'written', 'costs'],
    [
      await measure('without a judge', {}),
      await measure('with a judge, cold cache', { judge }),
      await measure('with a judge, warm cache', { judge }),
    ],
  );
}
