import { expect, test } from 'vitest';
import { toSourcesPages } from '../../src/render/embed/panels.ts';
import { formats } from '../../src/render/formats.ts';
import { render } from '../../src/render/render.ts';
import { viewerScript, viewerScriptSource } from '../../src/render/viewer/viewer-script.ts';
import { extractiveSummary, fullSummary } from './full-summary.ts';

const endings = { json: 'json', markdown: 'md', html: 'html', plain: 'txt', embed: 'embed.json' } as const;

/** The script has tests of its own, and the style pictures. */
const withoutScriptText = (text: string) =>
  text
    .replace(viewerScript, 'SCRIPT')
    .replace(viewerScriptSource.slice(1, -1), 'sha256-HASH')
    .replace(/<style>.*<\/style>/s, '<style>STYLE</style>');

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
