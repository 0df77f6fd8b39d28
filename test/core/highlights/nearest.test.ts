import { describe, expect, test } from 'vitest';
import { toNearestQuotes } from '../../../src/core/highlights/nearest.ts';
import { type Line, talk } from '../talk.ts';

const lines: readonly Line[] = [
  'Ann: When people are late, we wait, who knows why.',
  'Bob: The concert begins at 18:00 in the big hall.',
  { say: 'Carol: Great, I tell the choir.', re: 2 },
  { say: 'Dave: It is half past six now, the hall is taken before.', re: 3 },
  'Bob: Ticket #4821 is paid, and PR-77 too.',
  'Emma: The deposit is due on 21 March 2026.',
  'Ann: The piano was tuned yesterday.',
  'Ann: No, that was last week, sorry.',
  'Emma: Does anybody have the key to the storage room?',
  { say: 'Bob: Under the mat.', re: 9 },
];

/** The quotes for a question, as they are shown. */
const ask = (question: string, said = lines, languages = ['en']) =>
  toNearestQuotes(talk(...said), languages, question).map(({ text }) => text);

describe('quotes for a question', () => {
  test.each([
    [
      'exact words',
      'What about the "storage room"?',
      'Emma: “Does anybody have the key to the storage room?” → Bob: “Under the mat.”',
    ],
    ['an id', 'Was #4821 paid?', 'Bob: “Ticket #4821 is paid, and PR-77 too.”'],
    ['another id', 'What became of PR-77?', 'Bob: “Ticket #4821 is paid, and PR-77 too.”'],
    ['a date', 'What is on 21 March 2026?', 'Emma: “The deposit is due on 21 March 2026.”'],
    [
      'who said something',
      'Who said that the piano was tuned?',
      'Ann: “The piano was tuned yesterday.” “No, that was last week, sorry.”',
    ],
  ])('find %s', (_, question, quote) => {
    expect(ask(question)[0]).toBe(quote);
  });

  test('come from the days that the question names, of whom it names', () => {
    // On Monday 9 March, and on Tuesday.
    const said: readonly Line[] = [
      'Lars: The tent is rented.',
      'Nadia: The hall is free.',
      { say: 'Nadia: Lars paid for the tent.', after: 24 * 60 },
      { say: 'Lars: I bring the keys.', after: 10 },
    ];
    expect(ask('What did Lars say on 9 March 2026?', said)).toEqual(['Lars: “The tent is rented.”']);
    expect(ask('What was said on 2026-03-09?', said)).toEqual([
      'Nadia: “The hall is free.”',
      'Lars: “The tent is rented.”',
    ]);
    expect(ask('What was said on 2026-03-07?', said)).toEqual([]);
  });

  test('come with the replies to them, and with corrections in other words', () => {
    expect(ask('When does the concert begin?')[0]).toBe(
      'Bob: “The concert begins at 18:00 in the big hall.” → Carol: “Great, I tell the choir.” → Dave: “It is half past six now, the hall is taken before.”',
    );
  });

  test('show the last reply with what it replies to, and dots for what is left out before', () => {
    const said: readonly Line[] = [
      'Kim: Why does the export crash with error 81?',
      { say: 'Lee: You have to delete the cache folder.', re: 1 },
      { say: 'Kim: Did that, same error.', re: 2 },
      { say: 'Lee: You have to upgrade the driver to 4.2.', re: 3 },
      { say: 'Kim: That fixed it, thanks!', re: 4 },
    ];
    const question = 'Why does the export crash?';
    expect(ask(question, said)).toEqual([
      'Kim: “Why does the export crash with error 81?” … → Lee: “You have to upgrade the driver to 4.2.” → Kim: “That fixed it, thanks!”',
    ]);
    const toQuestion = said.with(4, { say: 'Kim: That fixed it, thanks!', re: 1 });
    expect(ask(question, toQuestion)).toEqual([
      'Kim: “Why does the export crash with error 81?” → Lee: “You have to delete the cache folder.” … → Kim: “That fixed it, thanks!”',
    ]);
  });

  test('come with the answer right after a question that nobody replied to', () => {
    const said: readonly Line[] = [
      'Ann: The piano was tuned.',
      'Emma: Who has the key to the storage room?',
      'Bob: Hm, wait.',
      'Bob: Under the mat.',
      'Ann: The choir sings on Friday.',
    ];
    expect(ask('Where is the key to the storage room?', said)).toEqual([
      'Emma: “Who has the key to the storage room?” → Bob: “Hm, wait.” “Under the mat.”',
    ]);
    const replied = said.map(line => (line === 'Bob: Hm, wait.' ? { say: line, re: 1 } : line));
    expect(ask('Where is the key to the storage room?', replied)).toEqual([
      'Emma: “Who has the key to the storage room?”',
    ]);
  });

  test('begin with what may be an answer: a question that nobody answered comes last', () => {
    const said: readonly Line[] = [
      'Nadia: We decided on the release on Thursday 12 March at 10:00, the code freeze is on Wednesday.',
      'Tom: The login test is fixed.',
      'Mei: When is the release?',
      { say: 'Tom: And the logout test.', re: 2 },
    ];
    const [thursday, question] = ask('When is the release?', said);
    expect(thursday).toContain('Thursday 12 March');
    expect(question).toBe('Mei: “When is the release?”');
  });

  test('come with what their author says last in the thread, however much later', () => {
    const said = talk(
      'Bob: The concert begins at 18:00 in the big hall.',
      'Ann: I bring chairs.',
      'Bob: Moved to half past six after all.',
    );
    const inThread = (thread?: { readonly id: string; readonly title: string }) => {
      const messages = said.messages.map(message => ({ ...message, ...(thread && { thread }) }));
      const question = 'When does the concert begin?';
      return toNearestQuotes({ ...said, messages }, ['en'], question).map(({ text }) => text);
    };
    expect(inThread({ id: 't', title: 'Concert' })).toEqual([
      'Bob: “The concert begins at 18:00 in the big hall.” … “Moved to half past six after all.”',
    ]);
    expect(inThread()).toEqual(['Bob: “The concert begins at 18:00 in the big hall.”']);
  });

  test('are what a person said, the newest first, where only the person is named', () => {
    expect(ask('What did Emma say?').map(text => text.slice(0, 24))).toEqual([
      'Emma: “Does anybody have',
      'Emma: “The deposit is du',
    ]);
  });

  test.each([
    ['en', ['en'], ['When?', 'Who, and why?', 'What is it when?']],
    ['fr', ['fr'], ['Quand ?', 'Pourquoi, comment et combien ?']],
    ['es', ['es'], ['¿Cuándo?', '¿Quién y cómo?', '¿Cuánto?']],
    ['de', ['de'], ['Wann?', 'Wer und warum?', 'Wie viel?']],
  ])('are not drawn by question words alone (%s)', (_, languages, questions) => {
    const said: readonly Line[] = [
      'Ann: When people are late, who knows why.',
      'Zoé: Quand on arrive tard, pourquoi et comment le dire, combien de fois ?',
      'Luis: Ya veremos cuándo, quién, cómo y cuánto.',
      'Uwe: Wann kommt wer, und warum wie viel?',
    ];
    for (const question of questions)
      expect([question, ask(question, said, languages)]).toEqual([question, []]);
  });
});
