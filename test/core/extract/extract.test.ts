import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DraftClaim, parseDraftClaim } from '../../../src/core/claims/draft.ts';
import type { ClaimKind } from '../../../src/core/claims/kind.ts';
import { details } from '../../../src/core/claims/summary.ts';
import { type Evidence, toEvidence } from '../../../src/core/conversation/evidence.ts';
import { extract } from '../../../src/core/extract/extract.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { makeConversation } from '../../bench/conversation.ts';
import { type Line, talk, toConversation } from '../talk.ts';

function draw(evidence: Evidence, language = 'en'): readonly DraftClaim[] {
  return extract(evidence, { detail: 'standard', languages: [language] });
}

/** Lines in which nothing is decided, promised or asked. */
const smallTalk = ['Cleo: The gate is open', 'Dan: The cat is back', 'Eve: Lunch is at one'] as const;

function ofKind(claims: readonly DraftClaim[], kind: ClaimKind): readonly DraftClaim[] {
  return claims.filter(claim => claim.kind === kind);
}

const fair: readonly Line[] = [
  'Ann: The school fair is on 21 March and the budget is 1,200 euros.',
  'Bob: How about we rent the big tent from last year for 450?',
  { say: 'Carol: Approved.', re: 2 },
  'Dave: Great weather is forecast for the whole weekend so far',
  "Dave: I'll book the tent by Friday",
  'Emma: Does anybody have the key to the storage room?',
  { say: 'Fay: The loudspeakers from 2024 still work, I tested all four yesterday', after: 90 },
  { say: 'Ann: Who can bring a second grill for the sausages?', after: 90 },
  { say: 'Bob: I have one with a gas bottle, it fits in the car', re: 8 },
  { say: 'Carol: We decided to close at 18:00 because of the neighbours.', after: 90 },
  { say: 'Emma: Maybe we should print flyers in two languages', after: 90 },
  { say: 'Fay: Is parking behind the gym still allowed on Saturdays?', after: 400 },
];

