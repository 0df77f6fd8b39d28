import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toInitialChoice } from '../../src/core/digests/digest.ts';
import { cutPoint, truncate } from '../../src/render/cut.ts';
import { toPreviewText } from '../../src/render/embed/digest-text.ts';
import { escapeDiscord, shortenAddresses, toStrong } from '../../src/render/embed/discord-markup.ts';
import { toEmbedPages } from '../../src/render/embed/embed.ts';
import { toSourcesPages, toWhyPages } from '../../src/render/embed/panels.ts';
import { toHtml } from '../../src/render/formats/html.ts';
import { toMarkdown } from '../../src/render/formats/markdown.ts';
import { toPlain } from '../../src/render/formats/plain.ts';
import { toContentParts } from '../../src/render/literal.ts';
import { toTexts } from '../../src/render/texts.ts';
import { toMarker, toShownLine, toSnippet } from '../../src/render/view/shown.ts';
import { scale } from '../scale.ts';
import { readDiscord } from './readings.ts';
import { tellSummary } from './summaries.ts';

test('a marker links to http and https, and stands plain without an address that can be linked to', () => {
  expect(toMarker(1, 'https://discord.com/channels/1/2/3')).toBe('[[1]](https://discord.com/channels/1/2/3)');
  expect(toMarker(2, 'https://x.y/a b(c)[d]')).toBe('[[2]](https://x.y/a%20b%28c%29%5Bd%5D)');
  for (const url of [
    undefined,
    null,
    '',
    'javascript:alert(1)',
    'discord://x',
    'https://',
    'https://x.y/\n',
    'https://x.y/\u202e',
    `https://x.y/${'z'.repeat(501)}`,
  ]) {
    expect(toMarker(3, url)).toBe('[3]');
  }
  expect(toMarker(4, `https://x.y/${'z'.repeat(500)}`)).toMatch(/^\[\[4\]\]\(/);
});

test('a cut leaves whole graphemes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.integer({ min: 2, max: 30 }),
      (text, max) => {
        const at = cutPoint(text, max);
        expect(at).toBeGreaterThan(text === '' ? -1 : 0);
        expect(at).toBeLessThanOrEqual(max);
        expect([text.slice(0, at), text.slice(at)].every(piece => piece.isWellFormed())).toBe(true);
        expect(truncate(text, max).length).toBeLessThanOrEqual(max);
      },
    ),
  );
  expect('ab👩‍👩‍👧‍👦'.slice(0, cutPoint('ab👩‍👩‍👧‍👦', 8))).toBe('ab');
});

test('what is escaped for Discord reads as it was written', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const line = toShownLine(text);
      fc.pre(!/@|www|:\/\//i.test(line));
      const words = toContentParts(line).map(stretch => stretch.text);
      // What would end a link is parted by a character that nobody sees.
      expect(readDiscord(escapeDiscord(text)).replaceAll(']\u200b(', '](')).toBe(words.join(''));
    }),
    { numRuns: scale(2000) },
  );
  expect(escapeDiscord('see https://x.y/a_b, `c`')).toBe('see `https://x.y/a_b`, `c`');
  // Discord would extend the link of a marker before it to this address.
  expect(escapeDiscord('a](https://evil.example)')).not.toContain('](');
  expect(escapeDiscord('- item')).toBe('\\- item');
  // Bold would end within the code.
  expect(toStrong('www.evil.example**x')).toBe('`www.evil.example**x`');
  expect(toStrong('``` `**http://evil.example`')).not.toMatch(/^\*\*/);
  expect(toStrong('Decided: `*` at the end')).toBe('**Decided: `*` at the end**');
  expect(toStrong('the `*` key', '*')).toBe('the `*` key');
  const guide = 'A guide (https://www.a.example/guide/) and https://b.example/a/very/long/path/to/some/page';
  expect(escapeDiscord(shortenAddresses(guide))).toBe('A guide (a.example/guide) and b.example');
  expect(escapeDiscord('-# 1. web-flasher #2 2.4')).toBe('\\-# 1\\. web-flasher \\#2 2.4');
  expect(escapeDiscord('<@1> <t:1:R> <:a:1>')).toBe('\\<@1\\> \\<t:1:R\\> \\<:a:1\\>');
});

test('a snippet begins near the quote that its head would not show', () => {
  const text = `${'before '.repeat(60)}the very point ${'after '.repeat(60)}`;
  const quote = {
    start: text.indexOf('the very'),
    end: text.indexOf('the very') + 14,
    text: 'the very point',
  };
  expect(toSnippet({ text, forwarded: false }, quote)).toMatch(/^…before before .*the very point after .*…$/);
  expect(toSnippet({ text, forwarded: true }, quote)).toMatch(/^\[forwarded\] ….*the very point/);
  expect(toSnippet({ text, forwarded: false })).toMatch(/^before .*…$/);
  expect(toSnippet({ text: '[forwarded] hi', forwarded: true })).toBe('[forwarded] hi');
});

test('in Japanese, nothing is joined with the punctuation of English', () => {
  const t = toTexts('ja');
  const say = (text: string, more = {}) => ({ by: '花子', text, at: '2026-03-09T13:32:00.000Z', ...more });
  const failed = (position: number) =>
    ({ check: 'citation', outcome: 'fail', problem: { code: 'no_message', position } }) as const;
  const summary = tellSummary({
    messages: [say('テントを借ります'), say('予約します'), say('', { bot: true }), say('', { system: true })],
    unreadable: 2,
    claims: [
      { text: 'テントを借りる', cites: [1], status: 'sources_found' },
      { text: '予約する', cites: [2], status: 'needs_clarification', findings: [failed(7), failed(8)] },
    ],
    rejected: [{ text: '飛ぶ', reasons: [failed(9), failed(10)], draft: null }],
    frame: { language: 'ja' },
  });
  const checked = tellSummary({
    messages: [say('テントを借ります')],
    claims: [{ text: 'テント', cites: [1], status: 'needs_clarification', findings: [failed(7), failed(8)] }],
    frame: {
      language: 'ja',
      checked: {
        statements: [
          { claimId: 'c1' },
          { claimId: null, text: '飛ぶ', reason: 'nothing_similar', findings: [failed(9), failed(10)] },
        ],
        skipped: [
          { part: 'heading', count: 2 },
          { part: 'code', count: 1 },
        ],
      },
    },
  });
  const places = { ids: ['1', '2', '3'], hidden: 1, deleted: 1 };
  const digest = toPreviewText(
    {
      ...{ reads: places, chosen: places, destination: { ...places, ids: ['4'] }, hasCategory: true },
      choice: {
        ...toInitialChoice('4'),
        schedule: { kind: 'weekly', days: ['monday', 'thursday'], time: '09:00', zone: 'UTC' },
      },
      readers: { isEveryone: false, roleIds: ['5', '6'], memberIds: ['7'] },
      leftOut: [{ ...places, reason: 'bot' }],
      ...{ nextRuns: [], creatorId: '7', isCreator: true },
    },
    { t, locale: 'ja' },
  );
  const toStrings = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(toStrings) : [];
  };
  const shown = [
    digest,
    ...[summary, checked].flatMap(each => [
      toPlain(each),
      toMarkdown(each),
      toHtml(each).replace(/<(style|script)[^>]*>.*?<\/\1>|<[^>]+>/gs, ''),
      ...toStrings([toEmbedPages(each), toWhyPages(each), toSourcesPages(each)]),
    ]),
  ].join('\n');
  for (const mark of ['、', '。', '：']) expect(shown).toContain(mark);
  expect(shown.match(/.*[,;:](?:[ *].*|$)/gm)).toBeNull();
});
