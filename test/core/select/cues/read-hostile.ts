import { parentPort } from 'node:worker_threads';
import { cueNames } from '../../../../src/core/select/cues/cue.ts';
import { cueLists } from '../../../../src/core/select/cues/index.ts';
import { universal } from '../../../../src/core/select/cues/universal.ts';

/** The body of a worker: reads every cue of every language in long texts made to set a pattern back. */
const length = 100_000;
const texts = [
  ...[
    ' ',
    'a',
    '1',
    '.',
    ',',
    '\n',
    '?',
    '¿',
    '@',
    '何',
    'か',
    'ー',
    '"',
    '1.',
    '. ',
    '! ',
    ', ',
    'a ',
    '@, ',
  ],
  ...[
    'ich ',
    'ich werde ',
    'wir haben uns ',
    'we ',
    'we have ',
    'new a ',
    'it is ',
    'je ',
    'je vais ',
    'on a ',
  ],
  ...[
    'si ',
    'no ',
    'não ',
    'voy a ',
    'vamos a ',
    'y si ',
    'e se ',
    'lo ',
    'du ',
    'by ',
    'bis ',
    'am 1',
    'le ',
  ],
  ...[
    'merci de ',
    'bitte ',
    'until the end of ',
    'どう',
    '明日',
    'お願い',
    'in 1',
    'the new ',
    'thanks ',
    'ok ',
  ],
].flatMap(piece => {
  const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  return [text, `@a${text}`, `${text}x?`];
});

for (const [language, list] of Object.entries({ ...cueLists, universal })) {
  for (const cue of cueNames) {
    parentPort?.postMessage(`${language} ${cue}`);
    for (const text of texts) list[cue].test(text);
  }
}
parentPort?.postMessage('done');
