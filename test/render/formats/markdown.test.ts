import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeMarkdown, toMarkdown } from '../../../src/render/formats/markdown.ts';
import { toLinkTarget } from '../../../src/render/view/shown.ts';
import { scale } from '../../scale.ts';
import { arbitrarySummary, arbitraryText } from '../arbitrary.ts';
import { tellSummary } from '../summaries.ts';

/** What is left of content once escapes and code are read from left to right; what they parted stays apart. */
const toRest = (line: string) => line.replace(/\\[!-/:-@[-`{-~]|`[^`]+`/g, '·');

test('content in Markdown holds no live markup, link, address or HTML', () => {
  fc.assert(
    fc.property(arbitraryText, text => {
      const line = escapeMarkdown(text);
      expect(toRest(line)).not.toMatch(/[*_~|`[\]<>&$\\]|https?:\/\/|www\.|[a-z0-9]@[a-z0-9-]+\.[a-z]/i);
      expect(line).not.toMatch(/\n|^(?:#+(?:\s|$)|[-+*](?:\s|$)|\d+[.)](?:\s|$)|[-=]+$)|\s#+$/);
    }),
    { numRuns: scale(1000) },
  );
});

test('every marker opens the message of its footnote', () => {
  fc.assert(
    fc.property(arbitrarySummary, summary => {
      const token = /\\[!-/:-@[-`{-~]|`[^`]+`|\[(?:\[(\d+)\]\]\(([^)\s]*)\)|(\d+)\])/g;
      const shown = [...toMarkdown(summary).matchAll(token)].filter(([, linked, , bare]) => linked ?? bare);
      for (const [, linked, url, bare] of shown) {
        const target = toLinkTarget(summary.footnotes[Number(linked ?? bare) - 1]?.url);
        expect(url ?? null).toBe(target !== null && target.length <= 512 ? target : null);
      }
      expect(shown.length).toBeGreaterThanOrEqual(2 * summary.footnotes.length);
    }),
    { numRuns: scale(100) },
  );
});

test('an action names who has to do it, whether the text does or not', () => {
  const messages = Array.from({ length: 5 }, () => ({
    by: 'Bob',
    text: 'ok',
    at: '2026-03-09T08:00:00.000Z',
  }));
  const act = (text: string) => ({
    kind: 'action' as const,
    owner: 'Bob',
    speakers: ['Bob'],
    text,
    cites: [1],
  });
  const shown = toMarkdown(
    tellSummary({ messages, claims: [act('Flash it.'), act('Bob flashes it.'), act('Bob: “I flash it.”')] }),
  );
  expect(shown).toContain('- **Bob** — Flash it. [1]\n- Bob flashes it. [1]\n- **Bob:** “I flash it.” [1]');
});
