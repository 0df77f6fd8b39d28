import { expect, test } from 'vitest';
import { markSpoilers } from '../../src/core/conversation/spoilers.ts';
import { escapeDiscord, truncateEscaped } from '../../src/render/embed/discord-markup.ts';
import { escapeMarkdown } from '../../src/render/formats/markdown.ts';
import { formats } from '../../src/render/formats.ts';
import { render } from '../../src/render/render.ts';
import { tellSummary } from './summaries.ts';

const long = `${'Nothing happens for a while. '.repeat(9)}Then ||the gardener did it with the rake||, they say.`;
const told = (text: string) =>
  tellSummary({
    messages: [{ by: 'Ann', text: markSpoilers(text), at: '2026-03-09T14:00:00.000Z' }],
    claims: [{ text: markSpoilers(`Ann: “${text}”`), cites: [1] }],
  });

test.each(formats)('%s hides the words of a spoiler', format => {
  for (const text of ['The killer is ||Bob Marsh||.', long]) {
    const shown = render(told(text), format).replace(/\|\|.*?\|\|/gs, '(closed)');
    expect(shown).not.toMatch(/Marsh|gardener|rake/);
    if (format !== 'embed') expect(shown).toMatch(/\[spoiler\\?\]/);
    expect(shown).toMatch(format === 'embed' ? /\(closed\)/ : /spoiler/);
  }
});

test.each(formats)('%s shows bars that hide nothing unchanged', format => {
  const shown = render(told('`a || b || c`'), format).replaceAll('\\', '');
  expect(shown).toContain('a || b || c');
});

test.each([
  ['a ||b c|| d', 'a ||b c|| d'],
  ['||x||', '||x||'],
  ['re||x||y', 're||x||y'],
  ['||a|b *c*||', '||a\\|b \\*c\\*||'],
  ['||see https://example.com/x||', '||see `https://example.com/x`||'],
  [
    `||${'word '.repeat(200)}end||`,
    expect.stringMatching(/^(?:\|\|(?:word ?)+\|\| )+\|\|(?:word )*end\|\|$/),
  ],
])('in Discord %s stays a spoiler in which nothing is live', (content, escaped) => {
  expect(escapeDiscord(markSpoilers(content))).toEqual(escaped);
});

test.each(['discord.gg/abc', 'Discord.gg/abc', 'discord.com/invite/abc', 'discordapp.com/invite/abc'])(
  'the invitation %s is code, because Discord links it even without a scheme',
  address => {
    expect(escapeDiscord(`join ${address} now`)).toBe(`join \`${address}\` now`);
    expect(escapeMarkdown(`join ${address}`)).toBe(`join \`${address}\``);
    expect(escapeDiscord('we use discord.js')).toBe('we use discord.js');
  },
);

test('a spoiler that is cut is closed, and a title has none', () => {
  const content = markSpoilers('We know now: ||it was the gardener all along||');
  expect(truncateEscaped(content, 24)).toMatch(/^We know now: \|\|it.*…\|\|$/);
  expect(truncateEscaped(content, 60, 'title')).toBe('We know now: \\[spoiler\\]');
});
