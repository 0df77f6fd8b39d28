import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Evidence, toEvidence } from '../../../src/core/conversation/evidence.ts';
import { toSpeakerName } from '../../../src/core/conversation/text.ts';
import { toPeople } from '../../../src/core/verify/people.ts';
import { conversationOf, say } from '../conversation/messages.ts';

function toEvidenceOf(names: readonly string[]): Evidence {
  const messages = names.map((name, index) => ({
    ...say(name, new Date(index * 1_000).toISOString(), 'Hello', { id: `m${index}` }),
    author: { id: `p${index}`, name, bot: false },
  }));
  return toEvidence(conversationOf(messages));
}

/** What names in a text are: any of them, the longest first, between characters that are no letters and no digits. */
function findByPattern(names: readonly string[], text: string): readonly string[] {
  const written = new Set<string>();
  for (const name of names.flatMap(own => [own, toSpeakerName(own)])) {
    written.add(name.trim().replace(/^@+/u, ''));
    if ((name.match(/[\p{L}\p{N}]+/gu) ?? []).length > 1) written.add(name.trim().split(/[\s|(]/u)[0] ?? '');
  }
  const all = [...written].filter(name => /[\p{L}\p{N}]/u.test(name) && name.length > 1);
  if (all.length === 0) return [];
  const choices = all
    .sort((a, b) => b.length - a.length)
    .map(name => RegExp.escape(name).replace(/(?:\\x20| )+/g, '\\s+'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${choices.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return [...text.matchAll(pattern)].map(({ 0: name, index }) => `${index} ${name}`);
}

function findIn(names: readonly string[], text: string): readonly string[] {
  return toPeople(toEvidenceOf(names))
    .findNames(text)
    .map(({ name, at }) => `${at} ${name}`);
}

describe('names of participants in a text', () => {
  test('are found among 50,000 authors', () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `Author ${index} of Many`);
    const people = toPeople(toEvidenceOf(names));
    expect(
      people.findNames('author 7  of many and Author 49999 of Many').map(({ name, ids }) => [name, ...ids]),
    ).toEqual([
      ['author 7  of many', 'p7'],
      ['Author 49999 of Many', 'p49999'],
    ]);
    expect(people.findNamed('Author, Author').size).toBe(50_000);
  });

  test('may be as long as a message', () => {
    const words = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(' ');
    const names = ['a'.repeat(65_536), '(.*)'.repeat(16_384), `${words} end`, 'Bob'];
    const people = toPeople(toEvidenceOf(names));
    expect(people.findNames(`Bob asked ${'A'.repeat(65_536)}.`).map(({ ids }) => [...ids])).toEqual([
      ['p3'],
      ['p0'],
    ]);
    expect(people.findNames(words).map(({ ids }) => [...ids])).toEqual([['p2']]);
  });

  test('are those that one pattern of all names finds', () => {
    const part = fc.constantFrom(
      'Bob',
      'bob',
      'Ann',
      'élan',
      'e\u0301',
      '田中',
      '🎉',
      '(',
      '|',
      '.',
      '@',
      ' ',
      '  ',
      '\n',
      '4',
    );
    const line = (most: number) => fc.array(part, { maxLength: most }).map(parts => parts.join(''));
    fc.assert(
      fc.property(fc.array(line(6), { maxLength: 5 }), line(20), (names, text) => {
        expect(findIn(names, text)).toEqual(findByPattern(names, text));
      }),
    );
  });

  test('of the longest known name, where a title follows', () => {
    const people = toPeople(toEvidenceOf(['田中', '田中太郎']));
    expect([...people.toIds('田中太郎さん')]).toEqual(['p1']);
    expect([...people.toIds('田中さん')]).toEqual(['p0']);
  });
});
