import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DateOrder } from '../../../../src/app/chats-ports.ts';
import { toEvidence } from '../../../../src/core/conversation/evidence.ts';
import type { Message } from '../../../../src/core/conversation/message.ts';
import { parseExport } from '../../../../src/io/import/import-chat.ts';
import type { FormatOptions } from '../../../../src/io/import/records.ts';
import { scale } from '../../../scale.ts';
import { toRefusal } from '../refusal.ts';

const utc: FormatOptions = { zone: 'UTC' };

function read(lines: readonly string[], options: FormatOptions = utc) {
  return parseExport(lines.join('\n'), 'chat.txt', options);
}

function toShort({ kind, author, time, text }: Message): string {
  return `${kind === 'system' ? '*' : author.name} ${time.slice(0, 19)} ${JSON.stringify(text)}`;
}

function readShort(lines: readonly string[], options?: FormatOptions): readonly string[] {
  return read(lines, options).conversation.messages.map(toShort);
}

describe('a WhatsApp export', () => {
  test.each<readonly [string, readonly string[], string]>([
    ['Android, day first', ['13/03/2026, 09:14 - Mia: Morning'], '2026-03-13T09:14:00'],
    ['Android, month first, 12 hours', ['3/13/26, 9:14\u202fPM - Mia: Evening'], '2026-03-13T21:14:00'],
    ['Android, midnight in 12 hours', ['3/13/26, 12:05 AM - Mia: Late'], '2026-03-13T00:05:00'],
    ['Android, noon in 12 hours', ['13/03/2026, 12:05 p. m. - Mia: hola'], '2026-03-13T12:05:00'],
    ['Android, ISO', ['2026-03-04 09:14 - Mia: Morning'], '2026-03-04T09:14:00'],
    ['Android, Czech', ['12. 3. 2026 9:14 - Mia: ahoj'], '2026-03-12T09:14:00'],
    ['Android, Korean with its period', ['2026. 3. 4. 오후 9:14 - Mia: 안녕'], '2026-03-04T21:14:00'],
    ['iOS, German', ['\u200e[04.03.26, 09:14:33] Mia: Morgen'], '2026-03-04T09:14:33'],
    ['iOS, American', ['[3/13/26, 9:14:33\u202fPM] Mia: Evening'], '2026-03-13T21:14:33'],
    ['iOS, Finnish', ['[4.3.2026 klo 9.14.33] Mia: moi'], '2026-03-04T09:14:33'],
    ['iOS, Japanese', ['[2026/03/04 21:14:33] Mia: こんばんは'], '2026-03-04T21:14:33'],
    ['Android, Arabic', ['\u200f١٣\u200f/٣\u200f/٢٠٢٦، ٩:١٤ م - Mia: مساء الخير'], '2026-03-13T21:14:00'],
    [
      'Android, Arabic with other digits',
      ['\u200f13\u200f/3\u200f/2026، 9:14 ص - Mia: صباح'],
      '2026-03-13T09:14:00',
    ],
    ['iOS, Arabic', ['[١٣\u200f/٣\u200f/٢٠٢٦، ٩:١٤:٣٣ م] Mia: مساء'], '2026-03-13T21:14:33'],
    ['Android, Persian', ['۲۰۲۶/۳/۱۳،\u200f ۲۱:۱۴ - Mia: سلام'], '2026-03-13T21:14:00'],
    ['iOS, Hindi', ['[१३/०३/२६, ९:१४:३३ अपराह्न] Mia: नमस्ते'], '2026-03-13T21:14:33'],
    ['iOS, Chinese with its period', ['[2026/3/4 下午9:14:33] Mia: 早'], '2026-03-04T21:14:33'],
  ])('of %s is read at its time', (_name, lines, time) => {
    const [message] = read(lines).conversation.messages;
    expect([message?.author.name, message?.time.slice(0, 19)]).toEqual(['Mia', time]);
  });

  test('tells messages, lines that go on, and lines of the app apart', () => {
    expect(
      readShort([
        '13/03/2026, 09:14 - Messages and calls are end-to-end encrypted.',
        '13/03/2026, 09:14 - Mia created group "Trip: Rome"',
        '13/03/2026, 09:15 - Mia: First line',
        '',
        'third: line',
        '[14.03.26, 10:00:00] pasted from another phone',
        '13/03/2026, 09:16 - Tom Ek: Sure: 10:30',
      ]),
    ).toEqual([
      '* 2026-03-13T09:14:00 "Messages and calls are end-to-end encrypted."',
      '* 2026-03-13T09:14:00 "Mia created group \\"Trip: Rome\\""',
      'Mia 2026-03-13T09:15:00 "First line\\n\\nthird: line\\n[14.03.26, 10:00:00] pasted from another phone"',
      'Tom Ek 2026-03-13T09:16:00 "Sure: 10:30"',
    ]);
  });

  test('of iOS has lines of the app under a name, and polls and places that people sent', () => {
    expect(
      readShort([
        '[13.03.26, 09:14:00] Trip: \u200eMia hat die Gruppe “Trip: Rom” erstellt.',
        '[13.03.26, 09:15:00] Mia: \u200eUMFRAGE:',
        'Wohin?',
        '[13.03.26, 09:16:00] Tom: \u200eStandort: https://maps.google.com/?q=1,2',
      ]),
    ).toEqual([
      '* 2026-03-13T09:14:00 "Mia hat die Gruppe “Trip: Rom” erstellt."',
      'Mia 2026-03-13T09:15:00 "UMFRAGE:\\nWohin?"',
      'Tom 2026-03-13T09:16:00 "Standort: https://maps.google.com/?q=1,2"',
    ]);
  });

  test.each([
    ['en', 'image omitted', 'This message was deleted.', 'This message was edited'],
    ['tr', 'görüntü dahil edilmedi', 'Bu mesaj silindi.', 'Bu mesaj düzenlendi'],
    ['ru', 'изображение отсутствует', 'Данное сообщение удалено', 'Сообщение изменено'],
    ['de', 'Bild weggelassen', 'Diese Nachricht wurde gelöscht.', 'Diese Nachricht wurde bearbeitet.'],
    ['fr', 'image absente', 'Ce message a été supprimé', 'Ce message a été modifié'],
    ['es', 'imagen omitida', 'Se eliminó este mensaje.', 'Se editó este mensaje.'],
    ['it', 'immagine omessa', 'Questo messaggio è stato eliminato', 'Questo messaggio è stato modificato'],
    ['pt', 'imagem ocultada', 'Mensagem apagada', 'Mensagem editada'],
    ['nl', 'afbeelding weggelaten', 'Dit bericht is verwijderd', 'Dit bericht is bewerkt'],
    ['ja', '画像は含まれていません', 'このメッセージは削除されました', 'このメッセージは編集されました'],
  ])('in %s shows what was left out, deleted and edited', (_language, omitted, deleted, edited) => {
    const { conversation } = read([
      `[13.03.26, 09:14:00] Mia: \u200e${omitted}`,
      `[13.03.26, 09:15:00] Mia: \u200e${deleted}`,
      `[13.03.26, 09:16:00] Mia: At eight \u200e<${edited}>`,
      `[13.03.26, 09:17:00] Mia: He wrote “${deleted}” to me`,
    ]);
    const { messages } = conversation;
    expect(messages.map(({ text }) => text)).toEqual([
      '[image]',
      '',
      'At eight',
      `He wrote “${deleted}” to me`,
    ]);
    expect(messages.map(({ editedTime }) => editedTime !== undefined)).toEqual([false, false, true, false]);
    const { omitted: leftOut } = toEvidence(conversation);
    expect(leftOut).toEqual([{ reason: 'deleted', count: 1 }]);
  });

  test.each([
    '<Media omitted>',
    '<Medya dahil edilmedi>',
    '<Без медиафайлов>',
    '<Medien ausgeschlossen>',
    '<Mídia oculta>',
    '<メディアは含まれていません>',
  ])('of Android with “%s” keeps the message, and the caption below', words => {
    const { messages } = read([`13/03/2026, 09:14 - Mia: ${words}`, 'The lake']).conversation;
    expect(messages.map(({ text }) => text)).toEqual(['The lake\n[file]']);
  });

  test.each([
    ['IMG-20260313-WA0004.jpg (file attached)', 'IMG-20260313-WA0004.jpg'],
    ['\u200ePlan (final).pdf (Datei angehängt)', 'Plan (final).pdf'],
    ['\u200e<Anhang: 00000012-PHOTO-2026-03-13.jpg>', '00000012-PHOTO-2026-03-13.jpg'],
    ['Plan.pdf • \u200e2 pages \u200edocument omitted', 'Plan.pdf'],
    ['\u200e<pièce jointe : 00000012-AUDIO.opus>', '00000012-AUDIO.opus'],
  ])('names the file of “%s”', (words, name) => {
    const { messages } = read([`13/03/2026, 09:14 - Mia: ${words}`]).conversation;
    expect(messages.map(({ attachments }) => attachments.map(each => each.name))).toEqual([[name]]);
  });
});

