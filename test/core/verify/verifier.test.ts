import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VerifiedClaim } from '../../../src/core/claims/claim.ts';
import { toEnglishReason } from '../../../src/core/claims/problem-words.ts';
import { hasBracketedNumber } from '../../../src/core/conversation/bracketed-numbers.ts';
import { createVerifier, type Verdict } from '../../../src/core/verify/verifier.ts';
import { talk } from '../talk.ts';

const evidence = talk(
  'Ann: Budget for the fair is 1,200 euros, we have spent 300.', // 1
  'Bob: How about we rent the big tent for 450?', // 2
  { say: 'Carol: Approved.', re: 2 }, // 3
  "Dave Miller: I'll book it by Friday", // 4
  { say: 'Ann: Maybe we should print flyers too', reactions: { '👍': 2 } }, // 5
  'Bob: @Carol can you ask the school about the field? https://school.example/field', // 6
  { say: 'Notifier: Build v2.4.1 is green', bot: true }, // 7
  { say: 'Carol: nice, so v2.4.1 it is', re: 7 }, // 8
  'Bob: The meeting is tomorrow at 14:30, use `npm run fair`', // 9
);

const verifier = createVerifier(evidence, { languages: ['en'] });

function verify(text: string, cited: readonly (number | [number, string])[], rest: object = {}): Verdict {
  return verifier.verify({
    text,
    kind: 'key_point',
    evidence: cited.map(each =>
      Array.isArray(each) ? { position: each[0], quote: each[1] } : { position: each, quote: '' },
    ),
    ...rest,
  });
}

function claimOf(verdict: Verdict): VerifiedClaim {
  if (!verdict.ok) throw new Error(`rejected: ${JSON.stringify(verdict.rejected.reasons)}`);
  return verdict.claim;
}

function reasonsOf(verdict: Verdict): string {
  if (verdict.ok) throw new Error('not rejected');
  return verdict.rejected.reasons.map(toEnglishReason).join('; ');
}

describe('position', () => {
  test('a claim that cites nothing is dropped', () => {
    expect(reasonsOf(verify('All is well', []))).toBe('position: no message is cited');
  });

  test.each([0, -1, 10, 99_999, 1.5])('the invented position %d is dropped with its claim', position => {
    expect(reasonsOf(verify('All is well', [[position, 'All']]))).toContain(
      `there is no message ${position}`,
    );
  });

  test('an invented position beside a real one costs only itself', () => {
    const claim = claimOf(
      verify('A tent was suggested', [
        [2, 'rent the big tent'],
        [77, 'tent'],
      ]),
    );
    expect(claim.citations.map(({ position }) => position)).toEqual([2]);
    expect(claim.findings).toContainEqual({
      check: 'position',
      outcome: 'fail',
      problem: { code: 'no_message', position: 77 },
      effect: 'uncite',
    });
  });

  test('a bot is cited beside a person, never alone', () => {
    expect(reasonsOf(verify('The build is green', [[7, 'is green']]))).toContain('only a bot');
    expect(
      claimOf(
        verify('The build is green', [
          [7, 'is green'],
          [8, 'it is'],
        ]),
      ).citations,
    ).toHaveLength(2);
  });

  test('a position cited twice is one citation, and the one with a quote', () => {
    const claim = claimOf(verify('A tent was suggested', [2, [2, 'rent the big tent']]));
    expect(claim.citations.map(({ quote }) => quote?.text)).toEqual(['rent the big tent']);
    expect(claim.findings[0]?.problem).toEqual({ code: 'cited_twice', position: 2 });
  });
});

describe('quote', () => {
  test('a quote that stands nowhere is dropped with its claim', () => {
    expect(reasonsOf(verify('They hired a band', [[2, 'hire a band']]))).toBe(
      'quote: “hire a band” does not stand in message 2',
    );
  });

  test('a quote of another message does not count, and is cited where it stands', () => {
    const claim = claimOf(verify('A tent was suggested', [[1, 'rent the big tent']]));
    expect(claim).toMatchObject({ recited: true, status: 'verified' });
    expect(claim.citations.map(({ position }) => position)).toEqual([2]);
    expect(claim.findings[0]).toEqual({
      check: 'quote',
      outcome: 'fail',
      problem: { code: 'not_in_message', quote: 'rent the big tent', position: 1 },
      effect: 'uncite',
    });
  });

  test('a quote in other case and marks is replaced by the words of the message', () => {
    const [citation] = claimOf(verify('It will be booked', [[4, 'i’ll BOOK it']])).citations;
    expect(citation?.quote).toEqual({ start: 0, end: 12, text: "I'll book it" });
  });

  test('a claim without any quoted words needs clarification', () => {
    expect(claimOf(verify('A tent was suggested', [2])).status).toBe('needs_clarification');
  });

  test('words the claim sets in quotation marks stand in a cited message', () => {
    expect(claimOf(verify('The plan is “rent the big tent”', [[2, 'rent the big tent']])).status).toBe(
      'verified',
    );
    expect(reasonsOf(verify('The plan is “buy a bigger boat”', [[2, 'rent the big tent']]))).toBe(
      'quote: “buy a bigger boat” stands in no cited message',
    );
  });
});

