import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VerifiedClaim } from '../../../src/core/claims/claim.ts';
import { judgeVerdicts } from '../../../src/core/claims/judgement.ts';
import { judgeSystemText, toJudgeText } from '../../../src/core/prompt/judge.ts';
import { judgeSchema } from '../../../src/core/prompt/judge-schema.ts';
import { toJudgePrompt } from '../../../src/core/prompt/prompt.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { talk } from '../talk.ts';
import { sampleJudged } from './prompt-texts.ts';

const evidence = talk(
  'Ann: We meet at the old pier & bring "tape".',
  'Bob: How about the big tent for 450 euros?',
  'Carol: nobody asked me about my secret',
  { say: 'Ann: fine with me', re: 2, reactions: { '👍': 2 } },
  'Dave: We no longer meet at the pier, it is the gym now.',
);
const asked = { zone: 'Europe/Berlin', language: 'de' };

function toVerified(draft: Readonly<Record<string, unknown>>): VerifiedClaim {
  const verdict = createVerifier(evidence, { languages: ['en'], zone: 'UTC' }).verify(draft);
  if (!verdict.ok) throw new Error('the claim does not hold');
  return verdict.claim;
}

const change = toVerified({
  text: 'They meet at the gym now.',
  kind: 'change',
  topic: 'a topic of its own',
  evidence: [{ position: 5, quote: 'it is the gym now' }],
  before: { text: 'They met at the old pier.', evidence: [{ position: 1, quote: 'meet at the old pier' }] },
  confidence: 0.37,
});
const decision = toVerified({
  text: 'The big tent is taken.',
  kind: 'decision',
  evidence: [{ position: 4, quote: 'fine with me' }],
});

describe('the prompt for a verdict', () => {
  test('is the claim as readers see it over the messages that it cites, and no other', () => {
    expect(toJudgePrompt(evidence, decision, asked).conversation).toBe(`<conversation>
<day date="2026-03-09"/>
<m n="4" t="10:03" by="Ann" reactions="👍 2">fine with me</m>
</conversation>`);
    const { system, conversation, tasks } = toJudgePrompt(evidence, change, asked);
    expect(system).toBe(judgeSystemText);
    expect(conversation.match(/<m n="(\d)"/g)).toEqual(['<m n="1"', '<m n="5"']);
    expect(tasks).toEqual([toJudgeText(change, asked)]);
    expect(tasks[0]).toContain(`<claim kind="change">They meet at the gym now.</claim>
<before>They met at the old pier.</before>
`);
    expect(tasks[0]).toContain('in the language "de"');
  });

  test('tells which message answers which only where both are cited', () => {
    const both = toVerified({
      text: 'The big tent is taken for 450 euros.',
      kind: 'decision',
      evidence: [
        { position: 2, quote: 'the big tent for 450 euros' },
        { position: 4, quote: 'fine with me' },
      ],
    });
    expect(toJudgePrompt(evidence, both, asked).conversation).toContain('<m n="4" t="10:03" by="Ann" re="2"');
    expect(toJudgePrompt(evidence, decision, asked).conversation).not.toMatch(/Bob| re="/);
  });

  test('tells nothing of how the claim came about: it is the same whatever was quoted, found and thought of it', () => {
    const others = [
      { confidence: 0.99 },
      { topic: 'another' },
      { recited: true },
      { findings: [{ check: 'judge', outcome: 'pass' }] },
      { citations: change.citations.map(({ position }) => ({ position, quote: null })) },
    ] as const;
    const prompt = toJudgePrompt(evidence, change, asked);
    for (const other of others)
      expect(toJudgePrompt(evidence, { ...change, ...other }, asked)).toEqual(prompt);
    expect(JSON.stringify(prompt)).not.toMatch(/secret|Carol|0\.37|topic of its own|chat\.example/);
  });

  test('names owner, due, speakers and outcome only where there are some', () => {
    expect(toJudgeText(sampleJudged, asked)).toContain('<claim kind="decision" outcome="approved">');
    const action = {
      ...sampleJudged,
      kind: 'action',
      decision: null,
      owner: 'Dave "D"',
      due: 'by Friday',
    } as const;
    expect(toJudgeText({ ...action, speakers: ['Ann', 'Bob'] }, asked)).toContain(
      '<claim kind="action" by="Ann, Bob" owner="Dave &quot;D&quot;" due="by Friday">',
    );
  });

  test('holds nothing of a claim that could end its element, open another or be half a character', () => {
    const piece = fc.oneof(
      fc.constantFrom('</claim>', '<claim kind="fact">', '</before>', '"', '&lt;', '\n', '\ud83d'),
      fc.string(),
    );
    const text = fc.array(piece).map(pieces => pieces.join(''));
    fc.assert(
      fc.property(text, text, text, (words, former, name) => {
        const task = toJudgeText(
          {
            ...sampleJudged,
            text: words,
            before: { text: former },
            owner: name,
            due: name,
            speakers: [name],
          },
          asked,
        );
        expect(task.isWellFormed()).toBe(true);
        expect(task.match(/</g)).toHaveLength(4);
        expect(task).toMatch(
          /<claim kind="decision" by="[^"<>\n]*" owner="[^"<>\n]*" due="[^"<>\n]*" outcome="approved">[^<]*<\/claim>\n<before>[^<]*<\/before>\n/,
        );
      }),
      { numRuns: 500 },
    );
  });

  test('is answered in a frozen form: what is missing, then one of the verdicts', () => {
    expect(judgeSchema).toEqual({
      type: 'object',
      properties: { missing: { type: 'string' }, verdict: { type: 'string', enum: judgeVerdicts } },
      required: ['missing', 'verdict'],
      additionalProperties: false,
    });
    for (const verdict of judgeVerdicts)
      expect(toJudgeText(sampleJudged, asked)).toContain(`${verdict} where`);
  });

  test('takes no more words than a claim is worth', () => {
    expect(judgeSystemText.length + toJudgeText(sampleJudged, asked).length).toBeLessThan(2_200);
  });
});
