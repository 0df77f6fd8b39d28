import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSerializedSummary, serializeSummary } from '../../../src/core/claims/serialized-summary.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { supportedSummary } from '../../render/arbitrary.ts';
import { fullSummary } from '../../render/full-summary.ts';
import { failed, tellLines, tellSummary } from '../../render/summaries.ts';
import { scale } from '../../scale.ts';

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const told = tellSummary({
  messages: tellLines('Ann: The tent costs 450.', 'Bob: Approved.', 'Ann: Thanks!', 'Carol: A tent it is.'),
  claims: [
    { text: 'Who has the key?', kind: 'request', cites: [2] },
    {
      text: 'The tent is rented.',
      kind: 'decision',
      topic: 'tent',
      decision: 'approved',
      cites: [[1, 'tent'], 2, 3, [4, 'tent']],
    },
  ],
});

/** The stored form with one value put somewhere into it. */
function damage(path: readonly (string | number)[], value: unknown): unknown {
  const stored = throughJson(serializeSummary(told));
  const last = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), stored);
  Reflect.set(Object(holder), last, value);
  return stored;
}

describe('the stored form of a summary', () => {
  test('comes back as it was stored, with any text', () => {
    fc.assert(
      fc.property(supportedSummary, summary => {
        expect(parseSerializedSummary(throughJson(serializeSummary(summary)))).toStrictEqual(
          throughJson(summary),
        );
      }),
      { numRuns: scale(150), endOnFailure: true },
    );
  });

  test('keeps every field that a summary can have', () => {
    const channel = { id: '42', title: '#talk' };
    const relabeled = tellSummary({
      messages: tellLines('Ann: It is 5 now.').map(message => ({ ...message, channel })),
      claims: [
        {
          text: 'It is 5.',
          cites: [1],
          findings: [failed('judge', { code: 'judged_kind' }, 'relabel', { was: 'decision' })],
        },
      ],
      source: { guildId: '7', channelIds: ['42', '43'], threadId: '44' },
    });
    for (const full of [fullSummary, relabeled])
      expect(parseSerializedSummary(throughJson(serializeSummary(full)))).toEqual(full);
  });

  test('says which version it has, and an unknown version reads as nothing', () => {
    expect(serializeSummary(told).version).toBe(3);
    for (const version of [0, 1, 2, 4, '3', null])
      expect(parseSerializedSummary(damage(['version'], version))).toBeNull();
  });

  test('drops the topics of version 0.2.0, whose words would outlive the messages', () => {
    expect(parseSerializedSummary(damage(['summary', 'topics'], [{ title: 'tent' }]))).toEqual(told);
  });

  test('opens without a reason that another version gave for it', () => {
    const { engine } = told;
    const stored = damage(['summary', 'engine'], { ...engine, reason: 'pictures_refused' });
    expect(parseSerializedSummary(stored)).toEqual(told);
  });

  test('of version 0.2.0 keeps what held before a change, with its messages, and has kinds that there are', () => {
    const [asked, rented] = told.claims;
    const references = rented?.references ?? [];
    const before = { text: 'There was no tent.', references: references.slice(1), more: rented?.more };
    const now = { ...rented, kind: 'change', references: references.slice(0, 1), more: [], before };
    const read = parseSerializedSummary(damage(['summary', 'claims', 1], now));
    const text = 'There was no tent. → The tent is rented.';
    expect(read?.claims).toEqual([asked, { ...rented, kind: 'fact', text }]);
    const { references: _, more, id, ...body } = { ...rented, kind: 'resolved' };
    const claim = { ...body, cited: [], before: { text: 'Who?', cited: more } };
    const rejected = damage(['summary', 'rejected'], [{ id: 'r1', text: '', reasons: [], claim }]);
    expect(parseSerializedSummary(rejected)?.rejected[0]?.claim).toMatchObject({
      kind: 'fact',
      text: 'Who? → The tent is rented.',
      cited: more,
    });
    expect(
      parseSerializedSummary(damage(['summary', 'claims', 0, 'kind'], 'overview'))?.claims[0]?.kind,
    ).toBe('key_point');
  });

  test.each<[string, readonly (string | number)[], unknown]>([
    [
      'a problem that is none',
      ['summary', 'rejected'],
      [{ id: 'r1', text: '', reasons: [{ check: 'values', problem: { code: 'new' } }], claim: null }],
    ],
    ['a claim without a reference', ['summary', 'claims', 0, 'references'], []],
    ['a reference to no footnote', ['summary', 'claims', 0, 'references', 0, 'footnote'], 3],
    ['a gap in the numbers', ['summary', 'footnotes', 1, 'number'], 3],
    ['a footnote that nothing cites', ['summary', 'claims', 1, 'references'], [{ footnote: 1, quote: null }]],
    ['a quote that is not in its message', ['summary', 'footnotes', 1, 'text'], 'The hall costs 450.'],
    ['a quote of other words', ['summary', 'footnotes', 1, 'quotes', 0, 'text'], 'tant'],
    ['a claim that quotes other words', ['summary', 'claims', 1, 'references', 1, 'quote', 'text'], 'tant'],
    ['a listed quote of other words', ['summary', 'claims', 1, 'more', 0, 'quote', 'text'], 'tant'],
    ['numbers in another order', ['summary', 'claims', 0, 'references'], [{ footnote: 2, quote: null }]],
    ['an unknown kind', ['summary', 'claims', 0, 'kind'], 'rumor'],
    ['a claim under the id of another', ['summary', 'claims', 0, 'id'], told.claims[1]?.id],
    ['a time that is none', ['summary', 'footnotes', 0, 'time'], 'yesterday'],
    ['a zone that nobody lives in', ['summary', 'zone'], 'Mars/Base'],
    ['a confidence beyond certainty', ['summary', 'claims', 0, 'confidence'], 1.5],
    ['a negative count', ['summary', 'coverage', 'read'], -1],
    ['a name that goes on and on', ['summary', 'id'], 'x'.repeat(10_001)],
    ['no claims at all', ['summary', 'claims'], null],
  ])('reads as nothing with %s', (_, path, value) => {
    expect(parseSerializedSummary(damage(path, value))).toBeNull();
  });

  test('is null for any other value, and never throws', () => {
    const stored = serializeSummary(told);
    fc.assert(
      fc.property(fc.anything(), value => {
        expect(parseSerializedSummary(value)).toBeNull();
        expect(parseSerializedSummary({ version: 3, summary: value })).toBeNull();
        const keys = Object.keys(stored.summary) as (keyof Summary)[];
        for (const key of keys)
          parseSerializedSummary({ version: 3, summary: { ...stored.summary, [key]: value } });
      }),
      { numRuns: scale(60) },
    );
  });
});