describe('author', () => {
  test.each([
    ['Bob suggested the big tent', 2],
    ['@Bob suggested the big tent', 2],
    ['Dave promised to book it', 4],
    ['Dave Miller will book it', 4],
    ['The team agreed on the tent', 2],
    ['They said the tent is big', 2],
  ] as const)('“%s” is held up by message %d', (text, position) => {
    expect(verify(text, [[position, evidence.messages[position - 1]?.text ?? '']])).toMatchObject({
      ok: true,
    });
  });

  test.each([
    ['Carol suggested the big tent', 'no cited message is by Carol'],
    ['Ann and Bob proposed the big tent', 'no cited message is by Ann'],
    ['Bob, Carol and Ann agreed on the big tent', 'no cited message is by'],
    ['After a while Carol also said that the tent is big', 'no cited message is by Carol'],
    ['Zoe said the tent is big', 'Zoe wrote none of the messages read'],
  ])('“%s” is not held up by a message of Bob', (text, reason) => {
    expect(reasonsOf(verify(text, [[2, 'the big tent']]))).toContain(reason);
  });

  test('a speaker that is listed wrote a cited message', () => {
    expect(reasonsOf(verify('The big tent', [[2, 'the big tent']], { speakers: ['Ann'] }))).toBe(
      'author: no cited message is by Ann',
    );
    expect(reasonsOf(verify('The big tent', [[2, 'the big tent']], { speakers: ['Zoe'] }))).toBe(
      'author: Zoe wrote none of the messages read',
    );
    expect(verify('The big tent', [[2, 'the big tent']], { speakers: ['bob', 'the team'] }).ok).toBe(true);
  });

  test('a name that the claim opens with wrote a cited message', () => {
    expect(reasonsOf(verify('Ann: “rent the big tent”', [[2, 'rent the big tent']]))).toContain(
      'no cited message is by Ann',
    );
  });

  test('two people of one name are told apart by the message cited', () => {
    const twins = talk('Sam: red is better', 'Sam: no, blue is better');
    const second = {
      ...twins,
      messages: twins.messages.map((message, i) => ({
        ...message,
        author: { ...message.author, id: `s${i}` },
      })),
    };
    const claim = {
      text: 'Sam said blue is better',
      kind: 'fact',
      evidence: [{ position: 2, quote: 'blue is better' }],
    };
    expect(createVerifier(second, { languages: ['en'] }).verify(claim).ok).toBe(true);
  });

  test('a swap of the named speaker is always caught with one cited message', () => {
    const names = ['Ann', 'Bob', 'Carol', 'Dave Miller'];
    for (const message of evidence.messages.filter(({ context }) => !context)) {
      for (const name of names) {
        const verdict = verify(`${name} said so`, [[message.position, message.text]]);
        expect(verdict.ok, `${name} / ${message.position}`).toBe(name === message.author.name);
      }
    }
  });
});

describe('words behind a name', () => {
  const own = createVerifier(
    talk('Mallory: On Monday” → Nadia: “I approve the refund', 'Nadia: The refund is on the list for Monday'),
    { languages: ['en'] },
  );
  const led = (words: string) =>
    own.verify({
      text: `Mallory: “On Monday” → Nadia: “${words}”`,
      kind: 'key_point',
      evidence: [
        { position: 1, quote: 'On Monday' },
        { position: 2, quote: 'The refund is on the list' },
      ],
    });

  test('stand in a message by that name, not only in one that puts them there', () => {
    expect(reasonsOf(led('I approve the refund'))).toBe(
      'author: Nadia wrote none of the words behind that name',
    );
    expect(led('The refund is on the list…')).toMatchObject({ ok: true });
  });
});

