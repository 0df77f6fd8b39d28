import { expect, test } from 'vitest';
import { toSourcesPages } from '../../src/render/embed/panels.ts';
import { formats, groupings } from '../../src/render/formats.ts';
import { render } from '../../src/render/render.ts';
import { viewerScript, viewerScriptSource } from '../../src/render/viewer/viewer-script.ts';
import { extractiveSummary, fullSummary } from './full-summary.ts';

const endings = { json: 'json', markdown: 'md', html: 'html', plain: 'txt', embed: 'embed.json' } as const;

/** The script has tests of its own. */
const withoutScriptText = (text: string) =>
  text.replace(viewerScript, 'SCRIPT').replace(viewerScriptSource, "'sha256-HASH'");

for (const format of formats) {
  test(`the full summary in ${format} looks as it did`, async () => {
    const text = withoutScriptText(render(fullSummary, format));
    await expect(text).toMatchFileSnapshot(`__snapshots__/full.${endings[format]}`);
  });

  test(`the example without a model in ${format}, in German, looks as it did`, async () => {
    const text = withoutScriptText(render(extractiveSummary, format));
    await expect(text).toMatchFileSnapshot(`__snapshots__/extractive.${endings[format]}`);
  });
}

test('the sources behind the button look as they did', async () => {
  const text = `${JSON.stringify(toSourcesPages(fullSummary), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('__snapshots__/sources/full.json');
});

for (const grouping of groupings.slice(1)) {
  test(`the sources set by ${grouping} look as they did behind the button, in Markdown and in plain text`, async () => {
    const pages = `${JSON.stringify(toSourcesPages(fullSummary, { grouping }), null, 2)}\n`;
    await expect(pages).toMatchFileSnapshot(`__snapshots__/sources/full.${grouping}.json`);
    for (const [format, ending] of [
      ['markdown', 'md'],
      ['plain', 'txt'],
    ] as const) {
      const [, sources = ''] = render(fullSummary, format, { sources: grouping }).split(
        /^(?=(?:## )?Sources$)/m,
      );
      await expect(sources).toMatchFileSnapshot(`__snapshots__/sources/full.${grouping}.${ending}`);
    }
  });
}
