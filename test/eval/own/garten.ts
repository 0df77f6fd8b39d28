import type { OwnTalk } from './own-talk.ts';

export const garten: OwnTalk = {
  id: 'garten',
  language: 'de',
  lines: [
    'Birgit: Der neue Zaun kostet 2.350 Euro, das Angebot gilt bis 31. März.', // 1
    { say: 'Uwe: Das ist mir zu teuer, letztes Jahr wollten sie 1.900', re: 1 }, // 2
    'Birgit: Wollen wir nicht lieber nur die Nordseite machen?', // 3
    { say: 'Jonas: Einverstanden, das reicht erstmal', re: 3 }, // 4
    { say: 'Uwe: 👍', re: 3 }, // 5
    'Jonas: Ich hole morgen die Pfosten vom Baumarkt in Lehrte', // 6
    'Meral: Die Wasserpumpe läuft nicht, ich glaube der Filter ist verstopft', // 7
    { say: 'Uwe: Ich schaue sie mir am Samstag an', re: 7 }, // 8
    'Birgit: Wir haben beschlossen, dass Hunde nicht auf die Beete dürfen.', // 9
    'Meral: Weiß jemand, wann der Kompost geliefert wird?', // 10
    'Jonas: Der Beitrag steigt um 12,5 % auf 45 Euro im Jahr.', // 11
    'Meral: Vielleicht könnten wir im Mai ein Sommerfest machen', // 12
    { say: 'Birgit: Meral, kannst du die Schlüssel bei Frau Albers abholen?', re: 12 }, // 13
    { say: 'Meral: ja, mache ich', re: 13 }, // 14
  ],
  claims: [
    { text: 'Der neue Zaun kostet 2350 Euro; das Angebot gilt bis zum 31. März.', cites: [1], kind: 'fact' },
    { text: 'Uwe findet den Zaun zu teuer, letztes Jahr waren es 1.900 Euro.', cites: [1, 2] },
    { text: 'Birgit schlug vor, nur die Nordseite zu machen.', cites: [3], kind: 'proposal' },
    { text: 'Es wird nur die Nordseite gemacht.', cites: [3, 4], kind: 'decision' },
    {
      text: 'Jonas holt die Pfosten am 10. März vom Baumarkt in Lehrte.',
      cites: [6],
      kind: 'action',
      owner: 'Jonas',
    },
    { text: 'Meral glaubt, dass der Filter der Wasserpumpe verstopft ist.', cites: [7] },
    {
      text: 'Uwe sieht sich die Pumpe am Samstag an.',
      cites: [7, 8],
      kind: 'action',
      owner: 'Uwe',
      due: 'am Samstag',
    },
    { text: 'Hunde dürfen nicht auf die Beete.', cites: [9], kind: 'decision' },
    { text: 'Meral fragt, wann der Kompost geliefert wird.', cites: [10], kind: 'question' },
    { text: 'Der Beitrag steigt um 12,5 Prozent auf 45 Euro.', cites: [11], kind: 'fact' },
    { text: 'Meral könnte sich im Mai ein Sommerfest vorstellen.', cites: [12], kind: 'proposal' },
    { text: 'Meral holt die Schlüssel bei Frau Albers ab.', cites: [13, 14], kind: 'action', owner: 'Meral' },
  ],
};