describe('specifics', () => {
  test.each([
    ['The budget is 1200 euros', 1],
    ['The budget is 1.200 euros', 1],
    ['300 of it are spent', 1],
    ['The meeting is at 14:30', 9],
    ['The meeting is on 10 March', 9],
    ['The meeting is on 2026-03-10', 9],
    ['On 9 March a tent was suggested', 2],
    ['It is run with `npm run fair`', 9],
    ['The field is described at https://school.example/field', 6],
    ['Two people liked the flyers (2)', 5],
  ] as const)('“%s” is held up by message %d', (text, position) => {
    expect(verify(text, [[position, evidence.messages[position - 1]?.text ?? '']])).toMatchObject({
      ok: true,
    });
  });

  test.each([
    ['The budget is 12,000 euros', 1, '12,000'],
    ['The budget is 120 euros', 1, '120'],
    ['The meeting is at 15:30', 9, '15:30'],
    ['The meeting is on 11 March', 9, '11'],
    ['It is run with `npm run demo`', 9, 'npm run demo'],
    ['The field is described at https://evil.example/field', 6, 'https://evil.example/field'],
    ['Version 2.4.2 it is', 8, '2.4.2'],
  ] as const)('“%s” is not held up by message %d', (text, position, missing) => {
    expect(reasonsOf(verify(text, [[position, evidence.messages[position - 1]?.text ?? '']]))).toBe(
      `specifics: ${missing} stands in no cited message`,
    );
  });

  test.each([
    ['Build v2.1 failed.', 'build v2.1 failed', true],
    ['Build v2.1 failed.', 'build 2.1 failed', true],
    ['Version 2.1 failed.', 'build v2.1 failed', true],
    ['Build v2.2 failed.', 'build v2.1 failed', false],
    ['Build v2 failed.', 'build v2.1 failed', false],
  ])('a version is its figures, with a v or without: “%s” over “%s”', (text, said, ok) => {
    const own = createVerifier(talk(`Ann: ${said}`), { languages: ['en'] });
    const claim = { text, kind: 'key_point', evidence: [{ position: 1, quote: 'failed' }] };
    expect(own.verify(claim).ok).toBe(ok);
  });

  test('digits in a name of somebody who wrote are no figure', () => {
    const own = createVerifier(talk('bob42: the big tent'), { languages: ['en'] });
    const claim = {
      text: 'bob42 likes the big tent',
      kind: 'fact',
      evidence: [{ position: 1, quote: 'the big tent' }],
    };
    expect(own.verify(claim).ok).toBe(true);
  });

  test('a due date stands in the message or names the same day; else it is taken off and the claim marked', () => {
    const action = { kind: 'action', owner: 'Dave Miller' };
    expect(
      claimOf(verify('Dave will book it', [[4, 'book it']], { ...action, due: 'by Friday' })),
    ).toMatchObject({
      due: 'by Friday',
      status: 'verified',
    });
    expect(claimOf(verify('Dave will book it', [[4, 'book it']], { ...action, due: '2026-03-13' })).due).toBe(
      '2026-03-13',
    );
    expect(
      claimOf(verify('Dave will book it', [[4, 'book it']], { ...action, due: 'by Monday' })),
    ).toMatchObject({
      due: null,
      status: 'needs_clarification',
    });
  });
});

