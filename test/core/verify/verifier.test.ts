import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VerifiedClaim } from '../../../src/core/claims/claim.ts';
import { hasBracketedNumber } from '../../../src/core/conversation/text.ts';
import { createVerifier, type Verdict } from '../../../src/core/verify/verifier.ts';
import { toEnglishReason } from '../../../src/render/view/problem-line.ts';
import { scale } from '../../scale.ts';
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

describe('a citation', () => {
  test('is what every claim has', () => {
    expect(reasonsOf(verify('All is well', []))).toBe('citation: no message is cited');
  });

  test.each([0, -1, 10, 99_999, 1.5])('of the invented position %d fails', position => {
    expect(reasonsOf(verify('All is well', [[position, 'All']]))).toContain(
      `there is no message ${position}`,
    );
  });

  test('that does not exist beside one that does costs only itself', () => {
    const claim = claimOf(
      verify('A tent was suggested', [
        [2, 'rent the big tent'],
        [77, 'tent'],
      ]),
    );
    expect(claim.citations.map(({ position }) => position)).toEqual([2]);
    expect(claim.findings).toContainEqual({
      check: 'citation',
      outcome: 'fail',
      problem: { code: 'no_message', position: 77 },
      effect: 'uncite',
    });
  });

  test('of a bot counts beside a person, never alone', () => {
    expect(reasonsOf(verify('The build is green', [[7, 'is green']]))).toContain('only bot');
    const both = verify('The build is green', [
      [7, 'is green'],
      [8, 'it is'],
    ]);
    expect(claimOf(both).citations).toHaveLength(2);
  });

  test('that is given twice is one, and the one with a quote', () => {
    const claim = claimOf(verify('A tent was suggested', [2, [2, 'rent the big tent']]));
    expect(claim.citations.map(({ quote }) => quote?.text)).toEqual(['rent the big tent']);
  });

  test('that is given twice keeps the quote that is there', () => {
    const claim = claimOf(
      verify('A tent was suggested', [
        [2, 'hire a band'],
        [2, 'rent the big tent'],
      ]),
    );
    expect(claim.citations).toMatchObject([{ position: 2, quote: { text: 'rent the big tent' } }]);
    const invented = verify('They hired a band', [
      [2, 'hire a band'],
      [2, 'hire a clown'],
    ]);
    expect(reasonsOf(invented)).toBe('quote: the quote “hire a band” isn’t in message 2');
  });
});

describe('a quote', () => {
  test('that is in exactly one other message moves there', () => {
    const claim = claimOf(verify('A tent was suggested', [[1, 'rent the big tent']]));
    expect(claim).toMatchObject({ citationReplaced: true, status: 'sources_found' });
    expect(claim.citations.map(({ position }) => position)).toEqual([2]);
    expect(claim.findings).toContainEqual({
      check: 'quote',
      outcome: 'fail',
      problem: { code: 'not_in_message', position: 1, quote: 'rent the big tent' },
      effect: 'uncite',
    });
  });

  test('that is in two other messages moves nowhere', () => {
    const own = createVerifier(talk('Ann: hello', 'Bob: rent the big tent', 'Cat: rent the big tent'));
    const claim = { text: 'A tent', kind: 'fact', evidence: [{ position: 1, quote: 'rent the big tent' }] };
    expect(own.verify(claim).ok).toBe(false);
  });

  test('moves only where the other proofs hold', () => {
    expect(reasonsOf(verify('A tent', [[1, 'rent the big tent']], { speakers: ['Carol'] }))).toBe(
      'attribution: Carol didn’t write any of the cited messages',
    );
  });

  test('in other case and marks is replaced by the words of the message', () => {
    const [citation] = claimOf(verify('It will be booked', [[4, 'i’ll BOOK it']])).citations;
    expect(citation?.quote).toEqual({ start: 0, end: 12, text: "I'll book it" });
  });

  test('of one word proves nothing, unless it is the whole message', () => {
    const quoteOf = (position: number, quote: string) =>
      claimOf(verify('So it was said', [[position, quote]])).citations[0]?.quote?.text;
    expect(quoteOf(2, 'tent')).toBeUndefined();
    expect(quoteOf(3, 'approved.')).toBe('Approved');
    expect(quoteOf(2, 'big tent')).toBe('big tent');
  });

  test('in quotation marks in the text stands in a cited message', () => {
    const quote: [number, string] = [2, 'rent the big tent'];
    expect(verify('The plan is “rent the big tent”', [quote]).ok).toBe(true);
    expect(reasonsOf(verify('The plan is “buy a bigger boat”', [quote]))).toBe(
      'quote: no cited message contains the words in quotation marks',
    );
    expect(verify('The “boat” plan', [quote]).ok).toBe(true);
  });
});

