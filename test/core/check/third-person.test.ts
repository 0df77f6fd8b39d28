import { describe, expect, test } from 'vitest';
import {
  isTellable,
  type ToldSentence,
  tellMessage,
  tellStatement,
} from '../../../src/core/check/third-person.ts';
import { messageAt } from '../../../src/core/conversation/evidence.ts';
import { toContext } from '../../../src/core/verify/context.ts';
import { talk } from '../talk.ts';

const context = toContext(
  talk(
    "Ann: I'll call you when you're home, don't wait", // 1
    'Ben: Cara, can you send us my photos?', // 2
    { say: "Cara: sure, I'm sending them", re: 2 }, // 3
    'Will Smith: I will not, ask Will', // 4
  ),
  { languages: ['en'] },
);

function write(sentences: readonly ToldSentence[]): string {
  return sentences.map(each => each.map(({ forms }) => forms.join('|')).join(' ')).join(' / ');
}

function told(position: number): string {
  const message = messageAt(context.evidence, position);
  return message ? write(tellMessage(message, context)) : '';
}

describe('a message as others would tell it', () => {
  test('names its author for “I”, and for “you” whoever wrote next to it', () => {
    expect(told(1)).toBe('@ann will call @ben when @ben home not wait');
  });

  test('is led by its author, and says “we” of both', () => {
    expect(told(2)).toBe('@ben @cara can @ann send @ben @ann @ben photo');
  });

  test('speaks to whoever it answers', () => {
    expect(told(3)).toContain('@cara');
    expect(told(3)).not.toContain('@will smith');
  });

  test('takes a word for a name only where it is written as one', () => {
    expect(told(4)).toBe('@will smith will not ask @will smith');
  });
});

describe('a statement', () => {
  const tellOf = (text: string) => write(tellStatement(text, context));

  test('is told in the same words as the message it rests on', () => {
    expect(tellOf('Ann will call Ben when he is home.')).toBe('@ann will call @ben when @ann|@ben home');
  });

  test('means by “they” the last two it named, and by a pronoun before any name nobody', () => {
    expect(tellOf('Ann, Ben and Cara talk. They sing.')).toContain('/ @ben @cara sing');
    expect(tellOf('She sings.')).toBe('sing');
  });

  test('has one form for a number with and without its comma', () => {
    expect(tellOf('1,850 visitors')).toBe(tellOf('1850 visitors'));
  });
});

test.each([
  [['en'], true],
  [['en-GB'], true],
  [['de'], false],
  [['en', 'de'], false],
  [[], false],
])('pronouns of %j are known: %s', (languages, known) => {
  expect(isTellable(toContext(talk('Ann: hi'), { languages }))).toBe(known);
});
