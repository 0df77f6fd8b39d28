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
  test('tells what a chat holds, and what is left out', async () => {
    const { code, stdout, stderr } = await runFootnote([
      'summarize',
      chat,
      '--dry-run',
      '--zone',
      'Europe/Berlin',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "WhatsApp chat: WhatsApp Chat with Trip
      3 messages by 2 people
      2026-03-13 09:14 to 2026-03-13 09:17 (times in Europe/Berlin)
      1 attachment, 1 edited message
      Left out: 1 unreadable, 1 system message, 1 deleted
      "
    `);
    expect(stderr).toContain(
      'WhatsApp Chat with Trip.txt, line 6 was skipped: there is no 40/03/2026, 9:18.',
    );
  });

  test('tells it as JSON, of the range asked for and without a key for Claude', async () => {
    const args = ['summarize', chat, '--dry-run', '--zone', 'UTC', '--format', 'json', '--engine', 'claude'];
    const { code, stdout, stderr } = await runFootnote(args, { ANTHROPIC_API_KEY: '' });
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({
        source_type: 'whatsapp',
        messages: 3,
        people: 2,
        time_range_start: '2026-03-13T09:14:00.000Z',
        omitted: [
          { reason: 'unreadable', count: 1 },
          { reason: 'system', count: 1 },
          { reason: 'deleted', count: 1 },
        ],
        problems: [expect.stringContaining('line 6')],
      }),
    ]);
    expect(stderr).toContain('Nothing was summarized.');
    const ranged = await runFootnote([...args, '--since', '2026-03-13 09:16']);
    expect(JSON.parse(ranged.stdout)).toMatchObject({ messages: 1, people: 1 });
  });
});
