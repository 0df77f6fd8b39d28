import { describe, expect, test } from 'vitest';
import { isOverdue, parseDueDate } from '../../src/core/due-date.ts';

/** A Monday, 09:00 in Berlin. */
const monday = '2026-03-09T08:00:00.000Z';
const zone = 'Europe/Berlin';

/**
 * What the words of each language mean, said on a Monday at nine: a day, a day with "<" for what is due before it, or
 * null where they name none or could mean two.
 */
const rows: readonly (readonly [day: string | null, words: Readonly<Record<string, readonly string[]>>])[] = [
  // A bare weekday of today can be today or in a week.
  [
    null,
    {
      en: ['Monday', 'on Monday', 'Mon', 'this Monday', 'Monday morning'],
      de: ['Montag', 'am Montag', 'diesen Montag'],
      fr: ['lundi', 'ce lundi', 'lundi matin'],
      es: ['lunes', 'el lunes'],
      ja: ['月曜', '月曜日', '月曜日の朝'],
    },
  ],
  // A later time of the same day makes it today.
  [
    '2026-03-09',
    {
      en: [
        ...[
          'Monday evening',
          'Monday at 5pm',
          'by Monday afternoon',
          'tonight',
          'this evening',
          'end of day',
        ],
        ...['at 5', "by 5 o'clock", 'by Monday at 5', 'by midnight', 'Monday midnight'],
      ],
      de: [
        ...['Montag Abend', 'Montagabend', 'bis Montag um 17 Uhr', 'heute Abend', 'bis heute'],
        ...['heute um 5', 'bis Mitternacht'],
      ],
      fr: ['lundi soir', 'lundi à 17h', 'ce soir', "aujourd'hui", 'avant lundi soir'],
      es: ['el lunes por la tarde', 'el lunes a las 17', 'esta noche', 'hoy'],
      ja: ['月曜日の夜', '月曜17時', '今夜', '今日中'],
    },
  ],
  // A deadline, or a time that is over, makes it the next one.
  [
    '2026-03-16',
    {
      en: ['by Monday', 'until Monday', 'Monday 8am', 'next Monday'],
      de: ['bis Montag', 'spätestens Montag', 'Montag um 8 Uhr', 'nächsten Montag'],
      fr: ['pour lundi', "d'ici lundi", 'd’ici lundi', 'lundi à 8h', 'lundi prochain'],
      es: ['para el lunes', 'hasta el lunes', 'el lunes a las 8', 'el próximo lunes'],
      ja: ['月曜日までに', '月曜まで', '来週の月曜日'],
    },
  ],
  [
    '<2026-03-16',
    {
      en: ['before Monday'],
      de: ['vor Montag'],
      fr: ['avant lundi'],
      es: ['antes del lunes'],
      ja: ['月曜日より前', '月曜日の前に'],
    },
  ],
  [
    '2026-03-13',
    {
      en: [
        ...['Friday', 'by Friday', 'this Friday', 'Friday evening', 'by Friday morning', 'Friday at 5'],
        ...['by Friday midnight', 'midnight on Friday', 'before midnight on Friday'],
        ...['Wednesday to Friday', 'Wed-Fri', 'EOD Friday', 'end of Friday'],
      ],
      de: [
        ...['Freitag', 'bis Freitag', 'kommenden Freitag', 'Freitagabend', 'by Friday', 'Freitag um 5 Uhr'],
        ...['bis Freitag um Mitternacht', 'Mittwoch bis Freitag'],
      ],
      fr: ['vendredi', 'pour vendredi', 'ce vendredi', 'vendredi soir', 'vendredi à 5h', 'vendredi à minuit'],
      es: [
        ...['el viernes', 'para el viernes', 'el viernes que viene', 'este viernes'],
        ...['el viernes a las 5', 'el viernes a medianoche'],
      ],
      ja: ['金曜日', '金曜日までに', '今週の金曜日', '金曜日の夜', '金曜日の真夜中'],
      pt: ['Friday'],
    },
  ],
  [
    '<2026-03-13',
    {
      en: ['before Friday'],
      de: ['vor Freitag'],
      fr: ['avant vendredi'],
      es: ['antes del viernes'],
      ja: ['金曜日より前'],
    },
  ],
  // The coming one or the one after it: who says it means either.
  [
    null,
    { en: ['next Friday'], de: ['nächsten Freitag'], fr: ['vendredi prochain'], es: ['el próximo viernes'] },
  ],
  // Not before it, past, again and again, or some days before it.
  [
    null,
    {
      en: ['from Friday', 'no earlier than Friday', 'last Friday', 'every Friday', 'a day before March 20'],
      de: ['frühestens Freitag', 'letzten Freitag', 'jeden Freitag', 'zwei Tage vor Freitag'],
      fr: ['pas avant vendredi', 'à partir de vendredi', 'vendredi dernier', 'chaque vendredi'],
      es: ['no antes del viernes', 'a partir del viernes', 'cada viernes'],
      ja: ['先週の金曜日', '毎週金曜日'],
    },
  ],
  [null, { de: ['Friday or so'] }],
  ['2026-03-20', { en: ['Friday next week'], de: ['Freitag nächste Woche'], ja: ['来週の金曜日'] }],
  [
    '2026-03-20',
    {
      en: ['the 20th', 'by the 20th', 'March 20', 'by 20 March', '3/20', '18-20 March', 'March 18 to 20'],
      de: ['am 20.', 'bis zum 20.', 'bis 20.3.', '20. März', '20.3.2026', '18.-20. März'],
      fr: ['le 20', 'pour le 20', 'le 20 mars', '18-20 mars', 'du 18 au 20 mars'],
      es: ['el 20', 'para el 20', 'el 20 de marzo', '18-20 de marzo'],
      ja: ['20日', '20日まで', '20日までに', '3月20日'],
    },
  ],
  [
    '<2026-03-20',
    {
      en: ['before the 20th', 'before March 20'],
      de: ['vor dem 20.', 'vor dem 20. März'],
      fr: ['avant le 20', 'avant le 20 mars'],
      es: ['antes del 20', 'antes del 20 de marzo'],
      ja: ['20日より前', '3月20日より前に'],
    },
  ],
  // The day of the next month, and of the next year.
  ['2026-04-05', { en: ['on the 5th'], de: ['am 5.'], fr: ['le 5'], es: ['el 5'], ja: ['5日'] }],
  [
    '2027-02-03',
    { en: ['February 3'], de: ['3.2.'], fr: ['le 3 février'], es: ['el 3 de febrero'], ja: ['2月3日'] },
  ],
  [
    '2026-03-10',
    {
      en: ['tomorrow', 'by tomorrow', 'tomorrow evening'],
      de: ['morgen', 'bis morgen früh'],
      fr: ['demain', 'pour demain'],
      es: ['mañana', 'mañana por la mañana'],
      ja: ['明日', '明日までに'],
    },
  ],
  [
    '2026-03-11',
    {
      en: ['day after tomorrow', 'in 2 days'],
      de: ['bis übermorgen'],
      fr: ['après-demain'],
      es: ['pasado mañana'],
      ja: ['明後日'],
    },
  ],
  [
    null,
    {
      en: [
        '',
        'next sprint',
        'next week',
        'end of the week',
        'Friday week',
        'Friday the 13th',
        'Monday after next',
        'Friday or Monday',
        'Friday or so',
        'Friday so we can test',
        'by 3/4',
        'by 20',
        '3 March 2020',
        'after Friday',

        'before the 9th',
        'the 32nd',
        'the day after tomorrow at noon',
      ],
      de: ['nächste Woche', 'nach Freitag', 'vor dem 9.'],
      fr: ['la semaine prochaine', 'après vendredi', 'avant le 9'],
      es: ['la próxima semana', 'después del viernes', 'antes del 9'],
      ja: ['来週', '金曜日以降', '20日後', '20日前', '3日以内'],
    },
  ],
];

