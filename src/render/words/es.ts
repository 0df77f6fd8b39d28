import { toMoney, toSeconds } from './figures.ts';
import { esProblems } from './problems/es.ts';
import { es as review } from './reviewed/es.ts';
import type { Words } from './words.ts';

const number = new Intl.NumberFormat('es');
const count = (n: number, one: string, many: string) => `${number.format(n)} ${n === 1 ? one : many}`;

export const es: Words = {
  tag: 'es',
  summary: 'Resumen',
  sections: {
    request: 'Petición pendiente',
    overview: 'Panorama',
    key_point: 'Puntos clave',
    action: 'Tareas',
    decision: 'Decisiones',
    proposal: 'Propuestas',
    question: 'Preguntas abiertas',
    resolved: 'Resuelto',
    constraint: 'Restricciones',
    fact: 'Datos',
    change: 'Cambios',
    contribution: 'Aportaciones',
    note: 'Notas',
  },
  kindLabels: {
    request: null,
    overview: null,
    key_point: null,
    action: null,
    decision: null,
    proposal: 'Propuesta',
    question: 'Pregunta abierta',
    resolved: 'Resuelto',
    constraint: 'Restricción',
    fact: null,
    change: 'Cambio',
    contribution: null,
    note: 'Nota',
  },
  sources: 'Fuentes',
  topics: 'Temas',
  participants: 'Participantes',
  moreMessages: 'Otros mensajes',
  continued: heading => `${heading} (continuación)`,
  decisions: { approved: 'Aprobado', decided: 'Decidido', declined: 'Rechazado' },
  colon: ':',
  list: parts => parts.join(', '),

  coverage: (read, available) =>
    `${count(read, 'mensaje leído', 'mensajes leídos')} de ${number.format(available)}`,
  leftOut: list => `se omitieron: ${list}`,
  omitted: {
    unreadable: n => count(n, 'ilegible', 'ilegibles'),
    duplicate: n => count(n, 'duplicado', 'duplicados'),
    outside_window: n => `${number.format(n)} fuera del periodo`,
    system: n => count(n, 'mensaje del sistema', 'mensajes del sistema'),
    bot: n => `${number.format(n)} de bots`,
    empty: n => `${number.format(n)} sin texto`,
    opted_out: n => `${number.format(n)} de personas que no participan`,
  },
  between: (from, to) => `de ${from} a ${to}`,
  since: from => `desde ${from}`,
  until: to => `hasta ${to}`,
  timesIn: zone => `horas en ${zone}`,

  verified: n => count(n, 'verificada', 'verificadas'),
  sourcesFound: n => `${number.format(n)} con fuentes encontradas`,
  quotesChecked: n =>
    count(n, 'cita comprobada palabra por palabra', 'citas comprobadas palabra por palabra'),
  unclear: n => `${number.format(n)} por aclarar`,
  dropped: n => count(n, 'eliminada', 'eliminadas'),
  merged: n => count(n, 'fusionada', 'fusionadas'),
  hidden: n => count(n, 'oculta', 'ocultas'),
  citationReplacedCount: n => `${number.format(n)} con la cita sustituida`,
  uncited: n => count(n, 'cita retirada', 'citas retiradas'),

  engine: ({ name, model, judge }) =>
    name === 'extractive'
      ? 'Citas elegidas por código, sin modelo'
      : `Redactado por ${model ?? name}, comprobado por código${judge === undefined ? '' : `, evaluado por ${judge}`}`,
  fellBack: why => `${why} En su lugar, estas son citas elegidas por código.`,
  incomplete: why => `${why} Lo que se muestra está comprobado; puede faltar algo.`,
  noneJudged: 'Citas, números y fechas comprobados; redacción sin evaluar.',
  unjudged: n => `Redacción de ${count(n, 'afirmación', 'afirmaciones')} sin evaluar.`,
  reasons: {
    request_refused: 'Claude no aceptó la petición; es un fallo de Footnote.',
    key_refused: 'Claude no aceptó la clave de API.',
    not_allowed: 'La clave de API no puede usar este modelo de Claude.',
    unpaid: 'Se ha agotado el saldo de Claude.',
    spend_limit: 'Se alcanzó el límite de gasto para Claude.',
    model_gone: 'El modelo de Claude configurado no existe.',
    too_long: 'Esto es más de lo que Claude puede leer de una vez.',
    rate_limited: 'Claude no acepta más peticiones desde aquí por ahora.',
    timed_out: 'Claude no respondió a tiempo.',
    service_failed: 'Algo falló del lado de Claude.',
    overloaded: 'Claude está sobrecargado ahora mismo.',
    unreachable: 'No se pudo contactar con Claude.',
    broken_off: 'La respuesta de Claude se interrumpió con un error.',
    stalled: 'La respuesta de Claude se quedó detenida.',
    ended_early: 'La respuesta de Claude terminó antes de completarse.',
    refused: 'Claude se negó a resumir esto.',
    truncated: 'La respuesta de Claude alcanzó su límite de longitud.',
    unreadable: 'La respuesta de Claude no se pudo leer.',
    unsupported: 'Nada de lo que escribió Claude superó la comprobación.',
  },
  ownerNotified: why => `${why} Se ha avisado a quien gestiona el bot.`,
  usage: (read, cached, written) =>
    `${count(read, 'token leído', 'tokens leídos')}${cached > 0 ? `, ${number.format(cached)} de la caché` : ''}, ${count(written, 'escrito', 'escritos')}`,
  cost: usd => (usd === null ? 'coste desconocido' : toMoney('es', usd)),
  seconds: n => toSeconds('es', n),
  nothingSaid: 'No se dijo nada en este periodo.',
  nothingFound: 'En estos mensajes no hay nada que resumir.',
  emptyAnswer: 'Claude no encontró nada que resumir en estos mensajes.',
  sourcesGone: 'Los mensajes que citaba este resumen se eliminaron o sus autores ya no permiten leerlos.',

  needsClarification: 'por aclarar',
  problems: esProblems,
  why: {
    title: 'Lo que encontró la verificación',
    relabelled: 'Mostrado como otro tipo',
    citationReplaced: 'Cita sustituida',
    cited: 'Cita añadida',
    uncited: 'Cita retirada',
    dropped: 'Eliminado del resumen',
    under: (now, was) => `está en «${now}» en lugar de «${was}»`,
    hidden: n =>
      `${count(n, 'afirmación oculta', 'afirmaciones ocultas')}: por debajo de la confianza mínima.`,
    forgotten: 'Texto eliminado',
    unjudged:
      'Las citas, los números y las fechas coinciden con los mensajes; la redacción no se ha evaluado.',
    judgeOff: 'Quien gestiona el bot puede activar un segundo modelo que la evalúe.',
    nothing: 'No se cambió ni se eliminó ninguna afirmación.',
  },
  citationReplaced: 'cita sustituida y comprobada de nuevo',
  edited: 'editado',
  editedSince: 'editado después',
  sourceEdited: 'una fuente se editó después',
  forwarded: 'reenviado',
  more: n => `+${number.format(n)} más`,
  due: when => `plazo: ${when}`,
  said: day => `dicho el ${day}`,
  taskOf: owner => `Para ${owner}`,
  before: 'antes',
  openSince: day => `pendiente desde: ${day}`,
  someone: 'alguien',

  check: {
    title: place => `Comprobado con ${place}`,
    outcomes: {
      verified: 'Verificada',
      sources: 'Fuentes encontradas',
      unclear: 'Por aclarar',
      unfound: 'No encontrada',
    },
    countNotFound: n => count(n, 'no encontrada', 'no encontradas'),
    reasons: {
      nothing_similar: 'ningún mensaje dice algo parecido',
      nothing_to_check: 'no dice nada que se pueda comprobar',
      not_supported: 'los mensajes encontrados no lo respaldan',
      unreadable: 'ilegible',
    },
    leftOut: list => `omitido del texto: ${list}`,
    skipped: {
      heading: n => count(n, 'título', 'títulos'),
      table: n => count(n, 'tabla', 'tablas'),
      code: n => count(n, 'bloque de código', 'bloques de código'),
    },
    engine: judge =>
      judge === undefined
        ? 'Mensajes encontrados y afirmaciones comprobadas por código, sin modelo'
        : `Mensajes encontrados y afirmaciones comprobadas por código, evaluadas por ${judge}`,
    noStatements: 'No hay ninguna afirmación que comprobar.',
  },

  topicStatus: { active: 'activo', inactive: 'inactivo' },
  topicReason: { open_question: 'pregunta abierta', open_action: 'tarea pendiente', recent: 'reciente' },
  messages: n => count(n, 'mensaje', 'mensajes'),

  review,

  table: { number: 'N.º', who: 'Quién', when: 'Cuándo', position: 'Posición', said: 'Dijo' },
  grouping: { flat: 'En lista', topic: 'Por tema', claim: 'Por afirmación', noTopic: 'Sin tema' },
  position: (position, read) => `mensaje ${number.format(position)} de ${number.format(read)}`,
  earlier: 'de un resumen anterior',
  page: (page, pages) => `página ${page} de ${pages}`,
  openMessage: 'Abrir el mensaje',
  backToClaim: 'Volver a la afirmación',
  buttons: { previous: 'Anterior', next: 'Siguiente', sources: 'Fuentes', why: '¿Por qué?' },
};
