import { toMoney, toSeconds } from './figures.ts';
import { deProblems } from './problems/de.ts';
import { de as review } from './reviewed/de.ts';
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
    resolved: 'Erledigt',
    constraint: 'Rahmenbedingungen',
    fact: 'Fakten',
    change: 'Änderungen',
    contribution: 'Beiträge',
    note: 'Notizen',
  },
  kindLabels: {
    request: null,
    overview: null,
    key_point: null,
    action: null,
    decision: null,
    proposal: 'Vorschlag',
    question: 'Offene Frage',
    resolved: 'Erledigt',
    constraint: 'Rahmenbedingung',
    fact: null,
    change: 'Änderung',
    contribution: null,
    note: 'Notiz',
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
    opted_out: n => `${number.format(n)} von Personen, die widersprochen haben`,
  },
  between: (from, to) => `${from} bis ${to}`,
  since: from => `seit ${from}`,
  until: to => `bis ${to}`,
  timesIn: zone => `Uhrzeiten in ${zone}`,

  verified: n => `${number.format(n)} geprüft`,
  sourcesFound: n => `${number.format(n)} mit gefundenen Quellen`,
  quotesChecked: n => `${count(n, 'Zitat', 'Zitate')} Wort für Wort geprüft`,
  unclear: n => `${number.format(n)} mit Klärungsbedarf`,
  dropped: n => `${number.format(n)} entfernt`,
  merged: n => `${number.format(n)} zusammengeführt`,
  hidden: n => `${number.format(n)} ausgeblendet`,
  citationReplacedCount: n => `${number.format(n)} mit ersetztem Beleg`,
  uncited: n => count(n, 'Beleg entfernt', 'Belege entfernt'),

  engine: ({ name, model, judge }) =>
    name === 'extractive'
      ? 'Zitate von Code ausgewählt, ohne Sprachmodell'
      : `Verfasst von ${model ?? name}, geprüft von Code${judge === undefined ? '' : `, beurteilt von ${judge}`}`,
  fellBack: why => `${why} Stattdessen stehen hier Zitate, die Code ausgewählt hat.`,
  incomplete: why => `${why} Was hier steht, ist geprüft; manches kann fehlen.`,
  noneJudged: 'Zitate, Zahlen und Datumsangaben geprüft; Wortlaut nicht beurteilt.',
  unjudged: n => `Formulierung von ${count(n, 'Aussage', 'Aussagen')} nicht beurteilt.`,
  reasons: {
    request_refused: 'Claude hat die Anfrage nicht angenommen; das ist ein Fehler von Footnote.',
    key_refused: 'Claude hat den API-Schlüssel nicht angenommen.',
    not_allowed: 'Der API-Schlüssel darf dieses Claude-Modell nicht nutzen.',
    unpaid: 'Das Guthaben für Claude ist aufgebraucht.',
    spend_limit: 'Das Ausgabenlimit für Claude ist erreicht.',
    model_gone: 'Das eingestellte Claude-Modell gibt es nicht.',
    too_long: 'Das ist mehr, als Claude auf einmal lesen kann.',
    rate_limited: 'Claude nimmt von hier vorerst keine Anfragen mehr an.',
    timed_out: 'Claude hat nicht rechtzeitig geantwortet.',
    service_failed: 'Bei Claude ist etwas fehlgeschlagen.',
    overloaded: 'Claude ist gerade überlastet.',
    unreachable: 'Claude war nicht erreichbar.',
    broken_off: 'Claudes Antwort brach mit einem Fehler ab.',
    stalled: 'Claudes Antwort kam zum Stillstand.',
    ended_early: 'Claudes Antwort endete, bevor sie vollständig war.',
    refused: 'Claude hat es abgelehnt, dies zusammenzufassen.',
    truncated: 'Claudes Antwort erreichte ihre Längengrenze.',
    unreadable: 'Claudes Antwort war nicht lesbar.',
    unsupported: 'Nichts von dem, was Claude schrieb, hielt der Prüfung stand.',
  },
  ownerNotified: why => `${why} Wer den Bot betreibt, wurde benachrichtigt.`,
  usage: (read, cached, written) =>
    `${count(read, 'Token', 'Tokens')} gelesen${cached > 0 ? `, davon ${number.format(cached)} aus dem Cache` : ''}, ${number.format(written)} geschrieben`,
  cost: usd => (usd === null ? 'Kosten unbekannt' : toMoney('de', usd)),
  seconds: n => toSeconds('de', n),
  nothingSaid: 'In diesem Zeitraum wurde nichts geschrieben.',
  nothingFound: 'In diesen Nachrichten steht nichts, was zusammenzufassen wäre.',
  emptyAnswer: 'Claude hat in diesen Nachrichten nichts gefunden, was zusammenzufassen wäre.',
  sourcesGone:
    'Die Nachrichten, die diese Zusammenfassung belegt haben, wurden gelöscht, oder ihre Autoren haben der Nutzung widersprochen.',

  needsClarification: 'Klärungsbedarf',
  problems: deProblems,
  why: {
    title: 'Was die Prüfung ergab',
    relabelled: 'Anders eingeordnet',
    citationReplaced: 'Beleg ersetzt',
    cited: 'Beleg ergänzt',
    uncited: 'Beleg entfernt',
    dropped: 'Aus der Zusammenfassung entfernt',
    under: (now, was) => `steht unter „${now}“ statt unter „${was}“`,
    hidden: n => `${count(n, 'Aussage', 'Aussagen')} ausgeblendet: weniger sicher als eingestellt.`,
    forgotten: 'Text gelöscht',
    unjudged:
      'Zitate, Zahlen und Datumsangaben stimmen mit den Nachrichten überein; der Wortlaut wurde nicht beurteilt.',
    judgeOff: 'Wer den Bot betreibt, kann ein zweites Modell einschalten, das ihn beurteilt.',
    nothing: 'Keine Aussage wurde geändert oder entfernt.',
  },
  citationReplaced: 'Beleg ersetzt und erneut geprüft',
  edited: 'bearbeitet',
  editedSince: 'seither bearbeitet',
  sourceEdited: 'eine Quelle wurde seither bearbeitet',
  forwarded: 'weitergeleitet',
  more: n => `+${number.format(n)} weitere`,
  due: when => `fällig: ${when}`,
  said: day => `gesagt am ${day}`,
  taskOf: owner => `Für ${owner}`,
  before: 'vorher',
  openSince: day => `offen seit ${day}`,
  someone: 'jemand',

  check: {
    title: place => `Geprüft an ${place}`,
    outcomes: {
      verified: 'Geprüft',
      sources: 'Quellen gefunden',
      unclear: 'Klärungsbedarf',
      unfound: 'Nicht gefunden',
    },
    countNotFound: n => `${number.format(n)} nicht gefunden`,
    reasons: {
      nothing_similar: 'keine Nachricht sagt etwas Ähnliches',
      nothing_to_check: 'darin steht nichts, was sich prüfen lässt',
      not_supported: 'die gefundenen Nachrichten belegen es nicht',
      unreadable: 'nicht lesbar',
    },
    leftOut: list => `aus dem Text ausgelassen: ${list}`,
    skipped: {
      heading: n => count(n, 'Überschrift', 'Überschriften'),
      table: n => count(n, 'Tabelle', 'Tabellen'),
      code: n => count(n, 'Codeblock', 'Codeblöcke'),
    },
    engine: judge =>
      judge === undefined
        ? 'Nachrichten gefunden und Aussagen geprüft von Code, ohne Sprachmodell'
        : `Nachrichten gefunden und Aussagen geprüft von Code, beurteilt von ${judge}`,
    noStatements: 'Es gibt keine Aussage zu prüfen.',
  },

  topicStatus: { active: 'aktiv', inactive: 'ruht' },
  topicReason: { open_question: 'offene Frage', open_action: 'offene Aufgabe', recent: 'kürzlich' },
  messages: n => count(n, 'Nachricht', 'Nachrichten'),

  review,

  table: { number: '#', who: 'Wer', when: 'Wann', position: 'Stelle', said: 'Wortlaut' },
  grouping: { flat: 'Als Liste', topic: 'Nach Thema', claim: 'Nach Aussage', noTopic: 'Ohne Thema' },
  position: (position, read) => `Nachricht ${number.format(position)} von ${number.format(read)}`,
  page: (page, pages) => `Seite ${page} von ${pages}`,
  openMessage: 'Nachricht öffnen',
  backToClaim: 'Zurück zur Aussage',
  buttons: { previous: 'Zurück', next: 'Weiter', sources: 'Quellen', why: 'Warum?' },
};
