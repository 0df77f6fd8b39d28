import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/app/check.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
import type { toCheckDocument } from '../../src/render/check-json.ts';
import { toEmbedPages } from '../../src/render/embed.ts';
import { formats, render } from '../../src/render/render.ts';
import { toShownLine } from '../../src/render/shown.ts';
import { toView } from '../../src/render/view.ts';
import { catalogues } from '../../src/render/words/index.ts';
import { toConversation } from '../core/talk.ts';
import { arbitraryText } from './arbitrary.ts';
import { mark, readEmbed, readHtml, readMarkdown, readPlain, squeeze } from './readings.ts';

const conversation = toConversation(
  'Ann: The school fair is on 21 March and the budget is 1,200 euros.',
  'Bob: How about we rent the big tent from last year for 450?',
  { say: 'Carol: Approved.', re: 2 },
  "Dave: I'll book the tent by Friday",
);

function checkTexts(texts: readonly string[], language = 'en'): Promise<Summary> {
  const request = {
    statements: texts.map(text => ({ text })),
    skipped: [{ part: 'heading' as const, count: 2 }],
    zone: 'UTC',
    window: {},
    language,
  };
  return check(conversation, request, { newId: () => 'check-1' }, new AbortController().signal);
}

const texts = [
  'Dave will book the tent by Friday.',
  'The cafeteria serves vegetarian lasagna.',
  'The fair has a budget of 1,500 euros.',
  'It was decided to rent the big tent.',
];

describe('checked statements', () => {
  test.each(catalogues.map(({ tag }) => tag))('say in %s what each of them is, and count', async tag => {
    const { sections, counts, title, engine, words } = toView(await checkTexts(texts, tag));
    expect(sections).toHaveLength(1);
    expect(sections[0]?.items.map(({ label }) => label)).toEqual([
      words.check.verified,
      words.check.notFound,
      words.check.needsClarification,
      words.check.verified,
    ]);
    expect(counts).toContain(words.check.countNotFound(1));
    expect(counts).toContain(words.check.skipped.heading(2));
    expect([title, engine]).toEqual([words.check.title('#talk'), words.check.engine(undefined)]);
  });

  test('read like the lines of a summary', async () => {
    const text = render(await checkTexts(texts), 'plain');
    expect(text.slice(text.indexOf('- '), text.indexOf('\n\nSources'))).toBe(
      [
        '- Verified: Dave will book the tent by Friday. [1] (Dave, 09:03)',
        '- Nothing found: The cafeteria serves vegetarian lasagna. (no message says anything like it)',
        '- Needs clarification: The fair has a budget of 1,500 euros. [2] (Ann, 09:00) (1,500 stands in no',
        '  cited message)',
        '- Verified: It was decided to rent the big tent. [3] (Bob, 09:01) [4] (Carol, 09:02)',
      ].join('\n'),
    );
  });

  test('are told apart on a page by more than words', async () => {
    const page = render(await checkTexts(texts), 'html');
    expect(
      [...page.matchAll(/<span class="label ([a-z]+)">(.*?)<\/span>/g)].map(each => each.slice(1)),
    ).toEqual([
      ['verified', 'Verified'],
      ['unfound', 'Nothing found'],
      ['unclear', 'Needs clarification'],
      ['verified', 'Verified'],
      ['unclear', 'needs clarification'],
    ]);
    for (const look of ['verified', 'unfound', 'unclear'])
      expect(page).toMatch(new RegExp(`\\.label\\.${look} \\{.*border.*\\}\\n\\.label\\.${look}::before`));
  });

  test('stand under a title that does not call them a summary', async () => {
    expect(toEmbedPages(await checkTexts(texts))[0]?.embeds[0].title).toBe('Checked against #talk');
  });

  test('are the statements of the public JSON, in their order', async () => {
    const summary = await checkTexts(texts);
    const document = JSON.parse(render(summary, 'json')) as ReturnType<typeof toCheckDocument>;
    expect(document.statements.map(({ text, status }) => [text, status])).toEqual([
      [texts[0], 'verified'],
      [texts[1], 'not_found'],
      [texts[2], 'needs_clarification'],
      [texts[3], 'verified'],
    ]);
    expect(document.statements[0]?.references).toMatchObject([
      { footnote: 1, message_id: 'm4', sender: 'Dave', position: 4, url: 'https://chat.example/m4' },
    ]);
    expect(document.statements[2]?.findings.some(({ words }) => words?.includes('1,500'))).toBe(true);
    expect(document.counts).toEqual({
      verified: 2,
      needs_clarification: 1,
      not_found: 1,
      recited: 0,
      unjudged: 0,
    });
    const bare = JSON.parse(render(summary, 'json', { references: false })) as typeof document;
    expect(bare.statements.flatMap(({ references }) => references)).toEqual([]);
    expect(bare.reference_index).toEqual([]);
  });

  test('without any say so', async () => {
    for (const format of ['plain', 'markdown', 'html', 'embed'] as const)
      expect(render(await checkTexts([]), format)).toContain('There is no statement to check');
  });

  test('three hundred turn pages that Discord takes', async () => {
    const many = Array.from(
      { length: 300 },
      (_, index) => `${texts[index % 4]} ${'So it was said. '.repeat(3)}`,
    );
    const pages = toEmbedPages(await checkTexts(many));
    expect(pages.length).toBeGreaterThan(5);
    for (const { embeds } of pages) expect(JSON.stringify(embeds[0]).length).toBeLessThan(6_500);
  });
});

const hostile = fc
  .array(fc.oneof(arbitraryText, fc.constantFrom('Dave will book the tent by Friday.', 'budget 1,200')), {
    minLength: 1,
    maxLength: 5,
  })
  .map(parts => parts.join(' '));

const readers = { plain: readPlain, markdown: readMarkdown, html: readHtml, embed: readEmbed };

test('every format shows every statement in order with the same numbers, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 5 }), async given => {
      const summary = await checkTexts(given);
      const shown = (summary.checked?.statements ?? []).map(statement => {
        const claim = summary.claims.find(({ id }) => id === statement.claimId);
        const text = statement.claimId === null ? statement.text : (claim?.text ?? '');
        const numbers = claim?.references.map(({ footnote }) => mark(footnote)) ?? [];
        return { text: squeeze(toShownLine(text)), numbers };
      });
      for (const [format, read] of Object.entries(readers)) {
        const { stream, numbers } = read(summary);
        let at = 0;
        for (const { text } of shown) {
          const found = stream.indexOf(text, at);
          expect(found, `${format} lacks ${text}`).toBeGreaterThanOrEqual(0);
          at = found + text.length;
        }
        expect(numbers.map(mark), format).toEqual(shown.flatMap(each => each.numbers));
      }
    }),
    { numRuns: 60 },
  );
});

test('no format writes a ping, a live link or a control character of a statement', async () => {
  const evil = [
    '@everyone look at https://evil.example/x and [here](https://evil.example/y)',
    '<@123456789012345678> <script>alert(1)</script> \u202e\u0007 Dave will book the tent',
    '# heading | cell ||spoiler|| `code` [1]',
  ];
  const summary = await checkTexts(evil);
  for (const format of formats) {
    const text = render(summary, format);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(text, format).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]|\]\(https:\/\/evil/);
    if (format !== 'plain') expect(text, format).not.toMatch(/(?<!\\)<script/);
    if (format === 'embed') expect(text).not.toContain('@everyone');
  }
});
