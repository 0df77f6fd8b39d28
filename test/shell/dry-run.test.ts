import { describe, expect, test } from 'vitest';
import { createFiles } from './files.ts';
import { runFootnote } from './run-footnote.ts';

const { write } = createFiles();

const chat = write(
  'WhatsApp Chat with Trip.txt',
  [
    '13/03/2026, 09:14 - Messages and calls are end-to-end encrypted.',
    '13/03/2026, 09:14 - +49 151 2345678: We meet at the station at eight.',
    '13/03/2026, 09:15 - Mia: <Media omitted>',
    '13/03/2026, 09:16 - Mia: This message was deleted',
    '13/03/2026, 09:17 - Mia: See you <This message was edited>',
    '40/03/2026, 09:18 - Mia: lost',
    '',
  ].join('\n'),
);

describe('summarize --dry-run', () => {
  const args = ['summarize', chat, '--dry-run', '--zone', 'Europe/Berlin', '--engine', 'claude'];

  test('tells what a chat holds and what is left out, without a key for Claude', async () => {
    const { code, stdout, stderr } = await runFootnote(args, { ANTHROPIC_API_KEY: '' });
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "WhatsApp Chat with Trip (whatsapp)
      3 messages by 2 people
      2026-03-13 09:14 to 2026-03-13 09:17 (times in Europe/Berlin)
      1 attachment, 1 edited message
      Left out: 1 unreadable, 1 system message, 1 deleted
      "
    `);
    expect(stderr).toContain(
      'WhatsApp Chat with Trip.txt, line 6 was skipped: there is no 40/03/2026, 9:18.',
    );
    expect(stderr).toContain('Nothing was summarized.');
  });

  test('tells it of the range asked for', async () => {
    const { stdout } = await runFootnote([...args, '--since', '2026-03-13 09:16']);
    expect(stdout).toContain('1 message by 1 person');
  });
});
