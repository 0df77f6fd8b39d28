import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createCitedAnswer,
  parseAnswer,
  toAnswerParts,
  toBegunPart,
} from '../../../src/core/claims/answer.ts';
import { parseDraftClaim } from '../../../src/core/claims/draft.ts';

const written = `**A quiet week: the tent is booked.**

## Tents
- The **big** tent is [booked](https://a.example/x_(1)), says *Ann*.
  1. It is in \`tents_*_2026\`.

**News from Bob** (at Ann's request)
* Rain is likely.

### What
to_do_list_1: *nobody* has it`;

describe('an answer in Markdown', () => {
  test('is read as lines under headings, without markup but for code and addresses', () => {
    expect(parseAnswer(written)).toEqual({
      headings: ['Tents', "News from Bob (at Ann's request)", 'What'],
      lines: [
        { text: 'A quiet week: the tent is booked.', heading: 0 },
        { text: 'The big tent is booked (https://a.example/x_(1)), says Ann.', heading: 1 },
        { text: 'It is in `tents_*_2026`.', heading: 1 },
        { text: 'Rain is likely.', heading: 2 },
        { text: 'to_do_list_1: nobody has it', heading: 3 },
      ],
    });
  });

  test('gives a paragraph below a list no part in the heading of the list', () => {
    const { headings, lines } = parseAnswer(
      '## News\n- Rain.\n  It goes on.\n\n**Open:** the tent.\n\n**Maps:** none.\n\n## To do\n\nBuy the tent.',
    );
    expect(headings).toEqual(['News', '', '', 'To do']);
    expect(lines.map(({ text, heading }) => [text, heading])).toEqual([
      ['Rain.', 1],
      ['It goes on.', 1],
      ['Open: the tent.', 2],
      ['Maps: none.', 3],
      ['Buy the tent.', 4],
    ]);
  });

  test.each([
    ['-', []],
    ['', []],
    ['**12 to 18 May**\n## News\n- Rain.', ['Rain.']],
    ['**Our bot, 12 to 18 May** (Ann develops it)\n\n**News**\n- Rain.', ['Rain.']],
    ['**Ann** (who develops it) left.\n\n**News**\n- Rain.', ['Ann (who develops it) left.', 'Rain.']],
    ['See [https://a.example](https://a.example).', ['See https://a.example.']],
    ['See [a.example](https://a.example/).', ['See https://a.example/.']],
    ['See [Fix](https://a.example/Fix_2.bin).', ['See Fix (https://a.example/Fix_2.bin).']],
    ['**The release moves**\n\n**Bob is the new admin**', ['The release moves', 'Bob is the new admin']],
    ['## News\n- Rain.\n\n**Bob is the new admin**', ['Rain.', 'Bob is the new admin']],
    ['```js\nfoo();\n```', ['foo();']],
    ['- Run `a || b`\n- Rain ||\n- Sun', ['Run `a || b`', 'Rain ||', 'Sun']],
    ['- The end: ||he\n- dies||. So\n- it ends', ['The end: ||he||', '||dies||. So', 'it ends']],
    ['The release:\n- v2\n---\n- v3', ['The release', 'v2', 'v3']],
  ])('%j has the lines %j', (markdown, lines) => {
    expect(parseAnswer(markdown).lines.map(({ text }) => text)).toEqual(lines);
  });

  test('of any length and shape is read in bounded time, and has no more than 150 lines', () => {
    const piece = fc.constantFrom('**', '*', '[', '](', ')', '`', '# ', '- ', '\n', 'a b', '(', ':');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 400 }), pieces => {
        expect(parseAnswer(pieces.join('')).lines.length).toBeLessThanOrEqual(150);
      }),
    );
    expect(parseAnswer('- a\n'.repeat(1_000)).lines).toHaveLength(150);
    const begunAt = process.cpuUsage();
    for (const long of ['[', '**a', '*a ', '[a](', '`']) parseAnswer(long.repeat(20_000));
    expect(process.cpuUsage(begunAt).user / 1_000).toBeLessThan(2_000);
  });
});

