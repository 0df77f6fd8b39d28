import { toMoney, toSeconds } from './figures.ts';
import { frProblems } from './problems/fr.ts';
import { fr as review } from './reviewed/fr.ts';
import type { Words } from './words.ts';

const number = new Intl.NumberFormat('fr');
/** French counts 0 and 1 as singular. */
const count = (n: number, one: string, many: string) => `${number.format(n)} ${n < 2 ? one : many}`;

export const fr: Words = {
  tag: 'fr',
  summary: 'Résumé',
  sections: {
    request: 'Demande en cours',
    overview: 'Vue d’ensemble',
    key_point: 'Points clés',
    action: 'Actions à mener',
    decision: 'Décisions',
    proposal: 'Propositions',
    question: 'Questions ouvertes',
    resolved: 'Résolu',
    constraint: 'Contraintes',
    fact: 'Faits',
    change: 'Changements',
    contribution: 'Contributions',
    note: 'Notes',
  },
  kindLabels: {
    request: null,
    overview: null,
    key_point: null,
    action: null,
    decision: null,
    proposal: 'Proposition',
    question: 'Question ouverte',
    resolved: 'Résolu',
    constraint: 'Contrainte',
    fact: null,
    change: 'Changement',
    contribution: null,
    note: 'Note',
  },
  sources: 'Sources',
  topics: 'Sujets',
  participants: 'Participants',
  moreMessages: 'Autres messages',
  continued: heading => `${heading} (suite)`,
  decisions: { approved: 'Approuvé', decided: 'Décidé', declined: 'Refusé' },
  colon: '\u00a0:',
  list: parts => parts.join(', '),

  coverage: (read, available) =>
    `${count(read, 'message lu', 'messages lus')} sur ${number.format(available)}`,
  leftOut: list => `laissés de côté\u00a0: ${list}`,
  omitted: {
    unreadable: n => count(n, 'illisible', 'illisibles'),
    duplicate: n => count(n, 'doublon', 'doublons'),
    outside_window: n => `${number.format(n)} hors de la période`,
    system: n => count(n, 'message système', 'messages système'),
    bot: n => `${number.format(n)} de bots`,
    empty: n => `${number.format(n)} sans texte`,
    opted_out: n => `${number.format(n)} de personnes qui ont refusé la lecture`,
  },
  between: (from, to) => `du ${from} au ${to}`,
  since: from => `depuis le ${from}`,
  until: to => `jusqu’au ${to}`,
  timesIn: zone => `heures en ${zone}`,

  verified: n => count(n, 'vérifié', 'vérifiés'),
  sourcesFound: n => `${number.format(n)} avec sources trouvées`,
  quotesChecked: n => count(n, 'citation vérifiée mot à mot', 'citations vérifiées mot à mot'),
  unclear: n => `${number.format(n)} à clarifier`,
  dropped: n => count(n, 'supprimé', 'supprimés'),
  merged: n => count(n, 'fusionné', 'fusionnés'),
  hidden: n => count(n, 'masqué', 'masqués'),
  citationReplacedCount: n => `${number.format(n)} avec une citation remplacée`,
  uncited: n => count(n, 'citation retirée', 'citations retirées'),

  engine: ({ name, model, judge }) =>
    name === 'extractive'
      ? 'Citations choisies par le code, sans modèle'
      : `Rédigé par ${model ?? name}, vérifié par le code${judge === undefined ? '' : `, évalué par ${judge}`}`,
  fellBack: why => `${why} Voici à la place des citations choisies par le code.`,
  incomplete: why => `${why} Ce qui est affiché a été vérifié ; il peut en manquer.`,
  noneJudged: 'Citations, nombres et dates vérifiés\u00a0; formulation non évaluée.',
  unjudged: n => `Formulation de ${count(n, 'affirmation', 'affirmations')} non évaluée.`,
  reasons: {
    request_refused: 'Claude n’a pas accepté la requête ; c’est une erreur de Footnote.',
    key_refused: 'Claude n’a pas accepté la clé d’API.',
    not_allowed: 'La clé d’API n’a pas accès à ce modèle de Claude.',
    unpaid: 'Le crédit de Claude est épuisé.',
    spend_limit: 'Le plafond de dépenses pour Claude est atteint.',
    model_gone: 'Le modèle de Claude choisi n’existe pas.',
    too_long: 'C’est plus que Claude ne peut lire en une fois.',
    rate_limited: 'Claude n’accepte plus de requêtes d’ici pour l’instant.',
    timed_out: 'Claude n’a pas répondu à temps.',
    service_failed: 'Une erreur s’est produite du côté de Claude.',
    overloaded: 'Claude est surchargé en ce moment.',
    unreachable: 'Claude n’a pas pu être joint.',
    broken_off: 'La réponse de Claude s’est interrompue sur une erreur.',
    stalled: 'La réponse de Claude s’est figée.',
    ended_early: 'La réponse de Claude s’est arrêtée avant la fin.',
    refused: 'Claude a refusé de résumer ceci.',
    truncated: 'La réponse de Claude a atteint sa longueur maximale.',
    unreadable: 'La réponse de Claude n’a pas pu être lue.',
    unsupported: 'Rien de ce que Claude a écrit n’a résisté à la vérification.',
  },
  ownerNotified: why => `${why} La personne qui gère le bot en a été informée.`,
  usage: (read, cached, written) =>
    `${count(read, 'jeton lu', 'jetons lus')}${cached > 0 ? `, dont ${number.format(cached)} en cache` : ''}, ${count(written, 'écrit', 'écrits')}`,
  cost: usd => (usd === null ? 'coût inconnu' : toMoney('fr', usd)),
  seconds: n => toSeconds('fr', n),
  nothingSaid: 'Rien n’a été dit pendant cette période.',
  nothingFound: 'Rien dans ces messages n’appelle de résumé.',
  emptyAnswer: 'Claude n’a rien trouvé à résumer dans ces messages.',
  sourcesGone:
    'Les messages que ce résumé citait ont été supprimés, ou leurs auteurs n’en permettent plus la lecture.',

  needsClarification: 'à clarifier',
  problems: frProblems,
  why: {
    title: 'Ce que la vérification a trouvé',
    relabelled: 'Montré comme un autre type',
    citationReplaced: 'Citation remplacée',
    cited: 'Citation ajoutée',
    uncited: 'Citation retirée',
    dropped: 'Supprimé du résumé',
    under: (now, was) => `figure sous «\u00a0${now}\u00a0» au lieu de «\u00a0${was}\u00a0»`,
    hidden: n =>
      `${count(n, 'affirmation masquée', 'affirmations masquées')}\u00a0: confiance inférieure au minimum.`,
    forgotten: 'Texte supprimé',
    unjudged:
      'Les citations, les nombres et les dates correspondent aux messages\u00a0; la formulation n’a pas été évaluée.',
    judgeOff: 'La personne qui gère le bot peut activer un second modèle qui l’évalue.',
    nothing: 'Aucune affirmation n’a été modifiée ni supprimée.',
  },
  citationReplaced: 'citation remplacée puis revérifiée',
  edited: 'modifié',
  editedSince: 'modifié depuis',
  sourceEdited: 'une source a été modifiée depuis',
  forwarded: 'transféré',
  more: n => `+${count(n, 'autre', 'autres')}`,
  due: when => `échéance\u00a0: ${when}`,
  said: day => `dit le ${day}`,
  taskOf: owner => `Pour ${owner}`,
  before: 'avant',
  openSince: day => `en attente depuis ${day}`,
  someone: 'quelqu’un',

  check: {
    title: place => `Vérifié d’après ${place}`,
    outcomes: {
      verified: 'Vérifié',
      sources: 'Sources trouvées',
      unclear: 'À clarifier',
      unfound: 'Introuvable',
    },
    countNotFound: n => count(n, 'introuvable', 'introuvables'),
    reasons: {
      nothing_similar: 'aucun message ne dit rien de tel',
      nothing_to_check: 'rien n’y est vérifiable',
      not_supported: 'les messages trouvés ne le confirment pas',
      unreadable: 'illisible',
    },
    leftOut: list => `omis du texte\u00a0: ${list}`,
    skipped: {
      heading: n => count(n, 'titre', 'titres'),
      table: n => count(n, 'tableau', 'tableaux'),
      code: n => count(n, 'bloc de code', 'blocs de code'),
    },
    engine: judge =>
      judge === undefined
        ? 'Messages trouvés et affirmations vérifiées par du code, sans modèle'
        : `Messages trouvés et affirmations vérifiées par du code, évaluées par ${judge}`,
    noStatements: 'Il n’y a aucune affirmation à vérifier.',
  },

  topicStatus: { active: 'actif', inactive: 'inactif' },
  topicReason: { open_question: 'question ouverte', open_action: 'action en cours', recent: 'récent' },
  messages: n => count(n, 'message', 'messages'),

  review,

  table: { number: 'Nº', who: 'Qui', when: 'Quand', position: 'Position', said: 'Propos' },
  grouping: { flat: 'En liste', topic: 'Par sujet', claim: 'Par affirmation', noTopic: 'Sans sujet' },
  position: (position, read) => `message ${number.format(position)} sur ${number.format(read)}`,
  earlier: 'd’un résumé précédent',
  page: (page, pages) => `page ${page} sur ${pages}`,
  openMessage: 'Ouvrir le message',
  backToClaim: 'Retour à l’énoncé',
  buttons: { previous: 'Précédent', next: 'Suivant', sources: 'Sources', why: 'Pourquoi\u00a0?' },
};
