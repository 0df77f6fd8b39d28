import type { ProblemSentences } from '../../../core/claims/problem.ts';

/** In French quotation marks, whose inner spaces do not break. */
const quoted = (words: string) => `«\u00a0${words}\u00a0»`;

export const frProblems: ProblemSentences = {
  malformed: ({ fault }) =>
    ({
      unreadable: 'illisible',
      no_text: 'le texte manque',
      empty_text: 'le texte est vide',
      long_text: 'le texte est trop long',
      only_markers: 'le texte ne contient que des notes',
      long_before: 'ce qui valait avant est trop long',
      bad_positions: 'les positions doivent être une liste de nombres',
      many_positions: 'il y a trop de positions',
    })[fault],
  mended: ({ what }) =>
    ({
      field_too_long: 'une indication trop longue a été retirée',
      bracketed_number: 'un nombre entre crochets a été retiré du texte',
      unknown_kind: 'le type était inconnu',
      unreadable_confidence: 'le degré de confiance était illisible',
      too_many_citations: 'il y avait trop de citations',
      unreadable_position: 'une position était illisible',
    })[what],
  cited_twice: ({ position }) => `le message ${position} est cité deux fois`,
  said_already: 'c’est déjà dit',
  no_message: ({ position }) => `il n’y a pas de message ${position}`,
  nothing_cited: 'aucun message n’est cité',
  only_bots: 'seul un bot ou le système est cité',
  message_deleted: 'un message cité a été supprimé',
  not_in_message: ({ quote, position }) => `${quoted(quote)} ne figure pas dans le message ${position}`,
  quoted_nowhere: ({ quote }) => `${quoted(quote)} ne figure dans aucun message cité`,
  no_quote: 'aucun message n’est cité mot pour mot',
  empty_quote: 'les mots cités ne disent rien à eux seuls',
  wrote_nothing: ({ name }) => `${name} n’a écrit aucun des messages lus`,
  not_by: ({ name }) => `aucun message cité n’est de ${name}`,
  other_words: ({ name }) => `les mots qui suivent ce nom ne sont pas de ${name}`,
  miscredited: ({ name }) => `ce qui est attribué à ${name} est dit par quelqu’un d’autre`,
  not_said: ({ what }) => `${what} ne figure dans aucun message cité`,
  no_such_due: ({ due }) => `aucun message cité ne dit ${quoted(due)}`,
  stranger: ({ name }) => `${name} n’a rien à voir avec les messages cités`,
  off_topic: 'les messages cités parlent d’autre chose',
  held_in_part: 'les messages n’en confirment qu’une partie',
  translated: 'traduit',
  incomparable: 'traduit\u00a0: les mots ne peuvent pas être comparés',
  denied: 'les messages cités disent autre chose',
  contradicted: ({ words }) =>
    words === null
      ? 'les messages cités disent autre chose'
      : `les messages cités disent autre chose que ${quoted(words)}`,
  only_considered: 'ce n’est qu’envisagé',
  only_considered_by: ({ name }) => `${name} ne fait que l’envisager`,
  only_supposed: 'ce n’est qu’une supposition',
  nobody_agrees: 'on ne voit personne donner son accord',
  only_one_agrees: ({ name }) => `seul l’accord de ${name} est visible`,
  only_one_reaction: 'une seule réaction est favorable',
  topic_asserts: ({ topic }) => `le sujet ${quoted(topic)} affirme quelque chose sans source`,
  agreed_by: ({ names, others, reactions }) => {
    const parts = [
      ...names,
      ...(others > 0 ? [`+${others} ${others === 1 ? 'autre' : 'autres'}`] : []),
      ...(reactions > 0 ? [`+${reactions} ${reactions === 1 ? 'réaction' : 'réactions'}`] : []),
    ];
    return `approuvé par ${parts.join(', ')}`;
  },
  not_decided: 'aucun message cité ne décide ni n’approuve',
  refused_by: ({ name, position }) => `${name} s’y oppose dans le message ${position}`,
  refused_by_reactions: 'des réactions s’y opposent aussi',
  other_owner: ({ owner, taker }) => `${owner} l’a demandé et ${taker} s’en charge`,
  not_addressed: ({ name }) => `aucun message cité n’est de ${name} ni ne s’adresse à ${name}`,
  only_bot_suggests: 'un bot le suggère et personne ne le reprend',
  answered: ({ position }) => `une réponse se trouve dans le message ${position}`,
  judged_partly: ({ words }) =>
    `un second modèle n’en trouve qu’une partie dans les messages cités ; il manque « ${words} »`,
  judged_unsupported: ({ words }) =>
    `un second modèle ne le trouve pas dans les messages cités : « ${words} »`,
  judged_contradicted: ({ words }) => `un second modèle lit autrement les messages cités : « ${words} »`,
  forgotten: 'la raison est oubliée, car un message a été supprimé',
  told: ({ words }) => words,
};
