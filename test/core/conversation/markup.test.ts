import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MarkupNames, toPlainWords } from '../../../src/core/conversation/discord.ts';

const names: MarkupNames = {
  user: id => (id === '80351110224678912' ? 'Ann Lee' : undefined),
  role: id => (id === '165511591545143296' ? 'Moderators' : undefined),
  channel: id => (id === '103735883630395392' ? 'general' : undefined),
};

describe('markup that Discord writes', () => {
  test.each([
    ['<@80351110224678912> hi', '@Ann Lee hi'],
    ['<@!80351110224678912> hi', '@Ann Lee hi'],
    ['cc <@&165511591545143296>', 'cc @Moderators'],
    ['see <#103735883630395392>.', 'see #general.'],
    ['nice <:mmLol:216154654256398347>', 'nice :mmLol:'],
    ['<a:b1nzy:392938283556143104>', ':b1nzy:'],
    ['use </ban user:1048596893126832178>', 'use /ban user'],
    ['</airhorn:816437322781949972>', '/airhorn'],
    ['from <t:1773066720> on', 'from 2026-03-09 14:32 UTC on'],
    ['<t:1773066720:R>', '2026-03-09 14:32 UTC'],
    ['<t:-60:f>', '1969-12-31 23:59 UTC'],
    ['<@80351110224678912><@80351110224678912>', '@Ann Lee@Ann Lee'],
  ])('%s is told as %s', (content, words) => {
    expect(toPlainWords(content, names)).toBe(words);
  });

  test('with an id that nobody knows is told as a member or as unknown, never as the id', () => {
    expect(toPlainWords('<@1> <@!2> <@&3> <#4>', names)).toBe(
      '@member @member @unknown-role #unknown-channel',
    );
  });
});

describe('what only looks like markup', () => {
  test.each([
    '<@>',
    '<@80351110224678912',
    '@80351110224678912>',
    '< @80351110224678912>',
    '<@abc>',
    '<@123456789012345678901>',
    '<#general>',
    '<:smile:>',
    '<::216154654256398347>',
    '<:has space:216154654256398347>',
    '<t:soon>',
    '<t:9999999999999>',
    '<t:1773066720:RR>',
    '</:816437322781949972>',
    '</ban>',
    '<id:customize>',
    '<https://example.org/?a=<b>',
    'if a <b && c> d',
    '@everyone @here #general :smile: **bold** `||code||`',
    '',
  ])('%s stays as it was written', content => {
    expect(toPlainWords(content, names)).toBe(content);
  });

  test('text without angle brackets is never touched', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter(text => !text.includes('<')),
        text => toPlainWords(text, names) === text,
      ),
    );
  });
});
