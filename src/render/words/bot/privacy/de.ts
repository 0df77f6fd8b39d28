import type { PrivacyWords } from './words.ts';

const number = new Intl.NumberFormat('de');
const count = (n: number, one: string, many: string) => `${number.format(n)} ${n === 1 ? one : many}`;

export const de: PrivacyWords = {
  commands: {
    description: 'Was Footnote über dich speichert: ansehen, löschen oder widersprechen',
    show: 'Zeigen, was Footnote über dich speichert',
    delete: 'Löschen, was Footnote über dich speichert',
    optOut: 'Deine Nachrichten werden auf keinem Server mehr gelesen oder zitiert',
    optIn: 'Deine Nachrichten dürfen wieder gelesen und zitiert werden',
    access: 'Festlegen, welche Kanäle Footnote lesen und welche Rollen es nutzen dürfen',
    erase: 'Alles löschen, was Footnote über diesen Server speichert',
  },
  denied: place => ({
    channel_excluded: `Die Verwaltung dieses Servers hat ${place} von Zusammenfassungen ausgenommen.`,
    role_needed:
      'Auf diesem Server dürfen nur bestimmte Rollen Footnote nutzen. Bitte die Serververwaltung um Zugang.',
  }),
  allOptedOut: n =>
    n === 1
      ? 'Die einzige Nachricht in diesem Zeitraum ist von jemandem, der Footnote widersprochen hat.'
      : `Alle ${number.format(n)} lesbaren Nachrichten in diesem Zeitraum sind von Personen, die Footnote widersprochen haben.`,
  authorOptedOut:
    'Wer diese Nachricht geschrieben hat, hat Footnote widersprochen; sie kann nicht geprüft werden.',

  title: 'Was Footnote über dich speichert',
  readable:
    '**Deine Nachrichten** können gelesen werden, wenn jemand eine Zusammenfassung anfordert. `/privacy opt-out` beendet das.',
  notReadable:
    '**Du hast widersprochen**: Deine Nachrichten werden auf keinem Server gelesen oder zitiert. `/privacy opt-in` macht das rückgängig.',
  zone: zone => `**Zeitzone**: ${zone ?? 'nicht festgelegt'}`,
  summaries: n => `**Von dir angeforderte Zusammenfassungen**: ${number.format(n)}`,
  feedback: n => `**Deine Rückmeldungen**: ${number.format(n)}`,
  digests: n => `**Von dir angelegte Digests**: ${number.format(n)}`,
  elsewhere:
    'Zusammenfassungen, die andere angefordert haben, enthalten die zitierten Nachrichten und die Namen derer, die sie durchgesehen haben, bis sie ablaufen. Wenn du widersprichst, werden deine Nachrichten daraus entfernt; ebenso, wenn du eine Nachricht in Discord löschst. Wie viele Zusammenfassungen du heute angefordert hast, wird zwei Tage gespeichert.',

  askDelete:
    'Das löscht deine Zeitzone, deine Rückmeldungen, die von dir angelegten Digests samt ihren Beiträgen und die von dir angeforderten Zusammenfassungen, auch geteilte. Es lässt sich nicht rückgängig machen. Ein Widerspruch bleibt bestehen.',
  delete: 'Meine Daten löschen',
  deleted: ({ summaries, feedback, digests }) =>
    `Gelöscht: deine Zeitzone, ${count(summaries, 'Zusammenfassung', 'Zusammenfassungen')}, ${count(feedback, 'Rückmeldung', 'Rückmeldungen')} und ${count(digests, 'Digest', 'Digests')}.`,
  nothingKept: 'Das ist bereits erledigt: Über dich ist nichts gespeichert.',

  optedOut:
    'Du hast für alle Server widersprochen. Deine Nachrichten werden nicht mehr gelesen oder zitiert und aus den gespeicherten Zusammenfassungen entfernt. Was andere über dich geschrieben oder von dir kopiert haben, gehört ihnen und bleibt.',
  optedOutAlready: 'Du hast bereits widersprochen.',
  optedIn:
    'Dein Widerspruch ist aufgehoben. Deine Nachrichten können wieder gelesen werden, wenn jemand eine Zusammenfassung anfordert.',
  optedInAlready: 'Du hast nicht widersprochen: Deine Nachrichten können gelesen werden.',

  access: {
    title: 'Was Footnote lesen darf, und für wen',
    channels: 'Kanäle',
    roles: 'Rollen',
    rules: { all: 'Alle Kanäle lesen', never: 'Diese nie lesen', only: 'Nur diese lesen' },
    all: 'Alle Kanäle können zusammengefasst werden.',
    never: channels => `Nie zusammengefasst: ${channels}`,
    only: channels => `Nur diese können zusammengefasst werden: ${channels}`,
    noneOnly: 'Kein Kanal kann zusammengefasst werden. Wähle unten Kanäle aus.',
    noneNever: 'Alle Kanäle können zusammengefasst werden. Wähle unten aus, welche nicht.',
    everybody: 'Alle dürfen Footnote nutzen.',
    members: roles => `Nur diese dürfen Footnote nutzen, und wer **Server verwalten** darf: ${roles}`,
    deletedChannel: 'ein gelöschter Kanal',
    deletedRole: 'eine gelöschte Rolle',
    hidden: n => count(n, 'Kanal, den du nicht siehst', 'Kanäle, die du nicht siehst'),
    chooseChannels: 'Kanäle oder Kategorien; Threads folgen ihrem Kanal',
    chooseRoles: 'Rollen, die Footnote nutzen dürfen; keine: alle',
    saved: 'Gespeichert.',
  },
  erase: {
    ask: 'Das löscht alle Zusammenfassungen, Digests, Rückmeldungen, Einstellungen und die Listen der Kanäle und Rollen dieses Servers. Es lässt sich nicht rückgängig machen. Ausgenommene Kanäle können dann wieder zusammengefasst werden; Beiträge in Discord bleiben.',
    button: 'Alles löschen',
    done: n =>
      `Gelöscht: ${count(n, 'Zusammenfassung', 'Zusammenfassungen')} sowie alle Digests, Rückmeldungen und Einstellungen dieses Servers.`,
    already: 'Das ist bereits erledigt: Über diesen Server ist nichts gespeichert.',
  },
};