test.each(
  rows.flatMap(([day, words]) =>
    Object.entries(words).flatMap(([language, all]) => all.map(each => [language, each, day] as const)),
  ),
)('%s: "%s" said on Monday, March 9 means %s', (language, words, day) => {
  const found = parseDueDate(words, monday, zone, language);
  expect(found && `${found.isBefore ? '<' : ''}${found.day}`).toBe(day);
});

describe('the day that something is due', () => {
  test('has an instant where an hour is named', () => {
    const at = '2026-03-13T14:00:00.000Z';
    for (const words of ['Friday at 3pm', 'Friday 15:00', 'Friday 1-3pm'])
      expect(parseDueDate(words, monday, zone, 'en')).toEqual({ day: '2026-03-13', at });
    expect(parseDueDate('Friday 05:00', monday, zone, 'en')?.at).toBe('2026-03-13T04:00:00.000Z');
    for (const words of ['Friday at 3', 'by Friday midnight', "before 3 o'clock on Friday"])
      expect(parseDueDate(words, monday, zone, 'en')).toEqual({ day: '2026-03-13' });
    const evening = '2026-03-09T17:00:00.000Z';
    expect(parseDueDate('at 5', evening, zone, 'en')).toEqual({ day: '2026-03-10' });
    expect(parseDueDate('before 3pm on Friday', monday, zone, 'en')).toEqual({
      day: '2026-03-13',
      at,
      isBefore: true,
    });
  });

  test('is counted from the day of the zone on which it was said', () => {
    const late = '2026-03-09T23:30:00.000Z';
    expect(parseDueDate('tomorrow', late, zone, 'en')?.day).toBe('2026-03-11');
    expect(parseDueDate('tomorrow', late, 'UTC', 'en')?.day).toBe('2026-03-10');
  });

  test('is over at its end, or at its beginning for what is due before it', () => {
    const noon = '2026-03-20T12:00:00.000Z';
    const day = '2026-03-20';
    expect(isOverdue({ day }, noon, zone)).toBe(false);
    expect(isOverdue({ day: '2026-03-19' }, noon, zone)).toBe(true);
    expect(isOverdue({ day, isBefore: true }, noon, zone)).toBe(true);
    expect(isOverdue({ day: '2026-03-21', isBefore: true }, noon, zone)).toBe(false);
    // 00:30 of the 21st in Berlin.
    expect(isOverdue({ day }, '2026-03-20T23:30:00.000Z', zone)).toBe(true);
    expect(isOverdue({ day, at: '2026-03-20T11:00:00.000Z' }, noon, zone)).toBe(true);
  });
});
