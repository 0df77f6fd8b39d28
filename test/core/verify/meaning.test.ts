import { describe, expect, test } from 'vitest';
import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import type { Evidence } from '../../../src/core/conversation/evidence.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { talk } from '../talk.ts';

const evidence = talk(
  'Ann: The parser is too slow, loading takes twenty-five seconds on the old server.', // 1
  'Bob: Maybe we should move the parser to a worker thread?', // 2
  { say: 'Cat: sounds good', re: 2 }, // 3
  'Dan: The release notes are not ready, Eve still writes the chapter on Kestrel.', // 4
  'Eve: I have never used a worker thread before', // 5
  'Ann: The new logo was rejected by the board because it is too expensive', // 6
  'Bob: See parser.log in #builds, the crash is in SDL', // 7
  'Dan: I vote for meeting on Thursday instead of Tuesday', // 8
);

/** What happens to a claim that cites whole messages: "verified", or the check that speaks against it. */
function fate(
  text: string,
  positions: readonly number[],
  rest: Partial<DraftClaim> = {},
  of: Evidence = evidence,
  languages: readonly string[] = ['en'],
): string {
  const verdict = createVerifier(of, { languages }).verify({
    text,
    kind: 'key_point',
    evidence: positions.map(position => ({ position, quote: of.messages[position - 1]?.text ?? '' })),
    ...rest,
  });
  if (!verdict.ok) return verdict.rejected.reasons[0]?.check ?? '';
  const { claim } = verdict;
  if (claim.recited) return `recited ${claim.citations.map(({ position }) => position).join()}`;
  const failed = claim.findings.find(({ effect }) => effect === 'mark' || effect === 'relabel');
  return failed ? failed.check : 'verified';
}

describe('names', () => {
  test.each([
    ['Dan pointed out that Eve still writes the chapter on Kestrel.', 4, 'verified'],
    ['Dan pointed out that Eve still writes the chapter on Osprey.', 4, 'names'],
    ['Bob found the crash of parser.log in #builds.', 7, 'verified'],
    ['Bob found the crash of server.log in #builds.', 7, 'names'],
    ['Bob found the crash of parser.log in #random.', 7, 'names'],
    ['The crash is in S.D.L., see #builds.', 7, 'verified'],
    ['Loading is slow on the old server of Dan.', 1, 'names'],
  ] as const)('“%s” over message %d is %s', (text, position, expected) => {
    expect(fate(text, [position])).toBe(expected);
  });
});

describe('somebody who opens a sentence', () => {
  const queue = talk(
    'Ann: We moved the queue to Redis last night', // 1
    'Bob: now it says no to every second login', // 2
    'Ann: The students in Berlin want the old login back, they asked twice', // 3
    "Bob: I'll ask for the old login on Monday", // 4
  );
  test.each([
    ['Zoe says that every second login fails.', [2], 'author'],
    ['Zoe is asking for the old login.', [4], 'author'],
    ['Zoe has already agreed to the old login.', [4], 'author'],
    ['So Zoe promised to ask for the old login.', [4], 'author'],
    ['Zoe Miller wants the old login back.', [3], 'author'],
    ['Zoe and Bob say that every second login fails.', [2], 'author'],
    ['Zoe will ask for the old login on Monday.', [4], 'names'],
    ['Ann is asking for the old login on Monday.', [4], 'author'],
    ['Bob will ask for the old login on Monday.', [4], 'verified'],
    ['However, Bob is asking for the old login on Monday.', [4], 'verified'],
    ['Redis says no to every second login.', [2], 'verified'],
    ['Berlin wants the old login back.', [3], 'verified'],
    ['Students have asked twice for the old login.', [3], 'verified'],
    ['Logins will be asked for on Monday.', [4], 'verified'],
    ['They are asking for the old login back.', [3], 'verified'],
  ] as const)('“%s” over %j is %s', (text, positions, expected) => {
    expect(fate(text, positions, {}, queue)).toBe(expected);
  });
});

