import { fr as command } from './command/fr.ts';
import type { DigestWords } from './words.ts';

export const fr: DigestWords = {
  command,
  schedule: {
    daily: time => `tous les jours à ${time}`,
    weekdays: time => `du lundi au vendredi à ${time}`,
    weekly: (days, time) => `chaque semaine, ${days}, à ${time}`,
    monthly: (day, time) => `le ${day} de chaque mois à ${time}`,
    lastDay: time => `le dernier jour de chaque mois à ${time}`,
    cron: line => `cron ${line}`,
  },
  heading: (schedule, next) => `**Digest** · ${schedule}${next === null ? '' : ` · prochain : ${next}`}`,
  title: date => `Digest du ${date}`,
  quiet: messages =>
    messages === 0
      ? 'Rien de nouveau depuis le dernier digest.'
      : messages === 1
        ? 'Un seul nouveau message depuis le dernier digest. Le prochain l’inclura.'
        : `Seulement ${messages} nouveaux messages depuis le dernier digest. Le prochain les inclura.`,
  notices: {
    paused: (place, reason) =>
      `Ton digest pour ${place} est en pause : ${reason} Utilise \`/digest resume\` pour le reprendre.`,
    leftOut: (place, channels) =>
      `Ton digest pour ${place} ne couvre pas ${channels} : tous ceux qui lisent ${place} n’y ont pas accès, ou toi ou moi ne l’avons plus. Ce sera de nouveau inclus dès que cela change.`,
    failed: place =>
      `Ton digest pour ${place} n’a pas pu être publié cette fois, malgré environ deux heures d’essais. Le prochain couvrira ces messages.`,
    leftOutDirect: channels =>
      `Ton digest par message privé ne couvre pas ${channels} : toi ou moi n’y avons plus accès, ou une limite d’âge s’y applique. Ce sera de nouveau inclus dès que cela change.`,
  },
  pauseReasons: {
    by_person: 'quelqu’un l’a mis en pause.',
    destination_gone: 'son salon n’existe plus. Choisis-en un autre avec `/digest edit`.',
    destination_denied: 'je n’ai plus la permission d’y publier.',
    destination_unreadable:
      'je ne peux pas y lire l’historique des messages et ne sais donc pas si le dernier digest a été publié.',
    direct_closed:
      'la personne qui l’a créé n’accepte pas mes messages privés. Elle peut les autoriser dans les paramètres de confidentialité de ce serveur.',
    tag_required: 'son forum exige un tag que je peux ajouter. Choisis-en un avec `/digest edit`.',
    no_sources: 'plus aucun de ses salons n’est lisible.',
    creator_left: 'la personne qui l’a créé a quitté le serveur. Quelqu’un d’autre doit en créer un nouveau.',
    creator_demoted:
      'la personne qui l’a créé n’a plus la permission de gérer le serveur ni les salons à cet endroit.',
  },
};
