import type { DigestCommandWords } from './words.ts';

export const es: DigestCommandWords = {
  options: {
    description: 'Resúmenes programados de canales',
    create: 'Programar un resumen; primero verás una vista previa',
    list: 'Ver la lista de digests de este servidor',
    show: 'Mostrar un digest',
    edit: 'Cambiar un digest; primero verás una vista previa',
    pause: 'Pausar un digest',
    resume: 'Reanudar un digest en pausa',
    run: 'Ejecutar un digest ahora',
    delete: 'Eliminar un digest',
    digest: 'Qué digest',
    when: 'Cuándo, en inglés: «weekdays at 09:00», «every Monday at 9am», o una línea de cron',
    postIn: 'Canal, hilo o foro donde publicar (por defecto: este)',
    directMessage: 'Enviártelo por mensaje directo en lugar de publicarlo en un canal',
    category: 'Leer todos los canales de esta categoría en lugar de elegir canales',
    zone: 'Zona horaria del horario (por defecto: la del servidor, si no la tuya)',
    detail: 'Nivel de detalle (por defecto: normal)',
    language: 'Idioma del resumen (por defecto: el del servidor, si no el tuyo)',
    focus: 'Temas en los que centrarse',
    minMessages: 'Con menos mensajes nuevos, esperar a la próxima vez (por defecto: 1)',
    quiet: 'Qué publicar si hay muy pocos mensajes (por defecto: nada)',
    review: 'Revisar cada resumen antes de que todos puedan leerlo (por defecto: no)',
    quietModes: { nothing: 'nada', line: 'una línea' },
    defaultLanguage: 'Por defecto: el del servidor, si no el de quien lo creó',
    noFocus: 'Sin temas',
  },
  refusals: {
    unknown_zone: given =>
      `No existe la zona horaria ${given}. Elige una de las sugerencias, como Europe/Berlin.`,
    unknown_schedule: given =>
      `No reconozco ${given} como horario. Prueba \`weekdays at 09:00\` o \`every Monday at 9am\`.`,
    no_time: given => `En ${given} falta la hora. Prueba \`every Monday at 09:00\`.`,
    unknown_time: given => `En ${given} no hay una hora válida. Prueba \`daily 09:00\` o \`daily 6pm\`.`,
    no_weekday: given => `En ${given} falta el día de la semana. Prueba \`every Monday at 09:00\`.`,
    no_day: given => `En ${given} falta el día del mes. Prueba \`monthly 1 09:00\`.`,
    unknown_day: given =>
      `En ${given} no hay un día del mes válido. Usa un día del 1 al 31 o \`last\`, por ejemplo \`monthly 15 09:00\`.`,
    invalid_cron: given =>
      `${given} no es una línea de cron válida. Usa cinco campos, como \`0 9 * * 1-5\` para de lunes a viernes a las 09:00.`,
    too_frequent: given =>
      `${given} se ejecuta más de una vez por hora. Indica un solo minuto, como \`0 */2 * * *\` para cada dos horas.`,
    never_runs: given => `${given} no se ejecuta nunca, porque esa fecha no existe. Prueba \`0 9 1 * *\`.`,
  },

  newTitle: 'Nuevo digest: vista previa',
  editTitle: 'Cambiar el digest: vista previa',
  title: 'Digest',
  listTitle: 'Digests',

  labels: {
    reads: 'Lee',
    postsIn: 'Publica en',
    tag: 'Etiqueta',
    readers: 'Allí pueden leerlo',
    when: 'Cuándo',
    next: 'Próximas veces',
    leftOut: 'Excluidos',
    detail: 'Nivel de detalle',
    language: 'Idioma',
    focus: 'Temas',
    quiet: 'Si hay poca actividad',
    review: 'Revisión',
    status: 'Estado',
    lastRun: 'Última vez',
    creator: 'Creado por',
  },
  category: (category, channels) => `todos los canales de ${category}, ahora ${channels}`,
  newPosts: forum => `${forum}, una publicación nueva cada vez`,
  direct: person => `mensajes directos a ${person}`,
  hidden: count => (count === 1 ? '1 canal que no puedes ver' : `${count} canales que no puedes ver`),
  more: count => `${count} más`,
  everyone: 'todos en este servidor',
  everyoneExcept: others => `todos en este servidor excepto ${others}`,
  onlyReaders: readers => `${readers}, además del propietario del servidor`,
  onlyOwner: 'solo el propietario del servidor',
  threadMembers: 'los miembros de este hilo privado y quienes pueden gestionar los hilos de allí',
  onlyPerson: person => `solo ${person}`,
  reasons: {
    bot: () => 'allí necesito **Ver canales** y **Leer el historial de mensajes**',
    creator: isCreator => (isCreator ? 'no tienes acceso' : 'quien creó el digest no tiene acceso'),
    audience: () => 'no todos los que pueden leer el digest tienen acceso',
    age_restricted: () =>
      'tiene restricción de edad, y el digest no se publica en un canal con esa restricción',
    gone: () => 'eliminado o sin mensajes',
  },
  ownLanguage: 'el del servidor, si no el de quien lo creó',
  quiet: (minMessages, mode) =>
    minMessages === 1
      ? mode === 'line'
        ? 'una línea si no hay mensajes nuevos'
        : 'nada si no hay mensajes nuevos'
      : `${mode === 'line' ? 'una línea' : 'nada'} si hay menos de ${minMessages} mensajes nuevos; la próxima vez se incluirán`,
  reviewed: 'cada resumen se revisa antes de que todos puedan leerlo',
  running: 'en curso',
  paused: reason => `en pausa: ${reason}`,
  nextRun: time => `próxima vez ${time}`,
  notRunYet: 'ninguna todavía',
  ran: (time, posts) => `${time}, ${posts === 1 ? '1 resumen publicado' : `${posts} resúmenes publicados`}`,

  chooseChannels: 'Canales que resumir (de 1 a 25)',
  chooseDigest: 'Abrir un digest',
  chooseTag: 'Etiqueta de las publicaciones',
  buttons: {
    create: 'Crear',
    save: 'Guardar',
    cancel: 'Cancelar',
    run: 'Ejecutar ahora',
    pause: 'Pausar',
    resume: 'Reanudar',
    delete: 'Eliminar',
    keep: 'Conservar',
  },

  created: next => `Digest creado. Primera vez: ${next}`,
  saved: next => `Digest guardado. Próxima vez: ${next}`,
  savedPaused: 'Digest guardado. Sigue en pausa; usa `/digest resume` para reanudarlo.',
  cancelled: 'Cancelado. No se guardó nada.',
  deleted: 'Digest eliminado. Sus publicaciones se conservan.',
  confirmDelete: '¿Eliminar este digest? Sus publicaciones se conservan.',
  runs: place => `El digest está en curso. Se publicará en ${place} si hay algo que resumir.`,
  alreadyCreated: 'Este digest ya se creó. Usa `/digest list` para verlo.',
  alreadySaved: 'Estos cambios ya se guardaron. Usa `/digest list` para verlos.',
  alreadyRunning: 'Este digest ya está en curso.',
  alreadyPaused: 'Este digest ya está en pausa.',
  notPaused: 'Este digest no está en pausa.',

  none: 'Este servidor aún no tiene digests. Crea uno con `/digest create`.',
  noneOwn:
    'No tienes digests en este servidor. Para crear uno necesitas **Gestionar servidor**, o **Gestionar canales** en el canal donde se publica.',
  expired: 'Esta vista previa ha caducado. Vuelve a usar el comando.',
  notYours: 'Solo quien pidió esta vista previa puede usarla.',
  unknown: 'Ese digest no existe. Elige una de las sugerencias mientras escribes.',
  changedMeanwhile: 'Alguien cambió este digest mientras tanto. Vuelve a usar `/digest edit`.',
  full: 'Este servidor ya tiene el máximo de digests. Elimina antes uno con `/digest delete`.',
  notManager: place =>
    `Necesitas **Gestionar servidor**, o **Gestionar canales** en ${place}, para gestionar este digest.`,
  notManagerDirect:
    'Necesitas **Gestionar servidor** para gestionar un digest que se envía por mensaje directo.',
  onlyCreator: creator =>
    `Solo ${creator}, que creó este digest, puede recibirlo por mensaje directo. Crea uno propio con \`/digest create\`.`,
  tagMissing: 'Este foro exige una etiqueta en cada publicación. Elige una abajo.',
  noTag: forum =>
    `${forum} exige una etiqueta en cada publicación y no tiene ninguna que yo pueda poner. Añade al foro una etiqueta que no requiera Gestionar hilos, o elige otro destino.`,
  cannotPost: place =>
    `No puedo publicar en ${place}. Allí necesito **Ver canales**, **Insertar enlaces** y **Enviar mensajes** (**Enviar mensajes en hilos** en hilos y foros).`,
  noDestination: 'Ese canal ya no existe o no admite publicaciones. Elige otro con `post_in`.',
  noCategory: 'Esa categoría ya no existe, o no puedes verla. Elige otra.',
  nothingToRead:
    'No queda ningún canal que leer, así que el digest no se puede guardar. Elige otros canales.',
  unavailable: 'Los digests están desactivados aquí.',
  cannotRun: reason => `El digest no se puede ejecutar: ${reason}`,
};
