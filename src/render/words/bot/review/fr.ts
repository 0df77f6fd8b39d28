import type { ReviewWords } from './words.ts';

const number = new Intl.NumberFormat('fr');

export const fr: ReviewWords = {
  open: 'Relire',
  title: (at, of) => `Relecture · ${number.format(at)} sur ${number.format(of)}`,
  titleAlone: 'Relecture',
  unclear: 'Affichée, avec la mention qu’elle est à clarifier.',
  dropped: 'Supprimée du résumé.',
  confirmed: by => `Confirmée par ${by}.`,
  edited: by => `Reformulée par ${by}.`,
  noted: by => `Changée en note par ${by}.`,
  removed: by => `Omise par ${by}.`,
  reason: 'Pourquoi',
  messages: 'Les messages qu’elle cite',
  attempt: 'Votre formulation, qui ne tient pas',
  noMessages:
    'Elle ne cite aucun message qui existe : on peut seulement la reformuler, en faire une note ou l’omettre.',
  nothing: 'Rien à décider : aucune affirmation n’est à clarifier ni n’a été supprimée.',
  allDecided: 'Tout est décidé.',
  left: count => `encore ${number.format(count)} à décider`,
  leftAsIs: count =>
    count === 1
      ? '1 affirmation reste telle quelle : personne n’en a décidé.'
      : `${number.format(count)} affirmations restent telles quelles : personne n’en a décidé.`,
  wordless: count =>
    count === 1
      ? 'Le texte d’une affirmation supprimée a été effacé.'
      : `Le texte de ${number.format(count)} affirmations supprimées a été effacé.`,
  reviewed: by => `Relu par ${by}.`,

  confirm: 'Confirmer',
  edit: 'Reformuler',
  note: 'En faire une note',
  remove: 'Retirer',
  leaveOut: 'Omettre',
  previous: 'Précédent',
  next: 'Suivant',
  finish: 'Terminer',
  publish: 'Publier',
  finishAnyway: 'Terminer quand même',
  publishAnyway: 'Publier quand même',
  goOn: 'Continuer la relecture',

  form: {
    title: 'Reformuler',
    text: 'Formulation',
    owner: 'Qui s’en charge',
    due: 'Pour quand',
    hint: 'Elle est de nouveau vérifiée dans les messages.',
  },

  holds: 'La nouvelle formulation tient.',
  stillUnclear: 'La nouvelle formulation est affichée et reste à clarifier.',
  doesNotHold:
    'La nouvelle formulation ne tient pas : rien n’a été changé. Reformulez-la encore ou faites-en une note.',
  changedMeanwhile: 'Quelqu’un en a décidé entre-temps. Voici où cela en est.',
  unreadable: 'Les messages ne sont plus lisibles : une nouvelle formulation ne peut pas être vérifiée.',
  empty: 'Une affirmation a besoin de mots : rien n’a été changé.',
  same: 'Ce sont les mots déjà en place : rien n’a été changé.',
  slow: 'Discord a mis trop de temps. Appuyez encore une fois.',
  finished: 'La relecture est terminée.',
  published: 'La relecture est terminée et le résumé est publié.',
  notYours:
    'Seule la personne qui a demandé ce résumé, ou quelqu’un qui peut gérer les messages là où il a été lu, peut le relire.',
  held: person => `Le résumé demandé par ${person} s’affichera ici une fois relu.`,
  first: 'Ici, les résumés sont relus avant d’être partagés : appuyez sur **Relire**, puis sur **Terminer**.',

  modes: { off: 'pas nécessaire', 'before-sharing': 'avant le partage' },
  wrongMode: given => `La relecture ne peut pas être ${given} : choisissez l’une des deux proposées.`,
};
