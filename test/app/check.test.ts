import { describe, expect, test } from 'vitest';
import { type CheckRequest, check } from '../../src/app/check.ts';
import { parseSerializedSummary, serializeSummary } from '../../src/core/claims/serialized-summary.ts';
import { toConversation } from '../core/talk.ts';

const conversation = toConversation(
  'Ann: The school fair is on 21 March and the budget is 1,200 euros.', // 1
  'Bob: How about we rent the big tent from last year for 450?', // 2
  { say: 'Carol: Approved.', re: 2 }, // 3
  "Dave: I'll book the tent by Friday", // 4
);
const alive = new AbortController().signal;
const ports = { newId: () => 'check-1' };

function run(texts: readonly string[], rest: Partial<CheckRequest> = {}, more: object = {}) {
  const request: CheckRequest = {
    statements: texts.map(text => ({ text })),
    zone: 'UTC',
    window: {},
    ...rest,
  };
  return check(conversation, request, { ...ports, ...more }, alive);
}

const good = ['Dave will book the tent by Friday.', 'The fair has a budget of 1,200 euros.'];
const bad = 'The fair has a budget of 1,500 euros.';
const none = 'The cafeteria serves vegetarian lasagna.';

describe('checked statements', () => {
  test('are kept and read back as they are', async () => {
    const summary = await run([none, ...good, bad], {
      skipped: [{ part: 'heading', count: 2 }],
      messageId: 'm9',
    });
    const read = parseSerializedSummary(JSON.parse(JSON.stringify(serializeSummary(summary))));
    expect(read).toEqual(JSON.parse(JSON.stringify(summary)));
    expect(read?.checked?.messageId).toBe('m9');
  });

  test('are not read back where they and the claims are not the same', async () => {
    const stored = JSON.parse(JSON.stringify(serializeSummary(await run([none, ...good]))));
    for (const statements of [[], [{ claimId: 'c1' }], [{ claimId: 'c2' }, { claimId: 'c1' }]]) {
      expect(
        parseSerializedSummary({
          ...stored,
          summary: { ...stored.summary, checked: { statements, skipped: [] } },
        }),
      ).toBe(null);
    }
  });

  test('rest on nothing that was deleted meanwhile, and on nothing outside the window', async () => {
    const gone = await run(good, {}, { isGone: (id: string) => id === 'm4' });
    expect(gone.checked?.statements.map(({ claimId }) => claimId)).toEqual([null, 'c1']);
    expect(gone.footnotes.some(({ messageId }) => messageId === 'm4')).toBe(false);
    const early = await run(good, { window: { to: '2026-03-09T09:01:30.000Z' } });
    expect(early.checked?.statements.map(({ claimId }) => claimId)).toEqual([null, 'c1']);
    expect(early.coverage.read).toBe(2);
  });
});