describe('relevance', () => {
  test.each([
    ['something else that is spoken of is marked', 'The crash of the bank made shares cheaper', true],
    ['what nobody speaks of is dropped', 'The breakfast will include fresh oranges and pancakes', false],
  ])('a claim about %s', (_, text, ok) => {
    const verdict = createVerifier(evidence, { languages: ['en'] }).verify({
      text,
      kind: 'key_point',
      evidence: [{ position: 1, quote: 'The parser is too slow' }],
    });
    expect(fate(text, [1])).toBe('relevance');
    expect(verdict.ok).toBe(ok);
  });

  test.each([
    ['The mayor resigned.', 'relevance'],
    ['The parser.', 'verified'],
    ['…', 'shape'],
    ['🎉', 'shape'],
  ])('of few words: “%s” is %s', (text, expected) => {
    expect(fate(text, [1])).toBe(expected);
  });

  test('what only stands beside the cited message is cited instead', () => {
    expect(fate('The board rejected the logo because it is too expensive', [4])).toBe('recited 6');
  });

  test('another ending or order of words is no other matter', () => {
    expect(fate('Loading with the slow parser took twenty-five seconds', [1])).toBe('verified');
  });

  test('words in common verify nothing by themselves', () => {
    expect(fate('Zoe said that the parser is too slow', [1])).toBe('author');
  });

  test('across languages it abstains, and says so', () => {
    const verdict = createVerifier(evidence, { languages: ['en'] }).verify({
      text: 'Der Parser ist zu langsam, weil das Laden auf dem alten Rechner so lange dauert',
      kind: 'key_point',
      evidence: [{ position: 1, quote: 'The parser is too slow' }],
    });
    expect(verdict).toMatchObject({ ok: true, claim: { status: 'verified' } });
    expect(verdict.ok && verdict.claim.findings).toContainEqual({
      check: 'relevance',
      outcome: 'abstain',
      problem: { code: 'translated' },
    });
  });
});

describe('numbers in letters', () => {
  test.each([
    ['Loading takes 25 seconds on the old server.', 'verified'],
    ['Loading takes twenty-five seconds on the old server.', 'verified'],
    ['Loading takes 35 seconds on the old server.', 'specifics'],
    ['Loading takes thirty-five seconds on the old server.', 'specifics'],
  ] as const)('“%s” is %s', (text, expected) => {
    expect(fate(text, [1])).toBe(expected);
  });

  const rough = talk('Ann: if the bridge is late we lose 5 mln bucks', 'Bob: der Tunnel kostet 2,5 Mrd');
  test.each([
    ['The city loses 5 million bucks if the bridge is late.', 1, 'verified'],
    ['The city loses 5,000,000 bucks if the bridge is late.', 1, 'verified'],
    ['The city loses 5,000 bucks if the bridge is late.', 1, 'specifics'],
    ['The city loses 5 hundred bucks if the bridge is late.', 1, 'specifics'],
    ['The city loses 5 thousand bucks if the bridge is late.', 1, 'specifics'],
    ['Der Tunnel kostet 2.500.000.000.', 2, 'verified'],
  ] as const)('“%s” is held to what is shortened in message %d, and is %s', (text, position, expected) => {
    expect(fate(text, [position], {}, rough, ['de'])).toBe(expected);
  });
});

describe('dates', () => {
  const dated = talk('Ana: Der Anbau beginnt morgen, die Abnahme ist am Freitag', 'Ben: gut');
  test.each([
    ['Der Anbau beginnt am 10. März.', 'verified'],
    ['Der Anbau beginnt am 11. März.', 'specifics'],
    ['Die Abnahme des Anbaus ist am 13. März.', 'verified'],
    ['Die Abnahme des Anbaus ist am Samstag.', 'specifics'],
  ] as const)('“%s” is %s, counted from the day of the message', (text, expected) => {
    expect(fate(text, [1], {}, dated, ['de'])).toBe(expected);
  });
});

