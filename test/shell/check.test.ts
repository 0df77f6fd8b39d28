import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CheckDocument } from '../../src/render/formats/document.ts';
import { createFiles } from './files.ts';
import { runFootnote } from './run-footnote.ts';

const { chat, folder, write } = createFiles();

const claims = write(
  'claims.md',
  [
    '## What happened',
    '',
    '- Dave will book the tent by Friday [4]',
    '- The budget of the fair is 1,500 euros.',
    '- [x] **Emma** asked who has the key to the storage room. A magician was hired in Leipzig.',
  ].join('\n'),
);
const zone = ['--zone', 'UTC'];

describe('footnote check', () => {
  test('writes a line a statement to stdout, in order, and what it is doing to stderr', async () => {
    const { code, stdout, stderr } = await runFootnote(['check', chat, claims, ...zone]);
    expect(code).toBe(0);
    expect(stderr).toBe(
      [
        `Reading ${claims}`,
        `Reading ${chat}`,
        'Checking 4 statements against 5 messages',
        'Read 5 of 5 messages',
        'Nothing here says whether it is true. With a key, a model reads each statement.',
        '',
      ].join('\n'),
    );
    expect(stdout.match(/^- .*/gm)).toEqual([
      '- Not checked, related messages found · Dave will book the tent by Friday',
      expect.stringMatching(/^- Unclear · The budget of the fair is 1,500 euros\. \[2\] \(Ann/),
      expect.stringMatching(/^- Not checked, related messages found · Emma asked who has the key/),
      '- Not found · A magician was hired in Leipzig. (no message has enough of its words)',
    ]);
    expect(stdout).toMatch(/no\s+message\s+mentions\s+1,500/);
    expect(stdout).toMatch(/left out of the\s+text:\s+1 heading/);
    expect(stdout).toContain('https://chat.example/4');
  });

  test('gives JSON for JSON, index by index; wrong positions are refused and better messages found', async () => {
    const list = [
      { text: 'Dave will book the tent by Friday.', positions: [4] },
      { text: 'Dave will book the tent by Friday.', positions: [1] },
      { text: 'The cafeteria serves lasagna.', positions: [99] },
      { text: 7 },
    ];
    const args = ['check', chat, '-', '--format', 'json', ...zone];
    const { code, stdout } = await runFootnote(args, {}, JSON.stringify(list));
    expect(code).toBe(0);
    const { statements } = JSON.parse(stdout) as CheckDocument;
    expect(statements.map(({ status, recited }) => [status, recited])).toEqual([
      ['sources_found', false],
      ['sources_found', true],
      ['not_found', false],
      ['not_found', false],
    ]);
    expect(statements[1]?.references).toMatchObject([{ footnote: 1, message_id: '4', position: 4 }]);
    expect(statements[2]?.findings).toMatchObject([{ check: 'citation', words: 'there is no message 99' }]);
    expect(statements[3]).toMatchObject({
      reason: 'unreadable',
      findings: [{ words: 'text is missing' }],
    });
  });

  test('reads only the window, speaks the language, leaves references out and writes where it is told', async () => {
    const out = join(folder, 'checked.md');
    const given = ['--since', '2026-03-10', '--language', 'de', '--no-references', '--format', 'markdown'];
    const { code, stdout, stderr } = await runFootnote([
      'check',
      chat,
      claims,
      ...given,
      '--out',
      out,
      ...zone,
    ]);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('Range: 2026-03-10 00:00');
    const written = readFileSync(out, 'utf8');
    expect(written).toContain(
      '- **Nicht geprüft, passende Nachrichten gefunden** · Dave will book the tent by Friday',
    );
    expect(written).not.toMatch(/\[1\]|chat\.example/);
  });
});
