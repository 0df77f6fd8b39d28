import { describe, expect, test } from 'vitest';
import { isSolvedTag, isThanks } from '../../../../src/io/discord/summarize/post-line.ts';

describe('a tag says that a post is done', () => {
  test.each([
    ...['✅ Solved', '[RESOLVED]', 'Answered', 'Question answered', 'Solved & closed', 'fixed'],
    ...['Gelöst ✓', 'Problem gelöst', 'Erledigt', 'Behoben', 'beantwortet', 'Geschlossen'],
    ...['Résolu', 'Corrigée', 'Répondu', 'Clôturé', 'Problème résolu'],
    ...['Resuelto', 'Solucionada', 'Cerrado', 'Pregunta respondida'],
    ...['解決済み', '解決', '回答済み', '修正済', 'クローズ'],
  ])('%s', name => {
    expect(isSolvedTag(name)).toBe(true);
  });

  test.each([
    ...['Unsolved', 'Not solved', 'To be fixed', 'Fixed price', 'Closed beta', 'Login', '🎉', ''],
    ...['Ungelöst', 'Nicht gelöst', 'Non résolu', 'Sin resolver', 'No resuelto', '未解決', '解決希望'],
  ])('not %s', name => {
    expect(isSolvedTag(name)).toBe(false);
  });
});

describe('somebody thanks', () => {
  test.each([
    ...['Thanks, that works!', 'thank you', 'Worked, thx', 'Danke dir!', 'Vielen Dank, läuft wieder.'],
    ...['Merci beaucoup', 'Je vous remercie', 'Muchas gracias', 'ありがとうございます！', '助かりました'],
  ])('%s', text => {
    expect(isThanks(text)).toBe(true);
  });

  test.each([
    ...['Thanks in advance', 'No thanks', 'Thanks, but does it come back?', 'Pretty', 'It works'],
    ...['Danke im Voraus', 'Gott sei Dank', 'Merci d’avance', 'Non merci', 'Gracias de antemano'],
  ])('not %s', text => {
    expect(isThanks(text)).toBe(false);
  });
});
