import { describe, expect, test } from 'vitest';
import { markSpoilers } from '../../../src/core/conversation/spoilers.ts';
import { forgetMessages } from '../../../src/core/decisions/apply-findings.ts';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import type { ListedEntry, LogEntry } from '../../../src/core/decisions/entry.ts';
import { createNumbering, toEntriesMarkdown, toEntryText } from '../../../src/render/embed/entry-text.ts';
import { allTexts, english, toTexts } from '../../../src/render/texts.ts';
import { summaryOf, toSource } from '../../core/decisions/log-input.ts';

const now = '2026-03-02T12:00:00.000Z';
const zone = 'UTC';
const hostile = {
  ...toSource(2, 'eve'),
  sender: '@everyone [x](https://evil.example)',
  text: markSpoilers('=cmd(), # Heading ||secret|| [click](https://evil.example)'),
};

function toEntries(): readonly ListedEntry[] {
  let count = 0;
  const told = summaryOf('s1', [
    {
      text: markSpoilers('They rent the [tent](https://evil.example) and tell @everyone ||why||.'),
      cites: [1, hostile],
    },
    { kind: 'action', text: 'Bob books it.', cites: [4], owner: 'u4' },
  ]);
  return applySummary([], told, () => `e${++count}`).put as readonly ListedEntry[];
}

const toShown = (entry: LogEntry) => ({ entry: entry as ListedEntry, supersedes: [], supersededBy: [] });

describe('the text of an entry', () => {
  test.each(allTexts.map(t => [t.discordLocale, t] as const))(
    'has no live markup of members, numbers 1 to k and the addresses of messages: %s',
    (_, t) => {
      for (const entry of toEntries()) {
        const text = toEntryText(toShown(entry), createNumbering(), { t, now, zone });
        const links = [...text.matchAll(/(?<!\\)\]\((\S+?)\)/g)].map(([, url]) => url);
        expect(links.length).toBeGreaterThan(0);
        for (const url of links) expect(url).toMatch(/^https:\/\/discord\.com\/channels\//);
        expect(text).not.toMatch(/@everyone|secret|why/);
        const numbers = [...text.matchAll(/\[\[(\d+)\]\]/g)].map(([, number]) => Number(number));
        expect([...new Set(numbers)].sort()).toEqual(entry.sources.map((_, index) => index + 1));
        expect(text).not.toMatch(/undefined|null|\{/);
      }
    },
  );

  test('of one without messages is its time and that they are gone', () => {
    const [entry] = toEntries();
    const erased = forgetMessages(entry as LogEntry, new Set(['c1']));
    expect(toEntryText(toShown(erased), createNumbering(), { t: english, now, zone })).toBe(
      '**Decided** · <t:1772442120:D>\n*The messages behind this were deleted.*',
    );
  });
});

describe('when a task is due', () => {
  /** The text on a day of March, and in an export, of a task that was promised on the 2nd. */
  const read = (text: string, due: string, language = 'en', day = '02') => {
    const claim = { kind: 'action', text, due, language, cites: [toSource(1, 'bob')] } as const;
    const told = summaryOf('s1', [claim]);
    const [entry] = applySummary([], told, () => 'e1').put;
    const options = { t: toTexts(language), now: `2026-03-${day}T12:00:00.000Z`, zone };
    const shown = toShown(entry as LogEntry);
    return [toEntryText(shown, createNumbering(), options), toEntriesMarkdown([shown], 'Tasks', options)];
  };
  const thirdDay = '<t:1772539200:D>';

  test.each([
    ['en', 'Bob sends it tomorrow.', 'tomorrow', `Bob sends it on ${thirdDay}.`],
    ['en', 'Bob sends it by tomorrow.', 'by tomorrow', `Bob sends it by ${thirdDay}.`],
    ['de', 'Bob schickt es morgen.', 'morgen', `Bob schickt es am ${thirdDay}.`],
    ['fr', 'Bob l’envoie demain.', 'demain', `Bob l’envoie le ${thirdDay}.`],
    ['es', 'Bob lo envía mañana.', 'mañana', `Bob lo envía el ${thirdDay}.`],
    ['ja', 'Bobが明日までに送ります。', '明日までに', `Bobが${thirdDay}までに送ります。`],
    ['en', 'Bob sends 3rdparty by the 3rd.', 'the 3rd', 'Bob sends 3rdparty by the 3rd.'],
  ])('%s: "%s" does not say "%s" later', (language, text, due, shown) => {
    const [page, file] = read(text, due, language);
    expect(page).toContain(shown);
    expect(page).toContain(toTexts(language)('bot.decisions.due', { due: thirdDay }));
    if (shown.includes(thirdDay))
      expect(file?.replaceAll('\\', '')).toContain(shown.replace(thirdDay, '2026-03-03'));
  });

  test('is said with "before", and is overdue from the beginning of the day', () => {
    const [page, file] = read('Bob sends it before the 5th.', 'before the 5th', 'en', '05');
    expect(page).toContain('Due: before <t:1772712000:D> · **overdue**');
    expect(file).toContain('Due: before 2026-03-05 · **overdue**');
    expect(read('Bob sends it before the 5th.', 'before the 5th', 'en', '04').join()).not.toContain(
      'overdue',
    );
    expect(read('Bob sends it by the 5th.', 'by the 5th', 'en', '05').join()).not.toContain('overdue');
  });

  test('stays in words that can mean two days', () => {
    expect(read('Bob sends it on Monday.', 'on Monday')[0]).toMatch(
      /Bob sends it on Monday.*\n.*Due: on Monday$/m,
    );
  });
});

test('an export links, pings and reveals nothing of members', () => {
  const all = toEntries().map(toShown);
  const markdown = toEntriesMarkdown(all, 'Decisions', { t: english, now, zone });
  expect(markdown).toMatch(/^# Decisions\n\n## They rent the/);
  expect(markdown).not.toMatch(/secret|@everyone|(?<!\\)\]\(https:\/\/evil/);
});
