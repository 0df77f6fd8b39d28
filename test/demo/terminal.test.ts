import type { APIMessage } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { toTerminal } from '../../demo/terminal.ts';

const options = { zone: 'Europe/Berlin', locale: 'en', columns: 40 };

function show(message: Partial<APIMessage>): string {
  return toTerminal({ content: '', embeds: [], ...message } as APIMessage, options);
}

test.each([
  ['**bold** and *slanted* and `code`', 'bold and slanted and code'],
  ['snake\\_case \\*stars\\* stay', 'snake_case *stars* stay'],
  ['snake_case_name stays', 'snake_case_name stays'],
  ['see [[1]](https://discord.com/channels/1/2/3) there', 'see [1] there'],
  ['[↗](https://discord.com/channels/1/2/3) Bob', '↗ Bob'],
  ['since <t:1773046800:f>', 'since Mar 9, 2026, 10:00 AM'],
  ['due <t:1773046800:D>', 'due Mar 9, 2026'],
  ['from <t:1773046800:t>', 'from 10:00 AM'],
])('%j reads %j', (content, plain) => {
  expect(show({ content })).toBe(plain);
});

test('an embed stands behind a line, wrapped between words, list items set in', () => {
  const description = '- one two three four five six seven eight nine ten\nplain';
  expect(show({ embeds: [{ title: 'Title', description, footer: { text: 'foot' } }] })).toBe(
    [
      '│ Title',
      '│',
      '│ - one two three four five six seven',
      '│   eight nine ten',
      '│ plain',
      '│',
      '│ foot',
    ].join('\n'),
  );
});
