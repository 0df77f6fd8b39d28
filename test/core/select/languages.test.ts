import { describe, expect, test } from 'vitest';
import { type Evidence, toEvidence } from '../../../src/core/conversation/evidence.ts';
import { detectLanguage, toLanguages } from '../../../src/core/select/languages.ts';
import { conversationOf, say } from '../conversation/messages.ts';

function heard(...texts: readonly string[]): Evidence {
  const start = Date.UTC(2026, 2, 9, 9);
  return toEvidence(
    conversationOf(texts.map((text, i) => say('ann', new Date(start + i * 60_000).toISOString(), text))),
  );
}

describe('the language of a text', () => {
  test.each([
    ['en', 'I think we should move the release to Friday'],
    ['de', 'ich glaube wir sollten das Release auf Freitag schieben'],
    ['fr', 'je pense qu’on devrait décaler la version à vendredi'],
    ['es', 'creo que deberíamos mover el lanzamiento al viernes'],
    ['pt', 'acho que a gente devia passar o lançamento para sexta'],
    ['it', 'secondo me dovremmo spostare il rilascio a venerdì'],
    ['ja', 'リリースは金曜日に延期したほうがいいと思います'],
    ['nl', 'ik denk dat we de release naar vrijdag moeten verplaatsen'],
    ['pl', 'myślę że powinniśmy przesunąć wydanie na piątek'],
    ['zh', '我觉得我们应该把发布推迟到星期五'],
    ['ko', '릴리스를 금요일로 미루는 게 좋겠어요'],
    ['ru', 'думаю, нам стоит перенести релиз на пятницу'],
  ])('%s is heard in “%s”', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  test.each(['ok 👍', 'LGTM', 'danke!', '👍👍👍', '', '12:30', 'hello 你好', '了解です', 'sí, vale'])(
    'is not guessed from as little as “%s”',
    text => {
      expect(detectLanguage(text)).toBeNull();
    },
  );

  test.each([
    'https://example.org/der/die/das/und/nicht/oder/aber',
    '```\nfor (const message of messages) console.log(message)\n```',
    '```ts\nconst unfinished = await fetch(address)',
    '`the quick brown fox jumps over the lazy dog`',
    '@somebody_with_a_long_name #a-channel-with-a-long-name',
    ':pepe_laughing_hard: :another_long_emoji: :and_one_more:',
    '[image: Bildschirmfoto am letzten Freitag.png]\n[voice message]',
  ])('is not guessed from what is no prose: %s', text => {
    expect(detectLanguage(text)).toBeNull();
  });

  test('is Japanese though most of its signs are kanji or Latin', () => {
    expect(detectLanguage('来週月曜日定例会議を開催予定です')).toBe('ja');
    expect(detectLanguage('Dockerのコンテナを再起動してください')).toBe('ja');
  });
});

describe('the languages of a conversation', () => {
  const german = [
    'hat jemand den neuen Stand schon ausprobiert?',
    'bei mir läuft er seit gestern ohne Probleme',
    'dann würde ich ihn am Freitag freigeben',
  ];
  const english = [
    'has anybody tried the new build on the old boards yet?',
    'it has been running here since yesterday without a problem',
    'then I would like to release it on Friday morning',
  ];
  const dutch = ['ik heb het gisteren ook nog eens geprobeerd en het werkt goed'];

  test('are both where two are spoken, the one spoken more first', () => {
    const longer = [...german, ...german.map(text => `also ${text}`), ...german.map(text => `ja, ${text}`)];
    expect(toLanguages(heard(...longer, ...english))).toEqual(['de', 'en']);
    expect(toLanguages(heard(...english, ...english, ...english, ...german))).toEqual(['en', 'de']);
  });

  test('do not include one with only a word or two', () => {
    const many = Array.from({ length: 10 }, (_, i) => english.map(text => `${text} ${i}`)).flat();
    expect(toLanguages(heard(...many, ...dutch))).toEqual(['en']);
  });

  test.each([[['ok 👍']], [['👍', '+1', 'LGTM']], [[]]])('are none where nothing tells: %j', texts => {
    expect(toLanguages(heard(...texts))).toEqual([]);
  });

  test('are judged over the whole length of a long conversation, not by its beginning', () => {
    const long = [
      ...Array.from({ length: 300 }, (_, i) => `${english[i % 3]} ${i}`),
      ...Array.from({ length: 300 }, (_, i) => `${german[i % 3]} ${i}`),
    ];
    expect([...toLanguages(heard(...long))].sort()).toEqual(['de', 'en']);
  });
});
