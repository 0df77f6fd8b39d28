import type { Message } from '@anthropic-ai/sdk/resources/messages';
import { describe, expect, it } from 'vitest';
import { createModel } from '../../src/claude/models.ts';
import { ask, fetchWire, readStream, start, startConnected } from './scene.ts';

const tricky = '{"claims":["a \\"quoted\\" line\\nand a back\\\\slash","来週 👩‍👩‍👧 ﷽ naïve"]}';
const long = 'Ann orders the tape by Friday. '.repeat(40);

describe('a stream', () => {
  it('holds the events of the API in their order, and the SDK’s helper makes of them what is sent unstreamed', async () => {
    const { claude, client } = await startConnected();
    claude.answer = () => tricky;
    const params = { ...ask, output_config: { ...ask.output_config, effort: 'medium' } } as const;
    const { types, text } = await readStream(client, params);
    expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(text).toBe(tricky);

    const streamed = await client.messages.stream(params).finalMessage();
    const whole = await client.messages.create(params);
    // Ids and signatures are new for every answer.
    const toComparable = ({ id: _, content, ...rest }: Message) => ({
      ...rest,
      content: content.map(block => (block.type === 'thinking' ? { ...block, signature: '' } : block)),
    });
    expect(toComparable(streamed)).toEqual({ ...toComparable(whole), parsed_output: null });
    expect(streamed.content.map(({ type }) => type)).toEqual(['thinking', 'text']);
    expect(streamed.usage.output_tokens_details).toEqual({ thinking_tokens: 40 });
    expect(streamed.usage.output_tokens).toBeGreaterThan(40 + 10);
  });

  it('opens with the input it is billed for and ends with what it said', async () => {
    const { client } = await startConnected();
    const { events } = await readStream(client);
    const [opening] = events;
    expect(opening).toMatchObject({
      type: 'message_start',
      message: { content: [], stop_reason: null, usage: { output_tokens: 1, cache_read_input_tokens: 0 } },
    });
    expect(events.at(-2)).toMatchObject({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_details: null, stop_sequence: null, container: null },
      usage: { cache_creation_input_tokens: 0, output_tokens_details: { thinking_tokens: 0 } },
    });
  });

  it('cuts its text inside words and escapes, and its bytes inside lines and characters', async () => {
    const claude = await start({ answer: () => tricky.repeat(40) });
    const { response, pieces: chunks, wire } = await fetchWire(claude);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const heads = chunks.map(chunk => chunk[0] ?? 0);
    expect(heads.some(byte => byte >= 0x80 && byte < 0xc0)).toBe(true);
    expect(new Set(chunks.map(({ length }) => length)).size).toBeGreaterThan(5);

    expect(wire).toContain('event: ping\ndata: {"type":"ping"}\n\n');
    const pieces = [
      ...wire.matchAll(
        /"text_delta","text":("(?:[^"\\]|\\.)*")|"text":("(?:[^"\\]|\\.)*"),"type":"text_delta"/g,
      ),
    ].map(([, a, b]) => String(JSON.parse(a ?? b ?? '""')));
    expect(pieces.join('')).toBe(tricky.repeat(40));
    expect(pieces.some(piece => /(?<!\\)(?:\\\\)*\\$/.test(piece))).toBe(true);
    expect(new Set(pieces.map(({ length }) => length)).size).toBeGreaterThan(8);
    expect(pieces.every(piece => piece.isWellFormed())).toBe(true);
  });

  it('shows thinking only where it is asked for, and signs it either way', async () => {
    const { client } = await startConnected();
    const think = async (thinking: { readonly type: 'adaptive'; readonly display?: 'summarized' }) => {
      const params = { ...ask, output_config: { effort: 'high' }, thinking } as const;
      const { events } = await readStream(client, params);
      const deltas = events.flatMap(event =>
        event.type === 'content_block_delta' ? [event.delta.type] : [],
      );
      const [block] = (await client.messages.stream(params).finalMessage()).content;
      return { deltas, block };
    };
    const hidden = await think({ type: 'adaptive' });
    expect(hidden.block).toMatchObject({
      type: 'thinking',
      thinking: '',
      signature: expect.stringMatching(/.{40}/),
    });
    expect(hidden.deltas.filter(type => type !== 'text_delta')).toEqual(['signature_delta']);
    const shown = await think({ type: 'adaptive', display: 'summarized' });
    expect(shown.block).toMatchObject({ type: 'thinking', thinking: expect.stringContaining('settled') });
    expect(shown.deltas.filter(type => type === 'signature_delta')).toHaveLength(1);
  });

  it('does not think with thinking between tools only', async () => {
    const { client } = await startConnected();
    const params = {
      ...ask,
      output_config: { effort: 'high' },
      thinking: { type: 'between_tools' },
    } as const;
    const message = await client.messages.create(params);
    expect(message.content.map(({ type }) => type)).toEqual(['text']);
    expect(message.usage.output_tokens_details).toEqual({ thinking_tokens: 0 });
  });
});

