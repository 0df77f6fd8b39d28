import { de as catchup } from './catchup/de.ts';
import { de as digest } from './digest/de.ts';
import { de as privacy } from './privacy/de.ts';
import { de as review } from './review/de.ts';
import type { BotWords } from './words.ts';

const number = new Intl.NumberFormat('de');

const settingNames = {
  minConfidence: 'Geringste Sicherheit',
  language: 'Sprache',
  zone: 'Zeitzone',
  dailyRuns: 'Zusammenfassungen je Tag',
  retentionDays: 'Aufbewahrung',
  review: 'Durchsicht',
} as const;

export const de: BotWords = {
  tag: 'de',
  commands: {
    summarize: {
      description: 'Fasst einen Kanal oder Thread zusammen; jede Aussage öffnet ihre Nachrichten',
      messages: 'Wie viele der neuesten Nachrichten gelesen werden (sonst 100)',
      since: 'Ab wann: 2h, yesterday 9am, meine letzte Nachricht oder ein Link zu einer Nachricht',
      channel: 'Der Kanal oder Thread (sonst dieser)',
      category: 'Alle Kanäle dieser Kategorie, die du lesen kannst, statt eines Kanals',
      detail: 'Wie ausführlich',
      language: 'Die Sprache der Zusammenfassung (sonst deine)',
      private: 'Nur für dich sichtbar (sonst ja)',
      focus: 'Was dich am meisten interessiert',
      details: { brief: 'kurz', standard: 'normal', comprehensive: 'ausführlich' },
    },
    timezone: {
      description: 'Sag, in welcher Zeitzone du lebst, damit „gestern 9 Uhr“ deine Zeit meint',
      zone: 'Deine Zeitzone, etwa Europe/Berlin; leer lassen, um sie zu sehen',
      forget: 'True: meine Zeitzone vergessen',
    },
    settings: {
      description: 'Wie Footnote auf diesem Server arbeitet: zeigen, ändern, zurücksetzen',
      show: 'Zeigt alle Einstellungen dieses Servers und welche davon seine eigenen sind',
      set: 'Ändert Einstellungen dieses Servers',
      reset: 'Kehrt zur Vorgabe zurück',
      minConfidence: 'Weniger sichere Aussagen ausblenden und zählen: 0 zeigt alle, 1 nur ganz sichere',
      language: 'Die Sprache der Zusammenfassungen, wenn niemand eine nennt',
      zone: 'Die Zeitzone des Servers für alle ohne eigene, etwa Europe/Berlin',
      daily: 'Wie viele Zusammenfassungen jemand am Tag bekommt; 0 heißt beliebig viele',
      retention: 'Wie viele Tage Zusammenfassungen bleiben, auch die vorhandenen: 1 bis 90',
      review: 'Ob jemand Zusammenfassungen durchsieht, bevor alle sie sehen können',
      reviews: review.modes,
      setting: 'Welche',
      names: settingNames,
      all: 'Alle',
    },
    digest: digest.command.options,
    summarizeThread: 'Thread zusammenfassen',
    checkSources: 'Quellen prüfen',
    privacy: privacy.commands,
    catchup: catchup.command,
  },

  reading: (read, wanted) =>
    wanted === null
      ? `${number.format(read)} Nachrichten gelesen…`
      : `${number.format(read)} von ${number.format(wanted)} Nachrichten gelesen…`,
  summarizing: messages => `Fasse ${number.format(messages)} Nachrichten zusammen…`,
  checking: (statements, messages) =>
    `Prüfe ${statements === 1 ? '1 Aussage' : `${number.format(statements)} Aussagen`} an ${number.format(messages)} Nachrichten…`,
  checkedBefore: (messages, link) =>
    `Durchgesehen: ${messages === 1 ? 'die Nachricht' : `die ${number.format(messages)} Nachrichten`} vor ${link}.`,
  nothingToCheck: 'In dieser Nachricht steht keine Aussage, die sich prüfen lässt.',
  writing: (messages, claims) =>
    `Lese ${number.format(messages)} Nachrichten: bisher ${claims === 1 ? '1 Aussage' : `${number.format(claims)} Aussagen`}…`,
  judging: claims =>
    `Prüfe die Formulierung von ${claims === 1 ? '1 Aussage' : `${number.format(claims)} Aussagen`}…`,
  rangeUnderstood: from => `Seit ${from}`,

  denied: (reason, place) =>
    ({
      gone: 'Diesen Kanal oder Thread gibt es nicht mehr.',
      bot_view: `Ich kann ${place} nicht sehen. Mir fehlt dort das Recht **Kanal anzeigen**.`,
      bot_history: `Ich darf den Verlauf von ${place} nicht lesen. Mir fehlt dort das Recht **Nachrichtenverlauf anzeigen**.`,
      person_view: 'Du kannst diesen Kanal nicht sehen, also kann ich dir nicht zeigen, was darin steht.',
      person_history: `Du darfst den Verlauf von ${place} nicht lesen, also kann ich ihn dir nicht zeigen.`,
      private_thread: 'Das ist ein privater Thread, und du oder ich sind nicht darin.',
      age_restricted: `${place} ist altersbeschränkt und kann nur in einem altersbeschränkten Kanal gezeigt werden.`,
      not_a_member: 'Du bist nicht mehr Mitglied dieses Servers.',
      audience: `Nicht alle, die hier mitlesen, können ${place} lesen; deshalb kann es hier nicht gezeigt werden.`,
      bot_send: `Ich darf in ${place} nicht schreiben. Mir fehlen dort **Nachrichten senden** und **Links einbetten**.`,
      ...privacy.denied(place),
    })[reason],
  contentHidden:
    'Discord zeigt mir den Text von Nachrichten nicht. Wer mich betreibt, muss im Entwicklerportal unter „Bot“ den **Message Content Intent** einschalten.',
  empty: place => `In ${place} gibt es in diesem Zeitraum keine Nachrichten.`,
  deletedMeanwhile: place =>
    `Die Nachrichten in ${place} wurden gelöscht, bevor die Zusammenfassung fertig war.`,
  notUnderstood: words =>
    `${words} verstehe ich nicht als Zeit. Versuch es mit \`2h\`, \`yesterday 9am\`, \`2026-03-09\`, \`meine letzte Nachricht\` oder einem Link zu einer Nachricht.`,
  inFuture: (words, time) => `${words} liegt in der Zukunft: ${time}. Wähle eine Zeit vor jetzt.`,
  wrongNumber: ({ name, min, max }) =>
    `\`${name}\` muss eine ganze Zahl von ${min} bis ${number.format(max)} sein.`,
  linkElsewhere: 'Dieser Link führt in einen anderen Kanal. Wähle ihn mit der Option `channel`.',
  notSummarizable:
    'Das ist kein Kanal mit Nachrichten. Wähle einen Textkanal, Thread, Forumsbeitrag oder Sprachkanal.',
  capped: count => `Nur die neuesten ${number.format(count)} Nachrichten dieser Zeit wurden gelesen.`,
  noneOfCategory: category =>
    `In ${category} gibt es keinen Kanal, den ich dir hier zusammenfassen kann. Du und ich müssen ihn lesen können, bei einer öffentlichen Antwort auch alle, die sie sehen. Versuch es mit \`private: true\` oder einer anderen Kategorie.`,
  categoryLeftOut: count =>
    `${count === 1 ? '1 Kanal der Kategorie wurde' : `${number.format(count)} Kanäle der Kategorie wurden`} ausgelassen: Du, ich oder Leser dieser Antwort können dort nicht lesen.`,
  alreadyRunning: 'Ich arbeite noch an deiner letzten Zusammenfassung. Frag wieder, wenn sie da ist.',
  dailySpent: limit =>
    `Du hattest heute schon deine ${number.format(limit)} Zusammenfassungen. Frag morgen wieder.`,

  zoneSet: (zone, now) => `Deine Zeitzone ist jetzt **${zone}**; dort ist es ${now}.`,
  zoneShown: (zone, now) =>
    `Deine Zeitzone ist **${zone}**; dort ist es ${now}. \`/timezone zone:\` ändert sie, \`/timezone forget:True\` vergisst sie.`,
  zoneUnset: (zone, now) =>
    `Du hast keine Zeitzone gesetzt: Es gilt **${zone}**, dort ist es ${now}. \`/timezone zone:\` setzt deine.`,
  zoneForgotten: 'Deine Zeitzone ist vergessen.',
  zoneUnknown: zone =>
    `Eine Zeitzone „${zone}“ gibt es nicht. Wähle eine von denen, die beim Tippen angeboten werden.`,

  settings: {
    title: 'Einstellungen dieses Servers',
    names: settingNames,
    minConfidence: value =>
      value === 0
        ? 'jede Aussage wird gezeigt'
        : `Aussagen unter ${number.format(value)} werden ausgeblendet und gezählt`,
    ownLanguage: 'die der Lesenden',
    dailyRuns: count => (count === 0 ? 'beliebig viele' : number.format(count)),
    retentionDays: days => (days === 1 ? '1 Tag' : `${number.format(days)} Tage`),
    review: mode => review.modes[mode],
    fromServer: 'hier gesetzt',
    fromDefault: 'Vorgabe',
    how: '/settings set ändert sie, /settings reset kehrt zur Vorgabe zurück.',
    saved: 'Gespeichert.',
    nothingGiven: 'Nichts wurde geändert: Wähle mindestens eine der Optionen von `/settings set`.',
    notManager: 'Die Einstellungen kann nur sehen und ändern, wer das Recht **Server verwalten** hat.',
    wrong: {
      minConfidence: given =>
        `Die Sicherheit kann nicht ${given} sein: Gib eine Zahl von 0 bis 1 an, etwa 0,5.`,
      language: given =>
        `Auf ${given} gibt es keine Zusammenfassungen: Wähle Deutsch, Englisch, Französisch, Spanisch oder Japanisch.`,
      zone: given => `Eine Zeitzone ${given} gibt es nicht: Wähle eine der angebotenen, etwa Europe/Berlin.`,
      dailyRuns: given =>
        `${given} Zusammenfassungen am Tag gehen nicht: Gib eine ganze Zahl von 0 (beliebig viele) bis 10000 an.`,
      retentionDays: given => `${given} Tage lang geht nicht: Gib eine ganze Zahl von 1 bis 90 an.`,
      review: review.wrongMode,
    },
  },

  stopped: 'Angehalten. Nichts wird gespeichert.',
  stoppingAlready: 'Es wird schon angehalten.',
  notWriting: 'An dieser Zusammenfassung wird nicht mehr geschrieben.',
  restarted: 'Ich wurde neu gestartet und habe diese Zusammenfassung noch einmal begonnen.',
  interruptedRun: 'Diese Zusammenfassung wurde unterbrochen.',
  interrupted:
    'Diese Zusammenfassung wurde unterbrochen. Wenn weiter unten keine steht, frag mit `/summarize` nach einer neuen.',
  askAgain: 'Drück **Noch einmal**, um Claude noch einmal zu fragen.',

  expired: 'Diese Zusammenfassung ist nicht mehr gespeichert. Frag mit `/summarize` nach einer neuen.',
  notYours: 'Das kann nur, wer nach dieser Zusammenfassung gefragt hat.',
  alreadyShared: link => `Diese Zusammenfassung wurde schon geteilt: ${link}`,
  shared: link => `Geteilt: ${link}`,
  deleted: 'Gelöscht.',
  sharedBy: person => `Geteilt von ${person}`,
  unknownButton:
    'Diese Schaltfläche ist aus einer anderen Zeit. Frag mit `/summarize` nach einer neuen Zusammenfassung.',

  feedback: {
    title: 'Rückmeldungen',
    thanks: isHelpful =>
      isHelpful ? 'Danke: Das zählt als hilfreich.' : 'Danke: Das zählt als nicht hilfreich.',
    why: 'Sag, warum',
    reason: 'Was war gut oder falsch daran?',
    whoReads: 'Wer den Server verwaltet, kann es lesen, ohne deinen Namen.',
    kept: 'Danke, das ist notiert.',
  },

  review,
  digest,
  privacy,
  catchup,

  allClaims: 'Alle Aussagen',
  filterByClaim: 'Nur die Quellen von…',
  moreClaims: 'Weitere Aussagen…',
  buttons: { share: 'Teilen', again: 'Noch einmal', delete: 'Löschen', open: 'Öffnen', stop: 'Anhalten' },
  readyOpen: person => `${person}, deine Zusammenfassung ist fertig.`,
  shownBelow: 'Die Zusammenfassung steht unten, für alle sichtbar.',

  stopping: 'Ich werde gerade neu gestartet. Frag bitte in einer Minute noch einmal.',
  discordTrouble: 'Discord hat nicht richtig geantwortet. Versuch es bitte in einer Minute noch einmal.',
  storeTrouble:
    'Ich erreiche gerade mein Gedächtnis nicht; Schaltflächen gehen vielleicht nicht. Versuch es bitte später.',
  internal: reference =>
    `Bei mir ist etwas schiefgegangen. Wenn es so bleibt, gib dem, der mich betreibt, dies weiter: ${reference}`,
};
