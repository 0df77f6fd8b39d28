import { describe, expect, test } from 'vitest';
import { extractiveEngine } from '../../src/app/extractive.ts';
import { summarize } from '../../src/app/summarize.ts';
import { parseExport } from '../../src/io/import/import-chat.ts';
import { formats } from '../../src/render/formats.ts';
import { render } from '../../src/render/render.ts';

const transcript = `WEBVTT

00:12:05.000 --> 00:12:09.000
<v Mia>We decided to rent the big tent for 450 euros.

00:48:10.000 --> 00:48:15.000
<v Tom>I'll book the tent by Friday, the deposit is 100 euros.

01:02:00.000 --> 01:02:04.000
<v Mia>Who has the key to the storage room? It is needed on 28 March.
`;
const talk = `Mia: We decided to rent the big tent for 450 euros.
Tom: I'll book the tent by Friday, the deposit is 100 euros.
Mia: Who has the key to the storage room?
Tom: I do.
`;
const markdown = `# The fair

## Budget

We decided to rent the big tent for 450 euros.

## Tasks

Tom will book the tent by Friday, the deposit is 100 euros.
`;

async function toSummary(text: string, name: string, zone: string) {
  const { conversation } = parseExport(text, name, { zone });
  const request = { detail: 'standard', zone, window: {} } as const;
  return summarize(
    conversation,
    request,
    { engine: extractiveEngine, newId: () => 's1' },
    new AbortController().signal,
  );
}

describe.each([
  ['a transcript', transcript, 'fair.vtt'],
  ['a transcript without times', talk, 'fair.txt'],
  ['a document', markdown, 'fair.md'],
])('%s without dates', (_, text, name) => {
  test.each(['UTC', 'America/New_York', 'Asia/Tokyo'])('shows no date in any format (%s)', async zone => {
    const summary = await toSummary(text, name, zone);
    expect(summary.claims.length).toBeGreaterThan(0);
    for (const format of formats) {
      const written = render(summary, format);
      expect(written, format).not.toMatch(/19(?:69|70)|<t:-?\d+|Invalid Date/);
    }
  });
});

test('a transcript without dates shows how far into it something was said, a document its sections', async () => {
  const spoken = await toSummary(transcript, 'fair.vtt', 'America/New_York');
  for (const format of ['markdown', 'plain', 'html'] as const)
    for (const time of [/\b0\\?:12:05\b/, /\b0\\?:48:10\b/]) expect(render(spoken, format)).toMatch(time);
  expect(render(spoken, 'plain')).toMatch(/\[\d\] \(Mia, 0:12:05\)/);
  const written = await toSummary(markdown, 'fair.md', 'UTC');
  for (const format of ['markdown', 'plain', 'html'] as const)
    expect(render(written, format)).toMatch(/message 1 of 2(?:,| ·) Budget/);
  expect(render(written, 'plain')).toContain('[1] (The fair)');
});
