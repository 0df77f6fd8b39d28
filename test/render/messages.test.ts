import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { messageCatalogues } from '../../src/render/messages/catalogues.ts';
import { createFormat } from '../../src/render/messages/format.ts';
import { botCatalogues, englishBotWords } from '../../src/render/words/bot/index.ts';
import { catalogues } from '../../src/render/words/index.ts';

type Part = ReturnType<IntlMessageFormat['getAst']>[number];
type Choice = Extract<Part, { readonly options: object }>;
type Leaf = readonly [key: string, value: unknown];

function toLeaves(tree: object, path = ''): readonly Leaf[] {
  return Object.entries(tree).flatMap(([key, value]): readonly Leaf[] =>
    typeof value === 'object' && value !== null ? toLeaves(value, `${path}${key}.`) : [[path + key, value]],
  );
}

function parse(message: string): readonly Part[] {
  return new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst();
}

/** Every part of a message, those of its plurals and selects included. */
function toParts(parts: readonly Part[]): readonly Part[] {
  return parts.flatMap(part =>
    isChoice(part) ? [part, ...Object.values(part.options).flatMap(({ value }) => toParts(value))] : [part],
  );
}

function isChoice(part: Part): part is Choice {
  return 'options' in part;
}

function isPlural(part: Part): part is Extract<Choice, { readonly pluralType?: unknown }> {
  return 'pluralType' in part;
}

function toPlaceholders(message: string): readonly string[] {
  const isPlaceholder = (part: Part) => part.type !== 0 && part.type !== 7;
  const names = toParts(parse(message))
    .filter(isPlaceholder)
    .map(part => ('value' in part ? part.value : ''));
  return [...new Set(names.map(String))].sort();
}

/** All values 1, for every placeholder. */
function formatWithOnes(tag: string, message: string): string {
  return createFormat(tag)(message, Object.fromEntries(toPlaceholders(message).map(name => [name, 1])));
}

const [first, ...others] = messageCatalogues.map(({ tag, messages }) => ({
  tag,
  messages: new Map(toLeaves(messages) as readonly (readonly [string, string])[]),
}));
if (first === undefined) throw new Error('there is no language');
const languages = [first, ...others];

test.each(others)('$tag has the keys of English and no others', ({ messages }) => {
  expect([...messages.keys()].sort()).toEqual([...first.messages.keys()].sort());
});

describe.each(languages)('the messages in $tag', ({ tag, messages }) => {
  const plurals = [...messages].flatMap(([key, message]) =>
    toParts(parse(message))
      .filter(isPlural)
      .map(part => [key, part] as const),
  );

  test('parse and are not empty', () => {
    for (const [key, message] of messages) {
      expect(message.trim(), key).not.toBe('');
      expect(() => parse(message), key).not.toThrow();
    }
  });

  test('have the placeholders of English', () => {
    for (const [key, message] of messages)
      expect(toPlaceholders(message), key).toEqual(toPlaceholders(first.messages.get(key) ?? ''));
  });

  test('escape nothing: those without a placeholder are shown as they are', () => {
    for (const [key, message] of messages) {
      if (toPlaceholders(message).length === 0) expect(createFormat(tag)(message, {}), key).toBe(message);
      expect(message, key).not.toMatch(/'[{}]|''/);
    }
  });

  test('have a form for every number', () => {
    const rules = new Intl.PluralRules(tag);
    for (const [key, { options }] of plurals)
      for (const count of [1, 2, 3, 5, 11, 21, 100, 1_204]) {
        const has = `=${count}` in options || rules.select(count) in options;
        expect(has, `${key}: ${count}`).toBe(true);
      }
  });

  test('never count one of several', () => {
    const rules = new Intl.PluralRules(tag);
    if (rules.select(1) === rules.select(2)) return;
    /** What follows a number in the plural and not in the singular: "messages". */
    const several = new Set(
      plurals.flatMap(([, { options }]) => {
        const [one = '', other = ''] = [options['one'], options['other']].map(option =>
          option?.value.map(part => ('value' in part && part.type === 0 ? part.value : '#')).join(''),
        );
        const counted = /# ?\p{L}+/u.exec(other)?.[0];
        return counted === undefined || one === '' || one.includes(counted) ? [] : [counted.slice(1)];
      }),
    );
    expect(several.size).toBeGreaterThan(10);
    const oneOfSeveral = new RegExp(`(?<![\\p{N}.,])1(?:${[...several].join('|')})(?!\\p{L})`, 'u');
    for (const [key, message] of messages)
      expect(formatWithOnes(tag, message), key).not.toMatch(oneOfSeveral);
  });
});

describe('the words', () => {
  const problem = {
    fault: 'no_text',
    what: 'unknown_kind',
    position: 1,
    name: 'Ann',
    value: '1',
    words: 'some',
  };
  const given: Readonly<Record<string, readonly unknown[]>> = {
    list: [['a', 'b']],
    news: [{ mark: 'changed', by: ['messages', 'due'] }],
    engine: [{ name: 'claude', model: 'a model', judge: 'a judge' }],
    denied: ['gone', 'a channel'],
    wrongNumber: [{ name: 'messages', min: 1, max: 2 }],
    'settings.review': ['off'],
    'digest.command.quiet': [1, 'line'],
    'privacy.deleted': [{ summaries: 1, feedback: 1, digests: 1, chats: 1 }],
    'catchup.notLooked': [2, ['a']],
    'topics.people': [['a'], 1],
    'file.unused': [['a']],
    'decisions.list': [['a', 'b']],
    'privacy.access.never': [['a']],
    'privacy.access.only': [['a']],
    'privacy.access.members': [['a']],
  };

  test('give every message all its values, in every language', () => {
    for (const words of [...catalogues, ...botCatalogues])
      for (const [key, say] of toLeaves(words))
        if (typeof say === 'function') {
          const values = key.startsWith('problems.') ? [problem] : [1, 1, 1];
          expect(say(...(given[key] ?? values)), key).toMatch(/^[^{}]+$/);
        }
  });

  // An affirmation, afirmación, decisión or décision is feminine, wherever it is told of.
  test.each([
    ['fr', /ée/],
    ['es', /[ai]da|uelta/],
  ])('that tell of a claim or a decision agree with it in %s', (tag, feminine) => {
    const { summary, bot } = messageCatalogues.find(each => each.tag === tag)?.messages ?? {};
    if (!summary || !bot) throw new Error('no messages');
    const { verified, dropped, merged, news, kindLabels, why, footer, check, decisions } = summary;
    for (const text of [
      ...[verified, dropped, merged, footer.checked, why.dropped, bot.review.dropped, bot.review.removed],
      ...[check.outcomes.verified, decisions.approved, decisions.declined, bot.decisions.superseded],
    ])
      expect(text).toMatch(feminine);
    for (const text of [news.new, news.resolved, news.reasons.decided, kindLabels.resolved])
      expect(text).toMatch(/[ea]$/);
  });

  test('show what is given as it is, whatever ICU makes of it in a message', () => {
    const typed = "l'{x}' <b> # ''";
    expect(englishBotWords.notUnderstood(typed)).toContain(typed);
    expect(englishBotWords.readyOpen(typed)).toContain(typed);
  });
});
