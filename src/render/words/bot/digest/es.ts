import { es as command } from './command/es.ts';
import type { DigestWords } from './words.ts';

export const es: DigestWords = {
  command,
  schedule: {
    daily: time => `todos los días a las ${time}`,
    weekdays: time => `de lunes a viernes a las ${time}`,
    weekly: (days, time) => `cada ${days} a las ${time}`,
    monthly: (day, time) => `el día ${day} de cada mes a las ${time}`,
    lastDay: time => `el último día de cada mes a las ${time}`,
    cron: line => `cron ${line}`,
  },
  heading: (schedule, next) => `**Digest** · ${schedule}${next === null ? '' : ` · próximo: ${next}`}`,
  title: date => `Digest del ${date}`,
  quiet: messages =>
    messages === 0
      ? 'Nada nuevo desde el último digest.'
      : messages === 1
        ? 'Solo un mensaje nuevo desde el último digest. El próximo lo incluirá.'
        : `Solo ${messages} mensajes nuevos desde el último digest. El próximo los incluirá.`,
  notices: {
    paused: (place, reason) =>
      `Tu digest para ${place} está en pausa: ${reason} Usa \`/digest resume\` para reanudarlo.`,
    leftOut: (place, channels) =>
      `Tu digest para ${place} no incluye ${channels}: no todos los que leen ${place} pueden leerlo, o tú o yo ya no podemos. Se volverá a incluir cuando eso cambie.`,
    failed: place =>
      `Esta vez no se pudo publicar tu digest para ${place}, aunque lo intenté durante unas dos horas. El próximo incluirá esos mensajes.`,
    leftOutDirect: channels =>
      `Tu digest por mensajes directos no incluye ${channels}: tú o yo ya no podemos leerlo, o tiene restricción de edad. Se volverá a incluir cuando eso cambie.`,
  },
  pauseReasons: {
    by_person: 'alguien lo puso en pausa.',
    destination_gone: 'su canal ya no existe. Elige otro con `/digest edit`.',
    destination_denied: 'ya no tengo permiso para publicar allí.',
    destination_unreadable:
      'no puedo leer el historial de mensajes de allí, así que no sé si el último digest se publicó.',
    direct_closed:
      'la persona que lo creó no acepta mensajes directos míos. Puede permitirlos en la configuración de privacidad de este servidor.',
    tag_required: 'su foro exige una etiqueta que yo pueda poner. Elige una con `/digest edit`.',
    no_sources: 'ya no se puede leer ninguno de sus canales.',
    creator_left: 'la persona que lo creó dejó el servidor. Otra persona tiene que crear uno nuevo.',
    creator_demoted:
      'la persona que lo creó ya no tiene permiso para gestionar el servidor ni los canales allí.',
  },
};
