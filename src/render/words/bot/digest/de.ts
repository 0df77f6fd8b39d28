import { de as command } from './command/de.ts';
import type { DigestWords } from './words.ts';

export const de: DigestWords = {
  command,
  schedule: {
    daily: time => `täglich um ${time} Uhr`,
    weekdays: time => `montags bis freitags um ${time} Uhr`,
    weekly: (days, time) => `jede Woche am ${days} um ${time} Uhr`,
    monthly: (day, time) => `am ${day}. jedes Monats um ${time} Uhr`,
    lastDay: time => `am letzten Tag jedes Monats um ${time} Uhr`,
    cron: line => `Cron ${line}`,
  },
  heading: (schedule, next) => `**Digest** · ${schedule}${next === null ? '' : ` · der nächste: ${next}`}`,
  title: date => `Digest vom ${date}`,
  quiet: messages =>
    messages === 0
      ? 'Seit dem letzten Digest gibt es nichts Neues.'
      : messages === 1
        ? 'Seit dem letzten Digest gibt es nur eine neue Nachricht. Der nächste berücksichtigt sie.'
        : `Seit dem letzten Digest gibt es nur ${messages} neue Nachrichten. Der nächste berücksichtigt sie.`,
  notices: {
    paused: (place, reason) =>
      `Dein Digest für ${place} ist pausiert: ${reason} Mit \`/digest resume\` geht es weiter.`,
    leftOut: (place, channels) =>
      `Dein Digest für ${place} lässt ${channels} aus: Nicht alle, die ${place} lesen können, dürfen das lesen, oder du oder ich können es nicht mehr. Sobald sich das ändert, ist es wieder dabei.`,
    failed: place =>
      `Dein Digest für ${place} konnte diesmal nicht veröffentlicht werden, obwohl ich es etwa zwei Stunden lang versucht habe. Der nächste deckt die Nachrichten mit ab.`,
    leftOutDirect: channels =>
      `Dein Digest in Direktnachrichten lässt ${channels} aus: Du oder ich können dort nicht mehr lesen, oder es gilt dort eine Altersbeschränkung. Sobald sich das ändert, ist es wieder dabei.`,
  },
  pauseReasons: {
    by_person: 'Jemand hat ihn pausiert.',
    destination_gone: 'Sein Kanal existiert nicht mehr. Wähle mit `/digest edit` einen anderen.',
    destination_denied: 'Ich darf dort nicht mehr schreiben.',
    destination_unreadable:
      'Ich kann den Nachrichtenverlauf dort nicht lesen und weiß deshalb nicht, ob der letzte Digest veröffentlicht wurde.',
    direct_closed:
      'Die Person, die ihn angelegt hat, nimmt keine Direktnachrichten von mir an. Sie kann sie in den Privatsphäre-Einstellungen dieses Servers erlauben.',
    tag_required: 'Sein Forum verlangt ein Tag, das ich setzen darf. Wähle eines mit `/digest edit`.',
    no_sources: 'Keiner seiner Kanäle ist mehr lesbar.',
    creator_left:
      'Die Person, die ihn angelegt hat, hat den Server verlassen. Jemand anderes muss einen neuen anlegen.',
    creator_demoted:
      'Die Person, die ihn angelegt hat, darf den Server nicht mehr verwalten und auch den Kanal dort nicht.',
  },
};
