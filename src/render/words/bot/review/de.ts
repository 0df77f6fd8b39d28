import type { ReviewWords } from './words.ts';

const number = new Intl.NumberFormat('de');

export const de: ReviewWords = {
  open: 'Durchsehen',
  title: (at, of) => `Durchsicht · ${number.format(at)} von ${number.format(of)}`,
  titleAlone: 'Durchsicht',
  unclear: 'Wird gezeigt, mit dem Vermerk „Klärungsbedarf“.',
  dropped: 'Aus der Zusammenfassung entfernt.',
  confirmed: by => `Bestätigt von ${by}.`,
  edited: by => `Neu formuliert von ${by}.`,
  noted: by => `Von ${by} zur Notiz gemacht.`,
  removed: by => `Weggelassen von ${by}.`,
  reason: 'Warum',
  messages: 'Die Nachrichten, auf die sie sich beruft',
  attempt: 'Deine Formulierung, die nicht standhält',
  noMessages:
    'Sie nennt keine Nachricht, die es gibt: Man kann sie nur neu formulieren, zur Notiz machen oder weglassen.',
  nothing: 'Nichts zu entscheiden: Bei keiner Aussage besteht Klärungsbedarf, und keine wurde entfernt.',
  allDecided: 'Alles ist entschieden.',
  left: count => `noch ${number.format(count)} zu entscheiden`,
  leftAsIs: count =>
    count === 1
      ? '1 Aussage bleibt, wie sie ist: Niemand hat über sie entschieden.'
      : `${number.format(count)} Aussagen bleiben, wie sie sind: Niemand hat über sie entschieden.`,
  wordless: count =>
    count === 1
      ? 'Der Text einer entfernten Aussage wurde gelöscht.'
      : `Der Text von ${number.format(count)} entfernten Aussagen wurde gelöscht.`,
  reviewed: by => `Durchgesehen von ${by}.`,

  confirm: 'Bestätigen',
  edit: 'Neu formulieren',
  note: 'Zur Notiz machen',
  remove: 'Entfernen',
  leaveOut: 'Weglassen',
  previous: 'Zurück',
  next: 'Weiter',
  finish: 'Abschließen',
  publish: 'Veröffentlichen',
  finishAnyway: 'Trotzdem abschließen',
  publishAnyway: 'Trotzdem veröffentlichen',
  goOn: 'Weiter durchsehen',

  form: {
    title: 'Neu formulieren',
    text: 'Wortlaut',
    owner: 'Wer es tut',
    due: 'Bis wann',
    hint: 'Er wird noch einmal an den Nachrichten geprüft.',
  },

  holds: 'Die neue Formulierung hält stand.',
  stillUnclear: 'Die neue Formulierung wird gezeigt; es besteht weiterhin Klärungsbedarf.',
  doesNotHold:
    'Die neue Formulierung hält nicht stand, darum wurde nichts geändert. Formuliere sie noch einmal oder mach eine Notiz daraus.',
  changedMeanwhile: 'Das hat inzwischen jemand entschieden. So steht es jetzt.',
  unreadable: 'Die Nachrichten sind nicht mehr zu lesen, darum lässt sich kein neuer Wortlaut prüfen.',
  empty: 'Eine Aussage braucht Worte: Nichts wurde geändert.',
  same: 'So steht es schon da: Nichts wurde geändert.',
  slow: 'Discord hat zu lange gebraucht. Drück noch einmal.',
  finished: 'Die Durchsicht ist abgeschlossen.',
  published: 'Die Durchsicht ist abgeschlossen und die Zusammenfassung veröffentlicht.',
  notYours:
    'Durchsehen kann sie nur, wer um sie gebeten hat oder wer dort Nachrichten verwalten darf, wo gelesen wurde.',
  held: person => `Die Zusammenfassung für ${person} steht hier, sobald sie durchgesehen ist.`,
  first:
    'Hier werden Zusammenfassungen durchgesehen, bevor man sie teilt: Drück **Durchsehen** und dann **Abschließen**.',

  modes: { off: 'nicht nötig', 'before-sharing': 'vor dem Teilen' },
  wrongMode: given => `Eine Durchsicht kann nicht ${given} sein: Wähle eine der beiden angebotenen.`,
};
