import type { ProblemSentences } from '../../../core/claims/problem.ts';

/** In French quotation marks, with non-breaking spaces inside. */
const toJudgeWords = (words: string) =>
  words === '' ? '' : ` (remarque du second modèle\u00a0: «\u00a0${words}\u00a0»)`;

export const frProblems: ProblemSentences = {
  malformed: ({ fault }) =>
    ({
      unreadable: 'illisible',
      no_text: 'le texte manque',
      empty_text: 'le texte est vide',
      long_text: 'le texte est trop long',
      only_markers: 'le texte ne contient que des appels de note',
      long_before: 'le texte de l’état antérieur est trop long',
      bad_positions: 'les positions doivent être une liste de nombres',
      many_positions: 'il y a trop de positions',
    })[fault],
  mended: ({ what }) =>
    ({
      field_too_long: 'indication trop longue retirée',
      bracketed_number: 'nombre entre crochets retiré du texte',
      unknown_kind: 'type inconnu',
      unreadable_confidence: 'degré de confiance illisible',
      too_many_citations: 'trop de citations',
      unreadable_position: 'position illisible',
    })[what],
  cited_twice: ({ position }) => `le message ${position} est cité deux fois`,
  said_already: 'une autre affirmation dit la même chose',
  put_aside: 'le modèle a refusé de terminer le résumé',
  no_message: ({ position }) => `il n’y a pas de message ${position}`,
  nothing_cited: 'aucun message n’est cité',
  only_bots: 'seuls des messages de bots ou du système sont cités',
  message_deleted: 'un message cité a été supprimé ou son auteur n’en permet plus la lecture',
  not_in_message: ({ position }) => `la citation ne figure pas dans le message ${position}`,
  quoted_nowhere: 'aucun message cité ne contient les mots entre guillemets',
  better_citation: ({ position }) => `le message ${position} en dit davantage`,
  citation_moved: ({ position }) => `la citation figure dans le message ${position}`,
  unknown_person: 'une personne nommée n’est pas dans cette conversation',
  not_by: ({ name }) => `${name} n’a écrit aucun des messages cités`,
  other_words: ({ name }) => `${name} n’a pas écrit les mots cités`,
  value_not_found: ({ value }) => `aucun message ne mentionne ${value}`,
  literal_not_found: 'aucun message ne contient l’adresse, le code ou l’identifiant',
  value_in_message: ({ value, position }) => `${value} figure dans le message ${position}`,
  topic_not_found: 'aucun message ne mentionne un nombre ou une date du thème',
  due_not_found: 'aucun message cité ne mentionne cette échéance',
  judged_partly: ({ words }) => `les messages cités n’en disent qu’une partie${toJudgeWords(words)}`,
  judged_unsupported: ({ words }) => `les messages cités ne le disent pas${toJudgeWords(words)}`,
  judged_contradicted: ({ words }) => `les messages cités disent autre chose${toJudgeWords(words)}`,
  judged_kind: 'selon le second modèle, un autre type convient mieux',
  judged_citation: ({ position }) => `le second modèle l’a trouvé dans le message ${position}`,
  forgotten: 'la raison a été supprimée avec un message',
  told: ({ words }) => words,
  outdated: 'signalé par une version antérieure de la vérification',
};
