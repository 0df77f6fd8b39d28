import { fr as catchup } from './catchup/fr.ts';
import { fr as digest } from './digest/fr.ts';
import { fr as privacy } from './privacy/fr.ts';
import { fr as review } from './review/fr.ts';
import type { BotWords } from './words.ts';

const number = new Intl.NumberFormat('fr');

const settingNames = {
  minConfidence: 'Confiance minimale',
  language: 'Langue',
  zone: 'Fuseau horaire',
  dailyRuns: 'Résumés par personne et par jour',
  retentionDays: 'Conservation des résumés',
  review: 'Relecture des résumés',
} as const;

export const fr: BotWords = {
  tag: 'fr',
  commands: {
    summarize: {
      description: 'Résume un salon ou un fil ; chaque affirmation ouvre les messages dont elle vient',
      messages: 'Combien des derniers messages lire (100 par défaut)',
      since: 'Depuis quand : 2h, yesterday 9am, mon dernier message, ou un lien vers un message',
      channel: 'Le salon ou le fil à lire (par défaut celui-ci)',
      category: 'Tous les salons de cette catégorie que vous pouvez lire, au lieu d’un seul',
      detail: 'Le niveau de détail',
      language: 'La langue du résumé (par défaut la vôtre)',
      private: 'Visible par vous seul (oui par défaut)',
      focus: 'Ce qui vous intéresse le plus',
      details: { brief: 'bref', standard: 'normal', comprehensive: 'détaillé' },
    },
    timezone: {
      description: 'Indiquez votre fuseau horaire, pour que « hier 9 h » soit à votre heure',
      zone: 'Votre fuseau, par exemple Europe/Paris ; laissez vide pour le voir',
      forget: 'True : oublier mon fuseau',
    },
    settings: {
      description: 'Le fonctionnement de Footnote sur ce serveur : l’afficher, le changer, le réinitialiser',
      show: 'Afficher tous les réglages de ce serveur, et lesquels lui sont propres',
      set: 'Changer des réglages de ce serveur',
      reset: 'Revenir à la valeur par défaut',
      minConfidence: 'Masquer et compter les affirmations moins sûres : 0 montre tout, 1 le certain',
      language: 'La langue des résumés, pour qui n’en demande aucune',
      zone: 'Le fuseau de ce serveur, pour qui n’en a pas indiqué : Europe/Paris',
      daily: 'Combien de résumés par personne et par jour ; 0 : autant qu’on veut',
      retention: 'Combien de jours garder les résumés, ceux qui existent compris : 1 à 90',
      review: 'Si une personne relit les résumés avant que tous puissent les voir',
      reviews: review.modes,
      setting: 'Lequel',
      names: settingNames,
      all: 'Tous',
    },
    digest: digest.command.options,
    summarizeThread: 'Résumer le fil',
    checkSources: 'Vérifier les sources',
    privacy: privacy.commands,
    catchup: catchup.command,
  },

  reading: (read, wanted) =>
    wanted === null
      ? `${number.format(read)} messages lus…`
      : `${number.format(read)} messages lus sur ${number.format(wanted)}…`,
  summarizing: messages => `Résumé de ${number.format(messages)} messages en cours…`,
  checking: (statements, messages) =>
    `Vérification de ${statements < 2 ? `${statements} affirmation` : `${number.format(statements)} affirmations`} d’après ${number.format(messages)} messages…`,
  checkedBefore: (messages, link) =>
    `Parcouru\u00a0: ${messages < 2 ? 'le message' : `les ${number.format(messages)} messages`} avant ${link}.`,
  nothingToCheck: 'Ce message ne contient aucune affirmation à vérifier.',
  writing: (messages, claims) =>
    `Lecture de ${number.format(messages)} messages : ${number.format(claims)} affirmation${claims === 1 ? '' : 's'} pour l’instant…`,
  judging: claims =>
    `Vérification de la formulation de ${number.format(claims)} affirmation${claims === 1 ? '' : 's'}…`,
  rangeUnderstood: from => `Depuis ${from}`,

  denied: (reason, place) =>
    ({
      gone: 'Ce salon ou ce fil n’existe plus.',
      bot_view: `Je ne vois pas ${place}. Il me faut la permission **Voir le salon**.`,
      bot_history: `Je ne peux pas lire l’historique de ${place}. Il me faut la permission **Voir les anciens messages**.`,
      person_view: 'Vous ne voyez pas ce salon, je ne peux donc pas vous montrer ce qu’il contient.',
      person_history: `Vous ne pouvez pas lire l’historique de ${place}, je ne peux donc pas vous le montrer.`,
      private_thread: 'C’est un fil privé, et vous ou moi n’en faisons pas partie.',
      age_restricted: `${place} est soumis à une limite d’âge ; il ne peut être montré que dans un salon qui l’est aussi.`,
      not_a_member: 'Vous n’êtes plus membre de ce serveur.',
      audience: `Tous ceux qui lisent ce salon ne peuvent pas lire ${place} ; il ne peut donc pas être montré ici.`,
      bot_send: `Je ne peux pas écrire dans ${place}. Il me faut **Envoyer des messages** et **Intégrer des liens**.`,
      ...privacy.denied(place),
    })[reason],
  contentHidden:
    'Discord me cache le texte des messages. La personne qui me gère doit activer **Message Content Intent** dans le portail développeur, sous Bot.',
  empty: place => `Il n’y a aucun message dans ${place} sur cette période.`,
  deletedMeanwhile: place => `Les messages de ${place} ont été supprimés avant que le résumé soit prêt.`,
  notUnderstood: words =>
    `Je ne comprends pas ${words} comme un moment. Essayez \`2h\`, \`yesterday 9am\`, \`2026-03-09\`, \`mon dernier message\` ou un lien vers un message.`,
  inFuture: (words, time) => `${words} est dans le futur : ${time}. Choisissez un moment passé.`,
  wrongNumber: ({ name, min, max }) =>
    `\`${name}\` doit être un nombre entier de ${min} à ${number.format(max)}.`,
  linkElsewhere: 'Ce lien mène à un autre salon. Choisissez-le avec l’option `channel`.',
  notSummarizable:
    'Ce n’est pas un salon avec des messages. Choisissez un salon textuel, un fil, un post de forum ou un salon vocal.',
  capped: count => `Seuls les ${number.format(count)} derniers messages de cette période ont été lus.`,
  noneOfCategory: category =>
    `Il n’y a dans ${category} aucun salon que je puisse vous résumer ici. Vous et moi devons pouvoir le lire, et pour une réponse publique tous ceux qui la voient aussi. Essayez \`private: true\` ou une autre catégorie.`,
  categoryLeftOut: count =>
    `${count === 1 ? '1 salon de la catégorie a été omis' : `${number.format(count)} salons de la catégorie ont été omis`} : vous, moi ou les lecteurs de cette réponse n’y avons pas accès.`,
  alreadyRunning: 'Je travaille encore à votre dernier résumé. Redemandez quand il sera là.',
  dailySpent: limit => `Vous avez eu vos ${number.format(limit)} résumés du jour. Redemandez demain.`,

  zoneSet: (zone, now) => `Votre fuseau est maintenant **${zone}** ; il y est ${now}.`,
  zoneShown: (zone, now) =>
    `Votre fuseau est **${zone}** ; il y est ${now}. \`/timezone zone:\` le change, \`/timezone forget:True\` l’oublie.`,
  zoneUnset: (zone, now) =>
    `Vous n’avez pas indiqué de fuseau : **${zone}** compte, il y est ${now}. \`/timezone zone:\` indique le vôtre.`,
  zoneForgotten: 'Votre fuseau est oublié.',
  zoneUnknown: zone =>
    `Le fuseau « ${zone} » n’existe pas. Choisissez parmi ceux proposés pendant la saisie.`,

  settings: {
    title: 'Réglages de ce serveur',
    names: settingNames,
    minConfidence: value =>
      value === 0
        ? 'toutes les affirmations sont montrées'
        : `au-dessous de ${number.format(value)}, les affirmations sont masquées et comptées`,
    ownLanguage: 'celle de chaque lecteur',
    dailyRuns: count => (count === 0 ? 'autant qu’on veut' : number.format(count)),
    retentionDays: days => (days === 1 ? '1 jour' : `${number.format(days)} jours`),
    review: mode => review.modes[mode],
    fromServer: 'réglé ici',
    fromDefault: 'par défaut',
    how: '/settings set les change, /settings reset revient à la valeur par défaut.',
    saved: 'Enregistré.',
    nothingGiven: 'Rien n’a changé : choisissez au moins une option de `/settings set`.',
    notManager: 'Seules les personnes qui peuvent **gérer le serveur** voient et changent ses réglages.',
    wrong: {
      minConfidence: given =>
        `La confiance ne peut pas être ${given} : donnez un nombre de 0 à 1, par exemple 0,5.`,
      language: given =>
        `Il n’y a pas de résumés en ${given} : choisissez anglais, allemand, français, espagnol ou japonais.`,
      zone: given =>
        `Le fuseau ${given} n’existe pas : choisissez parmi ceux proposés, par exemple Europe/Paris.`,
      dailyRuns: given =>
        `${given} résumés par jour n’est pas possible : donnez un nombre entier de 0 (autant qu’on veut) à 10000.`,
      retentionDays: given =>
        `Les résumés ne peuvent pas être gardés ${given} jours : donnez un nombre entier de 1 à 90.`,
      review: review.wrongMode,
    },
  },

  stopped: 'Arrêté. Rien n’est conservé.',
  stoppingAlready: 'L’arrêt est déjà en cours.',
  notWriting: 'Ce résumé n’est plus en cours d’écriture.',
  restarted: 'J’ai été redémarré et j’ai recommencé ce résumé.',
  interruptedRun: 'Ce résumé a été interrompu.',
  interrupted:
    'L’écriture de ce résumé a été interrompue. S’il n’y en a pas plus bas, demandez-en un nouveau avec `/summarize`.',
  askAgain: 'Appuyez sur **Refaire** pour demander à Claude encore une fois.',

  expired: 'Ce résumé n’est plus conservé. Demandez-en un nouveau avec `/summarize`.',
  notYours: 'Seule la personne qui a demandé ce résumé peut faire cela.',
  alreadyShared: link => `Ce résumé a déjà été partagé : ${link}`,
  shared: link => `Partagé : ${link}`,
  deleted: 'Supprimé.',
  sharedBy: person => `Partagé par ${person}`,
  unknownButton: 'Ce bouton est d’un autre temps. Demandez un nouveau résumé avec `/summarize`.',

  feedback: {
    title: 'Avis',
    thanks: isHelpful =>
      isHelpful ? 'Merci : cela compte comme utile.' : 'Merci : cela compte comme inutile.',
    why: 'Dire pourquoi',
    reason: 'Qu’est-ce qui était bien ou faux ?',
    whoReads: 'Qui gère le serveur peut le lire, sans votre nom.',
    kept: 'Merci, c’est noté.',
  },

  review,
  digest,
  privacy,
  catchup,

  allClaims: 'Toutes les affirmations',
  filterByClaim: 'Seulement les sources de…',
  moreClaims: 'Autres affirmations…',
  buttons: { share: 'Partager', again: 'Refaire', delete: 'Supprimer', open: 'Ouvrir', stop: 'Arrêter' },
  readyOpen: person => `${person}, votre résumé est prêt.`,
  shownBelow: 'Le résumé se trouve ci-dessous, visible par tous.',

  stopping: 'Je redémarre. Redemandez dans une minute.',
  discordTrouble: 'Discord n’a pas répondu correctement. Réessayez dans une minute.',
  storeTrouble: 'Je n’ai pas accès à ma mémoire ; les boutons peuvent ne pas marcher. Réessayez plus tard.',
  internal: reference =>
    `Quelque chose s’est mal passé de mon côté. Si cela dure, transmettez ceci à la personne qui me gère : ${reference}`,
};
