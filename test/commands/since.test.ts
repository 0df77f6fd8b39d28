import { expect, test } from 'vitest';
import { suggestSince, toSinceWords } from '../../commands/since.ts';
import { parseTimeWords, type SinceChoice, sinceChoices } from '../../src/core/time-words.ts';
import { isLastSummary, isOwnLast } from '../../src/io/discord/history/window.ts';
import { allTexts } from '../../src/render/texts.ts';

const choices = Object.entries(sinceChoices) as readonly [SinceChoice, string][];
const now = '2026-03-12T12:00:00.000Z';

test.each(allTexts.map(t => [t.discordLocale, t] as const))(
  'quick choices are offered in %s, with values that the bot reads',
  (tag, t) => {
    expect(suggestSince('', tag, now)).toEqual(
      choices.map(([choice, value]) => ({ name: t(`bot.catchup.sinceChoices.${choice}`), value })),
    );
    // As typed by somebody who does not choose.
    for (const [choice, value] of choices) {
      expect(toSinceWords(` ${t(`bot.catchup.sinceChoices.${choice}`)} `)).toBe(value);
    }
  },
);

test.each(allTexts)('the examples of times in $tag are read, and are in that language', t => {
  const [, help = ''] = t('bot.help.examples.yesterday.command').split('since: ');
  const told = [...t('bot.notUnderstood', { words: '' }).matchAll(/`(.+?)`/g)].map(([, words = '']) => words);
  expect(toSinceWords(told.pop() ?? '')).toBe(sinceChoices.ownLast);
  for (const words of [help, ...told])
    expect(parseTimeWords(words, now, 'UTC', 'from'), words).not.toBeNull();
  expect(told).toContain(help);
  expect(t('bot.commands.summarize.since')).toContain(help);
  expect(help.includes('yesterday')).toBe(t.tag === 'en');
});

test('each choice is a time, but for two', () => {
  const { ownLast, lastSummary, ...others } = sinceChoices;
  expect([isOwnLast(ownLast), isLastSummary(lastSummary), isLastSummary('since  Last Summary')]).toEqual([
    true,
    true,
    true,
  ]);
  const times = Object.values(others);
  expect(times.map(words => parseTimeWords(words, now, 'Europe/Berlin', 'from'))).toEqual([
    '2026-03-11T12:00:00.000Z',
    '2026-03-10T23:00:00.000Z',
    '2026-03-08T23:00:00.000Z',
  ]);
});

test('choices are narrowed by what is typed, and what is typed is offered where it is a time or a link', () => {
  const offer = (typed: string) => suggestSince(typed, 'de', now);
  expect(offer('wo')).toEqual([{ name: 'diese Woche', value: 'this week' }]);
  expect(offer('YESTER')).toEqual([{ name: 'gestern', value: 'yesterday' }]);
  expect(offer(' 2h ')).toEqual(['2h']);
  expect(offer('https://discord.com/channels/1/2/3')).toEqual(['https://discord.com/channels/1/2/3']);
  expect(offer('whenever')).toEqual([]);
  expect(offer(`https://discord.com/${'x'.repeat(100)}`)).toEqual([]);
});

test('the last summary is not offered for all channels together', () => {
  const names = suggestSince('', 'en-US', now, false).map(each =>
    typeof each === 'string' ? each : each.value,
  );
  expect(names).toEqual(Object.values(sinceChoices).filter(value => value !== sinceChoices.lastSummary));
});

test('other words are read as they are', () => {
  expect(toSinceWords('2h')).toBe('2h');
  expect(toSinceWords('  ')).toBeNull();
  expect(toSinceWords(null)).toBeNull();
});
