import { describe, expect, test } from 'vitest';
import { tokenize } from '../../../src/core/conversation/tokens.ts';

describe('the words of a text', () => {
  test.each([
    ['Ship it TODAY!', ['ship', 'it', 'today']],
    ["don't can’t", ["don't", "can't"]],
    ['v2.1 t-deck snake_case a.b.c', ['v2.1', 't-deck', 'snake_case', 'a.b.c']],
    ['-x- "quoted" (1) end.', ['x', 'quoted', '1', 'end']],
    ['Größe, naïve, cafe\u0301', ['größe', 'naïve', 'café']],
    ['1.5 MB; 10,000 €', ['1.5', 'mb', '10', '000']],
    ['Привет мир', ['привет', 'мир']],
    ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
    ['안녕하세요 여러분', ['안녕하세요', '여러분']],
    ['a--b ... __', ['a', 'b']],
    ['', []],
  ])('“%s” are %j', (text, words) => {
    expect(tokenize(text)).toEqual(words);
  });

  test.each(['👍', '❤️', '👨‍👩‍👧', '🏳️‍🌈', '… — ?!'])('“%s” has none', text => {
    expect(tokenize(text)).toEqual([]);
  });
});

describe('scripts without spaces', () => {
  test.each([
    ['再起動', ['再起', '起動']],
    ['サーバー', ['サー', 'ーバ', 'バー']],
    ['ｻｰﾊﾞｰ', ['ｻｰ', 'ｰﾊ', 'ﾊﾞ', 'ﾞｰ']],
    ['我们开会', ['我们', '们开', '开会']],
    ['木', ['木']],
    ['か\u3099き', ['がき']],
    ['v2.1を公開', ['v2.1', 'を公', '公開']],
    ['明日deploy予定', ['明日', 'deploy', '予定']],
    ['𠮷野家', ['𠮷野', '野家']],
    ['ราคา100บาท', ['รา', 'าค', 'คา', '100', 'บา', 'าท']],
  ])('“%s” is cut in pairs', (text, pairs) => {
    expect(tokenize(text)).toEqual(pairs);
  });

  test('two sentences share words though nothing parts them', () => {
    const first = new Set(tokenize('サーバーを再起動しました'));
    expect(tokenize('再起動したらサーバーが動いた').filter(pair => first.has(pair))).toEqual(
      expect.arrayContaining(['再起', '起動', 'サー']),
    );
  });
});
