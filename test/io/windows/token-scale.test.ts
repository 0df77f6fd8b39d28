import { describe, expect, test } from 'vitest';
import { defaultLongLimits } from '../../../src/app/windows/long-parts.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { estimateTokens } from '../../../src/core/windows/size.ts';
import { createTokenScales } from '../../../src/io/claude/models/token-scale.ts';
import { createLongScene, smallLimits } from './long-scene.ts';
import { makePlanted } from './planted.ts';

const never = new AbortController().signal;

/** Our estimate counts each of these signs twice, the stand-in's tokenizer once. */
const signs = '🛶'.repeat(60);
const whole = makePlanted(100, []);
const messages = whole.messages.map(message => ({ ...message, text: `${message.text} ${signs}` }));
const evidence = toEvidence({ ...whole, messages });
const asked = { evidence, detail: 'standard', language: 'en', spoken: ['en'], zone: 'UTC' } as const;

async function draft(longFrom: number, isCounted: boolean) {
  const scene = await createLongScene({ limits: { ...smallLimits, longFrom } });
  if (!isCounted)
    scene.claude.faults.next({ kind: 'status', status: 500 }, 9, 'POST /v1/messages/count_tokens');
  await scene.engine.draft(asked, () => undefined, never);
  const counts = scene.claude.requests.filter(({ path }) => path === '/v1/messages/count_tokens');
  return {
    counts,
    windows: scene.calls().filter(({ text }) => text.includes('one part of a longer')).length,
  };
}

describe('the size of windows', () => {
  test('is counted by the API, once', async () => {
    // 15,000 tokens by our estimate, 9,000 as counted.
    const { counts, windows } = await draft(12_000, true);
    expect([counts.length, windows]).toEqual([1, 0]);
  });

  test('is estimated if the API cannot count', async () => {
    const { counts, windows } = await draft(12_000, false);
    expect(counts.length).toBe(1);
    expect(windows).toBeGreaterThan(3);
  });

  test('is then as learned from the calls before', async () => {
    const scene = await createLongScene({ limits: { ...smallLimits, longFrom: 12_000 } });
    scene.claude.faults.next({ kind: 'status', status: 500 }, 2, 'POST /v1/messages/count_tokens');
    for (const _ of ['first', 'second']) await scene.engine.draft(asked, () => undefined, never);
    const scales = scene.logged.filter(({ msg }) => msg === 'tokens-estimated').map(({ scale }) => scale);
    // The task, which is the same in each prompt, has no such signs.
    expect(scales).toEqual([1, expect.closeTo(0.9, 1)]);
    expect(scales[1]).toBeLessThan(0.97);
  });

  test('is not counted for what is surely short', async () => {
    const { counts } = await draft(defaultLongLimits.longFrom, true);
    expect(counts).toEqual([]);
  });
});

describe('what is learned from the usage of calls', () => {
  const latin = 'The ferry was late again. '.repeat(200);
  const kana = 'フェリーがまた遅れました。'.repeat(400);

  test('holds for the model and the script, and is 1 before', () => {
    const scales = createTokenScales();
    scales.learn('small', latin, estimateTokens(latin) * 1.4);
    expect(scales.of('small', latin)).toBeCloseTo(1.4);
    expect([scales.of('small', kana), scales.of('large', latin)]).toEqual([1, 1]);
  });

  test('follows the latest calls, within bounds', () => {
    const scales = createTokenScales();
    for (let call = 0; call < 200; call += 1) scales.learn('small', latin, estimateTokens(latin) * 3);
    expect(scales.of('small', latin)).toBe(2);
    for (let call = 0; call < 200; call += 1) scales.learn('small', latin, estimateTokens(latin) * 0.9);
    expect(scales.of('small', latin)).toBeCloseTo(0.9, 2);
  });

  test('takes nothing from short prompts', () => {
    const scales = createTokenScales();
    scales.learn('small', 'short', 900);
    expect(scales.of('small', 'short')).toBe(1);
  });
});