describe('modality', () => {
  test.each([
    ['The release notes are not ready.', [4], 'verified'],
    ['The release notes are ready.', [4], 'modality'],
    ['Eve has used a worker thread before.', [5], 'modality'],
    ['Eve has not used a worker thread before.', [5], 'verified'],
    ['The parser is not slow on the old server.', [1], 'modality'],
    ['The board accepted the new logo.', [6], 'modality'],
    ['Loading takes twenty-five seconds on the new server.', [1], 'modality'],
    ['Bob suggested to move the parser to a worker thread.', [2], 'verified'],
    ['Bob decided to move the parser to a worker thread.', [2], 'modality'],
    ['The parser will move to a worker thread.', [2, 3], 'verified'],
    ['Everybody agreed to move the parser to a worker thread.', [2, 3], 'modality'],
    ['Cat agreed with Bob about the worker thread.', [2, 3], 'verified'],
  ] as const)('“%s” over %j is %s', (text, positions, expected) => {
    expect(fate(text, positions)).toBe(expected);
  });
});

describe('what is told more firmly than it was said', () => {
  const planned = talk(
    'Ann: We could print the posters on Monday', // 1
    'Bob: The cellar is dry, I checked it on Sunday', // 2
    'Cat: I think the cellar is dry', // 3
    'Dan: I will decide on the colour tomorrow. We could move the market to the hall', // 4
    "Eve: Yeah, let's move the lanterns to the bridge", // 5
    { say: 'Fay: yes', re: 5 }, // 6
    { say: 'Gus: yes, that works', re: 5 }, // 7
    'Hal: Yes I like winter. I think the lamp may be broken', // 8
  );
  test.each([
    ['The posters will be printed on Monday.', [1], 'modality'],
    ['The posters could be printed on Monday.', [1], 'verified'],
    ['Cat confirmed that the cellar is dry.', [3], 'modality'],
    ['Hal confirmed that the lamp is broken.', [8], 'modality'],
    ['Dan decided to move the market to the hall.', [4], 'modality'],
    ['Dan further decided to move the market to the hall.', [4], 'modality'],
    ['Dan suggested to move the market to the hall.', [4], 'verified'],
    ['Everybody agreed to move the lanterns to the bridge.', [5, 6, 7], 'verified'],
  ] as const)('“%s” over %j is %s', (text, positions, expected) => {
    expect(fate(text, positions, {}, planned)).toBe(expected);
  });

  test('who begins a proposal with a yes agrees with nobody', () => {
    const alone = talk("Eve: Yeah, let's move the lanterns to the bridge", { say: 'Fay: yes', re: 1 });
    expect(fate('Everybody agreed to move the lanterns to the bridge.', [1, 2], {}, alone)).toBe('modality');
  });
});

describe('the contrary', () => {
  const market = talk(
    'Ann: It is a small tent with two large tables', // 1
    'Bob: The first stall on the left sells honey', // 2
    'Cat: Why not paint the door green, the paint is here', // 3
    'Dan: The stage is not cheap but it holds', // 4
    'Eve: We want to keep the lanterns bright for the evening', // 5
    'Fay: I paid the invoice of the baker this morning', // 6
    { say: 'Gus: no, that is against the rules', re: 5 }, // 7
    { say: 'Hal: agreed', re: 5 }, // 8
    'Ida: The tent, as it was put up yesterday, is small', // 9
  );
  test.each([
    ['It is a small tent with two small tables.', [1], 'modality'],
    ['It is a small tent with two large tables.', [1], 'verified'],
    ['The last stall on the left sells honey.', [2], 'modality'],
    ['The first stall on the left sells honey.', [2], 'verified'],
    ['Cat suggested to paint the door green.', [3], 'verified'],
    ['The stage is not expensive.', [4], 'modality'],
    ['The stage is expensive.', [4], 'verified'],
    ['The stage is not cheap.', [4], 'verified'],
    ['The tent that was put up yesterday is large.', [9], 'modality'],
    ['The lanterns for the evening would be useless.', [5], 'modality'],
    ['Fay never mentioned that the invoice was paid.', [6], 'modality'],
    ['The baker was paid by invoice, not in cash.', [6], 'verified'],
    ['Gus agreed that it is within the rules.', [5, 7], 'modality'],
    ['Hal disagreed with the lanterns in the evening.', [5, 8], 'modality'],
    ['Gus rejected it.', [5, 7, 8], 'verified'],
    ['Hal rejected it.', [5, 7, 8], 'author'],
    ['Gus agreed.', [5, 7, 8], 'author'],
  ] as const)('“%s” over %j is %s', (text, positions, expected) => {
    expect(fate(text, positions, {}, market)).toBe(expected);
  });
});

