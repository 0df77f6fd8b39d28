import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cueNames } from '../../../../src/core/select/cues/cue.ts';
import { createCueReader, cueLists } from '../../../../src/core/select/cues/index.ts';
import { isApprovingReaction, isDisapprovingReaction } from '../../../../src/core/select/cues/universal.ts';

describe('a reader of cues', () => {
  test('reads the languages it is given, whatever their region, and no others', () => {
    const german = createCueReader(['de-AT']);
    expect(german.known).toBe(true);
    expect(german.read('wir haben uns entschieden').has('decides')).toBe(true);
    expect(german.read('we decided to wait').has('decides')).toBe(false);
    expect(createCueReader(['de', 'en']).read('we decided to wait').has('decides')).toBe(true);
  });

  test('reads all that have a list where no language is known', () => {
    const { known, read } = createCueReader([]);
    expect(known).toBe(true);
    expect(
      ['we decided to wait', 'hemos decidido esperar', '来週に決まりました'].map(text =>
        read(text).has('decides'),
      ),
    ).toEqual([true, true, true]);
  });

  test('says that it knows nothing where every language spoken is without a list, and still reads signs', () => {
    const { known, read } = createCueReader(['pl', 'ko']);
    expect(known).toBe(false);
    expect(read('we decided to wait').has('decides')).toBe(false);
    expect(read('👍').has('approves')).toBe(true);
    expect(read('czy to działa?').has('questions')).toBe(true);
  });

  test('hears curly and straight apostrophes, capitals and parted accents alike', () => {
    const english = createCueReader(['en']);
    for (const text of ['LET’S GO HOME', "let's go home"])
      expect(english.read(text).has('proposes')).toBe(true);
    expect(createCueReader(['es']).read('antes del sa\u0301bado').has('due')).toBe(true);
  });

  test('finds the longest of what the languages spoken find, as it was written', () => {
    const { read } = createCueReader(['en', 'de']);
    expect(read('Please do it by Friday Evening').find('due')).toBe('by Friday Evening');
    expect(read('MORGEN oder bis spätestens Freitag').find('due')).toBe('MORGEN');
    expect(read('by EOD, also bis zum Ende der Woche').find('due')).toBe('bis zum Ende der Woche');
    expect(read('no time named').find('due')).toBeNull();
  });
});

describe('signs', () => {
  const { read } = createCueReader(['pl']);

  test.each(['👍', '👍🏿', '✅', '✔️', '+1', '+1 z mojej strony', 'LGTM', 'ok', '@ola ok', 'ola: 👍', '💯'])(
    '“%s” approves in every language',
    text => {
      expect(read(text).has('approves')).toBe(true);
    },
  );

  test.each(['+12', '+1.5', 'oklahoma', 'ok but why', 'nie 👍', '(nie) ok'])('“%s” does not', text => {
    expect(read(text).has('approves')).toBe(false);
  });

  test.each(['👎', '-1', '❌ nie', 'NACK'])('“%s” declines', text => {
    expect(read(text).has('declines')).toBe(true);
  });

  test.each(['-12', '-1°C', '-1.5', '-1 %'])('“%s” is a number', text => {
    expect(read(text).has('declines')).toBe(false);
  });

  test.each(['co?', '本当？', 'hm?)', 'что? нет', 'really?!?', 'co?👀'])('“%s” asks', text => {
    expect(read(text).has('questions')).toBe(true);
  });

  test.each(['https://a.example/?q=1', 'a?b:c', 'nic'])('“%s” does not ask', text => {
    expect(read(text).has('questions')).toBe(false);
  });
});

describe('a reaction', () => {
  test.each(['👍', '👍🏽', '✅', '☑️', '☑', '✔', '✔️', '💯', ':thumbsup:', ':thumbsup_tone3:', '+1', '100'])(
    '%s says yes',
    name => {
      expect(isApprovingReaction(name)).toBe(true);
    },
  );

  test.each(['👎', '🎉', '😂', '👀', 'thumbsdown', '1', ''])('“%s” does not', name => {
    expect(isApprovingReaction(name)).toBe(false);
  });
});

describe('a reaction against', () => {
  test.each(['👎', '👎🏿', '❌', '✖️', ':thumbsdown:', '-1', 'x'])('%s says no, and not yes', name => {
    expect([isDisapprovingReaction(name), isApprovingReaction(name)]).toEqual([true, false]);
  });

  test.each(['👍', '🤔', 'xx', ''])('“%s” does not', name => {
    expect(isDisapprovingReaction(name)).toBe(false);
  });
});

describe('whatever is read', () => {
  const readers = [[], ...Object.keys(cueLists).map(language => [language])].map(createCueReader);
  const words = fc.array(
    fc.oneof(
      fc.constantFrom(
        'ja',
        'we',
        'decided',
        'bis',
        'Freitag',
        'by',
        '金曜日まで',
        '?',
        'je',
        'İ',
        '’',
        'ﬁ',
        'si',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 10 },
  );

  test('a cue is found exactly where it is shown, and its words stand in the text', () => {
    fc.assert(
      fc.property(words, fc.constantFrom(' ', ''), (pieces, glue) => {
        const text = pieces.join(glue);
        for (const { read } of readers) {
          const reading = read(text);
          for (const cue of cueNames) {
            const found = reading.find(cue);
            if (found === null) continue;
            expect(reading.has(cue)).toBe(true);
            const plain = text.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'");
            expect(text.includes(found) || plain.includes(found)).toBe(true);
          }
          expect(reading.find('due') !== null).toBe(reading.has('due'));
        }
      }),
    );
  });
});

test('a hundred thousand characters made to set a pattern back are read in seconds', {
  timeout: 60_000,
}, async () => {
  const worker = new Worker(new URL('./read-hostile.ts', import.meta.url));
  let reading = 'nothing yet';
  worker.on('message', (at: string) => {
    reading = at;
  });
  // A pattern that runs away blocks its thread: only from outside can it be stopped and named.
  const timer = setTimeout(() => void worker.terminate(), 40_000);
  await once(worker, 'exit');
  clearTimeout(timer);
  expect(reading).toBe('done');
});
