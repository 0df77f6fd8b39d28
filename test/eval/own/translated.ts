import { backups } from './backups.ts';
import { festival } from './festival.ts';
import type { OwnTalk } from './own-talk.ts';

/** Claims in German and Spanish over conversations in English: what compares words abstains, the rest does not. */
export const translatedTalks: readonly OwnTalk[] = [
  {
    ...backups,
    id: 'backups-de',
    claims: [
      {
        text: 'Ivo berichtet, dass die nächtliche Sicherung diese Woche zum dritten Mal fehlgeschlagen ist.',
        cites: [1],
      },
      { text: 'Die Platte auf vault-2 ist zu 96 % voll.', cites: [1], kind: 'fact' },
      {
        text: 'Rosa schlug vor, die Sicherungen nur noch 14 statt 30 Tage aufzuheben.',
        cites: [4],
        kind: 'proposal',
      },
      { text: 'Die Sicherungen werden künftig 21 Tage aufgehoben.', cites: [5, 6, 7], kind: 'decision' },
      {
        text: 'Ken bestellt heute Nachmittag eine neue Platte.',
        cites: [9, 10],
        kind: 'action',
        owner: 'Ken',
      },
      {
        text: 'Ivo ändert am 10. März die Aufbewahrung in `backup.toml`.',
        cites: [11],
        kind: 'action',
        owner: 'Ivo',
      },
      { text: 'Farah sagte, dass sie vor dem Sommer kein anderes Werkzeug einführen.', cites: [13] },
      {
        text: 'Der Test der Wiederherstellung dauerte 47 Minuten, im letzten Quartal waren es 31.',
        cites: [15],
        kind: 'fact',
      },
      { text: 'Rosa bat darum, es in #storage-notes aufzuschreiben.', cites: [17] },
    ],
  },
  {
    ...festival,
    id: 'festival-es',
    claims: [
      { text: 'La fiesta del barrio se celebra el sábado 18 de julio.', cites: [1], kind: 'fact' },
      { text: 'Marek recordó que el año pasado vinieron 1.850 visitantes.', cites: [2] },
      { text: 'El escenario se pondrá en la plaza de la iglesia.', cites: [4, 5], kind: 'decision' },
      { text: 'La empresa de sonido pide 1.200 euros más IVA.', cites: [7], kind: 'fact' },
      {
        text: 'Sunil firmará el contrato con Brightsound el viernes.',
        cites: [9],
        kind: 'action',
        owner: 'Sunil',
      },
      { text: 'Sunil duda de que la gente quiera pagar una entrada.', cites: [15, 16] },
    ],
  },
];
