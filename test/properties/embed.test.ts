import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toEmbedPages } from '../../src/render/embed/embed.ts';
import { type EmbedPage, limits } from '../../src/render/embed/embed-page.ts';
import { toSourcesPages, toWhyPages } from '../../src/render/embed/panels.ts';
import { allTexts } from '../../src/render/texts.ts';
import { toLinkTarget } from '../../src/render/view/shown.ts';
import { arbitrarySummary } from '../render/arbitrary.ts';

function findOverflow({ embeds: [embed], components }: EmbedPage): readonly string[] {
  const fields = embed.fields ?? [];
  const lengths: readonly (readonly [string, number, number])[] = [
    ['title', embed.title?.length ?? 0, limits.title],
    ['description', embed.description?.length ?? 0, limits.description],
    ['footer', embed.footer?.text.length ?? 0, limits.footer],
    ['fields', fields.length, 25],
    ...fields.map(field => ['field name', field.name.length, limits.fieldName] as const),
    ...fields.map(field => ['field value', field.value.length, limits.fieldValue] as const),
    [
      'embed',
      [
        embed.title,
        embed.description,
        embed.footer?.text,
        ...fields.flatMap(each => [each.name, each.value]),
      ].join('').length,
      limits.embed,
    ],
    ['rows', components.length, 5],
    ...components.map(row => ['buttons', row.components.length, 5] as const),
    ...components.flatMap(row =>
      row.components.map(each => ['custom id', each.custom_id.length, limits.customId] as const),
    ),
    ...components.flatMap(row =>
      row.components.map(
        each => ['label', ('label' in each ? each.label : '')?.length ?? 0, limits.buttonLabel] as const,
      ),
    ),
  ];
  const ids = components.flatMap(row => row.components.map(each => each.custom_id));
  const empty = [embed.title, embed.description, ...fields.flatMap(each => [each.name, each.value])].some(
    text => text?.trim() === '',
  );
  return [
    ...lengths.filter(([, length, max]) => length > max).map(([what, length]) => `${what} is ${length} long`),
    ...(new Set(ids).size < ids.length ? ['a custom id twice'] : []),
    ...(empty ? ['an empty part'] : []),
    ...(JSON.stringify(embed).isWellFormed() ? [] : ['half a character']),
  ];
}

/** Our own links: to a cited message, to a replied one, and to what a claim cites beyond its markers, in any language. */
const furtherSources = allTexts.flatMap(t =>
  [1, 2].map(count => t('summary.more', { count }).replace('+', '\\+').replace(/\d/, '[\\d.,]+')),
);
const ownLinks = new RegExp(
  `\\[(?:\\[\\d+\\]|↗|${furtherSources.join('|')})\\]\\(https?://[^\\s()[\\]<>\`|\\\\]+\\)`,
  'gi',
);

/** Everything live that is left once escapes, code and our own links, bold and times are taken away. */
function findLive(text: string): readonly string[] {
  const rest = text
    .replace(/<t:-?\d+:[ftD]>/g, '')
    .replace(ownLinks, '')
    .replace(/\\[^0-9A-Za-z\s]|`[^`\n]+`|\*\*|\*|\[\d+\](?= |$)/gm, '');
  const patterns = [/[*_~|`[\]<]/, /https?:\/\//i, /www\./i, /@(?:everyone|here)/i, /<[@#:/a-z]/i];
  const starts = /^(?:-?#{1,3}(?: |$)|>|[-+*](?: |$)|\d+[.)](?: |$))/;
  const lines = text.split('\n').map(line => line.replace(/^(?:- |☐ |… |> )/, ''));
  const live = patterns.filter(pattern => pattern.test(rest)).map(pattern => `${pattern} in ${rest}`);
  return lines.some(line => starts.test(line)) ? [...live, `a block begins in ${text}`] : live;
}

test('no page exceeds a limit of Discord, with any claims, names and addresses', () => {
  fc.assert(
    fc.property(arbitrarySummary, fc.boolean(), (summary, references) => {
      const pages = toEmbedPages(summary, { references });
      expect(pages.length).toBeGreaterThan(0);
      expect(pages.flatMap(findOverflow)).toEqual([]);
      expect(toSourcesPages(summary).flatMap(findOverflow)).toEqual([]);
      expect(toWhyPages(summary).flatMap(findOverflow)).toEqual([]);
    }),
    { numRuns: 800 },
  );
});

test('nothing that a claim, a name or a title brings is live in an embed', () => {
  fc.assert(
    fc.property(arbitrarySummary, summary => {
      const sources = toSourcesPages(summary);
      for (const page of [...toEmbedPages(summary), ...sources, ...toWhyPages(summary)]) {
        const [{ title = '', description = '', fields = [] }] = page.embeds;
        // A title knows no headings: a `#` that could begin one elsewhere is not escaped there.
        const texts = [
          title.replaceAll('#', ''),
          description,
          ...fields.flatMap(({ name, value }) => [name, value]),
        ];
        expect(texts.flatMap(findLive)).toEqual([]);
        expect(page.embeds[0].footer?.text ?? '').not.toMatch(/@(?:everyone|here)/i);
        expect(page.allowed_mentions).toEqual({ parse: [] });
      }
    }),
    { numRuns: 300 },
  );
});

test('every marker opens the message of its footnote, and the first one never begins a line', () => {
  fc.assert(
    fc.property(arbitrarySummary, summary => {
      const token = /\\[^0-9A-Za-z\s]|`[^`]+`|\[(?:\[(\d+)\]\]\(([^)\s]*)\)|(\d+)\])/g;
      for (const {
        embeds: [embed],
      } of toEmbedPages(summary)) {
        const shown = (text: string) => {
          return [...text.matchAll(token)].flatMap(([, linked, url, bare]) => {
            if (linked === undefined && bare === undefined) return [];
            const note = summary.footnotes[Number(linked ?? bare) - 1];
            const target = toLinkTarget(note?.url);
            expect(url ?? null).toBe(target !== null && target.length <= 512 ? target : null);
            return Number(linked ?? bare);
          });
        };
        shown(embed.description ?? '');
        expect(embed.fields).toBeUndefined();
        // The first marker of several is joined to the word before it; in code, brackets are content.
        expect((embed.description ?? '').replaceAll(/`[^`]*`/g, '')).not.toMatch(/(?<!\)|\]) \[\[?\d+\]/);
      }
    }),
    { numRuns: 200 },
  );
});
