import type { DigestCommandWords } from './words.ts';

export const fr: DigestCommandWords = {
  options: {
    description: 'Résumés programmés de salons',
    create: 'Programmer un résumé ; tu vois d’abord un aperçu',
    list: 'Lister les digests de ce serveur',
    show: 'Afficher un digest',
    edit: 'Modifier un digest ; tu vois d’abord un aperçu',
    pause: 'Mettre un digest en pause',
    resume: 'Reprendre un digest en pause',
    run: 'Lancer un digest maintenant',
    delete: 'Supprimer un digest',
    digest: 'Quel digest',
    when: 'Quand, en anglais : « weekdays at 09:00 », « every Monday at 9am », ou une ligne cron',
    postIn: 'Salon, fil ou forum où publier (par défaut : celui-ci)',
    directMessage: 'Te l’envoyer par message privé au lieu de le publier dans un salon',
    category: 'Lire tous les salons de cette catégorie au lieu de choisir des salons',
    zone: 'Fuseau horaire du programme (par défaut : celui du serveur, sinon le tien)',
    detail: 'Niveau de détail (par défaut : normal)',
    language: 'Langue du résumé (par défaut : celle du serveur, sinon la tienne)',
    focus: 'Sujets à privilégier',
    minMessages: 'Avec moins de nouveaux messages, attendre la fois suivante (par défaut : 1)',
    quiet: 'Que publier s’il y a trop peu de messages (par défaut : rien)',
    review: 'Faire relire chaque résumé avant que tout le monde puisse le lire (par défaut : non)',
    quietModes: { nothing: 'rien', line: 'une ligne' },
    defaultLanguage: 'Par défaut : celle du serveur, sinon celle du créateur',
    noFocus: 'Aucun sujet',
  },
  refusals: {
    unknown_zone: given =>
      `Le fuseau horaire ${given} n’existe pas. Choisis une des suggestions, comme Europe/Berlin.`,
    unknown_schedule: given =>
      `Je ne reconnais pas d’horaire dans ${given}. Essaie \`weekdays at 09:00\` ou \`every Monday at 9am\`.`,
    no_time: given => `Il manque l’heure dans ${given}. Essaie \`every Monday at 09:00\`.`,
    unknown_time: given => `L’heure de ${given} n’est pas valable. Essaie \`daily 09:00\` ou \`daily 6pm\`.`,
    no_weekday: given => `Il manque le jour de la semaine dans ${given}. Essaie \`every Monday at 09:00\`.`,
    no_day: given => `Il manque le jour du mois dans ${given}. Essaie \`monthly 1 09:00\`.`,
    unknown_day: given =>
      `Le jour du mois de ${given} n’est pas valable. Donne un jour de 1 à 31 ou \`last\`, par exemple \`monthly 15 09:00\`.`,
    invalid_cron: given =>
      `${given} n’est pas une ligne cron valable. Il faut cinq champs, comme \`0 9 * * 1-5\` pour du lundi au vendredi à 09:00.`,
    too_frequent: given =>
      `${given} s’exécute plus d’une fois par heure. Donne une seule minute, comme \`0 */2 * * *\` pour toutes les deux heures.`,
    never_runs: given => `${given} ne s’exécute jamais, car cette date n’existe pas. Essaie \`0 9 1 * *\`.`,
  },

  newTitle: 'Nouveau digest : aperçu',
  editTitle: 'Modifier le digest : aperçu',
  title: 'Digest',
  listTitle: 'Digests',

  labels: {
    reads: 'Lit',
    postsIn: 'Publie dans',
    tag: 'Tag',
    readers: 'Peuvent l’y lire',
    when: 'Quand',
    next: 'Prochaines fois',
    leftOut: 'Laissés de côté',
    detail: 'Niveau de détail',
    language: 'Langue',
    focus: 'Sujets',
    quiet: 'Si c’est calme',
    review: 'Relecture',
    status: 'État',
    lastRun: 'Dernière fois',
    creator: 'Créé par',
  },
  category: (category, channels) => `tous les salons de ${category}, en ce moment ${channels}`,
  newPosts: forum => `${forum}, un nouveau post à chaque fois`,
  direct: person => `messages privés à ${person}`,
  hidden: count =>
    count === 1 ? '1 salon que tu ne peux pas voir' : `${count} salons que tu ne peux pas voir`,
  more: count => `${count} de plus`,
  everyone: 'tout le monde sur ce serveur',
  everyoneExcept: others => `tout le monde sur ce serveur sauf ${others}`,
  onlyReaders: readers => `${readers}, ainsi que le propriétaire du serveur`,
  onlyOwner: 'seulement le propriétaire du serveur',
  threadMembers: 'les membres de ce fil privé et les personnes qui peuvent y gérer les fils',
  onlyPerson: person => `seulement ${person}`,
  reasons: {
    bot: () => 'il m’y faut **Voir les salons** et **Voir les anciens messages**',
    creator: isCreator =>
      isCreator ? 'tu n’y as pas accès' : 'la personne qui a créé le digest n’y a pas accès',
    audience: () => 'tous ceux qui peuvent lire le digest n’y ont pas accès',
    age_restricted: () => 'soumis à une limite d’âge, alors que le digest n’est pas publié dans un tel salon',
    gone: () => 'supprimé ou sans messages',
  },
  ownLanguage: 'celle du serveur, sinon celle de la personne qui l’a créé',
  quiet: (minMessages, mode) =>
    minMessages === 1
      ? mode === 'line'
        ? 'une ligne s’il n’y a pas de nouveaux messages'
        : 'rien s’il n’y a pas de nouveaux messages'
      : `${mode === 'line' ? 'une ligne' : 'rien'} s’il y a moins de ${minMessages} nouveaux messages ; la fois suivante les inclut`,
  reviewed: 'chaque résumé est relu avant que tout le monde puisse le lire',
  running: 'en cours',
  paused: reason => `en pause : ${reason}`,
  nextRun: time => `prochaine fois ${time}`,
  notRunYet: 'jamais',
  ran: (time, posts) => `${time}, ${posts > 1 ? `${posts} résumés publiés` : `${posts} résumé publié`}`,

  chooseChannels: 'Salons à résumer (1 à 25)',
  chooseDigest: 'Ouvrir un digest',
  chooseTag: 'Tag des posts',
  buttons: {
    create: 'Créer',
    save: 'Enregistrer',
    cancel: 'Annuler',
    run: 'Lancer maintenant',
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    delete: 'Supprimer',
    keep: 'Garder',
  },

  created: next => `Digest créé. Première fois : ${next}`,
  saved: next => `Digest enregistré. Prochaine fois : ${next}`,
  savedPaused: 'Digest enregistré. Il est toujours en pause ; utilise `/digest resume` pour le reprendre.',
  cancelled: 'Annulé. Rien n’a été enregistré.',
  deleted: 'Digest supprimé. Ses publications restent.',
  confirmDelete: 'Supprimer ce digest ? Ses publications restent.',
  runs: place => `Le digest est lancé. Il sera publié dans ${place} s’il y a quelque chose à résumer.`,
  alreadyCreated: 'Ce digest a déjà été créé. Utilise `/digest list` pour le voir.',
  alreadySaved: 'Ces modifications ont déjà été enregistrées. Utilise `/digest list` pour les voir.',
  alreadyRunning: 'Ce digest est déjà en cours.',
  alreadyPaused: 'Ce digest est déjà en pause.',
  notPaused: 'Ce digest n’est pas en pause.',

  none: 'Ce serveur n’a pas encore de digest. Crées-en un avec `/digest create`.',
  noneOwn:
    'Tu n’as pas de digest sur ce serveur. Pour en créer un, il te faut **Gérer le serveur**, ou **Gérer les salons** dans le salon où il est publié.',
  expired: 'Cet aperçu a expiré. Relance la commande.',
  notYours: 'Seule la personne qui a demandé cet aperçu peut l’utiliser.',
  unknown: 'Ce digest n’existe pas. Choisis une des suggestions pendant que tu écris.',
  changedMeanwhile: 'Quelqu’un a modifié ce digest entre-temps. Relance `/digest edit`.',
  full: 'Ce serveur a déjà autant de digests que possible. Supprimes-en d’abord un avec `/digest delete`.',
  notManager: place =>
    `Il te faut **Gérer le serveur**, ou **Gérer les salons** dans ${place}, pour gérer ce digest.`,
  notManagerDirect: 'Il te faut **Gérer le serveur** pour gérer un digest envoyé par message privé.',
  onlyCreator: creator =>
    `Seule la personne qui a créé ce digest, ${creator}, peut le recevoir par message privé. Crées-en un avec \`/digest create\`.`,
  tagMissing: 'Ce forum exige un tag pour chaque post. Choisis-en un ci-dessous.',
  noTag: forum =>
    `${forum} exige un tag pour chaque post et n’en a aucun que je puisse ajouter. Ajoute au forum un tag qui ne demande pas de gérer les fils, ou choisis une autre destination.`,
  cannotPost: place =>
    `Je ne peux pas publier dans ${place}. Il m’y faut **Voir les salons**, **Intégrer des liens** et **Envoyer des messages** (**Envoyer des messages dans les fils** pour les fils et les forums).`,
  noDestination:
    'Ce salon n’existe plus ou ne peut pas recevoir de publications. Choisis-en un autre avec `post_in`.',
  noCategory: 'Cette catégorie n’existe plus, ou tu ne peux pas la voir. Choisis-en une autre.',
  nothingToRead:
    'Il ne reste aucun salon à lire, donc le digest ne peut pas être enregistré. Choisis d’autres salons.',
  unavailable: 'Les digests sont désactivés ici.',
  cannotRun: reason => `Le digest ne peut pas être lancé : ${reason}`,
};
