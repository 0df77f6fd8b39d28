import { expect, test } from 'vitest';
import { soundsDecided, soundsPromised } from '../../../src/core/highlights/features.ts';

test.each([
  "I'll book the tent",
  'We’re going to ask the landlord',
  'Dann bestelle ich die Hefte morgen',
  'Ich übernehme das Catering',
  'Das übernehme ich',
  'Voy a llamar al fontanero',
  'Mañana lo reservaré',
  'Je vais appeler le plombier',
  'Je m’en occupe',
  '会場は私が予約します',
])('a promise is recognized: %s', sentence => {
  expect(soundsPromised(sentence)).toBe(true);
});

test.each([
  'Agreed, better late than twice',
  "Let's meet on Friday",
  'Einverstanden, so machen wir das',
  'Hemos acordado el precio',
  'D’accord pour samedi',
  '会場は公民館に決定しました',
])('a decision is recognized: %s', sentence => {
  expect(soundsDecided(sentence)).toBe(true);
});

test.each([
  'Will it rain?',
  'Ich glaube nicht',
  'The tent was booked',
  'I love this song',
  '雨が降っています',
])('other sentences are neither: %s', sentence => {
  expect([soundsPromised(sentence), soundsDecided(sentence)]).toEqual([false, false]);
});