describe('a denial', () => {
  const shed = talk(
    'Ann: The shed is not so easy to heat in winter', // 1
    'Bob: The bench should not be too heavy', // 2
    'Cat: The gate by the orchard opens every morning at seven for the milk van. I do not drive the van', // 3
    'Dan: You get the first of the large keys from Fay, and the lamp has to be laid before the door', // 4
    'Eve: Yes, hello everybody. The hedge was cut. We had rain. It grows along the road. The roof needs tiles', // 5
    "Fay: We could sell the old tiles at the fair. I'll bring cake. It was nice. There was music. I liked it", // 6
  );
  test.each([
    ['Ann said that the shed is not easy to heat.', [1], 'verified'],
    ['Bob said that the bench should not be heavy.', [2], 'verified'],
    ['The bench should not be too heavy.', [2], 'verified'],
    ['The gate by the orchard does not open every morning at seven for the milk van.', [3], 'modality'],
    ['The gate by the orchard opens every morning at seven for the milk van.', [3], 'verified'],
    ['You get the last of the large keys from Fay.', [4], 'modality'],
    ['You get the first of the large keys from Fay.', [4], 'verified'],
    ['Eve confirmed that the roof needs tiles.', [5], 'modality'],
    ['Eve said that the roof needs tiles.', [5], 'verified'],
    ['The old tiles will be sold at the fair.', [6], 'modality'],
    ['The old tiles could be sold at the fair.', [6], 'verified'],
    ['Fay disagreed with selling the old tiles at the fair.', [6], 'modality'],
  ] as const)('“%s” over %j is %s', (text, positions, expected) => {
    expect(fate(text, positions, {}, shed)).toBe(expected);
  });
});

describe('what a talk is about', () => {
  const lines = (gap: number) =>
    talk(
      'Ann: The printer from Kestrel is on the third floor, next to Bob',
      ...Array.from({ length: gap }, (_, at) => `Cat: number ${at} of the list is done`),
      'Dan: It is out of paper again and somebody has to go up',
    );
  test('may be named five messages before, and no further', () => {
    const claim = 'Dan said that the printer from Kestrel is out of paper again.';
    expect(fate(claim, [6], {}, lines(4))).toBe('verified');
    expect(fate(claim, [7], {}, lines(5))).toBe('names');
  });
});

describe('a claim that cites the wrong message', () => {
  test('is shown with the one in which its quote stands', () => {
    const quote = 'the crash is in SDL';
    expect(fate('The crash is in SDL.', [], { evidence: [{ position: 2, quote }] })).toBe('recited 7');
    expect(fate('The crash is in SDL.', [], { evidence: [{ position: 99, quote }] })).toBe('recited 7');
  });

  test('is shown with the one that says it where it cites none', () => {
    expect(fate('Dan votes for meeting on Thursday instead of Tuesday.', [])).toBe('recited 8');
  });

  test('stays dropped where its quote stands nowhere', () => {
    const made = [{ position: 7, quote: 'the crash is in libpng' }];
    expect(fate('The crash is in SDL.', [], { evidence: made })).toBe('quote');
  });

  test('finds no other where its words are wrong', () => {
    expect(fate('Cat votes for meeting on Thursday instead of Tuesday.', [8])).not.toContain('recited');
    expect(fate('The parser takes 99 seconds on the old server.', [1])).toBe('specifics');
  });
});

