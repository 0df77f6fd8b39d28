import type { ReviewWords } from './words.ts';

const number = new Intl.NumberFormat('es');

export const es: ReviewWords = {
  open: 'Revisar',
  title: (at, of) => `Revisión · ${number.format(at)} de ${number.format(of)}`,
  titleAlone: 'Revisión',
  unclear: 'Se muestra, con la indicación «por aclarar».',
  dropped: 'Eliminada del resumen.',
  confirmed: by => `Confirmada por ${by}.`,
  edited: by => `Reformulada por ${by}.`,
  noted: by => `Convertida en nota por ${by}.`,
  removed: by => `Omitida por ${by}.`,
  reason: 'Por qué',
  messages: 'Los mensajes que cita',
  attempt: 'Tu redacción, que no se sostiene',
  noMessages: 'No cita ningún mensaje que exista: solo se puede reformular, convertir en nota u omitir.',
  nothing: 'No hay nada que decidir: no hay afirmaciones por aclarar ni eliminadas.',
  allDecided: 'Todo está decidido.',
  left: count => `${number.format(count)} por decidir`,
  leftAsIs: count =>
    count === 1
      ? '1 afirmación queda como está: nadie ha decidido sobre ella.'
      : `${number.format(count)} afirmaciones quedan como están: nadie ha decidido sobre ellas.`,
  wordless: count =>
    count === 1
      ? 'Se borró el texto de una afirmación eliminada.'
      : `Se borró el texto de ${number.format(count)} afirmaciones eliminadas.`,
  reviewed: by => `Revisado por ${by}.`,

  confirm: 'Confirmar',
  edit: 'Reformular',
  note: 'Convertir en nota',
  remove: 'Quitar',
  leaveOut: 'Omitir',
  previous: 'Atrás',
  next: 'Siguiente',
  finish: 'Terminar',
  publish: 'Publicar',
  finishAnyway: 'Terminar de todos modos',
  publishAnyway: 'Publicar de todos modos',
  goOn: 'Seguir revisando',

  form: {
    title: 'Reformular',
    text: 'Redacción',
    owner: 'Quién lo hace',
    due: 'Para cuándo',
    hint: 'Se comprueba de nuevo con los mensajes.',
  },

  holds: 'La nueva redacción se sostiene.',
  stillUnclear: 'La nueva redacción se muestra y sigue por aclarar.',
  doesNotHold:
    'La nueva redacción no se sostiene, así que no se cambió nada. Redáctala otra vez o conviértela en nota.',
  changedMeanwhile: 'Alguien lo ha decidido entretanto. Así está ahora.',
  unreadable: 'Los mensajes ya no se pueden leer, así que no se puede comprobar otra redacción.',
  empty: 'Una afirmación necesita palabras: no se cambió nada.',
  same: 'Son las palabras que ya están: no se cambió nada.',
  slow: 'Discord tardó demasiado. Pulsa otra vez.',
  finished: 'La revisión ha terminado.',
  published: 'La revisión ha terminado y el resumen está publicado.',
  notYours: 'Solo puede revisarlo quien pidió este resumen o quien puede gestionar mensajes donde se leyó.',
  held: person => `El resumen que pidió ${person} se mostrará aquí cuando esté revisado.`,
  first: 'Aquí los resúmenes se revisan antes de compartirlos: pulsa **Revisar** y luego **Terminar**.',

  modes: { off: 'no hace falta', 'before-sharing': 'antes de compartirlos' },
  wrongMode: given => `La revisión no puede ser ${given}: elige una de las dos que se ofrecen.`,
};
