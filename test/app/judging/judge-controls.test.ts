import { describe, expect, test } from 'vitest';
import { toControls, toSeed, withControls } from '../../../src/app/judge-batches.ts';
import { talk } from '../../core/talk.ts';

const evidence = talk(
  'Ann: The budget is 1,200 euros for the whole fair.',
  'Bob: ok',
  'Ann: We meet at the old pier on Friday.',
  'Carol: I will bring the lamp and the long cable.',
  'Cem: We have 12 chairs for the pier',
  'Tide table: low water is at 06:40 today',
  { say: 'Bob: The loudspeakers from last year still work.', re: 1 },
);
const { messages } = evidence;

describe('control claims', () => {
  test('are a true quotation and one with another number or credited to somebody else', () => {
    const faults = new Set<string>();
    const verbs = new Set<string>();
    for (let seed = 0; seed < 500; seed += 1) {
      const controls = toControls(messages, evidence, seed);
      expect(controls.map(({ isTrue }) => isTrue)).toEqual([true, false]);
      for (const { claim, isTrue } of controls) {
        const cited = messages[(claim.citations[0]?.position ?? 0) - 1];
        const [, name, verb = '', words = '?'] = /^(.+) (wrote|said|posted): “(.+)”$/.exec(claim.text) ?? [];
        const isAuthor = cited?.author.name === name;
        const isQuoted = cited?.text.includes(words) ?? false;
        expect(isAuthor && isQuoted).toBe(isTrue);
        expect(isAuthor || isQuoted).toBe(true);
        expect(messages.some(({ author }) => author.name === name)).toBe(true);
        verbs.add(verb);
        if (!isTrue) faults.add(isAuthor ? words : 'author');
      }
    }
    expect(verbs.size).toBe(3);
    expect([...faults].sort()).toEqual(['We have 13 chairs for the pier', 'author']);
  });

  test('are taken of people’s messages of some length alone', () => {
    const bot = talk(
      { say: 'Notifier: the build of this morning is ready', bot: true },
      { say: 'Ann: yes', re: 1 },
    );
    expect(toControls(bot.messages, bot, 3)).toEqual([]);
    expect(toControls([], evidence, 3)).toEqual([]);
  });

  test('credit a single message to somebody else of the conversation, where there is somebody', () => {
    const [first] = messages;
    const told = toControls(first ? [first] : [], evidence, 3).map(({ claim }) => claim.text);
    expect(told).toEqual([
      'Ann wrote: “The budget is 1,200 euros for the whole fair.”',
      expect.stringMatching(/^(?!Ann).+ wrote: “The budget is 1,200 euros/),
    ]);
    const alone = talk('Ann: The budget is 1,200 euros.', 'Ann: We meet at the old pier on Friday.');
    expect(toControls(alone.messages, alone, 1).map(({ isTrue }) => isTrue)).toEqual([true]);
  });

  test('credit nobody who may be the author under another nickname', () => {
    const nicks = talk(
      'bob: the budget is 1,200 euros',
      'bob_away: we meet at the old pier',
      'ann: the lamp is broken again',
    );
    for (let seed = 0; seed < 20; seed += 1) {
      const texts = toControls(nicks.messages, nicks, seed).map(({ claim, isTrue }) => [isTrue, claim.text]);
      expect(
        texts.filter(([isTrue, text]) => !isTrue && /^bob.* \w+: “(?:the budget|we meet)/.test(`${text}`)),
      ).toEqual([]);
    }
  });

  test('credit nobody with words that they wrote as well', () => {
    const echo = talk(
      'Ann: We meet at the old pier on Friday.',
      'Bob: We meet at the old pier on Friday.',
      'Cem: ok',
    );
    expect(toControls(echo.messages, echo, 1)[1]?.claim.speakers).toEqual(['Cem']);
  });

  test('stand at places that differ with the claims and are the same for the same', () => {
    const placesOf = (claims: readonly string[]) => {
      const seed = toSeed(claims);
      return withControls(claims, toControls(messages, evidence, seed), seed).map(
        ({ control }) => control !== null,
      );
    };
    const lists = Array.from({ length: 30 }, (_, n) => ['a', 'b', 'c', 'd', `claim ${n}`]);
    const places = lists.map(claims => placesOf(claims).join());
    expect(new Set(places).size).toBeGreaterThan(8);
    expect(lists.map(claims => placesOf(claims).join())).toEqual(places);
    const entries = withControls(['a', 'b'], toControls(messages, evidence, 1), 12_345);
    expect(entries.flatMap(({ claim, control }) => (control === null ? [claim] : []))).toEqual(['a', 'b']);
  });
});