describe('a number with its unit', () => {
  const measured = talk(
    'Ann: the migration took 4 minutes on staging', // 1
    'Bob: the tent costs 120 € and holds two hours of rain', // 2
    'Cat: Der Tunnel kostet 2,5 Mrd Euro', // 3
    'Dan: we have 90 minutes for the talk, 4 people speak', // 4
  );
  test.each([
    ['The migration took 4 minutes on staging.', 1, 'verified'],
    ['The migration took four minutes on staging.', 1, 'verified'],
    ['The migration took 240 seconds on staging.', 1, 'specifics'],
    ['The migration took 4 hours on staging.', 1, 'specifics'],
    ['The migration took four hours on staging.', 1, 'specifics'],
    ['The tent costs 120 euros.', 2, 'verified'],
    ['The tent costs 120 dollars.', 2, 'specifics'],
    ['The tent costs $120.', 2, 'specifics'],
    ['The tent holds two days of rain.', 2, 'specifics'],
    ['Der Tunnel kostet 2,5 Milliarden Euro.', 3, 'verified'],
    ['Der Tunnel kostet 2,5 Mio Euro.', 3, 'specifics'],
    ['The talk has 90 minutes and 4 speakers.', 4, 'verified'],
  ] as const)('“%s” over message %d is %s', (text, position, expected) => {
    expect(fate(text, [position], {}, measured, ['en', 'de'])).toBe(expected);
  });
});

describe('a day', () => {
  // The talk is of Monday 9 March.
  const days = talk(
    "Tom: I'll have the streaming upload ready by Wednesday evening", // 1
    'Eve: lunch is at noon', // 2
    'Eve: the roof is being painted', // 3
    'Eve: Morning! Who orders the cake for Thursday?', // 4
    'Eve: the streaming upload works since this morning', // 5
  );
  const ready = 'Tom has the streaming upload ready by';
  test.each([
    [`${ready} Wednesday evening.`, [1], 'verified'],
    [`${ready} Monday evening.`, [1], 'specifics'],
    [`${ready} Wednesday morning.`, [1], 'specifics'],
    [`${ready} Wednesday morning.`, [1, 4], 'specifics'],
    [`${ready} Thursday evening.`, [1, 4], 'specifics'],
    ['On Monday Tom promised the streaming upload.', [1], 'verified'],
    ['The streaming upload works since Monday morning.', [5], 'verified'],
  ] as const)('“%s” over %j is %s', (text, positions, expected) => {
    expect(fate(text, positions, {}, days)).toBe(expected);
  });
});

describe('somebody whom nobody knows', () => {
  test.each([
    ['Philippa moved the parser to a worker thread.', [2], 'names'],
    ['Philippa has never used a worker thread before.', [5], 'names'],
    ['Philippa and Bob moved the parser to a worker thread.', [2], 'names'],
    ['Loading takes twenty-five seconds on the old server.', [1], 'verified'],
  ] as const)('does what a claim says: “%s” is %s', (text, positions, expected) => {
    expect(fate(text, positions)).toBe(expected);
  });
});

test.each([
  ['It was decided to move the parser to a worker thread', 'needs_clarification'],
  ['Moving the parser to a worker thread', 'verified'],
] as const)('“%s”, which nobody decided, is a proposal that is %s', (text, status) => {
  const verdict = createVerifier(evidence, { languages: ['en'] }).verify({
    text,
    kind: 'decision',
    evidence: [{ position: 2, quote: 'Maybe we should move the parser to a worker thread?' }],
  });
  expect(verdict).toMatchObject({ ok: true, claim: { kind: 'proposal', status } });
});

describe('a word that is only denied', () => {
  const open = talk(
    'Wim: Can we give customers a voucher of 10 euros?', // 1
    { say: 'Ann: Not sure yet, I have to ask finance first', re: 1 }, // 2
    'Dan: no, the save bug needs more time, not before 1.9', // 3
    'Eve: the ramp is not safe at night, by day the ramp is safe', // 4
    'Cat: Das Dach ist noch nicht dicht', // 5
  );
  test.each([
    ['Ann is sure about the voucher and asks finance first.', [1, 2], 'modality'],
    ['Ann is not sure about the voucher and asks finance first.', [1, 2], 'verified'],
    ['The save bug will be fixed before 1.9.', [3], 'modality'],
    ['The save bug will not be fixed before 1.9.', [3], 'verified'],
    ['By day the ramp is safe.', [4], 'verified'],
    ['Das Dach ist dicht.', [5], 'modality'],
  ] as const)('“%s” over %j is %s', (text, positions, expected) => {
    expect(fate(text, positions, {}, open, ['en', 'de'])).toBe(expected);
  });
});
