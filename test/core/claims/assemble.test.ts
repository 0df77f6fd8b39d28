import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renumber, type SummaryFrame } from '../../../src/core/claims/assemble.ts';
import { maxShownCitations, toCounts } from '../../../src/core/claims/footnotes.ts';
import { claimKinds } from '../../../src/core/claims/kind.ts';
import { parseSerializedSummary, serializeSummary } from '../../../src/core/claims/serialized-summary.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { withChanges } from '../../../src/core/verify/judged-claim.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { scale } from '../../scale.ts';
import { talk } from '../talk.ts';

const evidence = talk(
  ...Array.from(
    { length: 12 },
    (_, index) => `${['Ann', 'Bob', 'Carol'][index % 3]}: this is line number ${index + 1}`,
  ),
  { say: 'Ann: edited afterwards', edited: true, after: 3_000 },
);
const verifier = createVerifier(evidence, { languages: ['en'] });
const frame: SummaryFrame = {
  id: 's1',
  detail: 'standard',
  engine: { name: 'test' },
  language: 'en',
  zone: 'UTC',
  window: {},
};

type Draft = {
  readonly kind: string;
  readonly at: readonly number[];
  readonly topic?: string;
  readonly confidence?: number;
};

function summarize(drafts: readonly Draft[], rest: Partial<SummaryFrame> = {}): Summary {
  const cite = (positions: readonly number[]) =>
    positions.map(position => ({ position, quote: evidence.messages[position - 1]?.text ?? 'x' }));
  const verdicts = drafts.map(({ kind, at, topic, confidence }) =>
    verifier.verify({
      text: `this line is of kind ${kind.replace('_', ' ')}`,
      kind,
      evidence: cite(at),
      topic,
      confidence,
    }),
  );
  return renumber(
    evidence,
    verdicts.flatMap(verdict => (verdict.ok ? [verdict.claim] : [])),
    verdicts.flatMap(verdict => (verdict.ok ? [] : [verdict.rejected])),
    { ...frame, ...rest },
  );
}

function numbersOf(summary: Summary): readonly number[] {
  return summary.claims.flatMap(({ references }) => references.map(({ footnote }) => footnote));
}

describe('renumbering', () => {
  test('shows three citations a claim; the rest has no number and is listed', () => {
    const [claim] = summarize([{ kind: 'fact', at: [1, 2, 3, 4, 5] }]).claims;
    expect(claim?.references).toHaveLength(maxShownCitations);
    expect(claim?.more.map(({ position }) => position)).toEqual([4, 5]);
  });

  test('lists the busiest authors of a chat of thousands, all of a server, and counts the others', () => {
    const lines = Array.from({ length: 1_200 }, (_, index) => `P${index}: this is line number ${index}`);
    const crowd = talk(...lines, 'P1150: this is one more');
    const of = (type: 'whatsapp' | 'discord') =>
      renumber({ ...crowd, source: { ...crowd.source, type } }, [], [], frame);
    const chat = of('whatsapp');
    expect([chat.participants.length, chat.otherParticipants]).toEqual([1_000, 200]);
    expect(chat.participants[0]?.name).toBe('P1150');
    // People of Discord who opt out are looked up among the participants.
    expect([of('discord').participants.length, of('discord').otherParticipants]).toEqual([1_200, undefined]);
    expect(parseSerializedSummary(serializeSummary(chat))).toEqual(chat);
  });

  test('hides what is below the confidence asked for, and counts it', () => {
    const summary = summarize(
      [
        { kind: 'fact', at: [1], confidence: 0.3 },
        { kind: 'fact', at: [2] },
      ],
      { minConfidence: 0.5 },
    );
    expect(summary.claims).toHaveLength(1);
    expect(toCounts(summary)).toMatchObject({ sourcesFound: 1, hidden: 1 });
  });

  test('counts what was dropped and taken off', () => {
    const summary = summarize([
      { kind: 'fact', at: [99] },
      { kind: 'fact', at: [1, 99] },
    ]);
    const told = Object.entries(toCounts(summary)).filter(([, count]) => count > 0);
    expect(Object.fromEntries(told)).toEqual({ sourcesFound: 1, dropped: 1, uncited: 1 });
    expect(summary.rejected).toHaveLength(1);
  });

  test('counts a citation that was replaced once, and not as removed as well', () => {
    const verdict = verifier.verify({
      text: 'this is line number 1',
      kind: 'fact',
      evidence: [{ position: 1 }],
    });
    if (!verdict.ok) throw new Error('the claim does not hold');
    const findings = [{ check: 'citation', outcome: 'fail', effect: 'uncite' } as const];
    const replaced = withChanges(verdict.claim, { citationReplaced: true, findings });
    expect(toCounts(renumber(evidence, [replaced], [], frame))).toMatchObject({
      citationsReplaced: 1,
      uncited: 0,
    });
  });

  test('keeps of a cited message what a reader needs, and that it was edited', () => {
    expect(summarize([{ kind: 'fact', at: [13] }]).footnotes).toEqual([
      {
        number: 1,
        position: 13,
        messageId: 'm13',
        authorId: 'ann',
        sender: 'Ann',
        time: '2026-03-11T11:11:00.000Z',
        text: 'edited afterwards',
        url: 'https://chat.example/m13',
        forwarded: false,
        edited: true,
        quotes: [{ start: 0, end: 17, text: 'edited afterwards' }],
      },
    ]);
  });

  test('shows numbers 1..k in reading order without a gap or a repeat in a row, with any citations', () => {
    const positions = fc.uniqueArray(fc.integer({ min: 1, max: 13 }), { minLength: 1, maxLength: 6 });
    const draft = fc.record({
      kind: fc.constantFrom(...claimKinds),
      at: positions,
    });
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 30 }), drafts => {
        const summary = summarize(drafts as readonly Draft[]);
        const numbers = numbersOf(summary);
        const firsts = [...new Set(numbers)];
        expect(firsts).toEqual(firsts.map((_, index) => index + 1));
        expect(summary.footnotes.map(({ number }) => number)).toEqual(firsts);
        for (const { references } of summary.claims) {
          expect(references.length).toBeGreaterThan(0);
          const shown = references.map(({ footnote }) => footnote);
          expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
          for (const { footnote, quote } of references) {
            if (quote)
              expect(summary.footnotes[footnote - 1]?.text.slice(quote.start, quote.end)).toBe(quote.text);
          }
        }
      }),
      { numRuns: scale(1_000) },
    );
  });
});
