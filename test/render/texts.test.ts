import { globSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { allTexts, type TextKey, toFrameTexts, toTexts } from '../../src/render/texts.ts';

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

const toOnes = (message: string) => Object.fromEntries(toPlaceholders(message).map(name => [name, 1]));

/** All values 1, for every placeholder. */
function formatWithOnes(tag: string, message: string): string {
  const format = new IntlMessageFormat(message, tag, undefined, { ignoreTag: true });
  return String(format.format(toOnes(message)));
}

const [first, ...others] = allTexts.map(t => {
  const catalogue = JSON.parse(readFileSync(`src/render/messages/${t.tag}.json`, 'utf8')) as object;
  const messages = new Map(toLeaves(catalogue) as readonly (readonly [string, string])[]);
  return { t, tag: t.tag, messages };
});
if (first === undefined) throw new Error('there is no language');
const languages = [first, ...others];
const keys = [...first.messages.keys()] as readonly TextKey[];

test.each(others)('$tag has the keys of English and no others', ({ messages }) => {
  expect([...messages.keys()].sort()).toEqual([...first.messages.keys()].sort());
});

test.each(allTexts)('in $tag, the reason why a digest is paused names the button to press', t => {
  const button = `**${t('bot.digest.command.buttons.resume')}**`;
  for (const reason of ['by_person', 'post_unsure'] as const)
    expect(t(`bot.digest.pauseReasons.${reason}`)).toContain(button);
  expect(t('bot.digest.notices.paused', { place: '', reason: '' })).toContain(button);
  expect(t('bot.digest.command.savedPaused')).toContain(button);
});

/** Former words for what is checked, not checked, unclear or removed, and for action items. */
const formerWords: Readonly<Record<string, RegExp>> = {
  en: /clarif|sources? found|\b(?:un)?supported\b|\b(?:not |un)confirmed\b|\b(?:verified|validated|proven|passed|holds?)\b|\bjudge[ds]?\b|\btasks?\b/i,
  de: /Klärungsbedarf|gefundenen Quellen|beurteil|belegt|gestützt|verifiziert|überprüf|bestanden|bewiesen|nicht bestätigt/i,
  fr: /actions? à mener|sources trouvées|évalu|contrôl[ée]|valid[ée]|étay|attest|\bprouvé|non confirmé/i,
  es: /verific|fuentes encontradas|evalua|validad|respald|demostrad|\bprobad|superó|sin confirmar/i,
  ja: /検証|要確認|出典あり|タスク|照合|裏付け|立証|証明/,
};

test.each(languages)('one thing has one word in $tag', ({ tag, messages }) => {
  const told = [...messages].map(([key, message]) => `${key}: ${formatWithOnes(tag, message)}`);
  const withoutKey = (line: string) => line.slice(line.indexOf(': '));
  expect(told.filter(line => formerWords[tag]?.test(withoutKey(line)))).toEqual([]);
});

// An affirmation, afirmación, decisión or décision is feminine.
test.each([
  ['fr', /ée|Prise/],
  ['es', /(?:da|lta)s?\b/],
])('in %s, what is told of a claim or a decision agrees with it', (tag, feminine) => {
  const told = languages.find(each => each.tag === tag)?.messages;
  const ofClaims = ['verified', 'dropped', 'merged', 'hidden', 'statuses.approved'];
  const ofDecisions = ['statuses.decided', 'statuses.declined', 'statuses.superseded'];
  for (const key of [...ofClaims, ...ofDecisions].map(each => `summary.${each}`))
    expect(formatWithOnes(tag, told?.get(key) ?? ''), key).toMatch(feminine);
  for (const [key, message] of told ?? [])
    if (/\.(?:removed|confirmed)(?:Count)?$/.test(key) && /\{(?:by|count)\b/.test(message))
      expect(formatWithOnes(tag, message), key).toMatch(feminine);
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
      if (toPlaceholders(message).length === 0) expect(formatWithOnes(tag, message), key).toBe(message);
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
});

describe('the texts', () => {
  test('are filled in every language, and throw if a value is missing', () => {
    for (const { t, messages } of languages)
      for (const key of keys) {
        const message = messages.get(key) ?? '';
        expect(t(key, toOnes(message)), key).toMatch(/^[^{}]+$/);
        if (toPlaceholders(message).length > 0) expect(() => t(key), key).toThrow();
      }
  });
});

describe('the code', () => {
  /** The keys in the code as patterns, with what follows each of them. */
  const uses = ['src', 'commands'].flatMap(folder =>
    globSync(`${folder}/**/*.ts`).flatMap(file => {
      const code = readFileSync(file, 'utf8');
      const found = code.matchAll(
        /'((?:summary|bot)\.[\w.-]+)'|`((?:summary|bot)\.(?:[\w.-]|\$\{[^}]+\})+)`/g,
      );
      return [...found].map(({ 0: text, 1: literal, 2: template = '', index }) => {
        const parts = (literal ?? template).split(/\$\{[^}]+\}/).map(RegExp.escape);
        const rest = code.slice(index + text.length);
        return { file, text, matches: new RegExp(`^${parts.join('[^.]+')}$`), given: findValues(rest) };
      });
    }),
  );

  /** The names of the values that follow a key in a call; null if they are not an object that is written there. */
  function findValues(rest: string): readonly string[] | null {
    const values = /^(?:\s*:\s*['`][^'`]+['`])?,\s*\{/.exec(rest);
    if (values === null) return /^(?:\s*:\s*['`][^'`]+['`])?\s*\)/.test(rest) ? [] : null;
    let [depth, top] = [0, ''];
    for (const char of rest.slice(values[0].length)) {
      if ('}])'.includes(char)) depth -= 1;
      if (depth < 0) break;
      if (depth === 0) top += char;
      if ('{[('.includes(char)) depth += 1;
    }
    return [...top.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name = '']) => name);
  }

  test('uses every key', () => {
    expect(keys.filter(key => !uses.some(({ matches }) => matches.test(key)))).toEqual([]);
  });

  test('gives every message all its values', () => {
    const checked = uses.flatMap(({ file, text, matches, given }) => {
      const own = keys.filter(key => matches.test(key));
      if (given === null || own.length === 0) return [];
      // Of several keys, those that all of them have: which ones a call means is a matter of its types.
      const [wanted = [], ...rest] = own.map(key => toPlaceholders(first?.messages.get(key) ?? ''));
      const shared = wanted.filter(name => rest.every(names => names.includes(name)));
      expect(given, `${file}: ${text}`).toEqual(expect.arrayContaining(shared));
      return [text];
    });
    expect(checked.length).toBeGreaterThan(500);
  });
});

test.each([
  ['pt-BR', 'en', 'es'],
  ['it', 'en', 'es'],
  ['oc', 'en', 'fr'],
  ['lb', 'en', 'de'],
  ['ko', 'en', 'en'],
  ['de-AT', 'de', 'de'],
])('who reads %s is spoken to in %s, and has headings in %s', (language, person, frame) => {
  expect([toTexts(language).tag, toFrameTexts(language).tag]).toEqual([person, frame]);
});
