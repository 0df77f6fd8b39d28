import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DraftClaim, parseDraftClaim } from '../../../src/core/claims/draft.ts';
import { hasBracketedNumber } from '../../../src/core/conversation/text.ts';
import { toCpuMs } from '../../cpu.ts';
import { scale } from '../../scale.ts';

const whole = {
  evidence: [{ position: 3, quote: 'we go with Postgres' }],
  kind: 'decision',
  topic: 'storage',
  text: 'The team goes with Postgres.',
  speakers: ['Bob'],
  owner: null,
  due: null,
  confidence: 0.8,
};

function parse(value: unknown): { draft: DraftClaim; isMended: boolean } {
  const parsed = parseDraftClaim(value);
  if (!parsed.ok) throw new Error(`rejected: ${parsed.problem.code}`);
  return parsed;
}

describe('a draft claim', () => {
  test('that is whole is taken as it is', () => {
    expect(parse(whole)).toMatchObject({ draft: whole, isMended: false });
  });

  test('loses a position that cannot be read, and says so', () => {
    const { draft, isMended } = parse({
      ...whole,
      evidence: [{ position: 'the third', quote: 'x' }, 4, { position: 5, quote: null }, ...whole.evidence],
    });
    expect(draft.evidence).toEqual([{ position: 5, quote: '' }, ...whole.evidence]);
    expect(isMended).toBe(true);
  });

  test('with null fields and nothing but a text is read with their defaults', () => {
    const nulls = {
      text: 'a',
      kind: 'fact',
      evidence: null,
      topic: null,
      speakers: null,
      owner: null,
    };
    expect(parse(nulls).draft).toEqual({
      evidence: [],
      kind: 'fact',
      topic: null,
      text: 'a',
      speakers: [],
      owner: null,
      due: null,
      confidence: 1,
    });
  });

  test.each([
    ['Ship on Friday [4].', 'Ship on Friday.'],
    ['Ship [4][7] on Friday', 'Ship on Friday'],
    ['Ship [4, 7] on Friday', 'Ship on Friday'],
    ['Ship [#4] on Friday', 'Ship on Friday'],
    ['Ship [[4]](https://evil.example) on Friday', 'Ship on Friday'],
    ['Ship [4](https://evil.example) on Friday', 'Ship on Friday'],
  ])('loses the bracketed numbers of %j', (text, stripped) => {
    expect(parse({ ...whole, text }).draft.text).toBe(stripped);
  });

  test('of an unknown kind is a key point', () => {
    expect(parse({ ...whole, kind: 'rumor' }).draft.kind).toBe('key_point');
  });

  test.each([
    [undefined, 1],
    [null, 1],
    [0.4, 0.4],
    [95, 1],
    ['high', 0],
    [Number.NaN, 0],
  ])('with confidence %j counts as %d', (confidence, read) => {
    expect(parse({ ...whole, confidence }).draft.confidence).toBe(read);
  });

  test.each([
    [{ ...whole, text: '  ' }, 'empty_text'],
    [{ ...whole, text: '[4]' }, 'empty_text'],
    [{ ...whole, text: '\u200b\u2060 \u200b' }, 'empty_text'],
    [{ ...whole, text: undefined }, 'no_text'],
    [{ ...whole, text: 'a'.repeat(4_001) }, 'long_text'],
    ['just words', 'unreadable'],
    [null, 'unreadable'],
    [[whole], 'unreadable'],
  ])('is rejected with a reason where nothing can be made of it: %j', (value, fault) => {
    const parsed = parseDraftClaim(value);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok || parsed.problem).toEqual({ code: 'malformed', fault });
  });

  test('of any shape never throws, and never keeps a bracketed number in its text', () => {
    const loose = fc.record(
      {
        text: fc.oneof(fc.string(), fc.constantFrom('a [1] b', '[[2]] x', 'x[ 3 ]', '[1[2]]', '[[1]2]')),
        kind: fc.anything(),
        evidence: fc.anything(),
        speakers: fc.anything(),
        confidence: fc.anything(),
        topic: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(loose, fc.anything()), value => {
        const parsed = parseDraftClaim(value);
        if (!parsed.ok) return;
        expect(hasBracketedNumber(parsed.draft.text)).toBe(false);
        expect(parsed.draft.confidence).toBeGreaterThanOrEqual(0);
        expect(parsed.draft.confidence).toBeLessThanOrEqual(1);
        for (const { position } of parsed.draft.evidence) expect(Number.isFinite(position)).toBe(true);
      }),
      { numRuns: scale(2_000) },
    );
  });
});

describe('what a writer without end writes', () => {
  const claim = { text: 'We ship.', kind: 'fact', evidence: [{ position: 1, quote: 'ship' }] };
  const read = (fields: object) => parseDraftClaim({ ...claim, ...fields });

  test('costs its claim where the text has no end, and in no time', () => {
    const before = process.threadCpuUsage();
    for (const piece of ['ship ', '[1](', '[1', ' → A: “', '[ \u200b']) {
      expect(read({ text: piece.repeat(100_000 / piece.length) })).toMatchObject({ ok: false });
      expect(read({ topic: piece.repeat(20_000) })).toMatchObject({ ok: true, draft: { topic: null } });
    }
    expect(toCpuMs(before)).toBeLessThan(1_000);
  });
});