describe('what an answer rests on', () => {
  const answer = parseAnswer(written);
  const evidence = (position: number) => [{ position, quote: 'some words' }];
  const line = (number: number, position: number) => ({
    line: number,
    evidence: evidence(position),
    kind: 'fact',
  });

  test('is told line by line, and a heading that tells something rests on its messages too', () => {
    const cited = createCitedAnswer(answer);
    cited.addHeading({ heading: 1, topic: 'tent', tells: true, continues: 2, evidence: evidence(9) });
    cited.addHeading({ heading: 2, topic: 'news', tells: false, continues: 0, evidence: evidence(8) });
    expect(cited.addLine(line(2, 4))).toEqual({
      kind: 'fact',
      text: 'The big tent is booked (https://a.example/x_(1)), says Ann.',
      evidence: [...evidence(4), ...evidence(9)],
      matter: { number: 2, title: 'Tents', topic: 'tent', continues: 2 },
    });
    expect(cited.addLine(line(3, 5))).toMatchObject({ evidence: evidence(5) });
    expect(cited.addLine(line(4, 6))).toMatchObject({
      evidence: evidence(6),
      matter: { number: 3, title: '', topic: "News from Bob (at Ann's request)" },
    });
  });

  test('has a label in place of a title only where it has no room for a claim', () => {
    const cited = createCitedAnswer(parseAnswer(`## ${'Bob stole the money '.repeat(3)}\n- Rain.`));
    cited.addHeading({ heading: 1, topic: 'money', tells: false, continues: 0, evidence: [] });
    expect(cited.addLine(line(1, 1))).toMatchObject({
      matter: { title: 'Bob stole the money '.repeat(3).trim(), topic: 'money' },
    });
  });

  test('is all that the others rest on, of an opening line that sums them up', () => {
    const cited = createCitedAnswer(answer);
    expect(cited.addLine({ line: 1, evidence: [] })).toBeNull();
    for (const number of [2, 3, 4]) cited.addLine(line(number, number));
    expect(cited.end()).toEqual([
      {
        text: 'A quiet week: the tent is booked.',
        evidence: [...evidence(2), ...evidence(3), ...evidence(4)],
        matter: { number: 1, title: '', topic: '', continues: 0 },
      },
      expect.objectContaining({ text: 'to_do_list_1: nobody has it', evidence: [] }),
    ]);
    expect(cited.end()).toEqual([]);
  });

  test('is ignored where it is about no line, or about one a second time', () => {
    const cited = createCitedAnswer(answer);
    for (const wrong of [null, 'x', {}, line(0, 1), line(6, 1), { line: '2', evidence: [] }])
      expect(cited.addLine(wrong)).toBeNull();
    expect(cited.addLine(line(3, 1))).not.toBeNull();
    expect(cited.addLine(line(3, 2))).toBeNull();
    cited.addHeading({ heading: 7, topic: 'x', tells: true });
    for (const claim of cited.end()) expect(parseDraftClaim(claim)).toMatchObject({ ok: true });
  });
});

test('what a part says of another part is ignored', () => {
  const cited = createCitedAnswer(parseAnswer('## A\n- one\n- two\n\n## B\n- three'));
  const part = { from: 3, to: 3 };
  const said = (number: number) => ({ line: number, evidence: [{ position: number, quote: 'x' }] });
  cited.addHeading({ heading: 1, topic: 'wrong', tells: true }, part);
  expect(cited.addLine(said(1), part)).toBeNull();
  expect(cited.addLine(said(3), part)).toMatchObject({ text: 'three' });
  expect(cited.addLine(said(1), { from: 1, to: 2 })).toMatchObject({
    evidence: [{ position: 1 }],
    matter: { title: '', topic: 'A' },
  });
});

describe('the parts of an answer', () => {
  const toAnswer = (...sizes: readonly number[]) => ({
    headings: sizes.map(size => `${size}`),
    lines: sizes.flatMap((size, index) =>
      Array.from({ length: size }, () => ({ text: 'x', heading: index + 1 })),
    ),
  });
  test.each([
    [[4], [[1, 4]]],
    [[9], [[1, 9]]],
    [[5, 3], [[1, 8]]],
    [
      [3, 3, 6],
      [
        [1, 6],
        [7, 12],
      ],
    ],
    [
      [1, 3, 2, 3, 3, 2, 2],
      [
        [1, 6],
        [7, 12],
        [13, 16],
      ],
    ],
    [
      [10, 10, 10, 10],
      [
        [1, 20],
        [21, 40],
      ],
    ],
  ])('of %o lines under its headings are %o', (sizes, parts) => {
    expect(toAnswerParts(toAnswer(...sizes)).map(({ from, to }) => [from, to])).toEqual(parts);
  });

  test('are no more where the first, a small one, is known already', () => {
    const parts = toAnswerParts(toAnswer(4, 4, 4, 4, 4, 4), { from: 1, to: 4 });
    expect(parts.map(({ from, to }) => [from, to])).toEqual([
      [1, 4],
      [5, 16],
      [17, 24],
    ]);
  });

  test('are none without lines', () => {
    expect(toAnswerParts({ headings: [], lines: [] })).toEqual([]);
  });
});

describe('an answer that is still written', () => {
  const first = '## News\n- One.\n- Two.\n- Three.\n- Four.\n';

  test.each([
    ['while its first matter is', first, null],
    ['while a heading may have no lines', `${first}## Next\n`, null],
    ['when another matter has begun', `${first}## Next\n- Five.\n`, { from: 1, to: 4 }],
    ['where that is short', '## News\n- One.\n## Next\n- Two.\n', null],
    ['without headings', first.replace('## News\n', ''), null],
  ])('has a first part, %s', (_, markdown, part) => {
    expect(toBegunPart(parseAnswer(markdown))).toEqual(part);
  });
});
