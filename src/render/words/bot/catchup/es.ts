import type { CatchupWords } from './words.ts';

const number = new Intl.NumberFormat('es');
const count = (value: number, one: string, other: string) =>
  `${number.format(value)} ${value === 1 ? one : other}`;

export const es: CatchupWords = {
  command: {
    description: 'Mira lo que te has perdido; solo tú ves la respuesta',
    where: 'Resumir este canal o listar todos los canales con novedades (por defecto: aquí)',
    wheres: { here: 'aquí', everywhere: 'en todas partes' },
    since: 'Desde cuándo (por defecto: tu último mensaje en cada canal)',
  },
  sinceChoices: {
    ownLast: 'mi último mensaje',
    day: '24 horas',
    yesterday: 'ayer',
    week: 'esta semana',
  },

  nothingNewHere: place => `No hay nada nuevo en ${place} desde tu último mensaje.`,
  noOwnMessage: looked =>
    looked === 1
      ? 'El mensaje más reciente de aquí no es tuyo. Elige un comienzo con `since:`, por ejemplo `24 horas`.'
      : `Ninguno de los ${number.format(looked)} mensajes más recientes de aquí es tuyo. Elige un comienzo con \`since:\`, por ejemplo \`24 horas\`.`,

  looking: channels => `Revisando ${count(channels, 'canal', 'canales')}…`,
  alreadyLooking: 'Tu último `/catchup` sigue en marcha. Espera a que termine.',
  title: (channels, since) =>
    `${count(channels, 'canal', 'canales')} con mensajes nuevos ${since === null ? 'desde tu último mensaje allí' : `desde ${since}`}`,
  nothingNew: since =>
    since === null
      ? 'No hay nada nuevo desde tus últimos mensajes en los canales revisados.'
      : `No hay mensajes nuevos desde ${since} en los canales revisados.`,
  onlyTimes:
    'Con `where: en todas partes`, `since:` admite un momento como `24 horas` o `ayer`. Para un enlace, usa `/summarize`.',
  questions: value => count(value, 'pregunta abierta para ti', 'preguntas abiertas para ti'),
  replies: value => count(value, 'respuesta a ti', 'respuestas a ti'),
  mentions: value => count(value, 'mención', 'menciones'),
  messages: (messages, people, hasMore) =>
    `${hasMore ? 'más de ' : ''}${count(messages, 'mensaje', 'mensajes')} de ${count(people, 'persona', 'personas')}`,
  select: 'Resumir un canal…',

  notLooked: (channels, some) =>
    `Sin revisar esta vez: ${some.join(', ')}${channels > some.length ? ` y ${number.format(channels - some.length)} más` : ''}.`,
  botBlind: channels => `${count(channels, 'canal omitido', 'canales omitidos')}: no puedo leer ahí.`,
  ageRestricted: channels =>
    `${count(channels, 'canal con restricción de edad omitido', 'canales con restricción de edad omitidos')}: usa \`/catchup\` en un canal con restricción de edad para verlos.`,
  noSearch:
    'La búsqueda de Discord no está disponible; busqué tu último mensaje entre los 100 más recientes de cada canal.',
  never: days =>
    `No se revisan los hilos archivados, los hilos privados más antiguos, los bots ni nada de hace más de ${count(days, 'día', 'días')}.`,
};