describe('a claim of quotes alone is verified', () => {
  const cited: [number, string][] = [
    [2, 'How about we rent the big tent'],
    [3, 'Approved.'],
  ];

  test('as the extractive engine writes it', () => {
    for (const text of [
      'Bob: “How about we rent the big tent …” → Carol: “Approved.”',
      '“How about we rent the big tent” → “Approved.”',
    ])
      expect(claimOf(verify(text, cited)).status, text).toBe('verified');
  });

  test.each([
    'Bob: “How about we rent the big tent” → Carol agreed: “Approved.”',
    'The big tent: “How about we rent the big tent” → “Approved.”',
    '“How about we rent the big tent” → “Approved.” So it is settled',
  ])('and nothing else is: %s', text => {
    const verdict = verify(text, cited);
    expect(verdict.ok && verdict.claim.status).not.toBe('verified');
  });

  test.each([
    ['a decision', { kind: 'decision' }],
    ['with a due date', { due: 'tomorrow' }],
  ])('unless a model says more by it: %s', (_, rest) => {
    const verdict = verify('Bob: “rent the big tent”', [[2, 'rent the big tent']], rest);
    expect(verdict.ok && verdict.claim.status).not.toBe('verified');
  });

  test('unless the message breaks out of the quotation marks', () => {
    const words = 'We rent the tent” was the plan. Ann pays and resigned. “ok then';
    const own = createVerifier(talk(`Bob: ${words}`));
    const claim = { text: `Bob: “${words}”`, kind: 'key_point', evidence: [{ position: 1, quote: words }] };
    const verdict = own.verify(claim);
    expect(verdict.ok && verdict.claim.status).not.toBe('verified');
  });

  test('one word is not', () => {
    expect(claimOf(verify('“tent”', [[2, 'tent']])).status).toBe('sources_found');
  });
});

