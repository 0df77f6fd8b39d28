import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toMessageText } from '../../../src/core/conversation/text.ts';

const image = { name: 'plan.png', type: 'image/png' };

describe('the text of a message', () => {
  test('is its own words, trimmed, with line breaks inside kept', () => {
    expect(toMessageText('  a\n\n  b \n')).toBe('a\n\n  b');
    expect(toMessageText('')).toBe('');
  });

  test.each([
    ['image/png', '[image: x]'],
    ['video/mp4', '[video: x]'],
    ['audio/ogg', '[audio: x]'],
    ['application/pdf', '[file: x]'],
    ['', '[file: x]'],
  ])('tells an attachment of type “%s” as %s', (type, words) => {
    expect(toMessageText('', { attachments: [{ name: 'x', type }] })).toBe(words);
  });

  test('tells a voice message as one, without its file', () => {
    const attachments = [{ name: 'voice-message.ogg', type: 'audio/ogg' }];
    expect(toMessageText('', { voice: true, attachments })).toBe('[voice message]');
  });

  test('tells stickers, each on its line', () => {
    expect(toMessageText('', { stickers: ['Wave', 'Party'] })).toBe('[sticker: Wave]\n[sticker: Party]');
  });

  test('tells a poll with its answers, and with votes where they are known', () => {
    const poll = { question: 'Which day?', answers: [{ text: 'Friday', votes: 3 }, { text: 'Monday' }] };
    expect(toMessageText('', { poll })).toBe('[poll: Which day? — Friday (3) / Monday]');
    expect(toMessageText('', { poll: { question: 'Really?', answers: [] } })).toBe('[poll: Really?]');
  });

  test('tells an embed on one line, without what is empty in it', () => {
    const embeds = [
      {
        title: 'Release 2.4',
        description: 'Two fixes:\n- battery\n- radio',
        fields: [
          { name: 'Size', value: '1 MB' },
          { name: '\u200b', value: '\u200b' },
        ],
      },
      { title: ' ', fields: [] },
      {},
    ];
    expect(toMessageText('', { embeds })).toBe(
      '[embed: Release 2.4 — Two fixes: - battery - radio — Size: 1 MB]',
    );
  });

  test('marks what is forwarded and keeps it as it was, behind the words of the person', () => {
    expect(toMessageText('fyi', { forwarded: ' last orders 30 June\nthe vendor ' })).toBe(
      'fyi\n[forwarded] last orders 30 June\nthe vendor',
    );
    expect(toMessageText('', { forwarded: ' ', attachments: [image] })).toBe('[image: plan.png]');
  });

  test('brings everything in one order', () => {
    expect(
      toMessageText('words', {
        attachments: [image],
        stickers: ['Wave'],
        poll: { question: 'Q?', answers: [{ text: 'A' }] },
        embeds: [{ title: 'E' }],
        forwarded: 'F',
      }),
    ).toBe('words\n[forwarded] F\n[embed: E]\n[poll: Q? — A]\n[sticker: Wave]\n[image: plan.png]');
  });
});

describe('half an emoji', () => {
  test('is mended wherever it hides, and whole emoji stay', () => {
    const text = toMessageText('🎉', {
      forwarded: '\ud83d',
      stickers: ['\ude00'],
      embeds: [{ title: '😀\ud83d' }],
    });
    expect(text).toBe('🎉\n[forwarded] \ufffd\n[embed: 😀\ufffd]\n[sticker: \ufffd]');
  });

  test('never reaches the text, with any input', () => {
    const any = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(any, any, any, (words, forwarded, title) => {
        expect(toMessageText(words, { forwarded, embeds: [{ title }] }).isWellFormed()).toBe(true);
      }),
    );
  });
});

test('marks stacked on one letter are cut, so that normalizing them takes no seconds', () => {
  const marks = '\u0301\u0323';
  expect(toMessageText(`te${marks.repeat(20_000)}nt`)).toBe(`te${marks.repeat(16)}nt`);
  expect(toMessageText(`te${marks.repeat(16)}nt`)).toBe(`te${marks.repeat(16)}nt`);
});
