import { describe, expect, test } from 'vitest';
import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import type { Evidence } from '../../../src/core/conversation/evidence.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { type Line, talk } from '../talk.ts';

function claimOf(of: Evidence, text: string, positions: readonly number[], rest: Partial<DraftClaim> = {}) {
  const verdict = createVerifier(of, { languages: ['en'] }).verify({
    text,
    kind: 'key_point',
    evidence: positions.map(position => ({ position, quote: of.messages[position - 1]?.text ?? '' })),
    ...rest,
  });
  if (!verdict.ok) throw new Error(JSON.stringify(verdict.rejected.reasons));
  return verdict.claim;
}

describe('an action', () => {
  const asked = talk('Ann: Bob, can you order the banner today?', { say: "Bob: Sure, I'll order it", re: 1 });

  test('belongs to whoever took it on, not to who asked for it', () => {
    const action = { kind: 'action', owner: 'Bob' } as const;
    expect(claimOf(asked, 'Bob orders the banner', [1, 2], action).kind).toBe('action');
    const wrong = claimOf(asked, 'The banner gets ordered', [1, 2], { ...action, owner: 'Ann' });
    expect(wrong).toMatchObject({ kind: 'proposal', owner: null });
    expect(wrong.findings.at(-1)?.problem).toEqual({ code: 'other_owner', owner: 'Ann', taker: 'Bob' });
  });

  test('is not whose who approves it and asks another to do it', () => {
    const approved = talk('Ann: Approved, please do it today', {
      say: "Bob: on it, I'll flip the flag",
      re: 1,
    });
    const action = { kind: 'action', owner: 'Ann' } as const;
    expect(claimOf(approved, 'The flag gets flipped', [1, 2], action)).toMatchObject({ kind: 'proposal' });
    const right = claimOf(approved, 'The flag gets flipped', [1, 2], { ...action, owner: 'Bob' });
    expect(right).toMatchObject({ kind: 'action', owner: 'Bob' });
  });
});

describe('a question', () => {
  const answered = (answer: Line) => talk('Ann: Does the tent have a floor?', answer, 'Cat: see you');

  test('that somebody answered is marked, and the answer cited', () => {
    const talked = answered({ say: 'Bob: yes, a wooden one', re: 1 });
    const claim = claimOf(talked, 'Ann asks whether the tent has a floor', [1], { kind: 'question' });
    expect(claim.status).toBe('needs_clarification');
    expect(claim.citations.map(({ position }) => position)).toEqual([1, 2]);
    expect(claim.findings.at(-1)?.problem).toEqual({ code: 'answered', position: 2 });
  });

  test.each([
    { say: 'Bob: no idea', re: 1 },
    { say: 'Bob: what kind of floor do you mean?', re: 1 },
    { say: 'Ann: I mean the big one', re: 1 },
    'Bob: lunch is ready',
  ])('is open after %j', line => {
    const claim = claimOf(answered(line), 'Ann asks whether the tent has a floor', [1], { kind: 'question' });
    expect(claim.status).toBe('verified');
  });
});

describe('what a bot suggests', () => {
  const suggested = (reply: string) =>
    talk({ say: 'Helper: How about upgrading to node 24?', bot: true }, { say: reply, re: 1 });
  const proposal = { kind: 'decision' } as const;

  test('is a decision where a person takes it up', () => {
    const taken = suggested("Ann: agreed, let's upgrade");
    expect(claimOf(taken, 'Upgrade to node 24', [1, 2], proposal).kind).toBe('decision');
  });

  test('is none where nobody does', () => {
    const ignored = suggested('Ann: funny that it writes at night');
    expect(claimOf(ignored, 'Upgrade to node 24', [1, 2], proposal).kind).toBe('key_point');
  });
});

describe('a decision', () => {
  test('says who agreed, and how many reacted', () => {
    const agreed = talk(
      { say: 'Ann: how about the red tent?', reactions: { '👍': 3 } },
      { say: 'Bob: sounds good', re: 1 },
      { say: 'Cat: +1', re: 1 },
    );
    const claim = claimOf(agreed, 'The red tent it is', [1, 2], { kind: 'decision' });
    expect(claim.findings.at(-1)).toMatchObject({
      outcome: 'pass',
      problem: { code: 'agreed_by', names: ['Bob', 'Cat'], others: 0, reactions: 3 },
    });
  });
});

describe('a decision that cites a yes alone', () => {
  const asked = talk(
    'Ann: How about we stream the upload?', // 1
    { say: 'Nadia: +1', re: 1 }, // 2
    'Bob: How about a red tent?', // 3
    { say: 'Cat: +1', re: 3 }, // 4
    { say: 'Dan: no, red is ugly', re: 3 }, // 5
  );

  test('is one, and cites what the yes answers as well', () => {
    const claim = claimOf(asked, 'It was agreed to stream the upload', [2], { kind: 'decision' });
    expect(claim).toMatchObject({ kind: 'decision', decision: 'approved', status: 'verified' });
    expect(claim.citations.map(({ position }) => position)).toEqual([1, 2]);
  });

  test('is none where somebody said no', () => {
    expect(claimOf(asked, 'A red tent', [4], { kind: 'decision' }).kind).toBe('proposal');
  });
});

describe('a quote of next to nothing', () => {
  const said = talk('Ann: Shall we rent the red tent?', 'Bob: ok', 'Cat: lunch was nice', 'Dan: ok');

  test('counts through the message that it answers', () => {
    expect(claimOf(said, 'Bob is fine with renting the red tent', [2]).status).toBe('verified');
  });

  test('proves nothing by itself', () => {
    const claim = claimOf(said, 'Dan likes pools', [4]);
    expect(claim.status).toBe('needs_clarification');
    expect(claim.findings).toContainEqual({
      check: 'quote',
      outcome: 'fail',
      effect: 'mark',
      problem: { code: 'empty_quote' },
    });
  });
});

describe('a topic', () => {
  test.each([
    ['the red tent', 'the red tent'],
    ['Release 2.4', 'Release 2.4'],
    ['Budget of 450 euros', null],
    ['Plans for 2027', null],
    ['12 March', null],
    ['20 % more visitors', null],
    ['Ann said no', null],
  ])('“%s” stays %j, as a heading has no footnote', (topic, expected) => {
    const said = talk('Ann: we rent the red tent');
    expect(claimOf(said, 'The red tent is rented', [1], { topic }).topic).toBe(expected);
  });
});
