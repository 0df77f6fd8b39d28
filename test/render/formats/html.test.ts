import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toHtml } from '../../../src/render/formats/html.ts';
import { toLinkTarget, toShownText } from '../../../src/render/view/shown.ts';
import { viewerScript, viewerScriptSource } from '../../../src/render/viewer/viewer-script.ts';
import { scale } from '../../scale.ts';
import { arbitrarySummary } from '../arbitrary.ts';
import { extractiveSummary, fullSummary } from '../full-summary.ts';
import { attributeOf, toElements, toText } from '../readings.ts';
import { tellSummary } from '../summaries.ts';
import { findForeign } from './page-elements.ts';

test('nothing in a summary becomes an element or an attribute of the page', () => {
  fc.assert(
    fc.property(arbitrarySummary, summary => {
      const elements = toElements(toHtml(summary));
      expect(elements.flatMap(findForeign)).toEqual([]);
      expect(elements.filter(({ tagName }) => tagName === 'style')).toHaveLength(1);
      const scripts = elements.filter(({ tagName }) => tagName === 'script').map(toText);
      expect(scripts).toEqual([expect.any(String), viewerScript]);
      expect(JSON.parse(scripts[0] ?? '')).toHaveProperty('claims.length', summary.claims.length);
    }),
    { numRuns: scale(150) },
  );
});

test('every link leads to a place on the page or over http to the message of its note', () => {
  fc.assert(
    fc.property(arbitrarySummary, summary => {
      const elements = toElements(toHtml(summary));
      const ids = elements.flatMap(element => attributeOf(element, 'id') ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      const targets = [...summary.footnotes, ...summary.claims.flatMap(({ more }) => more)].map(({ url }) =>
        toLinkTarget(url),
      );
      for (const link of elements.filter(({ tagName }) => tagName === 'a')) {
        const href = attributeOf(link, 'href') ?? '';
        if (href.startsWith('#')) expect(ids).toContain(href.slice(1));
        else {
          expect(targets).toContain(href);
          expect(attributeOf(link, 'rel')).toBe('noopener noreferrer');
        }
      }
    }),
    { numRuns: scale(100) },
  );
});

test('a note shows the message it numbers, with exactly the quoted words marked', () => {
  const text = 'One <b>two</b> three & four\nfive';
  const summary = tellSummary({
    messages: [{ by: 'Ann', text, at: '2026-03-09T08:00:00.000Z' }],
    claims: [
      { text: 'A.', cites: [[1, '<b>two']] },
      { text: 'B.', cites: [[1, 'two</b> three']] },
      { text: 'C.', cites: [[1, 'five']] },
    ],
  });
  const elements = toElements(toHtml(summary));
  const [said] = elements.filter(element => attributeOf(element, 'class') === 'said');
  expect(said && toText(said)).toBe(toShownText(text));
  expect(elements.filter(({ tagName }) => tagName === 'mark').map(toText)).toEqual([
    '<b>',
    'two',
    '</b> three',
    'five',
  ]);
});

test('a long message is shown around its quotes', () => {
  const text = `${'a '.repeat(2000)}the point${' b'.repeat(2000)}`;
  const summary = tellSummary({
    messages: [{ by: 'Ann', text, at: '2026-03-09T08:00:00.000Z' }],
    claims: [{ text: 'A.', cites: [[1, 'the point']] }],
  });
  const [said] = toElements(toHtml(summary)).filter(element => attributeOf(element, 'class') === 'said');
  const shown = said ? toText(said) : '';
  expect(shown).toContain('a a the point b b');
  expect(shown.length).toBeLessThan(1500);
});

test('a marker never begins a line apart from its words, and a link to a message never follows a lone dot', () => {
  const page = toHtml(fullSummary);
  expect(page).toContain('.n::before { content: "\\2060"; }');
  expect(page).toMatch(/<\/a><a class="n"/);
  expect(page).toMatch(/\S<\/span><a class="n"/);
  expect(page).not.toMatch(/\s<a class="n"|<wbr>|·\s*<a/);
});

test('the page allows its own script and no request', () => {
  const page = toHtml(fullSummary);
  const policy = toElements(page).find(
    element => attributeOf(element, 'http-equiv') === 'Content-Security-Policy',
  );
  expect(policy && attributeOf(policy, 'content')).toBe(
    `default-src 'none'; style-src 'unsafe-inline'; script-src ${viewerScriptSource}; base-uri 'none'; form-action 'none'`,
  );
  expect(page).not.toMatch(/@import|url\(|<script src/);
  const bare = toHtml(fullSummary, { references: false });
  expect(bare).not.toContain('<script');
  expect(bare).not.toContain('script-src');
});

test('the page is in the language of its words', () => {
  expect(toHtml(extractiveSummary)).toContain('<html lang="de">');
});