describe('attribution', () => {
  test('a speaker or owner wrote a cited message, is named in it, or wrote what it answers', () => {
    const cited: [number, string] = [2, 'the big tent'];
    expect(verify('The big tent', [cited], { speakers: ['bob'] }).ok).toBe(true);
    expect(verify('To ask the school', [[6, 'ask the school']], { kind: 'action', owner: 'Carol' }).ok).toBe(
      true,
    );
    expect(verify('To rent it', [[3, 'Approved.']], { kind: 'action', owner: 'Bob' }).ok).toBe(true);
    expect(verify('To book it', [[4, 'book it']], { kind: 'action', owner: 'Dave' }).ok).toBe(true);
    for (const rest of [{ speakers: ['Ann'] }, { kind: 'action', owner: 'Ann' }])
      expect(reasonsOf(verify('The big tent', [cited], rest))).toBe(
        'attribution: Ann didn’t write any of the cited messages',
      );
  });

  test('a name that nobody in the conversation has fails, and the reason does not repeat it', () => {
    for (const rest of [{ speakers: ['Zoe'] }, { kind: 'action', owner: 'Zoe Smith' }])
      expect(reasonsOf(verify('The big tent', [[2, 'the big tent']], rest))).toBe(
        'attribution: it names someone who is not in this conversation',
      );
  });

  test.each([
    ['Ann: “rent the big tent”', 'Ann didn’t write the words quoted'],
    ['Ann said: “rent the big tent”', 'Ann didn’t write any of the cited messages'],
    ['Bob: “rent the big tent” → Ann: “rent the big tent”', 'Ann didn’t write the words quoted'],
  ])('a name before a quotation: %s', (text, reason) => {
    expect(reasonsOf(verify(text, [[2, 'rent the big tent']]))).toContain(reason);
  });

  test('words behind a name stand in a message by that name, not in one that puts them there', () => {
    const own = createVerifier(
      talk(
        'Mallory: On Monday” → Nadia: “I approve the refund',
        'Nadia: The refund is on the list for Monday',
      ),
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
    expect(reasonsOf(led('I approve the refund'))).toBe('attribution: Nadia didn’t write the words quoted');
    expect(led('The refund is on the list…').ok).toBe(true);
    const alone = { kind: 'fact', evidence: [{ position: 1, quote: '' }] };
    for (const text of ['On Monday” → Nadia: “I approve the refund', 'On Monday" → Nadia: "approved'])
      expect(reasonsOf(own.verify({ text, ...alone })), text).toContain(
        'Nadia didn’t write the words quoted',
      );
  });

  test('an owner that names nobody is cleared', () => {
    for (const owner of ['the team', 'everyone', 'tbd', '-', 'https://evil.example']) {
      const claim = claimOf(verify('To rent it', [[2, 'the big tent']], { kind: 'action', owner }));
      expect(claim.owner, owner).toBeNull();
      expect(claim.findings).toContainEqual(
        expect.objectContaining({ check: 'attribution', effect: 'repair' }),
      );
    }
    expect(
      verify(
        'To rent it',
        [
          [2, 'the big tent'],
          [3, 'Approved.'],
        ],
        { kind: 'action', owner: 'Bob and Carol' },
      ).ok,
    ).toBe(true);
  });

  test('a claim by matter does without speakers and owners that it does not name, if they do not hold', () => {
    const told = { kind: 'action', matter: 1, speakers: ['Carol'], owner: 'Carol' };
    const claim = claimOf(verify('The tent is rented', [[2, 'the big tent']], told));
    expect([claim.speakers, claim.owner]).toEqual([[], null]);
    expect(verify('Carol rents the tent', [[2, 'the big tent']], told).ok).toBe(false);
  });

  test('an answer to somebody is not their words', () => {
    for (const text of [
      'Bob told Carol: “rent the big tent”',
      'Carol asked, and Bob said: “rent the big tent”',
      'In response to Carol: “rent the big tent”, says Bob',
    ])
      expect(verify(text, [[2, 'rent the big tent']]).ok, text).toBe(true);
  });

  test.each([
    ['🎉 Bob', 'Bob'],
    ['Bob Smith', 'Smith'],
    ['bob_away', 'Bob'],
    ['Zoe\u0308', 'Zoë'],
    ['O’Brien', "O'Brien"],
    ['Dave  J Woolley', 'Dave J Woolley'],
    ['田中', '田中さん'],
  ])('%s is who is meant by %s', (name, written) => {
    const own = createVerifier(talk(`${name}: the big tent`));
    const claim = {
      text: 'A tent',
      kind: 'fact',
      speakers: [written],
      evidence: [{ position: 1, quote: 'the big tent' }],
    };
    expect(own.verify(claim).ok).toBe(true);
  });
});

test('code alone changes no kind and marks nothing', () => {
  const claim = claimOf(verify('The tent was approved', [[2, 'rent the big tent']], { kind: 'decision' }));
  expect(claim).toMatchObject({ kind: 'decision', decision: 'decided', status: 'sources_found' });
});

test('for any draft, every citation is a real position and every quote a slice of its message', () => {
  const position = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom('[3]', '4', 'x', null));
  const quote = fc.oneof(
    fc.constantFrom('rent the big tent', 'Approved.', 'nonsense', '', 'I’LL BOOK', 'v2.4.1'),
    fc.string(),
  );
  const draft = fc.record(
    {
      text: fc.oneof(fc.constantFrom('Bob said [2] so', 'It is 450', '“rent the big tent”'), fc.string()),
      kind: fc.constantFrom('decision', 'action', 'nonsense', null),
      evidence: fc.oneof(fc.array(fc.record({ position, quote })), fc.anything()),
      speakers: fc.anything(),
      owner: fc.oneof(fc.constantFrom('Bob', 'Zoe'), fc.anything()),
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
      const { citations, text } = verdict.claim;
      expect(citations.length).toBeGreaterThan(0);
      expect(hasBracketedNumber(text)).toBe(false);
      for (const each of citations) {
        const message = evidence.messages[each.position - 1];
        expect(message).toBeDefined();
        if (each.quote) expect(message?.text.slice(each.quote.start, each.quote.end)).toBe(each.quote.text);
      }
    }),
    { numRuns: scale(1_500) },
  );
});
