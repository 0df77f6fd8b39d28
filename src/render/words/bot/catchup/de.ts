import type { CatchupWords } from './words.ts';

const number = new Intl.NumberFormat('de');
const count = (value: number, one: string, other: string) =>
  `${number.format(value)} ${value === 1 ? one : other}`;

export const de: CatchupWords = {
  command: {
    description: 'Zeigt, was du verpasst hast; nur du siehst die Antwort',
    where: 'Diesen Kanal zusammenfassen oder alle Kanäle mit Neuem auflisten (sonst: hier)',
    wheres: { here: 'hier', everywhere: 'überall' },
    since: 'Ab wann (sonst: ab deiner letzten Nachricht in jedem Kanal)',
  },
  sinceChoices: {
    ownLast: 'meine letzte Nachricht',
    day: '24 Stunden',
    yesterday: 'gestern',
    week: 'diese Woche',
  },

  nothingNewHere: place => `In ${place} gibt es seit deiner letzten Nachricht nichts Neues.`,
  noOwnMessage: looked =>
    `Unter den neuesten ${count(looked, 'Nachricht', 'Nachrichten')} hier ist keine von dir. Wähle mit \`since:\`, ab wann, zum Beispiel \`24 Stunden\`.`,

  looking: channels => `Sehe ${count(channels, 'Kanal', 'Kanäle')} durch…`,
  alreadyLooking: 'Dein letztes `/catchup` läuft noch. Warte bitte, bis es fertig ist.',
  title: (channels, since) =>
    `${count(channels, 'Kanal', 'Kanäle')} mit neuen Nachrichten ${since === null ? 'seit deiner letzten dort' : `seit ${since}`}`,
  nothingNew: since =>
    since === null
      ? 'Seit deinen letzten Nachrichten gibt es in den durchgesehenen Kanälen nichts Neues.'
      : `Seit ${since} gibt es in den durchgesehenen Kanälen keine neuen Nachrichten.`,
  onlyTimes:
    'Mit `where: überall` nimmt `since:` eine Zeit wie `24 Stunden` oder `gestern`. Für einen Link nutze `/summarize`.',
  questions: value => count(value, 'offene Frage an dich', 'offene Fragen an dich'),
  replies: value => count(value, 'Antwort an dich', 'Antworten an dich'),
  mentions: value => count(value, 'Erwähnung', 'Erwähnungen'),
  messages: (messages, people, hasMore) =>
    `${hasMore ? 'über ' : ''}${count(messages, 'Nachricht', 'Nachrichten')} von ${count(people, 'Person', 'Personen')}`,
  select: 'Einen Kanal zusammenfassen…',

  notLooked: (channels, some) =>
    `Diesmal nicht durchgesehen: ${some.join(', ')}${channels > some.length ? ` und ${number.format(channels - some.length)} weitere` : ''}.`,
  botBlind: channels => `${count(channels, 'Kanal', 'Kanäle')} ausgelassen: Ich darf dort nicht lesen.`,
  ageRestricted: channels =>
    `${count(channels, 'altersbeschränkter Kanal', 'altersbeschränkte Kanäle')} ausgelassen: Nutze \`/catchup\` in einem altersbeschränkten Kanal, um sie zu sehen.`,
  noSearch:
    'Die Suche von Discord ist gerade nicht verfügbar; deine letzte Nachricht habe ich unter den neuesten 100 jedes Kanals gesucht.',
  never: days =>
    `Archivierte Threads, ältere private Threads, Bots und alles, was älter als ${number.format(days)} Tage ist, werden nicht durchgesehen.`,
};
