import type { Words } from './words.ts';

const number = new Intl.NumberFormat('de');
const count = (n: number, one: string, many: string) => `${number.format(n)} ${n === 1 ? one : many}`;

export const de: Words = {
  tag: 'de',
  summary: 'Zusammenfassung',
  sections: {
    request: 'Aktuelles Anliegen',
    overview: 'Überblick',
    key_point: 'Das Wichtigste',
    action: 'Aufgaben',
    decision: 'Entscheidungen',
    proposal: 'Vorschläge',
    question: 'Offene Fragen',
    constraint: 'Rahmenbedingungen',
    fact: 'Fakten',
    change: 'Änderungen',
    contribution: 'Beiträge',
  },
  sources: 'Quellen',
  topics: 'Themen',
  participants: 'Beteiligte',
  moreMessages: 'Weitere Nachrichten',
  continued: heading => `${heading} (Fortsetzung)`,
  decisions: { approved: 'Angenommen', decided: 'Beschlossen', declined: 'Abgelehnt' },
  colon: ':',
  list: parts => parts.join(', '),

  coverage: (read, available) =>
    `${number.format(read)} von ${count(available, 'Nachricht', 'Nachrichten')} gelesen`,
  leftOut: list => `ausgelassen: ${list}`,
  omitted: {
    unreadable: n => `${number.format(n)} nicht lesbar`,
    duplicate: n => `${number.format(n)} doppelt`,
    outside_window: n => `${number.format(n)} außerhalb des Zeitraums`,
    system: n => count(n, 'Systemnachricht', 'Systemnachrichten'),
    bot: n => `${number.format(n)} von Bots`,
    empty: n => `${number.format(n)} ohne Text`,
  },
  between: (from, to) => `${from} bis ${to}`,
  since: from => `seit ${from}`,
  until: to => `bis ${to}`,
  timesIn: zone => `Uhrzeiten in ${zone}`,

  verified: n => `${number.format(n)} geprüft`,
  quotesChecked: n => `${count(n, 'Zitat', 'Zitate')} Wort für Wort geprüft`,
  unclear: n => `${number.format(n)} mit Klärungsbedarf`,
  dropped: n => `${number.format(n)} verworfen`,
  hidden: n => `${number.format(n)} ausgeblendet`,
  recitedCount: n => `${number.format(n)} mit ersetztem Beleg`,
  uncited: n => count(n, 'Beleg entfernt', 'Belege entfernt'),

  engine: ({ name, model, reason }) => {
    const who =
      name === 'extractive'
        ? 'Zitate von Code ausgewählt, ohne Sprachmodell'
        : `Verfasst von ${model ?? name}, geprüft von Code`;
    return reason === undefined ? who : `${who} (${reason})`;
  },
  nothingSaid: 'In diesem Zeitraum wurde nichts geschrieben.',
  nothingFound: 'In diesen Nachrichten steht nichts, was zusammenzufassen wäre.',

  needsClarification: 'zu klären',
  recited: 'Beleg ersetzt und erneut geprüft',
  edited: 'bearbeitet',
  forwarded: 'weitergeleitet',
  more: n => `+${number.format(n)} weitere`,
  due: when => `fällig: ${when}`,
  said: day => `gesagt am ${day}`,
  taskOf: owner => `Für ${owner}`,
  before: 'vorher',
  someone: 'jemand',

  topicStatus: { active: 'aktiv', inactive: 'ruht' },
  topicReason: { open_question: 'offene Frage', open_action: 'offene Aufgabe', recent: 'kürzlich' },
  messages: n => count(n, 'Nachricht', 'Nachrichten'),

  table: { number: '#', who: 'Wer', when: 'Wann', position: 'Stelle', said: 'Wortlaut' },
  position: (position, read) => `Nachricht ${number.format(position)} von ${number.format(read)}`,
  page: (page, pages) => `Seite ${page} von ${pages}`,
  openMessage: 'Nachricht öffnen',
  backToClaim: 'Zurück zur Aussage',
  buttons: { previous: 'Zurück', next: 'Weiter', sources: 'Quellen' },
};
