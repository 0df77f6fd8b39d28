import { describe, expect, test } from 'vitest';
import { markSpoilers } from '../../src/core/conversation/spoilers.ts';
import { escapeDiscord, toLines, truncateEscaped } from '../../src/render/embed/discord-markup.ts';
import { toEmbedPages } from '../../src/render/embed/embed.ts';
import { toHtml } from '../../src/render/formats/html.ts';
import { escapeMarkdown, toMarkdown } from '../../src/render/formats/markdown.ts';
import { toPlain } from '../../src/render/formats/plain.ts';
import { formats } from '../../src/render/formats.ts';
import { render } from '../../src/render/render.ts';
import { english } from '../../src/render/texts.ts';
import { toView } from '../../src/render/view/view.ts';
import { tellSummary } from './summaries.ts';

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 2, 9, 9, minute, second)).toISOString();
const toDescription = (summary: Parameters<typeof toEmbedPages>[0]) =>
  toEmbedPages(summary, { t: english })[0]?.embeds[0].description ?? '';

test('code in a claim is code where a format has it, and stays escaped where a backtick is alone', () => {
  const text = 'Ann: “Run `npm run demo` first, a|b is `no | code`, and so is ` alone.”';
  const summary = tellSummary({ messages: [{ by: 'Ann', text, at: at(0) }], claims: [{ text, cites: [1] }] });
  for (const shown of [toDescription(summary), toMarkdown(summary)])
    expect(shown).toContain('Run `npm run demo` first');
  expect(toHtml(summary)).toContain('Run <code>npm run demo</code> first');
  expect(toPlain(summary)).toContain('Run npm run demo first');
  expect(toDescription(summary)).toContain('is \\`no \\| code\\`, and so is \\` alone');
});

describe('a link that is shown by its label', () => {
  test.each([
    ['[our bank](https://evil.example/login)', 'our bank', 'evil.example'],
    ['[bank.example](<https://xn--bnk-5cd.example/a>)', 'bank.example', 'xn--bnk-5cd.example'],
    ['[bank](https://bаnk.example)', 'bank', 'xn--bnk-6cd.example'],
  ])('%s has its host beside it', (message, label, host) => {
    const summary = tellSummary({
      messages: [{ by: 'Ann', text: `See ${message}`, at: at(0) }],
      claims: [{ kind: 'link', text: `Ann: “${label}”`, cites: [[1, label]] }],
    });
    for (const shown of [toDescription(summary), toMarkdown(summary), toHtml(summary), toPlain(summary)])
      expect(shown.replaceAll('\\', '')).toMatch(new RegExp(`${label}[^]*?\\(${host}`));
  });

  test('is told once where the label is the address', () => {
    const summary = tellSummary({
      messages: [{ by: 'Ann', text: 'https://tents.example/prices', at: at(0) }],
      claims: [{ kind: 'link', text: 'Ann: “tents.example/prices”', cites: [[1, 'tents.example/prices']] }],
    });
    expect(toDescription(summary).match(/tents\.example/g)).toHaveLength(1);
  });
});

test('a summary of one minute shows its time once', () => {
  const messages = [
    { by: 'Ann', text: 'One.', at: at(0, 5) },
    { by: 'Ann', text: 'Two.', at: at(0, 40) },
  ];
  const summary = tellSummary({ messages, claims: [{ text: 'Two things.', cites: [1, 2] }] });
  expect(toDescription(summary).match(/<t:/g)).toHaveLength(1);
  expect(toPlain(summary).split('\n')[2]).toBe('2026-03-09 10:00 (times in Europe/Berlin)');
  const longer = tellSummary({
    messages: [...messages, { by: 'Ann', text: 'Three.', at: at(1) }],
    claims: [],
  });
  expect(toDescription(longer)).toMatch(/^<t:\d+:f> to <t:\d+:f>/);
});

test('a conversation of bots alone says what was left out', () => {
  const messages = [1, 2].map(minute => ({ by: 'Bot', text: 'Built.', at: at(minute), bot: true }));
  expect(toView(tellSummary({ messages, claims: [] })).empty).toBe(
    'There is nothing to summarize in this time range: all messages were left out (2 by bots).',
  );
  expect(toView(tellSummary({ messages: [], claims: [] })).empty).toContain('There are no messages');
});

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
])('in Discord %s stays a spoiler in which nothing is live', (content, escaped) => {
  expect(escapeDiscord(markSpoilers(content))).toEqual(escaped);
});

test('each line and piece of a long spoiler is a spoiler', () => {
  const text = markSpoilers(`||${'word '.repeat(400)}end||`);
  for (const line of toLines([{ as: 'text', text }]))
    expect(line).toMatch(/^(?:… )?(?:\|\|(?:word ?)+\|\|(?: |$))*(?:\|\|(?:word )*end\|\||…)$/);
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
