import type { DigestCommandWords } from './words.ts';

export const de: DigestCommandWords = {
  options: {
    description: 'Zusammenfassungen von Kanälen nach Zeitplan',
    create: 'Eine Zusammenfassung nach Zeitplan einrichten; erst siehst du eine Vorschau',
    list: 'Die Digests dieses Servers auflisten',
    show: 'Einen Digest anzeigen',
    edit: 'Einen Digest ändern; erst siehst du eine Vorschau',
    pause: 'Einen Digest pausieren',
    resume: 'Einen pausierten Digest fortsetzen',
    run: 'Einen Digest jetzt ausführen',
    delete: 'Einen Digest löschen',
    digest: 'Welcher Digest',
    when: 'Wann, auf Englisch: „weekdays at 09:00“, „every Monday at 9am“, oder eine Cron-Zeile',
    postIn: 'Kanal, Thread oder Forum für die Beiträge (Standard: dieser hier)',
    directMessage: 'Dir als Direktnachricht schicken, statt in einem Kanal zu veröffentlichen',
    category: 'Alle Kanäle dieser Kategorie lesen, statt Kanäle auszuwählen',
    zone: 'Zeitzone des Zeitplans (Standard: die des Servers, sonst deine)',
    detail: 'Ausführlichkeit (Standard: normal)',
    language: 'Sprache der Zusammenfassung (Standard: die des Servers, sonst deine)',
    focus: 'Themen, auf die es ankommt',
    minMessages: 'Bei weniger neuen Nachrichten bis zum nächsten Mal warten (Standard: 1)',
    quiet: 'Was bei zu wenigen Nachrichten erscheint (Standard: nichts)',
    review: 'Jede Zusammenfassung prüfen lassen, bevor alle sie lesen können (Standard: nein)',
    quietModes: { nothing: 'nichts', line: 'eine Zeile' },
    defaultLanguage: 'Standard: die des Servers, sonst die der anlegenden Person',
    noFocus: 'Keine Themen',
  },
  refusals: {
    unknown_zone: given =>
      `Die Zeitzone ${given} gibt es nicht. Wähle einen der Vorschläge, etwa Europe/Berlin.`,
    unknown_schedule: given =>
      `Ich verstehe ${given} nicht als Zeitplan. Versuche \`weekdays at 09:00\` oder \`every Monday at 9am\`.`,
    no_time: given => `In ${given} fehlt die Uhrzeit. Versuche \`every Monday at 09:00\`.`,
    unknown_time: given =>
      `In ${given} steht keine gültige Uhrzeit. Versuche \`daily 09:00\` oder \`daily 6pm\`.`,
    no_weekday: given => `In ${given} fehlt der Wochentag. Versuche \`every Monday at 09:00\`.`,
    no_day: given => `In ${given} fehlt der Tag des Monats. Versuche \`monthly 1 09:00\`.`,
    unknown_day: given =>
      `In ${given} steht kein gültiger Tag des Monats. Nimm 1 bis 31 oder \`last\`, etwa \`monthly 15 09:00\`.`,
    invalid_cron: given =>
      `${given} ist keine gültige Cron-Zeile. Sie hat fünf Felder, etwa \`0 9 * * 1-5\` für montags bis freitags um 09:00 Uhr.`,
    too_frequent: given =>
      `${given} läuft öfter als einmal pro Stunde. Gib eine einzige Minute an, etwa \`0 */2 * * *\` für alle zwei Stunden.`,
    never_runs: given => `${given} läuft nie, weil es dieses Datum nicht gibt. Versuche \`0 9 1 * *\`.`,
  },

  newTitle: 'Neuer Digest: Vorschau',
  editTitle: 'Digest ändern: Vorschau',
  title: 'Digest',
  listTitle: 'Digests',

  labels: {
    reads: 'Liest',
    postsIn: 'Erscheint in',
    tag: 'Tag',
    readers: 'Dort lesbar für',
    when: 'Wann',
    next: 'Nächste Male',
    leftOut: 'Ausgelassen',
    detail: 'Ausführlichkeit',
    language: 'Sprache',
    focus: 'Themen',
    quiet: 'Wenn wenig los ist',
    review: 'Prüfung',
    status: 'Stand',
    lastRun: 'Zuletzt',
    creator: 'Angelegt von',
  },
  category: (category, channels) => `alle Kanäle von ${category}, zurzeit ${channels}`,
  newPosts: forum => `${forum}, jedes Mal als neuer Beitrag`,
  direct: person => `Direktnachrichten an ${person}`,
  hidden: count =>
    count === 1 ? '1 Kanal, den du nicht sehen kannst' : `${count} Kanäle, die du nicht sehen kannst`,
  more: count => `${count} weitere`,
  everyone: 'alle auf diesem Server',
  everyoneExcept: others => `alle auf diesem Server außer ${others}`,
  onlyReaders: readers => `${readers} sowie die Person, der der Server gehört`,
  onlyOwner: 'nur die Person, der der Server gehört',
  threadMembers: 'Mitglieder dieses privaten Threads und alle, die Threads dort verwalten dürfen',
  onlyPerson: person => `nur ${person}`,
  reasons: {
    bot: () => 'ich brauche dort **Kanäle ansehen** und **Nachrichtenverlauf anzeigen**',
    creator: isCreator =>
      isCreator ? 'du hast keinen Zugriff' : 'die Person, die den Digest angelegt hat, hat keinen Zugriff',
    audience: () => 'nicht alle, die den Digest lesen können, haben Zugriff',
    age_restricted: () =>
      'hat eine Altersbeschränkung, und der Digest erscheint nicht in einem Kanal mit Altersbeschränkung',
    gone: () => 'gelöscht oder ohne Nachrichten',
  },
  ownLanguage: 'die des Servers, sonst die der Person, die ihn angelegt hat',
  quiet: (minMessages, mode) =>
    minMessages === 1
      ? mode === 'line'
        ? 'eine Zeile, wenn es keine neuen Nachrichten gibt'
        : 'nichts, wenn es keine neuen Nachrichten gibt'
      : `${mode === 'line' ? 'eine Zeile' : 'nichts'}, wenn es weniger als ${minMessages} neue Nachrichten gibt; das nächste Mal kommen sie mit dazu`,
  reviewed: 'Jede Zusammenfassung wird geprüft, bevor alle sie lesen können',
  running: 'läuft gerade',
  paused: reason => `pausiert: ${reason}`,
  nextRun: time => `das nächste Mal ${time}`,
  notRunYet: 'noch nie',
  ran: (time, posts) =>
    `${time}, ${posts === 1 ? '1 Zusammenfassung' : `${posts} Zusammenfassungen`} veröffentlicht`,

  chooseChannels: 'Kanäle, die zusammengefasst werden (1 bis 25)',
  chooseDigest: 'Einen Digest öffnen',
  chooseTag: 'Tag der Beiträge',
  buttons: {
    create: 'Anlegen',
    save: 'Speichern',
    cancel: 'Abbrechen',
    run: 'Jetzt ausführen',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    delete: 'Löschen',
    keep: 'Behalten',
  },

  created: next => `Digest angelegt. Das erste Mal: ${next}`,
  saved: next => `Digest gespeichert. Das nächste Mal: ${next}`,
  savedPaused: 'Digest gespeichert. Er ist weiterhin pausiert; mit `/digest resume` geht es weiter.',
  cancelled: 'Abgebrochen. Nichts wurde gespeichert.',
  deleted: 'Digest gelöscht. Seine Beiträge bleiben.',
  confirmDelete: 'Diesen Digest löschen? Seine Beiträge bleiben.',
  runs: place => `Der Digest läuft. Er erscheint in ${place}, wenn es etwas zusammenzufassen gibt.`,
  alreadyCreated: 'Dieser Digest wurde schon angelegt. Du siehst ihn mit `/digest list`.',
  alreadySaved: 'Diese Änderungen wurden schon gespeichert. Du siehst sie mit `/digest list`.',
  alreadyRunning: 'Dieser Digest läuft schon.',
  alreadyPaused: 'Dieser Digest ist schon pausiert.',
  notPaused: 'Dieser Digest ist nicht pausiert.',

  none: 'Dieser Server hat noch keine Digests. Lege einen mit `/digest create` an.',
  noneOwn:
    'Du hast keine Digests auf diesem Server. Um einen anzulegen, brauchst du **Server verwalten**, oder **Kanäle verwalten** in dem Kanal, in dem er erscheint.',
  expired: 'Diese Vorschau ist abgelaufen. Gib den Befehl noch einmal ein.',
  notYours: 'Nur wer diese Vorschau angefordert hat, kann sie benutzen.',
  unknown: 'Diesen Digest gibt es nicht. Wähle beim Tippen einen der Vorschläge.',
  changedMeanwhile: 'Jemand hat diesen Digest inzwischen geändert. Gib `/digest edit` noch einmal ein.',
  full: 'Dieser Server hat schon so viele Digests wie möglich. Lösche erst einen mit `/digest delete`.',
  notManager: place =>
    `Du brauchst **Server verwalten**, oder **Kanäle verwalten** in ${place}, um diesen Digest zu verwalten.`,
  notManagerDirect:
    'Du brauchst **Server verwalten**, um einen Digest zu verwalten, der als Direktnachricht kommt.',
  onlyCreator: creator =>
    `Nur ${creator} hat diesen Digest angelegt und kann ihn sich als Direktnachricht schicken lassen. Lege mit \`/digest create\` einen eigenen an.`,
  tagMissing: 'Dieses Forum verlangt ein Tag für jeden Beitrag. Wähle unten eines.',
  noTag: forum =>
    `${forum} verlangt ein Tag für jeden Beitrag, hat aber keines, das ich setzen darf. Füge dem Forum ein Tag hinzu, das ohne „Threads verwalten“ auskommt, oder wähle ein anderes Ziel.`,
  cannotPost: place =>
    `Ich kann in ${place} nichts veröffentlichen. Ich brauche dort **Kanäle ansehen**, **Links einbetten** und **Nachrichten senden** (in Threads und Foren **Nachrichten in Threads senden**).`,
  noDestination:
    'Diesen Kanal gibt es nicht mehr, oder er nimmt keine Beiträge auf. Wähle einen anderen mit `post_in`.',
  noCategory: 'Diese Kategorie gibt es nicht mehr, oder du kannst sie nicht sehen. Wähle eine andere.',
  nothingToRead:
    'Es bleibt kein Kanal zum Lesen, deshalb lässt sich der Digest nicht speichern. Wähle andere Kanäle.',
  unavailable: 'Digests sind hier abgeschaltet.',
  cannotRun: reason => `Der Digest kann nicht laufen: ${reason}`,
};
