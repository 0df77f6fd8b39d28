import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/app/check.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { formats } from '../../../src/render/formats.ts';
import { render } from '../../../src/render/render.ts';
import { allTexts } from '../../../src/render/texts.ts';
import { toProblemLine } from '../../../src/render/view/problem-line.ts';
import { toShownLine } from '../../../src/render/view/shown.ts';
import { toView } from '../../../src/render/view/view.ts';
import { toConversation } from '../../core/talk.ts';
import { scale } from '../../scale.ts';
import { arbitraryText } from '../arbitrary.ts';
import {
  mark,
  piecesOf,
  readEmbed,
  readHtml,
  readMarkdown,
  readPlain,
  squeeze,
  toPattern,
  withoutScripts,
} from '../readings.ts';
import { failed, tellSummary } from '../summaries.ts';

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
  'The big tent is rented.',
];

/** One statement of every outcome. */
function tellChecked(language = 'en', judge?: string): Summary {
  return tellSummary({
    messages: conversation.messages.map(({ author, text, time, url = '' }) => ({
      by: author.name,
      text,
      at: time,
      url,
    })),
    source: { title: conversation.source.title },
    claims: [
      { kind: 'fact', text: texts[0] ?? '', cites: [4], findings: [{ check: 'judge', outcome: 'pass' }] },
      {
        kind: 'fact',
        text: texts[2] ?? '',
        cites: [1],
        status: 'needs_clarification',
        findings: [failed('judge', { code: 'judged_contradicted', words: 'the budget is 1,200' }, 'mark')],
      },
      { kind: 'fact', text: texts[3] ?? '', cites: [2, 3], status: 'sources_found' },
    ],
    frame: {
      language,
      zone: 'UTC',
      engine: { name: 'check', ...(judge !== undefined && { judge }) },
      checked: {
        statements: [
          { claimId: 'c1' },
          { claimId: null, text: texts[1] ?? '', reason: 'nothing_similar', findings: [] },
          { claimId: 'c2' },
          { claimId: 'c3' },
        ],
        skipped: [{ part: 'heading', count: 2 }],
      },
    },
  });
}

describe('checked statements', () => {
  test.each(allTexts.map(t => t.tag))('say in %s what each of them is, and count', tag => {
    const { sections, facts, title, notices, t } = toView(tellChecked(tag, 'judge-1'));
    expect(sections).toHaveLength(1);
    const labels = sections[0]?.items.flatMap(item => piecesOf(item, 'label'));
    expect(labels).toEqual([
      t('summary.check.outcomes.verified'),
      t('summary.check.outcomes.unfound'),
      t('summary.check.outcomes.unclear'),
      t('summary.check.outcomes.sources'),
    ]);
    expect(new Set(labels).size).toBe(4);
    const told = t.list([
      t('summary.verified', { count: 1 }),
      t('summary.sourcesFound', { count: 1 }),
      t('summary.unclear', { count: 1 }),
      t('summary.check.countNotFound', { count: 1 }),
      t('summary.check.leftOut', { list: t('summary.check.skipped.heading', { count: 2 }) }),
    ]);
    expect(facts).toContain(told);
    expect(notices).toEqual([t('summary.unjudged', { count: 1 })]);
    expect(title).toBe(t('summary.check.title', { place: '#talk' }));
    expect(facts).toContain(t('summary.footer.judged', { count: 1, judge: 'judge-1' }));
  });

  test('without a judge have sources at best, and are so shown without a warning', async () => {
    const summary = await checkTexts(texts.slice(0, 1));
    const { sections, notices, t } = toView(summary);
    const [item] = sections[0]?.items ?? [];
    expect(item?.line[0]).toMatchObject({ as: 'label', outcome: 'sources' });
    expect(piecesOf(item, 'note')).toEqual([]);
    expect(notices).toEqual([t('summary.check.noneJudged')]);
  });

  test.each(allTexts)('of $tag say what was wrong with given citations beside that they were replaced', t => {
    const uncited = failed('citation', { code: 'no_message', position: 99 }, 'uncite');
    const partly = failed('judge', { code: 'judged_partly', words: '' }, 'mark');
    const claim = { kind: 'fact', text: 'It is booked.', cites: [1], citationReplaced: true } as const;
    const messages = [{ by: 'Ann', text: 'It is booked.', at: '2026-03-09T09:00:00.000Z' }];
    const notesOf = (told: Parameters<typeof tellSummary>[0]['claims'][number]) => {
      const frame = { checked: { statements: [{ claimId: 'c1' }], skipped: [] }, language: t.tag };
      const summary = tellSummary({ messages, claims: [told], frame });
      const notes = piecesOf(toView(summary).sections[0]?.items[0], 'note');
      for (const [format, read] of Object.entries(readers))
        for (const note of notes) expect(read(summary).stream, format).toContain(squeeze(note));
      return notes;
    };
    const given = t.clauses([toProblemLine(uncited.problem, t), t('summary.citationReplaced')]);
    expect(notesOf({ ...claim, status: 'sources_found', findings: [uncited] })).toEqual([given]);
    expect(notesOf({ ...claim, status: 'needs_clarification', findings: [uncited, partly] })).toEqual([
      toProblemLine(partly.problem, t),
      given,
    ]);
  });
});

const hostile = fc
  .array(fc.oneof(arbitraryText, fc.constantFrom('Dave will book the tent by Friday.', 'budget 1,200')), {
    minLength: 1,
    maxLength: 5,
  })
  .map(parts => parts.join(' '));

const readers = { plain: readPlain, markdown: readMarkdown, html: readHtml, embed: readEmbed };

test('every format shows every statement in order with the same numbers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 5 }), async given => {
      const summary = await checkTexts(given);
      const shown = (summary.checked?.statements ?? []).map(statement => {
        const claim = summary.claims.find(({ id }) => id === statement.claimId);
        const text = statement.claimId === null ? statement.text : (claim?.text ?? '');
        const numbers = claim?.references.map(({ footnote }) => mark(footnote)) ?? [];
        return { text: toShownLine(text), numbers };
      });
      for (const [format, read] of Object.entries(readers)) {
        const { stream, numbers } = read(summary);
        let at = 0;
        for (const { text } of shown) {
          const pattern = toPattern(text);
          pattern.lastIndex = at;
          expect(pattern.test(stream), `${format} lacks ${text}`).toBe(true);
          at = pattern.lastIndex;
        }
        expect(numbers.map(mark), format).toEqual(shown.flatMap(each => each.numbers));
      }
    }),
    { numRuns: scale(60) },
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
    const text = withoutScripts(render(summary, format));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(text, format).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]|\]\(https:\/\/evil/);
    if (format !== 'plain') expect(text, format).not.toMatch(/(?<!\\)<script/);
    if (format === 'embed') expect(text).not.toContain('@everyone');
  }
});