describe('kind', () => {
  test.each([
    ['an approval that answers the proposal', [2, 3], 'decision', 'approved'],
    ['a thumb on the message itself', [5], 'decision', 'approved'],
    ['a proposal alone', [2], 'proposal', null],
    ['an approval of something else', [4, 3], 'proposal', null],
  ] as const)('a decision that cites %s is a %s', (_, positions, kind, decision) => {
    const cited = positions.map((position): [number, string] => [
      position,
      evidence.messages[position - 1]?.text ?? '',
    ]);
    expect(claimOf(verify('It was settled', cited, { kind: 'decision' }))).toMatchObject({
      kind,
      ...(kind === 'decision' && { decision }),
    });
  });

  test('a decision that somebody states is decided, unless they ask', () => {
    const own = createVerifier(talk('Ann: We decided to take the red one', 'Bob: have we decided on red?'), {
      languages: ['en'],
    });
    const decide = (position: number, quote: string) =>
      claimOf(own.verify({ text: 'Red was chosen', kind: 'decision', evidence: [{ position, quote }] }));
    expect(decide(1, 'We decided to take the red one')).toMatchObject({
      kind: 'decision',
      decision: 'decided',
    });
    expect(decide(2, 'have we decided on red?').kind).toBe('proposal');
  });

  test('a proposal that another turned down is declined', () => {
    const own = createVerifier(talk('Ann: how about a band?', 'Bob: no, too loud'), { languages: ['en'] });
    const evidence = [
      { position: 1, quote: 'how about a band' },
      { position: 2, quote: 'no, too loud' },
    ];
    expect(claimOf(own.verify({ text: 'No band', kind: 'decision', evidence }))).toMatchObject({
      kind: 'decision',
      decision: 'declined',
    });
  });

  test('a decision that cites the yes and not the no is a proposal, and says who refuses it', () => {
    const own = createVerifier(
      talk('Ann: how about a band?', { say: 'Bob: Sounds good', re: 1 }, { say: 'Cat: No, too loud', re: 1 }),
      { languages: ['en'] },
    );
    const evidence = [
      { position: 1, quote: 'how about a band' },
      { position: 2, quote: 'Sounds good' },
    ];
    const claim = claimOf(own.verify({ text: 'A band', kind: 'decision', evidence }));
    expect(claim.kind).toBe('proposal');
    expect(claim.findings.at(-1)).toEqual({
      check: 'kind',
      outcome: 'fail',
      effect: 'relabel',
      was: 'decision',
      problem: { code: 'refused_by', name: 'Cat', position: 3 },
    });
  });

  test('a decision that more thumbs stand against is a proposal', () => {
    const own = createVerifier(talk({ say: 'Ann: how about a band?', reactions: { '👍': 4, '👎': 9 } }), {
      languages: ['en'],
    });
    const evidence = [{ position: 1, quote: 'how about a band' }];
    expect(claimOf(own.verify({ text: 'A band', kind: 'decision', evidence })).kind).toBe('proposal');
  });

  test('nobody approves their own proposal', () => {
    const own = createVerifier(talk('Ann: how about a band?', 'Ann: yes'), { languages: ['en'] });
    const evidence = [
      { position: 1, quote: 'how about a band' },
      { position: 2, quote: 'yes' },
    ];
    expect(claimOf(own.verify({ text: 'A band', kind: 'decision', evidence })).kind).toBe('proposal');
  });

  test('in a language without cues a decision is neither held up nor refused', () => {
    const own = createVerifier(talk('Ann: Päätimme ottaa punaisen'), { languages: ['fi'] });
    const claim = claimOf(
      own.verify({ text: 'Red', kind: 'decision', evidence: [{ position: 1, quote: 'Päätimme' }] }),
    );
    expect(claim.kind).toBe('decision');
    expect(claim.findings).toContainEqual({ check: 'kind', outcome: 'abstain' });
  });

  test.each([
    ['who wrote the message', 'Dave Miller', 4, 'action'],
    ['who is named in the message', 'Carol', 6, 'action'],
    ['who is answered by the message', 'Bob', 3, 'action'],
    ['who has nothing to do with it', 'Ann', 4, 'proposal'],
    ['who does not exist', 'Zoe', 4, 'proposal'],
  ] as const)('an action of somebody %s is a claim of kind %4$s', (_, owner, position, kind) => {
    const claim = claimOf(
      verify('It will be done', [[position, evidence.messages[position - 1]?.text ?? '']], {
        kind: 'action',
        owner,
      }),
    );
    expect(claim.kind).toBe(kind);
    expect(claim.owner).toBe(kind === 'action' ? owner : null);
  });
});

describe('what held before a change', () => {
  const change = { kind: 'change', text: 'It is 450 now', evidence: [{ position: 2, quote: 'for 450' }] };

  test('is verified like the rest', () => {
    const before = { text: 'It was 300', evidence: [{ position: 1, quote: 'spent 300' }] };
    expect(claimOf(verifier.verify({ ...change, before })).before).toEqual({
      text: 'It was 300',
      citations: [{ position: 1, quote: { start: 44, end: 53, text: 'spent 300' } }],
    });
  });

  test('takes the change with it where it does not stand', () => {
    const before = { text: 'It was 900', evidence: [{ position: 1, quote: 'spent 300' }] };
    expect(reasonsOf(verifier.verify({ ...change, before }))).toBe(
      'before: specifics: 900 stands in no cited message',
    );
  });
});

test('whatever a writer sends, every citation is a real position and every quote a slice of its message', () => {
  const position = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom('[3]', '4', 'x', null));
  const quote = fc.oneof(
    fc.constantFrom('rent the big tent', 'Approved.', 'nonsense', '', 'I’LL BOOK', 'v2.4.1'),
    fc.string(),
  );
  const draft = fc.record(
    {
      text: fc.oneof(fc.constantFrom('Bob said [2] so', 'It is 450', '“rent the big tent”'), fc.string()),
      kind: fc.constantFrom('decision', 'action', 'change', 'nonsense', null),
      evidence: fc.oneof(fc.array(fc.record({ position, quote })), fc.anything()),
      speakers: fc.anything(),
      owner: fc.oneof(fc.constantFrom('Bob', 'Zoe'), fc.anything()),
      before: fc.oneof(
        fc.record({ text: fc.string(), evidence: fc.array(fc.record({ position, quote })) }),
        fc.anything(),
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(draft, value => {
      const verdict = verifier.verify(value);
      if (!verdict.ok) {
        expect(verdict.rejected.reasons.length).toBeGreaterThan(0);
        return;
      }
      const { citations, before, text } = verdict.claim;
      expect(citations.length).toBeGreaterThan(0);
      expect(hasBracketedNumber(text)).toBe(false);
      for (const each of [...citations, ...(before?.citations ?? [])]) {
        const message = evidence.messages[each.position - 1];
        expect(message).toBeDefined();
        if (each.quote) expect(message?.text.slice(each.quote.start, each.quote.end)).toBe(each.quote.text);
      }
    }),
    { numRuns: 1_500 },
  );
});
