import type { PrivacyWords } from './words.ts';

const number = new Intl.NumberFormat('es');
const count = (n: number, one: string, many: string) => `${number.format(n)} ${n === 1 ? one : many}`;

export const es: PrivacyWords = {
  commands: {
    description: 'Ver o eliminar lo que Footnote guarda sobre ti, o impedir que te lea',
    show: 'Ver lo que Footnote guarda sobre ti',
    delete: 'Eliminar lo que Footnote guarda sobre ti',
    optOut: 'Tus mensajes dejan de leerse y citarse, en todos los servidores',
    optIn: 'Permitir de nuevo que se lean y citen tus mensajes',
    access: 'Elegir los canales que Footnote puede leer y los roles que pueden usarlo',
    erase: 'Eliminar todo lo que Footnote guarda sobre este servidor',
  },
  denied: place => ({
    channel_excluded: `Los administradores de este servidor han excluido ${place} de los resúmenes.`,
    role_needed:
      'Solo algunos roles pueden usar Footnote en este servidor. Pide acceso a sus administradores.',
  }),
  allOptedOut: n =>
    n === 1
      ? 'El único mensaje de ese periodo es de una persona que no permite que Footnote la lea.'
      : `Los ${number.format(n)} mensajes legibles de ese periodo son de personas que no permiten que Footnote las lea.`,
  authorOptedOut:
    'El autor de ese mensaje no permite que Footnote lo lea, así que el mensaje no se puede comprobar.',

  title: 'Lo que Footnote guarda sobre ti',
  readable: '**Tus mensajes** se pueden leer cuando alguien pide un resumen. `/privacy opt-out` lo impide.',
  notReadable:
    '**No participas**: tus mensajes no se leen ni se citan en ningún servidor. `/privacy opt-in` lo deshace.',
  zone: zone => `**Zona horaria**: ${zone ?? 'sin definir'}`,
  summaries: n => `**Resúmenes que has pedido**: ${number.format(n)}`,
  feedback: n => `**Opiniones que has dado**: ${number.format(n)}`,
  digests: n => `**Digests que has creado**: ${number.format(n)}`,
  elsewhere:
    'Los resúmenes que pidieron otras personas conservan los mensajes que citan y los nombres de quienes los revisaron hasta que caducan. Si dejas de participar, tus mensajes se eliminan de ellos; lo mismo ocurre si borras un mensaje en Discord. Cuántos resúmenes has pedido hoy se guarda durante dos días.',

  askDelete:
    'Esto elimina tu zona horaria, tus opiniones, los digests que has creado con lo que publicaron y los resúmenes que has pedido, también los compartidos. No se puede deshacer. Si habías dejado de participar, eso no cambia.',
  delete: 'Eliminar mis datos',
  deleted: ({ summaries, feedback, digests }) =>
    `Eliminado: tu zona horaria, ${count(summaries, 'resumen', 'resúmenes')}, ${count(feedback, 'opinión', 'opiniones')} y ${count(digests, 'digest', 'digests')}.`,
  nothingKept: 'Ya está hecho: no se guarda nada sobre ti.',

  optedOut:
    'Ya no participas, en ningún servidor. Tus mensajes dejan de leerse y citarse, y se están eliminando de los resúmenes guardados. Lo que otros escribieron sobre ti, o copiaron de ti, es suyo y se queda.',
  optedOutAlready: 'Ya habías dejado de participar.',
  optedIn: 'Vuelves a participar. Tus mensajes se pueden leer de nuevo cuando alguien pide un resumen.',
  optedInAlready: 'Ya participas: tus mensajes se pueden leer.',

  access: {
    title: 'Qué puede leer Footnote, y para quién',
    channels: 'Canales',
    roles: 'Roles',
    rules: { all: 'Leer todos los canales', never: 'No leer nunca estos', only: 'Leer solo estos' },
    all: 'Se pueden resumir todos los canales.',
    never: channels => `No se resumen nunca: ${channels}`,
    only: channels => `Solo se pueden resumir estos: ${channels}`,
    noneOnly: 'No se puede resumir ningún canal. Elige canales abajo.',
    noneNever: 'Se pueden resumir todos los canales. Elige abajo cuáles no.',
    everybody: 'Todo el mundo puede usar Footnote.',
    members: roles => `Solo pueden usar Footnote estos roles, y quien tenga **Gestionar servidor**: ${roles}`,
    deletedChannel: 'un canal eliminado',
    deletedRole: 'un rol eliminado',
    hidden: n => count(n, 'canal que no puedes ver', 'canales que no puedes ver'),
    chooseChannels: 'Canales o categorías; los hilos siguen a su canal',
    chooseRoles: 'Roles que pueden usar Footnote; ninguno: todos',
    saved: 'Guardado.',
  },
  erase: {
    ask: 'Esto elimina todos los resúmenes y digests, las opiniones, los ajustes y las listas de canales y roles de este servidor. No se puede deshacer. Los canales excluidos se podrán resumir de nuevo; las publicaciones en Discord se quedan.',
    button: 'Eliminar todo',
    done: n =>
      `Eliminado: ${count(n, 'resumen', 'resúmenes')}, y todos los digests, las opiniones y los ajustes de este servidor.`,
    already: 'Ya está hecho: no se guarda nada sobre este servidor.',
  },
};