describe('the extractive engine', () => {
  const claims = draw(talk(...fair));

  test('finds a proposal that another approved, and cites both', () => {
    const [approved] = ofKind(claims, 'decision');
    expect(approved?.text).toBe(
      'Bob: “How about we rent the big tent from last year for 450?” → Carol: “Approved.”',
    );
    expect(approved?.evidence.map(({ position }) => position)).toEqual([2, 3]);
  });

  test('finds what somebody says was decided', () => {
    expect(ofKind(claims, 'decision').map(({ text }) => text)).toContain(
      'Carol: “We decided to close at 18:00 because of the neighbours.”',
    );
  });

  test('finds a promise with its owner, and when it is due in the words of the message', () => {
    expect(ofKind(claims, 'action')).toMatchObject([
      { owner: 'Dave', due: 'by Friday', text: "Dave: “I'll book the tent by Friday”" },
    ]);
  });

  test('keeps an idea that nobody took up a proposal', () => {
    expect(ofKind(claims, 'proposal').map(({ text }) => text)).toEqual([
      'Emma: “Maybe we should print flyers in two languages”',
    ]);
  });

  test('lists questions that nobody answered, and shows answered ones with their answer', () => {
    expect(ofKind(claims, 'question').map(({ speakers }) => speakers)).toEqual([['Emma'], ['Fay']]);
    const pair = claims.find(({ evidence }) => evidence.some(({ position }) => position === 8));
    expect(pair?.text).toBe(
      'Ann: “Who can bring a second grill for the sausages?” → Bob: “I have one with a gas bottle, it fits in the car”',
    );
  });

  test('leads every claim with its speaker, and says nothing that was not said', () => {
    const evidence = talk(...fair);
    for (const claim of claims) {
      const said = claim.evidence.map(({ position, quote }) => {
        const message = evidence.messages[position - 1];
        expect(message?.text).toContain(quote);
        return `${message?.author.name}: “${quote}”`;
      });
      expect(claim.text).toBe(said.join(' → '));
    }
  });

  test('uses no message for two claims', () => {
    const positions = claims.flatMap(({ evidence }) => evidence.map(({ position }) => position));
    expect(new Set(positions).size).toBe(positions.length);
  });

  test('takes a request that the other accepts as an action of the other', () => {
    const [action] = ofKind(
      draw(
        talk(
          'Ann: The printer is out of toner again',
          'Ann: @Bob could you order two cartridges before Monday?',
          'Bob: sure, will do',
          'Carol: The old ones are in the cellar next to the paper',
          'Dave: Paper is fine until the end of the term',
        ),
      ),
      'action',
    );
    expect(action).toMatchObject({ owner: 'Bob', due: 'before Monday' });
    expect(action?.evidence.map(({ position }) => position)).toEqual([2, 3]);
  });

  test('takes a thumb of others as an approval', () => {
    const [decision] = ofKind(
      draw(
        talk(
          { say: "Ann: Let's move the standup to ten o'clock", reactions: { '👍🏽': 3 } },
          'Bob: The room is free then',
          'Carol: The projector has a new cable',
          'Dave: The heating in there is loud',
          'Emma: I put the key under the plant',
        ),
      ),
      'decision',
    );
    expect(decision?.text).toContain('standup');
  });

  test.each([
    [
      'de',
      'Anna: Wie wäre es mit Dienstag um zehn für das Treffen?',
      'Ben: Einverstanden',
      'Anna: Ich schreibe die Einladung bis Freitag',
      'bis Freitag',
    ],
    [
      'fr',
      'Anna: Et si on faisait la réunion mardi à dix heures ?',
      "Ben: D'accord",
      "Anna: Je m'en occupe avant vendredi",
      'avant vendredi',
    ],
    [
      'es',
      'Anna: ¿Qué tal si hacemos la reunión el martes a las diez?',
      'Ben: Vale',
      'Anna: Yo me encargo de la invitación para el viernes',
      'para el viernes',
    ],
    [
      'pt',
      'Anna: Que tal a reunião na terça às dez com todos?',
      'Ben: Combinado',
      'Anna: Deixa comigo, envio o convite até sexta',
      'até sexta',
    ],
    [
      'it',
      'Anna: Che ne dite di martedì alle dieci per la riunione?',
      "Ben: D'accordo",
      "Anna: Ci penso io, mando l'invito entro venerdì",
      'entro venerdì',
    ],
    [
      'ja',
      'Anna: 会議は火曜日の十時にしませんか',
      'Ben: 賛成です',
      'Anna: 招待状は私が準備します、金曜日までに',
      '金曜日までに',
    ],
  ])('finds decisions, owners and dates in %s', (language, proposal, approval, promise, due) => {
    const claims = draw(talk(proposal, { say: approval, re: 1 }, promise, 'Ben: 2026', 'Cleo: 42'), language);
    expect(
      ofKind(claims, 'decision').map(({ evidence }) => evidence.map(({ position }) => position)),
    ).toEqual([[1, 2]]);
    expect(ofKind(claims, 'action')).toMatchObject([{ owner: 'Anna', due }]);
  });

  test('knows a language without cues by its key points only', () => {
    const claims = draw(
      talk(
        'Anna: Päätimme siirtää kokouksen tiistaiksi kello kymmeneen.',
        'Ben: Minä varaan huoneen perjantaihin mennessä.',
        'Cleo: Onko kenellä avain varastoon?',
        'Anna: Budjetti on 1200 euroa tänä vuonna.',
        'Ben: Vuoden 2024 kaiuttimet toimivat yhä.',
      ),
      'fi',
    );
    expect(claims.length).toBeGreaterThan(0);
    expect(new Set(claims.map(({ kind }) => kind))).toEqual(new Set(['overview', 'key_point']));
  });

  test('shows one or two lines, in the order they were said, of fewer than five messages', () => {
    const few = draw(
      talk(
        'Ann: Hi',
        "Bob: Let's take the red one, it is half the price of the others",
        'Ann: +1',
        'Bob: Done',
      ),
    );
    expect(few.map(({ kind }) => kind)).toEqual(['overview', 'overview']);
    expect(few[0]?.text).toContain('red one');
    expect(draw(talk('Ann: 👍')).map(({ text }) => text)).toEqual(['Ann: “👍”']);
    expect(draw(talk())).toEqual([]);
  });

  test.each([
    [
      'a refusal in reply',
      [{ say: "Carol: No, please don't, half of us are away", re: 1 }, 'Dan: Sounds good'],
    ],
    ['a refusal said next', ['Carol: Sounds good', 'Dan: no, I cannot on Sunday']],
    ['a yes that is a no', ['Carol: yeah no, that day is worth more than us']],
    ['a yes with a condition', ['Carol: Yes but only if it really rains']],
    ['nothing', ['Carol: The weather is fine today']],
  ] as const)('never calls a proposal settled that met with %s', (_, answers) => {
    const claims = draw(
      talk(
        'Ann: How about we meet on Sunday instead?',
        ...answers,
        'Eve: The keys are at the bakery',
        'Fay: The oven is warm',
        'Gus: Plates are in the hall',
      ),
    );
    expect(ofKind(claims, 'decision')).toEqual([]);
    expect(ofKind(claims, 'proposal')[0]?.text).toContain('How about we meet on Sunday instead?');
  });

  test('never calls a proposal settled that others put a thumb down on, and shows who refused it in words', () => {
    const rest = ['Eve: The keys are at the bakery', 'Fay: The oven is warm', 'Gus: Plates are in the hall'];
    const disliked = draw(
      talk(
        { say: 'Ann: How about we take the train?', reactions: { '👍': 4, '👎': 9 } },
        ...rest,
        'Dan: It is late',
      ),
    );
    expect(ofKind(disliked, 'decision')).toEqual([]);
    const refused = draw(
      talk('Ann: How about we take the train?', { say: 'Bob: no, the bus is cheaper', re: 1 }, ...rest),
    );
    expect(ofKind(refused, 'proposal').map(({ text }) => text)).toEqual([
      'Ann: “How about we take the train?” → Bob: “no, the bus is cheaper”',
    ]);
  });

  test('lists no promise that is said to be kept later', () => {
    const claims = draw(
      talk(
        'Ann: I can fix the reset link today, it is a missing delete.',
        "Bob: I'll write the release notes by Friday",
        'Cleo: The staging database was moved',
        { say: 'Ann: The reset link is fixed and deployed to staging.', after: 200 },
        'Bob: Good to know for the review',
      ),
    );
    expect(ofKind(claims, 'action').map(({ owner }) => owner)).toEqual(['Bob']);
  });

  test('finds a promise beside a question, and shows a short one with what it answers', () => {
    const claims = draw(
      talk(
        "Ann: I'll book the room tonight. Does anyone have a projector?",
        'Bob: How do I block someone in a channel on the pager?',
        { say: "Cleo: I'll add that to the list", re: 2 },
        'Dan: The garden door squeaks again',
        'Eve: Snow is expected next week in the valley',
      ),
    );
    expect(ofKind(claims, 'action').map(({ owner, text }) => [owner, text])).toEqual([
      ['Ann', "Ann: “I'll book the room tonight. Does anyone have a projector?”"],
      [
        'Cleo',
        "Bob: “How do I block someone in a channel on the pager?” → Cleo: “I'll add that to the list”",
      ],
    ]);
  });

  test('takes a question put again in other words for one, and one that the asker gives thanks for as answered', () => {
    const again = draw(
      talk(
        'Ann: Is there a way to rename the station on the map?',
        'Ann: I mean, how do I rename the station?',
        { say: 'Bob: Hold the middle key and choose rename', re: 2 },
        'Cleo: The antenna arrived today',
        'Dan: Rain until Thursday they say',
      ),
    );
    expect(ofKind(again, 'question')).toEqual([]);
    const thanked = draw(
      talk(
        'Ann: Is there a way to rename the station on the map?',
        { say: 'Cleo: The antenna arrived today', after: 500 },
        'Dan: Rain until Thursday they say',
        'Ann: Only just saw the rename entry. Thank you!',
        'Eve: The battery holds two days now',
      ),
    );
    expect(ofKind(thanked, 'question')).toEqual([]);
  });

  test('shows at both ends whether a message says more than is quoted', () => {
    const filler = 'The cellar is dry and the boxes are stacked along the wall as before. '.repeat(4).trim();
    const claims = draw(
      talk(`Ann: ${filler} I'll paint the fence by Friday. ${filler}`, 'Bob: Fine weather', ...smallTalk),
    );
    const [action] = ofKind(claims, 'action');
    expect(action?.text).toMatch(/^Ann: “… .*I'll paint the fence by Friday\..* …”$/);
  });

  test('quotes no line with a bracketed number, which would look like a footnote', () => {
    const claims = draw(
      talk('Ann: See the paper [3] for details of the method.\nIt took 12 days.', 'Bob: Read it [4]'),
    );
    expect(claims.map(({ text }) => text)).toEqual(['Ann: “… It took 12 days.”']);
  });

  test('quotes at most 240 characters of a message, cut between words', () => {
    const long = `Ann: ${'the quick brown fox jumps over the lazy dog and '.repeat(30)}`;
    const [claim] = draw(talk(long));
    const quote = claim?.evidence[0]?.quote ?? '';
    expect(quote.length).toBeLessThanOrEqual(240);
    expect(quote.length).toBeGreaterThan(200);
    expect(long).toContain(`${quote} `);
    expect(claim?.text.endsWith('…”')).toBe(true);
  });

  test('leaves words of embeds, files and forwards to those who wrote them', () => {
    const evidence = talk(
      'Ann: [image: we-decided-to-leave.png]',
      'Bob: [embed: We decided to leave]',
      'Cleo: ok then',
      'Dan: [forwarded] hello\nwe decided to leave',
      'Eve: hm',
    );
    expect(ofKind(draw(evidence), 'decision')).toEqual([]);
  });

  test.each([
    'We have not decided to move the launch to Monday, calm down',
    'Nobody agreed to pay for the new servers, as far as I know',
    'I would never say that we decided to drop Windows support',
    'If we decided to leave, who would tell the neighbours about it?',
    'Once it is decided we can order the paint for the fence',
  ])('calls nothing decided that is denied or only supposed: %s', denied => {
    const claims = draw(talk(`Ann: ${denied}`, 'Bob: Rain until Thursday', ...smallTalk));
    expect(ofKind(claims, 'decision')).toEqual([]);
  });

  test('calls what was decided against a decision', () => {
    const claims = draw(
      talk('Ann: We decided not to sell the boat this year', 'Bob: Rain until Thursday', ...smallTalk),
    );
    expect(ofKind(claims, 'decision')).toHaveLength(1);
  });

  test.each([
    "If I ever have time I'll rewrite the whole backend in a week",
    "It is unlikely I'll be supporting that model of the radio",
    "I don't think I will paint the fence this summer after all",
    'Will I be able to open the gate with the old key?',
  ])('takes nothing for a promise that is denied or only supposed: %s', denied => {
    const claims = draw(talk(`Ann: ${denied}`, 'Bob: Rain until Thursday', ...smallTalk));
    expect(ofKind(claims, 'action')).toEqual([]);
  });

  test('gives nobody a task for agreeing with something else', () => {
    const claims = draw(
      talk(
        'Ann: can you please stop shouting in this channel',
        'Bob: yeah same here in Seattle',
        ...smallTalk,
      ),
    );
    expect(ofKind(claims, 'action')).toEqual([]);
  });

  test('prefers what the reader cares about', () => {
    const evidence = toEvidence(makeConversation(300));
    const [rare] = evidence.messages.filter(({ text }) => text.startsWith('For the record, module'));
    const focus = rare?.text.split(' ').find(word => word.startsWith('module')) ?? '';
    const of = (claims: readonly DraftClaim[]) => claims.filter(({ text }) => text.includes(focus)).length;
    const options = { detail: 'standard', languages: ['en'] } as const;
    expect(of(extract(evidence, { ...options, focus }))).toBeGreaterThan(of(extract(evidence, options)));
  });

  test('takes what is said around the words that the reader cares about for part of the matter', () => {
    const evidence = talk(
      ...Array.from({ length: 80 }, (_, index) => `Dora: at stop ${index} the weather was fine, trains ran`),
      'Ann: the heating in the hall is broken again since the weekend',
      'Bob: I measured eleven degrees in there this morning, far too cold for children',
      'Ann: the heating needs a new pump, says the plumber from Linz',
      ...Array.from(
        { length: 80 },
        (_, index) => `Dora: at stop ${90 + index} the weather was fine, trains ran`,
      ),
    );
    const draft = (focus?: string) => extract(evidence, { detail: 'brief', languages: ['en'], focus });
    const cited = (claims: readonly DraftClaim[]) =>
      claims.flatMap(claim => claim.evidence.map(({ position }) => position));
    expect(cited(draft('heatings'))).toEqual(expect.arrayContaining([81, 82, 83]));
    expect(cited(draft('zeppelin'))).toEqual(cited(draft()));
  });

  test('spreads its points over the whole window', () => {
    const evidence = toEvidence(makeConversation(1_000));
    const points = ofKind(draw(evidence), 'key_point').map(({ evidence: cited }) => cited[0]?.position ?? 0);
    const quarters = new Set(points.map(position => Math.floor((position * 4) / 1_001)));
    expect(quarters.size).toBe(4);
  });

  test.each(details)('draws claims that all pass verification: %s', detail => {
    const evidence = toEvidence(makeConversation(400, 11));
    const verifier = createVerifier(evidence, { languages: ['en'] });
    const claims = extract(evidence, { detail, languages: ['en'] });
    expect(claims.length).toBeGreaterThan(5);
    for (const claim of claims)
      expect(verifier.verify(claim, true)).toMatchObject({ ok: true, claim: { status: 'verified' } });
  });
});

test('of any conversation whatever, the extractive engine draws only claims that stand', () => {
  const words = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom(
      "Let's go with the red one?",
      'yes',
      '+1',
      "I'll do it by 10 pm [4]",
      'We decided on 3.5 “stars” and he said “no way” twice',
      'Ann said that 42 is wrong',
      '来週の金曜日までにやります。いいですか？',
      'see https://a.example/x?y=1#z and `code [0]`',
      '```\nI will fix it\n```',
      '[forwarded] we agreed to leave',
      'a'.repeat(600),
    ),
  );
  const line = fc.record({
    by: fc.constantFrom(
      'Ann',
      'Bob',
      'said',
      'X: Y',
      'the team',
      '日本',
      '“q”',
      'Bob will',
      'Team 7',
      '@bob',
      '[42] Clan',
      'user#1234',
      'Mia "the big boss" Lee',
      '„Der große Boss hier“ Max',
      'Tom (KD7XYZ)',
      '`x y`',
      'https://evil.example/9 x',
      '12:30',
      '@everyone',
      '[1]',
      '  spaced   out  ',
    ),
    text: fc.array(words, { minLength: 1, maxLength: 3 }).map(parts => parts.join('\n')),
    re: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), fc.constantFrom(...details), (lines, detail) => {
      const conversation = toConversation(
        ...lines.map(({ text, re }) => ({ say: `Ann: ${text.toWellFormed()}`, ...(re && { re }) })),
      );
      const messages = conversation.messages.map((message, i) => ({
        ...message,
        author: { id: lines[i]?.by ?? '', name: lines[i]?.by ?? '', bot: false },
      }));
      const evidence = toEvidence({ ...conversation, messages });
      const verifier = createVerifier(evidence, { languages: ['en'] });
      for (const claim of extract(evidence, { detail, languages: ['en'] })) {
        expect(parseDraftClaim(claim)).toMatchObject({ ok: true, repairs: [] });
        const verdict = verifier.verify(claim, true);
        expect(verdict.ok, JSON.stringify(verdict)).toBe(true);
      }
    }),
    { numRuns: 1_500 },
  );
});
