import type { ProblemSentences } from '../../../core/claims/problem.ts';

export const esProblems: ProblemSentences = {
  malformed: ({ fault }) =>
    ({
      unreadable: 'no se puede leer',
      no_text: 'falta el texto',
      empty_text: 'el texto está vacío',
      long_text: 'el texto es demasiado largo',
      only_markers: 'el texto solo contiene notas',
      long_before: 'lo que valía antes es demasiado largo',
      bad_positions: 'las posiciones deben ser una lista de números',
      many_positions: 'hay demasiadas posiciones',
    })[fault],
  mended: ({ what }) =>
    ({
      field_too_long: 'se quitó un dato demasiado largo',
      bracketed_number: 'se quitó del texto un número entre corchetes',
      unknown_kind: 'el tipo era desconocido',
      unreadable_confidence: 'la confianza no se podía leer',
      too_many_citations: 'había demasiadas citas',
      unreadable_position: 'una posición no se podía leer',
    })[what],
  cited_twice: ({ position }) => `el mensaje ${position} está citado dos veces`,
  said_already: 'ya está dicho',
  no_message: ({ position }) => `no existe el mensaje ${position}`,
  nothing_cited: 'no se cita ningún mensaje',
  only_bots: 'solo se cita a un bot o al sistema',
  message_deleted: 'se eliminó un mensaje citado',
  not_in_message: ({ quote, position }) => `«${quote}» no está en el mensaje ${position}`,
  quoted_nowhere: ({ quote }) => `«${quote}» no está en ningún mensaje citado`,
  no_quote: 'no se cita textualmente ningún mensaje',
  empty_quote: 'las palabras citadas no dicen nada por sí solas',
  wrote_nothing: ({ name }) => `${name} no escribió ninguno de los mensajes leídos`,
  not_by: ({ name }) => `ningún mensaje citado es de ${name}`,
  other_words: ({ name }) => `las palabras que siguen al nombre no son de ${name}`,
  miscredited: ({ name }) => `lo que se atribuye a ${name} lo dice otra persona`,
  not_said: ({ what }) => `${what} no aparece en ningún mensaje citado`,
  no_such_due: ({ due }) => `ningún mensaje citado dice «${due}»`,
  stranger: ({ name }) => `${name} no tiene nada que ver con los mensajes citados`,
  off_topic: 'los mensajes citados hablan de otra cosa',
  held_in_part: 'los mensajes solo sostienen una parte',
  translated: 'traducido',
  incomparable: 'traducido: sus palabras no se pueden comparar',
  denied: 'los mensajes citados dicen otra cosa',
  contradicted: ({ words }) =>
    words === null
      ? 'los mensajes citados dicen otra cosa'
      : `los mensajes citados no dicen «${words}», sino otra cosa`,
  only_considered: 'solo se está considerando',
  only_considered_by: ({ name }) => `${name} solo lo considera`,
  only_supposed: 'solo es una suposición',
  nobody_agrees: 'no se ve que nadie esté de acuerdo',
  only_one_agrees: ({ name }) => `solo ${name} está de acuerdo`,
  only_one_reaction: 'solo una reacción está de acuerdo',
  topic_asserts: ({ topic }) => `el tema «${topic}» afirma algo sin fuente`,
  agreed_by: ({ names, others, reactions }) => {
    const parts = [
      ...names,
      ...(others > 0 ? [`+${others} más`] : []),
      ...(reactions > 0 ? [`+${reactions} ${reactions === 1 ? 'reacción' : 'reacciones'}`] : []),
    ];
    return `con el acuerdo de ${parts.join(', ')}`;
  },
  not_decided: 'ningún mensaje citado decide ni aprueba nada',
  refused_by: ({ name, position }) => `${name} lo rechaza en el mensaje ${position}`,
  refused_by_reactions: 'también hay reacciones en contra',
  other_owner: ({ owner, taker }) => `${owner} lo pidió y ${taker} se encargó`,
  not_addressed: ({ name }) => `ningún mensaje citado es de ${name} ni se dirige a ${name}`,
  only_bot_suggests: 'lo sugiere un bot y nadie lo retoma',
  answered: ({ position }) => `respondida en el mensaje ${position}`,
  judged_partly: ({ words }) =>
    `un segundo modelo solo encuentra una parte en los mensajes citados y echa en falta «${words}»`,
  judged_unsupported: ({ words }) => `un segundo modelo no lo encuentra en los mensajes citados: «${words}»`,
  judged_contradicted: ({ words }) =>
    `un segundo modelo entiende los mensajes citados de otro modo: «${words}»`,
  forgotten: 'el motivo se ha olvidado porque se eliminó un mensaje',
  told: ({ words }) => words,
};
