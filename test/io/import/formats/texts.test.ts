import { describe, expect, test } from 'vitest';
import { parseExport } from '../../../../src/io/import/import-chat.ts';

function readShort(text: string, name: string, start?: string) {
  const { conversation } = parseExport(text, name, { zone: 'Europe/Berlin', start });
  return conversation.messages.map(
    ({ author, time, text: words }) => `${time.slice(0, 19)} ${author.name}: ${words}`,
  );
}

const vtt = `WEBVTT - call

NOTE made by a recorder

1
00:00:01.000 --> 00:00:03.500
<v Mia Berg>We ship on Friday,

2
00:00:03.500 --> 00:00:05.000 align:start
<v Mia Berg>right?</v>

00:07.000 --> 00:09.000
<v Tom>Yes &amp; no

a block without a time`;

describe('captions', () => {
  test('of WebVTT are joined to the turns of their speakers', () => {
    const { conversation, notices } = parseExport(vtt, 'call.vtt', {
      zone: 'UTC',
      start: '2026-03-09T14:00:00Z',
    });
    expect(
      conversation.messages.map(({ author, time, text }) => [author.name, time.slice(11, 19), text]),
    ).toEqual([
      ['Mia Berg', '14:00:01', 'We ship on Friday, right?'],
      ['Tom', '14:00:07', 'Yes & no'],
    ]);
    expect(conversation.unreadable).toBe(1);
    expect(notices).toEqual(['call.vtt: 1 block has no time and was skipped, first on line 16.']);
  });

  test('of SubRip are read, with names in the text or without', () => {
    const srt =
      '1\r\n00:00:01,000 --> 00:00:02,000\r\nMia: Hello\r\n\r\n2\r\n00:01:00,000 --> 00:01:02,000\r\nNobody named\r\n';
    expect(readShort(srt, 'call.srt', '2026-03-09 14:00')).toEqual([
      '2026-03-09T13:00:01 Mia: Hello',
      '2026-03-09T13:01:00 Speaker: Nobody named',
    ]);
  });

  test.each([
    ['tags', 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Mia>Ready?</v> <v Tom>Yes</v>'],
    ['names', 'WEBVTT\n\n00:01.000 --> 00:02.000\nMia: Ready?\nTom: Yes'],
    ['dashes', '1\n00:00:01,000 --> 00:00:02,000\n- Mia: Ready?\n- Tom: Yes'],
  ])('with two speakers in one block are told apart by %s', (_, text) => {
    expect(readShort(text, 'call.vtt', '2026-03-09T14:00:00Z')).toEqual([
      '2026-03-09T14:00:01 Mia: Ready?',
      '2026-03-09T14:00:01 Tom: Yes',
    ]);
  });

  test('say that there is no date', () => {
    const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi';
    expect(parseExport(text, 'call.vtt').notices).toEqual([
      'call.vtt has no date, so none are shown. Add --start "2026-03-09 14:00".',
    ]);
  });
});

describe('a transcript', () => {
  test.each([
    ['Mia: Hello\nTom: Hi\nand more\nMia: Bye\nTom: Bye', ['00:00:00', '00:00:01', '00:00:02', '00:00:03']],
    [
      '[00:00:05] Mia: Hello\n[00:00:09] Tom: Hi\nand more\n[00:01:00] Mia: Bye\n[00:01:01] Tom: Bye',
      ['00:00:05', '00:00:09', '00:01:00', '00:01:01'],
    ],
    [
      'Mia (0:05): Hello\nTom (0:09): Hi\nand more\nMia (1:00): Bye\nTom (1:01): Bye',
      ['00:00:05', '00:00:09', '00:01:00', '00:01:01'],
    ],
  ])('of names and texts is read: %j', (text, times) => {
    const { conversation } = parseExport(text, 'call.txt', { zone: 'UTC', start: '2026-03-09' });
    expect(conversation.source.type).toBe('transcript');
    expect(conversation.messages.map(({ author, text: words }) => `${author.name}: ${words}`)).toEqual([
      'Mia: Hello',
      'Tom: Hi\nand more',
      'Mia: Bye',
      'Tom: Bye',
    ]);
    expect(conversation.messages.map(({ time }) => time.slice(11, 19))).toEqual(times);
  });

  test.each([
    ['[00:05] Mia: Hello\n[00:09] Tom: Hi', 'transcript'],
    // A list looks the same.
    ['Pros: cheap\nCons: far away', 'document'],
    ['Anna: Who books the room?\nBen: I will.', 'transcript'],
    ['Anna: Who books it?\nBen: I will.\nAnna: Thanks\nBen: Sure\nCarla: Me too', 'transcript'],
    ['Anna: I booked the room.\nBen: Great.\nAnna: See you there.', 'transcript'],
    ['Title: Plan\nOwner: Mia\nNote: is it cheap?', 'document'],
    ['Question: Who pays?\nAnswer: The club.\nQuestion: When?\nAnswer: On Friday.', 'document'],
    ['Frage: Wer zahlt?\nAntwort: Der Verein.\nFrage: Wann?\nAntwort: Freitag.', 'document'],
    ['Q: Who pays?\nA: The club.', 'document'],
    ['INFO: started\nERROR: pump stopped\nINFO: retry\nERROR: again', 'document'],
    ['Mia: Who pays?\nAnswer: The club.\nMia: When?\nAnswer: On Friday.', 'transcript'],
    ['# Plan\nNote: who pays?\nWarning: nobody knows', 'document'],
  ])('that is short needs times, or a question or second turn in lines of turns: %j', (text, type) => {
    const { conversation } = parseExport(text, 'call.txt', { zone: 'UTC', start: '2026-03-09' });
    expect(conversation.source.type).toBe(type);
  });
});

describe('a document', () => {
  const text = `# Plan

Intro: read this.
It has two lines.

## When
- Friday
  at noon
- or Monday

\`\`\`
# no heading

code
\`\`\`

Cost
-----
12,000 EUR`;

  test('is read by section, one message for each paragraph', () => {
    const { conversation, notices } = parseExport(text, 'plan.md', {
      zone: 'UTC',
      start: '2026-03-09',
    });
    expect(conversation.source).toEqual({ type: 'document', title: 'Plan', channelIds: [] });
    expect(conversation.messages.map(({ channel, text: words }) => [channel?.title, words])).toEqual([
      ['Plan', 'Intro: read this. It has two lines.'],
      ['When', '- Friday at noon\n- or Monday'],
      ['When', '```\n# no heading\n\ncode\n```'],
      ['Cost', '12,000 EUR'],
    ]);
    expect(conversation.messages[0]?.time).toBe('2026-03-09T00:00:00.000Z');
    expect(notices).toEqual(['plan.md was read as a document: 4 messages.']);
  });

  test('has long paragraphs split between lines, and a line that is far too long left out', () => {
    const { conversation } = parseExport(
      `${'a long line\n'.repeat(400)}\n\n${'x'.repeat(100_001)}`,
      'long.txt',
    );
    expect(conversation.messages.map(({ text: words }) => words.length)).toEqual([1991, 1991, 815]);
    expect(conversation.unreadable).toBe(1);
  });
});