describe('the order of dates', () => {
  const sameDay = ['03/04/2026, 09:14 - Mia: a', '03/04/2026, 09:15 - Tom: b'];

  test('is asked for where nothing in the file shows it', async () => {
    expect(await toRefusal(() => read(sameDay))).toBe(
      'dates_ambiguous: The dates of chat.txt can be read in two ways: “03/04/2026” may begin with the day or the month. Add --date-order day-first or --date-order month-first.',
    );
  });

  test.each<readonly [DateOrder, string]>([
    ['day-first', '2026-04-03'],
    ['month-first', '2026-03-04'],
  ])('is %s if that was said', (dateOrder, day) => {
    const [message] = read(sameDay, { ...utc, dateOrder }).conversation.messages;
    expect(message?.time.slice(0, 10)).toBe(day);
  });

  test('that was said and fits no date is refused', async () => {
    expect(await toRefusal(() => read(sameDay, { ...utc, dateOrder: 'year-first' }))).toBe(
      'dates_ambiguous: No date of chat.txt fits --date-order year-first: chat.txt, line 1 was skipped: there is no 03/04/2026, 9:14. chat.txt, line 2 was skipped: there is no 03/04/2026, 9:15. Choose another order, or leave it out.',
    );
  });

  test('does not depend on a damaged date, which is skipped and counted', () => {
    const lines = [
      ...Array.from({ length: 20 }, (_, index) => `${index + 5}/03/2026, 09:14 - Mia: a`),
      '40/03/2026, 09:14 - Mia: b',
      '25/03/2026, 09:14 - Mia: c',
    ];
    const { conversation, notices } = read(lines);
    expect([conversation.messages.length, conversation.unreadable]).toEqual([21, 1]);
    expect(notices).toEqual(['chat.txt, line 21 was skipped: there is no 40/03/2026, 9:14.']);
  });

  test('needs halves of the day that are known', async () => {
    const lines = ['13/03/2026, 9:14 xm - Mia: a', '13/03/2026, 9:15 ym - Mia: b'];
    expect(await toRefusal(() => read(lines))).toContain('halves of the day are not known: “xm”, “ym”');
  });

  test('found in any export is the one it was written with', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<DateOrder>('day-first', 'month-first'),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 60 }),
        (order, minutes) => {
          const start = Date.UTC(2025, 10, 3, 8);
          const times = minutes.sort((a, b) => a - b).map(each => new Date(start + each * 7 * 60_000));
          const lines = times.map(each => {
            const [year, month, day] = each.toISOString().slice(0, 10).split('-');
            const date = order === 'day-first' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`;
            return `${date}, ${each.toISOString().slice(11, 16)} - Mia: a`;
          });
          try {
            const found = read(lines).conversation.messages.map(({ time }) => time);
            expect(found).toEqual(times.map(each => each.toISOString()));
          } catch (error) {
            expect(String(error)).toContain('in two ways');
          }
        },
      ),
      { numRuns: scale(300) },
    );
  });
});

test('times in a zone are read in it, also when the clocks change', () => {
  const berlin = { zone: 'Europe/Berlin' };
  const lines = [
    '28.03.26, 12:00',
    '29.03.26, 02:30',
    '29.03.26, 12:00',
    '25.10.26, 02:50',
    '25.10.26, 02:10',
    '25.10.26, 03:00',
  ];
  const times = read(
    lines.map(each => `${each} - Mia: a`),
    berlin,
  ).conversation.messages.map(({ time }) => time.slice(5, 16));
  expect(times).toEqual([
    '03-28T11:00',
    '03-29T01:30',
    '03-29T10:00',
    '10-25T00:50',
    '10-25T01:10',
    '10-25T02:00',
  ]);
});

describe('phone numbers', () => {
  const lines = [
    '13/03/2026, 09:14 - +49 151 2345678: Who is in?',
    '13/03/2026, 09:15 - \u202a+49\u00a0170\u00a01111178\u202c: me',
    '13/03/2026, 09:16 - +49 151 2345678: @491701111178 fine, call +49 (151) 2345678 or 110',
    '13/03/2026, 09:17 - +49 170 1111178 left',
  ];

  test('are masked, each person always in the same way', () => {
    const masked = readShort(lines).map(line => line.replace(/(\+…[A-Z]{2})[A-Z]{6}/g, '$1'));
    expect(masked).toEqual([
      '+…NP 2026-03-13T09:14:00 "Who is in?"',
      '+…NP 2026-03-13T09:15:00 "me"',
      '+…NP 2026-03-13T09:16:00 "@+…NP fine, call +…NP or 110"',
      '* 2026-03-13T09:17:00 "+…NP left"',
    ]);
    const { source, messages } = parseExport(
      lines.join('\n'),
      'WhatsApp Chat with +49 151 2345678.txt',
    ).conversation;
    const [one, other] = messages.map(({ author }) => author.name);
    expect(one).not.toBe(other);
    expect(messages[2]?.text).toBe(`@${other} fine, call ${one} or 110`);
    expect(source.title).toBe(`WhatsApp Chat with ${one}`);
  });

  test('keep their masks in a later export in which somebody else comes first', () => {
    const options = { ...utc, numberKey: 'the secret of this chat' };
    const toNames = (chosen: readonly string[]) => {
      const { messages } = read(chosen, options).conversation;
      return Object.fromEntries(messages.map(({ text, author }) => [text, author.name]));
    };
    const [ann = '', bob = ''] = lines;
    expect(toNames([bob])['me']).toBe(toNames([ann, bob])['me']);
  });

  test('are shown if asked for, and ids stay the same', () => {
    const shown = read(lines, { ...utc, showNumbers: true }).conversation.messages;
    expect(shown.map(({ author }) => author.name)).toContain('+49 151 2345678');
    expect(shown[2]?.text).toBe('@491701111178 fine, call +49 (151) 2345678 or 110');
    expect(shown.map(({ id }) => id)).toEqual(read(lines).conversation.messages.map(({ id }) => id));
  });
});

describe('ids', () => {
  const line = fc.record({
    minute: fc.integer({ min: 0, max: 3 }),
    author: fc.constantFrom('Mia', 'Tom', '+49 151 2345678'),
    text: fc.constantFrom('ok', 'Yes', '<Media omitted>', 'a\nb', '\u200e', ''),
  });

  test('of a longer export begin with those of a shorter one, and no two are the same', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), fc.nat(), (records, cut) => {
        let at = Date.UTC(2026, 2, 25, 8);
        const lines = records.map(({ minute, author, text }) => {
          at += minute * 60_000;
          const iso = new Date(at).toISOString();
          return `25/03/2026, ${iso.slice(11, 16)} - ${author}: ${text}`;
        });
        const ids = read(lines).conversation.messages.map(({ id }) => id);
        const count = 1 + (cut % lines.length);
        expect(read(lines.slice(0, count)).conversation.messages.map(({ id }) => id)).toEqual(
          ids.slice(0, count),
        );
        expect(new Set(ids).size).toBe(lines.length);
      }),
      { numRuns: scale(500) },
    );
  });
});
