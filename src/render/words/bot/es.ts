import { es as catchup } from './catchup/es.ts';
import { es as digest } from './digest/es.ts';
import { es as privacy } from './privacy/es.ts';
import { es as review } from './review/es.ts';
import type { BotWords } from './words.ts';

const number = new Intl.NumberFormat('es');

const settingNames = {
  minConfidence: 'Confianza mínima',
  language: 'Idioma',
  zone: 'Zona horaria',
  dailyRuns: 'Resúmenes por persona y día',
  retentionDays: 'Los resúmenes se guardan',
  review: 'Revisión de los resúmenes',
} as const;

export const es: BotWords = {
  tag: 'es-ES',
  commands: {
    summarize: {
      description: 'Resume un canal o hilo; cada afirmación abre los mensajes en que se apoya',
      messages: 'Cuántos de los últimos mensajes leer (100 si no se indica)',
      since: 'Desde cuándo: 2h, yesterday 9am, mi último mensaje, o un enlace a un mensaje',
      channel: 'El canal o hilo que leer (si no, este)',
      category: 'Todos los canales de esta categoría que puedes leer, en lugar de uno',
      detail: 'Con cuánto detalle',
      language: 'El idioma del resumen (si no, el tuyo)',
      private: 'Solo lo ves tú (sí, si no se indica)',
      focus: 'Lo que más te interesa',
      details: { brief: 'breve', standard: 'normal', comprehensive: 'detallado' },
    },
    timezone: {
      description: 'Di en qué zona horaria vives, para que «ayer a las 9» sea a tu hora',
      zone: 'Tu zona, por ejemplo Europe/Madrid; déjala vacía para ver la tuya',
      forget: 'True: olvidar mi zona horaria',
    },
    settings: {
      description: 'Cómo funciona Footnote en este servidor: verlo, cambiarlo, restablecerlo',
      show: 'Ver todos los ajustes de este servidor y cuáles son propios',
      set: 'Cambiar ajustes de este servidor',
      reset: 'Volver al valor predeterminado',
      minConfidence: 'Ocultar y contar afirmaciones menos seguras: 0 muestra todas, 1 solo las ciertas',
      language: 'El idioma de los resúmenes, para quien no pida ninguno',
      zone: 'La zona horaria del servidor, para quien no tenga la suya: Europe/Madrid',
      daily: 'Cuántos resúmenes por persona y día; 0 es cuantos quieran',
      retention: 'Cuántos días se guardan los resúmenes, también los que ya hay: de 1 a 90',
      review: 'Si una persona revisa los resúmenes antes de que todos puedan verlos',
      reviews: review.modes,
      setting: 'Cuál',
      names: settingNames,
      all: 'Todos',
    },
    digest: digest.command.options,
    summarizeThread: 'Resumir hilo',
    checkSources: 'Comprobar fuentes',
    privacy: privacy.commands,
    catchup: catchup.command,
  },

  reading: (read, wanted) =>
    wanted === null
      ? `${number.format(read)} mensajes leídos…`
      : `${number.format(read)} de ${number.format(wanted)} mensajes leídos…`,
  summarizing: messages => `Resumiendo ${number.format(messages)} mensajes…`,
  checking: (statements, messages) =>
    `Comprobando ${statements === 1 ? '1 afirmación' : `${number.format(statements)} afirmaciones`} con ${number.format(messages)} mensajes…`,
  checkedBefore: (messages, link) =>
    `Revisado: ${messages === 1 ? 'el mensaje' : `los ${number.format(messages)} mensajes`} antes de ${link}.`,
  nothingToCheck: 'Ese mensaje no contiene ninguna afirmación que comprobar.',
  writing: (messages, claims) =>
    `Leyendo ${number.format(messages)} mensajes: ${claims === 1 ? '1 afirmación' : `${number.format(claims)} afirmaciones`} hasta ahora…`,
  judging: claims =>
    `Comprobando la redacción de ${claims === 1 ? '1 afirmación' : `${number.format(claims)} afirmaciones`}…`,
  rangeUnderstood: from => `Desde ${from}`,

  denied: (reason, place) =>
    ({
      gone: 'Ese canal o hilo ya no existe.',
      bot_view: `No puedo ver ${place}. Necesito allí el permiso **Ver canal**.`,
      bot_history: `No puedo leer el historial de ${place}. Necesito allí el permiso **Leer el historial de mensajes**.`,
      person_view: 'No puedes ver ese canal, así que no puedo mostrarte lo que contiene.',
      person_history: `No puedes leer el historial de ${place}, así que no puedo mostrártelo.`,
      private_thread: 'Es un hilo privado, y tú o yo no estamos en él.',
      age_restricted: `${place} tiene restricción de edad; solo puede mostrarse en un canal que también la tenga.`,
      not_a_member: 'Ya no eres miembro de este servidor.',
      audience: `No todos los que leen este canal pueden leer ${place}, así que no puede mostrarse aquí.`,
      bot_send: `No puedo escribir en ${place}. Necesito **Enviar mensajes** e **Insertar enlaces**.`,
      ...privacy.denied(place),
    })[reason],
  contentHidden:
    'Discord me oculta el texto de los mensajes. Quien me administra debe activar **Message Content Intent** en el portal de desarrolladores, en Bot.',
  empty: place => `No hay mensajes en ${place} en ese periodo.`,
  deletedMeanwhile: place => `Los mensajes de ${place} se borraron antes de que el resumen estuviera listo.`,
  notUnderstood: words =>
    `No entiendo ${words} como un momento. Prueba \`2h\`, \`yesterday 9am\`, \`2026-03-09\`, \`mi último mensaje\` o un enlace a un mensaje.`,
  inFuture: (words, time) => `${words} está en el futuro: ${time}. Elige un momento anterior a ahora.`,
  wrongNumber: ({ name, min, max }) =>
    `\`${name}\` debe ser un número entero de ${min} a ${number.format(max)}.`,
  linkElsewhere: 'Ese enlace lleva a otro canal. Elígelo con la opción `channel`.',
  notSummarizable:
    'Ese no es un canal con mensajes. Elige un canal de texto, un hilo, una publicación de foro o un canal de voz.',
  capped: count => `Solo se han leído los ${number.format(count)} mensajes más recientes de ese periodo.`,
  noneOfCategory: category =>
    `En ${category} no hay ningún canal que pueda resumirte aquí. Tú y yo debemos poder leerlo, y en una respuesta pública también todos los que la vean. Prueba \`private: true\` u otra categoría.`,
  categoryLeftOut: count =>
    `${count === 1 ? 'Se ha omitido 1 canal' : `Se han omitido ${number.format(count)} canales`} de la categoría: tú, yo o quienes leen esta respuesta no podemos leer ${count === 1 ? 'ese canal' : 'esos canales'}.`,
  alreadyRunning: 'Sigo trabajando en tu último resumen. Vuelve a pedirlo cuando esté.',
  dailySpent: limit => `Ya has tenido tus ${number.format(limit)} resúmenes de hoy. Vuelve a pedir mañana.`,

  zoneSet: (zone, now) => `Tu zona horaria es ahora **${zone}**; allí son ${now}.`,
  zoneShown: (zone, now) =>
    `Tu zona horaria es **${zone}**; allí son ${now}. \`/timezone zone:\` la cambia, \`/timezone forget:True\` la olvida.`,
  zoneUnset: (zone, now) =>
    `No has indicado ninguna zona horaria: vale **${zone}**, donde son ${now}. \`/timezone zone:\` indica la tuya.`,
  zoneForgotten: 'Tu zona horaria queda olvidada.',
  zoneUnknown: zone => `No existe la zona horaria «${zone}». Elige una de las que se ofrecen al escribir.`,

  settings: {
    title: 'Ajustes de este servidor',
    names: settingNames,
    minConfidence: value =>
      value === 0
        ? 'se muestran todas las afirmaciones'
        : `por debajo de ${number.format(value)} las afirmaciones se ocultan y se cuentan`,
    ownLanguage: 'el de cada lector',
    dailyRuns: count => (count === 0 ? 'cuantos quieran' : number.format(count)),
    retentionDays: days => (days === 1 ? '1 día' : `${number.format(days)} días`),
    review: mode => review.modes[mode],
    fromServer: 'fijado aquí',
    fromDefault: 'predeterminado',
    how: '/settings set los cambia, /settings reset vuelve al valor predeterminado.',
    saved: 'Guardado.',
    nothingGiven: 'No se ha cambiado nada: elige al menos una opción de `/settings set`.',
    notManager: 'Solo quien puede **gestionar el servidor** puede ver y cambiar sus ajustes.',
    wrong: {
      minConfidence: given => `La confianza no puede ser ${given}: da un número de 0 a 1, por ejemplo 0,5.`,
      language: given => `No hay resúmenes en ${given}: elige inglés, alemán, francés, español o japonés.`,
      zone: given =>
        `No existe la zona horaria ${given}: elige una de las ofrecidas, por ejemplo Europe/Madrid.`,
      dailyRuns: given =>
        `No puede haber ${given} resúmenes al día: da un número entero de 0 (cuantos quieran) a 10000.`,
      retentionDays: given =>
        `Los resúmenes no pueden guardarse ${given} días: da un número entero de 1 a 90.`,
      review: review.wrongMode,
    },
  },

  stopped: 'Detenido. No se guarda nada.',
  stoppingAlready: 'Ya se está deteniendo.',
  notWriting: 'Ese resumen ya no se está escribiendo.',
  restarted: 'Me reiniciaron y he vuelto a empezar este resumen.',
  interruptedRun: 'Este resumen se interrumpió.',
  interrupted:
    'La escritura de este resumen se interrumpió. Si no hay ninguno más abajo, pide uno nuevo con `/summarize`.',
  askAgain: 'Pulsa **Otra vez** para volver a preguntar a Claude.',

  expired: 'Este resumen ya no se guarda. Pide uno nuevo con `/summarize`.',
  notYours: 'Eso solo puede hacerlo quien pidió este resumen.',
  alreadyShared: link => `Este resumen ya se ha compartido: ${link}`,
  shared: link => `Compartido: ${link}`,
  deleted: 'Borrado.',
  sharedBy: person => `Compartido por ${person}`,
  unknownButton: 'Este botón es de otro tiempo. Pide un resumen nuevo con `/summarize`.',

  feedback: {
    title: 'Opiniones',
    thanks: isHelpful => (isHelpful ? 'Gracias: cuenta como útil.' : 'Gracias: cuenta como no útil.'),
    why: 'Decir por qué',
    reason: '¿Qué estuvo bien o mal?',
    whoReads: 'Quien gestiona el servidor puede leerlo, sin tu nombre.',
    kept: 'Gracias, queda anotado.',
  },

  review,
  digest,
  privacy,
  catchup,

  allClaims: 'Todas las afirmaciones',
  filterByClaim: 'Solo las fuentes de…',
  moreClaims: 'Más afirmaciones…',
  buttons: { share: 'Compartir', again: 'Otra vez', delete: 'Borrar', open: 'Abrir', stop: 'Detener' },
  readyOpen: person => `${person}, tu resumen está listo.`,
  shownBelow: 'El resumen está abajo, visible para todos.',

  stopping: 'Me están reiniciando. Vuelve a pedirlo en un minuto.',
  discordTrouble: 'Discord no respondió bien. Inténtalo de nuevo en un minuto.',
  storeTrouble: 'Ahora no alcanzo mi memoria; puede que los botones no funcionen. Inténtalo más tarde.',
  internal: reference =>
    `Algo salió mal por mi parte. Si sigue así, dale esto a quien me administra: ${reference}`,
};
