import { pino } from 'pino';
import { type Claude, createClaude } from '../../demo/claude/claude.ts';
import { createClaimJudge } from '../../demo/claude/judge.ts';
import { createFixedWriter } from '../../demo/claude/writer.ts';
import type { Engine, Judge } from '../../src/app/ports.ts';
import { summarize } from '../../src/app/summarize.ts';
import type { Usage } from '../../src/core/claims/summary.ts';
import type { Conversation } from '../../src/core/conversation/message.ts';
import { connectClaude } from '../../src/io/claude/connect.ts';
import { printTable, type Row } from '../eval/table.ts';
import { toClaudeOptions } from '../io/claude/claude-options.ts';
import { makeConversation } from './conversation.ts';

const never = new AbortController().signal;

/** The header of a PNG of this size. */
function toPngStart(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), size]);
}

const columns = ['', 'calls', 'tokens read', 'of them cached', 'written', 'costs'];

/** Claims for the stand-in to say, each resting on a message of the conversation. */
function writeClaims(size: number) {
  return makeConversation(size)
    .messages.slice(0, 20)
    .map(({ text, author }, index) => ({
      evidence: [{ position: index + 1, quote: text.slice(0, 60).replace(/\s\S*$/, '') }],
      kind: 'key_point' as const,
      // As many in a matter as in summaries of real weeks.
      topic: `modules ${Math.floor(index / 3) + 1}`,
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

/** Starts a Claude on loopback and counts the tokens of summaries. */
export async function printClaude(): Promise<void> {
  const claude = await createClaude();
  claude.writer = createFixedWriter(writeClaims(500));
  try {
    await printTokens(claude);
  } finally {
    await claude.close();
  }
}

async function printTokens(claude: Claude): Promise<void> {
  const { engine, judge } = await connect(claude);
  if (judge === undefined) throw new Error('nobody judges');
  type Ports = { readonly judge?: Judge };
  const run = (size: number, ports: Ports = {}) => runWith(makeConversation(size), ports);
  const runWith = (conversation: Conversation, ports: Ports = {}) =>
    summarize(
      conversation,
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
  const measure = async (name: string, ports: Ports, isWarm = false, size = 500): Promise<Row> => {
    if (!isWarm) claude.clearCache();
    const before = claude.requests.length;
    const { usage } = await run(size, ports);
    if (usage === null) throw new Error('a summary without a bill');
    const calls = claude.requests.slice(before).filter(({ path }) => path === '/v1/messages').length;
    const counts = [calls, usage.inputTokens, usage.cachedTokens, usage.outputTokens].map(String);
    return [name, ...counts, usage.costUsd?.toFixed(4) ?? 'unknown'];
  };
  claude.judge = createClaimJudge(() => ({ verdict: 'supported' }));
  printTable(
    'a standard summary of 500 messages with 20 claims, US dollars at the listed prices, no thinking in it',
    columns,
    [
      await measure('without a judge', {}),
      await measure('with a judge, cold cache', { judge }),
      await measure('with a judge, warm cache', { judge }, true),
    ],
  );
  const toPictured = (count: number): Conversation => {
    const conversation = makeConversation(500);
    const some = conversation.messages.slice(0, count).map(({ id }) => id);
    const picture = { type: 'image/png', data: toPngStart(1_170, 2_532).toString('base64') } as const;
    return { ...conversation, pictures: new Map(some.map(id => [id, [picture]])) };
  };
  const { usage: plain } = await runWith(toPictured(0), { judge });
  const { usage: pictured } = await runWith(toPictured(10), { judge });
  const perPicture = (of: (usage: Usage) => number | null) =>
    plain && pictured ? ((of(pictured) ?? Number.NaN) - (of(plain) ?? Number.NaN)) / 10 : Number.NaN;
  printTable(
    'each of ten screenshots of a phone, with a judge',
    ['tokens read', 'costs'],
    [[perPicture(each => each.inputTokens).toFixed(0), perPicture(each => each.costUsd).toFixed(4)]],
  );
}
