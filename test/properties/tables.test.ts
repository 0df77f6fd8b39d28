import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { toMarkdown } from '../../src/render/formats/markdown.ts';
import { squeeze } from '../render/readings.ts';
import { tellSummary } from '../render/summaries.ts';

/** What breaks tables: pipes, lines, code, escapes, quotes, and what follows them. */
const nasty = fc
  .array(
    fc.constantFrom(
      '|',
      '\n',
      '\r\n',
      '`',
      '``',
      '\\',
      '\\|',
      '"',
      '""',
      ',',
      '<br>',
      'a',
      'Zoé',
      ' ',
      '- ',
      '---',
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map(parts => `x${parts.join('')}y`);
const messages = fc.array(fc.record({ by: nasty, text: nasty }), { minLength: 1, maxLength: 4 });
const at = '2026-03-09T08:00:00.000Z';

function toSummary(told: readonly { readonly by: string; readonly text: string }[]) {
  return tellSummary({
    messages: told.map(each => ({ ...each, at })),
    claims: told.map((_, index) => ({ text: `Claim ${index + 1}.`, cites: [index + 1] })),
  });
}

type Node = { readonly type: string; readonly value?: string; readonly children?: readonly Node[] };

const findCells = (node: Node): readonly Node[] =>
  node.type === 'tableCell' ? [node] : (node.children ?? []).flatMap(findCells);

const toText = ({ value = '', children = [] }: Node): string => value + children.map(toText).join('');

test('the table of sources in Markdown has one row of five cells for each source, with any text', () => {
  fc.assert(
    fc.property(messages, told => {
      const cells = findCells(
        fromMarkdown(toMarkdown(toSummary(told)), {
          extensions: [gfm()],
          mdastExtensions: [gfmFromMarkdown()],
        }),
      ).slice(5);
      expect(cells).toHaveLength(told.length * 5);
      const rows = told.map((_, index) => cells.slice(index * 5, index * 5 + 5).map(toText));
      expect(rows.map(([number]) => number)).toEqual(told.map((_, index) => `[${index + 1}]`));
      const written = told.map(({ by, text }) => [squeeze(by), squeeze(text)]);
      const shown = rows.map(([, who = '', , , said = '']) => [squeeze(who), squeeze(said)]);
      expect(shown).toEqual(written);
    }),
    { numRuns: 300 },
  );
});
