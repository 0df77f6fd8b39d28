import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { afterClaims } from '../../../demo/claude/spoiled-claims.ts';
import { Refusal } from '../../../src/io/discord/interaction/failures.ts';
import { startTelemetry } from '../../../src/io/telemetry/telemetry.ts';
import { openClaudeScene } from '../claude-scene.ts';
import { createLogLines } from '../log-lines.ts';
import { summarized } from '../scene.ts';
import { createCollector, readAttribute, type SentSpan } from './collector.ts';

/** In messages, a claim or a request, and nowhere else. */
const words = ['quokkas', 'zanzibar', 'flugelhorn', 'periwinkle', 'Ann', 'Bob', 'planning', 'Fair'];
const logged = createLogLines();
const exported: Record<string, string> = {};
/** Of the first of three runs. */
let spans: readonly SentSpan[];
let traceId: string;
let paths: readonly unknown[];
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const collector = await createCollector();
  const { telemetry, metrics, traces } = await startTelemetry({
    hasMetrics: true,
    otlpEndpoint: collector.endpoint,
    version: '0.0.0',
  });
  if (!metrics || !traces) throw new Error('nothing is measured');
  const options = { telemetry, tracerProvider: traces.provider, log: logged.log };
  const scene = await openClaudeScene(options, { end: close => closing.unshift(close), isEmpty: true });
  closing.push(traces.stop, collector.close);
  const { world, ann, bob, channel, claude } = scene;
  const lines = [
    [ann, 'We decided that the quokkas move to zanzibar on 21 March.'],
    [bob, 'I will buy the flugelhorn for 450 euros by Friday.'],
    [ann, 'Who has the periwinkle key, Bob?'],
    [bob, 'Approved, zanzibar it is.'],
  ] as const;
  for (const [by, content] of lines) world.addMessage(channel, { by, content });
  const message = await scene.finish({ private: false });
  const sources = await summarized(await scene.press(message, 'Sources', bob));
  await scene.pressAction(message, 'helpful', bob);
  // Errors may repeat what was sent.
  claude.faults.next({ kind: 'status', status: 400, message: 'messages.0: quokkas move to zanzibar' });
  await scene.finish({ focus: 'periwinkle' });
  claude.faults.next({ kind: 'break', after: afterClaims(1) });
  await scene.finish();
  // They are sent every few seconds.
  const countRuns = () => collector.spans().filter(({ name }) => name === 'footnote.run').length;
  await vi.waitFor(() => expect(countRuns()).toBe(3), { timeout: 60_000, interval: 100 });
  const footer = sources.message?.embeds[0]?.footer?.text ?? '';
  traceId = footer.replace('Trace ', '');
  spans = collector.spans().filter(each => each.traceId === traceId);
  paths = collector.paths;
  exported['spans'] = collector.bodies.join('\n');
  exported['metrics'] = (await metrics.read()).body;
  exported['log'] = logged.lines.map(line => JSON.stringify(line)).join('\n');
  exported['footer'] = footer;
});
afterAll(async () => {
  for (const close of closing) await close();
});

/** Something that each export has to contain, so that none of them is empty. */
test.each([
  ['metrics', 'footnote_model_calls_total{model="claude-sonnet-5-5",outcome="request_refused"} 1'],
  ['spans', 'gen_ai.request.model'],
  ['log', 'draft-failed'],
  ['footer', 'Trace '],
])('%s contain figures, but no word and no name of a conversation', (name, figure) => {
  const text = exported[name] ?? '';
  expect(text).toContain(figure);
  for (const word of words) expect(text).not.toMatch(new RegExp(`\\b${word}\\b`));
});

function one(isMeant: (span: SentSpan) => boolean): SentSpan {
  const [found, ...others] = spans.filter(isMeant);
  if (found === undefined || others.length > 0) throw new Error(`${others.length} other spans`);
  return found;
}

const named = (name: string) => one(each => each.name === name);
const toParent = ({ parentSpanId }: SentSpan) => spans.find(({ spanId }) => spanId === parentSpanId)?.name;

test('a run is one trace with a span for each step and each call, and is named in the log', () => {
  expect(new Set(paths)).toEqual(new Set(['/v1/traces']));
  expect(readAttribute(named('footnote.run'), 'footnote.feature')).toBe('summary');
  for (const step of ['read', 'draft', 'judge', 'render'])
    expect(toParent(named(`footnote.${step}`))).toBe('footnote.run');
  const calls = spans.filter(each => readAttribute(each, 'gen_ai.operation.name') === 'chat');
  expect(calls.map(toParent).sort()).toEqual(['footnote.draft', 'footnote.draft', 'footnote.judge']);
  const traced = logged.lines.filter(({ trace_id }) => trace_id === traceId);
  expect(traced.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['draft-written', 'claims-judged', 'summary-shown']),
  );
});

test('of a step that failed, the name of the error is exported, not its words, and a refusal is no error', async () => {
  const collector = await createCollector();
  const { telemetry, traces } = await startTelemetry({
    hasMetrics: false,
    otlpEndpoint: collector.endpoint,
    version: '0.0.0',
  });
  const end = (error: Error) =>
    telemetry.run('summary', () => telemetry.step('read', () => Promise.reject(error)));
  await expect(end(new TypeError('quokkas'))).rejects.toThrow();
  await expect(end(new Refusal('quokkas'))).rejects.toThrow();
  await traces?.stop();
  await collector.close();
  expect(collector.bodies.join()).not.toContain('quokkas');
  const types = collector.spans().map(each => [each.name, readAttribute(each, 'error.type')]);
  expect(types).toEqual([
    ['footnote.read', 'TypeError'],
    ['footnote.run', 'TypeError'],
    ['footnote.read', undefined],
    ['footnote.run', undefined],
  ]);
});
