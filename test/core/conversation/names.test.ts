import { expect, test } from 'vitest';
import { withoutHiddenWords } from '../../../src/core/conversation/spoilers.ts';
import { hasBracketedNumber, toAuthorName, toSpeakerName } from '../../../src/core/conversation/text.ts';
import { toCpuMs } from '../../cpu.ts';

test.each([
  ['[42] Clan', '(42) Clan'],
  ['［１］ Ann 【2】', '(１) Ann (2)'],
  ['@Ann', 'Ann'],
  ['Ann: “yes” → Bob', "Ann, 'yes' - Bob"],
  ['D:E', 'D:E'],
  ['Ann\n[1] Bob: no', 'Ann (1) Bob, no'],
  ['x'.repeat(4_000), 'x'.repeat(80)],
  ['\u200b', 'someone'],
])('the name %j is written %j in claims', (name, written) => {
  expect(toSpeakerName(name)).toBe(written);
});

test.each([
  ['Ann  Lee', 'Ann  Lee'],
  ['山田　太郎', '山田　太郎'],
  [' Ann\n\tLee\u2028', 'Ann Lee'],
  ['\u200b ', ''],
  ['Ann\u{e0048}\u{e0069}', 'Ann'],
])('an author %j is %j', (name, kept) => {
  expect(toAuthorName(name)).toBe(kept);
});

test('hidden words go, flags, presentation forms and other letters stay', () => {
  const flag = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
  expect(withoutHiddenWords(`${flag}\u{e0041}\u{e0042} ☎️ 葛\u{e0100}\u{e0101}\u{e0102}`)).toBe(
    `${flag} ☎️ 葛\u{e0100}`,
  );
});

test.each(['[1]', '[ 1, 2 ]', '[1–4]', '[[3]]', '【12†source】', '[\u200b1\u200b]', '［١］', '[^1]', '[#5]'])(
  '%j looks like a marker',
  text => {
    expect(hasBracketedNumber(`a ${text} b`)).toBe(true);
  },
);

test.each(['[x]', '[a1]', '(1)', '[ ]', '[1', '1]', '[v2.1 notes]'])('%j does not', text => {
  expect(hasBracketedNumber(`a ${text} b`)).toBe(false);
});

test('a long run of what is unseen behind a bracket takes no time', () => {
  const before = process.threadCpuUsage();
  for (const run of ['\u200b', ' ', '1\u200b', '[', '[1,', '[1 '])
    expect(hasBracketedNumber(`[1${run.repeat(50_000)}`)).toBe(false);
  expect(toCpuMs(before)).toBeLessThan(500);
});

test('a name that is longer than any app allows is cut off', () => {
  expect(toAuthorName('a'.repeat(65_536))).toBe(`${'a'.repeat(255)}…`);
  expect(toAuthorName('b'.repeat(256))).toBe('b'.repeat(256));
});
