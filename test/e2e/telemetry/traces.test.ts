import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fill, summarized, toShown } from '../scene.ts';
import { readAttribute, type SentSpan } from './collector.ts';
import { createTelemetryScene, type TelemetryScene } from './telemetry-scene.ts';

let scene: TelemetryScene;
let spans: readonly SentSpan[];
let footer: string;

beforeAll(async () => {
  scene = await createTelemetryScene();
  fill(scene);
  const { actions, ann: user, channel, press } = scene;
  const view = await actions.slash({ user, channel, command: 'summarize', options: {} });
  await view.until(({ message }) => toShown(message).includes(':more"'));
  const sources = await summarized(await press(view, 'Sources'));
  footer = sources.message?.embeds[0]?.footer?.text ?? '';
  spans = await scene.sent('footnote.run');
});
afterAll(() => scene.close());

function one(isMeant: (span: SentSpan) => boolean): SentSpan {
  const [found, ...others] = spans.filter(isMeant);
  if (found === undefined || others.length > 0) throw new Error(`${others.length} other spans`);
  return found;
}

const named = (name: string) => one(each => each.name === name);
const toParent = ({ parentSpanId }: SentSpan) => spans.find(({ spanId }) => spanId === parentSpanId)?.name;

describe('a run with a collector', () => {
  test('is one trace with a span for each step and each call', () => {
    const { traceId } = named('footnote.run');
    const trace = spans.filter(each => each.traceId === traceId);
    expect(scene.collector.paths).toEqual(scene.collector.paths.map(() => '/v1/traces'));
    expect(readAttribute(named('footnote.run'), 'footnote.feature')).toBe('summary');
    for (const step of ['read', 'draft', 'judge', 'render'])
      expect(toParent(named(`footnote.${step}`))).toBe('footnote.run');
    expect(toParent(named('footnote.proofs'))).toBe('footnote.draft');
    const calls = trace.filter(each => readAttribute(each, 'gen_ai.operation.name') === 'chat');
    expect(calls.map(toParent).sort()).toEqual(['footnote.draft', 'footnote.judge']);
  });

  test('says of each call which model was asked and what it took', () => {
    const call = one(each => readAttribute(each, 'gen_ai.request.model') === 'claude-sonnet-5-5');
    expect(readAttribute(call, 'gen_ai.provider.name')).toBe('anthropic');
    expect(readAttribute(call, 'gen_ai.usage.input_tokens')).toBeGreaterThan(0);
    expect(readAttribute(call, 'gen_ai.usage.output_tokens')).toBeGreaterThan(0);
    expect(readAttribute(named('footnote.draft'), 'footnote.cost_usd')).toBeGreaterThan(0);
  });

  test('has its trace below its sources and in the log', () => {
    const { traceId } = named('footnote.run');
    expect(footer).toBe(`Trace ${traceId}`);
    const traced = scene.logged.lines.filter(({ trace_id }) => trace_id === traceId);
    expect(traced.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['draft-written', 'claims-judged', 'summary-shown']),
    );
  });
});
