import type { ProblemSentences } from '../../../core/claims/problem.ts';

const toJudgeWords = (words: string) => (words === '' ? '' : ` (nota del segundo modelo: «${words}»)`);

export const esProblems: ProblemSentences = {
  malformed: ({ fault }) =>
    ({
      unreadable: 'no se pudo leer',
      no_text: 'falta el texto',
      empty_text: 'el texto está vacío',
      long_text: 'el texto es demasiado largo',
      only_markers: 'el texto solo contiene llamadas de nota',
      long_before: 'el texto del estado anterior es demasiado largo',
      bad_positions: 'las posiciones deben ser una lista de números',
      many_positions: 'hay demasiadas posiciones',
    })[fault],
  mended: ({ what }) =>
    ({
      field_too_long: 'se quitó un dato demasiado largo',
      bracketed_number: 'se quitó del texto un número entre corchetes',
      unknown_kind: 'tipo desconocido',
      unreadable_confidence: 'confianza ilegible',
      too_many_citations: 'demasiadas citas',
      unreadable_position: 'posición ilegible',
    })[what],
  cited_twice: ({ position }) => `el mensaje ${position} está citado dos veces`,
  said_already: 'otra afirmación dice lo mismo',
  put_aside: 'el modelo se negó a terminar el resumen',
  no_message: ({ position }) => `no existe el mensaje ${position}`,
  nothing_cited: 'no se cita ningún mensaje',
  only_bots: 'solo se citan mensajes de bots o del sistema',
  message_deleted: 'se eliminó un mensaje citado o su autor ya no permite leerlo',
  not_in_message: ({ position }) => `la cita no está en el mensaje ${position}`,
  quoted_nowhere: 'ningún mensaje citado contiene las palabras entre comillas',
  better_citation: ({ position }) => `el mensaje ${position} dice más de ello`,
  citation_moved: ({ position }) => `la cita está en el mensaje ${position}`,
  unknown_person: 'nombra a alguien que no está en esta conversación',
  not_by: ({ name }) => `${name} no escribió ninguno de los mensajes citados`,
  other_words: ({ name }) => `${name} no escribió las palabras citadas`,
  value_not_found: ({ value }) => `ningún mensaje menciona ${value}`,
  literal_not_found: 'ningún mensaje contiene la dirección, el código o el identificador',
  value_in_message: ({ value, position }) => `${value} está en el mensaje ${position}`,
  topic_not_found: 'ningún mensaje menciona una cifra o fecha del tema',
  due_not_found: 'ningún mensaje citado menciona ese plazo',
  judged_partly: ({ words }) => `los mensajes citados solo respaldan una parte${toJudgeWords(words)}`,
  judged_unsupported: ({ words }) => `los mensajes citados no lo dicen${toJudgeWords(words)}`,
  judged_contradicted: ({ words }) => `los mensajes citados dicen otra cosa${toJudgeWords(words)}`,
  judged_kind: 'según el segundo modelo, es de otro tipo',
  judged_citation: ({ position }) => `el segundo modelo lo encontró en el mensaje ${position}`,
  forgotten: 'el motivo se eliminó junto con un mensaje',
  told: ({ words }) => words,
  outdated: 'señalado por una versión anterior de la verificación',
};