describe('an answer', () => {
  it('ends where its max_tokens do, thinking counted', async () => {
    const { client } = await startConnected({ answer: () => long });
    const low = await client.messages.create({ ...ask, max_tokens: 50 });
    expect([low.stop_reason, low.usage.output_tokens]).toEqual(['max_tokens', 50]);
    const [block] = low.content;
    expect(block?.type === 'text' && block.text.length).toBeGreaterThan(150);

    const output_config = { effort: 'high' } as const;
    const thoughtful = await client.messages.create({ ...ask, max_tokens: 130, output_config });
    expect([thoughtful.stop_reason, thoughtful.usage.output_tokens]).toEqual(['max_tokens', 130]);
    const lost = await client.messages.create({ ...ask, max_tokens: 100, output_config });
    expect([lost.stop_reason, lost.content.map(({ type }) => type)]).toEqual(['max_tokens', ['thinking']]);
    const { events, text } = await readStream(client, { ...ask, max_tokens: 50 });
    expect(block?.type === 'text' && block.text).toBe(text);
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'max_tokens' } });
  });

  it('says nothing at all for max_tokens 0', async () => {
    const { claude, client } = await startConnected();
    claude.answer = () => {
      throw new Error('nobody should write');
    };
    const message = await client.messages.create({ ...ask, max_tokens: 0 });
    expect([message.content, message.usage.output_tokens]).toEqual([[], 0]);
  });

  it('ends where the context of its model does', async () => {
    const model = createModel({
      id: 'claude-small-1',
      name: 'Small',
      line: 'haiku',
      releasedAt: '2026-01-01T00:00:00Z',
      contextTokens: 260,
    });
    const { client } = await startConnected({ models: [model], answer: () => long });
    const { stop_reason, usage } = await client.messages.create({ ...ask, model: 'claude-small-1' });
    expect(stop_reason).toBe('model_context_window_exceeded');
    expect(usage.input_tokens + usage.output_tokens).toBe(260);
  });

  it('ends before a stop sequence', async () => {
    const { client } = await startConnected({ answer: () => 'one two three' });
    const message = await client.messages.create({ ...ask, stop_sequences: ['three', ' two'] });
    expect(message).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: ' two' });
    expect(message.content).toMatchObject([{ text: 'one' }]);
  });

  it('comes at the pace that is set, with pings while the model thinks', async () => {
    const { claude, client } = await startConnected({ answer: () => 'x'.repeat(350) });
    claude.pace = { firstByteMs: 30, thinkingMs: 60, pingEveryMs: 15, tokensPerSecond: 1_000 };
    const params = { ...ask, output_config: { effort: 'medium' } } as const;
    const startedAt = performance.now();
    let firstAt = 0;
    const { text } = await readStream(client, params, {
      onText: () => {
        firstAt ||= performance.now() - startedAt;
      },
    });
    const tookMs = performance.now() - startedAt;
    expect(text).toHaveLength(350);
    expect(firstAt).toBeGreaterThan(85);
    expect(tookMs - firstAt).toBeGreaterThan(80);
    const { wire } = await fetchWire(claude, params);
    expect(wire.match(/event: ping/g)?.length).toBeGreaterThanOrEqual(3);
    claude.pace = {};
    expect((await fetchWire(claude, params)).wire.match(/event: ping/g)).toHaveLength(1);
  });

  it('is no longer written when its reader has gone, and the list of requests says so', async () => {
    const { claude, client } = await startConnected({ pace: { tokensPerSecond: 200 } });
    const controller = new AbortController();
    await readStream(client, ask, { signal: controller.signal, onText: () => controller.abort() });
    await expect.poll(() => claude.requests[0]?.outcome).toBe('left');
    expect(claude.requests[0]?.status).toBe(200);
  });

  it('that is under way is broken off when the stand-in closes', async () => {
    const { claude, client } = await startConnected({ pace: { tokensPerSecond: 1 } });
    let closed: Promise<void> | null = null;
    const { error } = await readStream(client, ask, {
      onText: () => {
        closed ??= claude.close();
      },
    });
    await closed;
    expect(error).toBeInstanceOf(Error);
    const again = await start({ port: Number(new URL(claude.url).port) });
    expect(again.url).toBe(claude.url);
  });
});
