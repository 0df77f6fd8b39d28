import type { OwnTalk } from './own-talk.ts';

export const biblioteca: OwnTalk = {
  id: 'biblioteca',
  language: 'es',
  lines: [
    'Inés: La biblioteca cierra el 20 de abril por obras, dos semanas.', // 1
    { say: 'Rafa: ¿Y qué hacemos con los 340 libros prestados?', re: 1 }, // 2
    'Inés: Propongo que alarguemos los préstamos hasta el 15 de mayo', // 3
    { say: 'Rafa: De acuerdo', re: 3 }, // 4
    { say: 'Teo: sí, perfecto', re: 3 }, // 5
    'Teo: Yo aviso mañana a los lectores por correo', // 6
    'Rafa: El escáner nuevo no funciona con Windows 11', // 7
    { say: 'Teo: creo que falta el controlador, pero no estoy seguro', re: 7 }, // 8
    'Inés: El presupuesto para mudanza es de 1.800 euros, ya gastamos 650.', // 9
    'Rafa: ¿Alguien sabe quién tiene la llave del almacén?', // 10
    'Inés: Teo, ¿puedes llamar a Transportes Vega antes del viernes?', // 11
    { say: 'Teo: vale, lo hago', re: 11 }, // 12
  ],
  claims: [
    { text: 'La biblioteca cierra el 20 de abril durante dos semanas por obras.', cites: [1], kind: 'fact' },
    { text: 'Rafa preguntó qué hacer con los 340 libros prestados.', cites: [2] },
    { text: 'Inés propuso alargar los préstamos hasta el 15 de mayo.', cites: [3], kind: 'proposal' },
    { text: 'Los préstamos se alargan hasta el 15 de mayo.', cites: [3, 4], kind: 'decision' },
    {
      text: 'Teo avisará a los lectores por correo el 10 de marzo.',
      cites: [6],
      kind: 'action',
      owner: 'Teo',
    },
    { text: 'El escáner nuevo no funciona con Windows 11.', cites: [7], kind: 'fact' },
    { text: 'Teo cree que falta el controlador, pero no está seguro.', cites: [8] },
    {
      text: 'El presupuesto de la mudanza es de 1800 euros, de los que se gastaron 650.',
      cites: [9],
      kind: 'fact',
    },
    { text: 'Rafa quiere saber quién tiene la llave del almacén.', cites: [10], kind: 'question' },
    {
      text: 'Teo llamará a Transportes Vega.',
      cites: [11, 12],
      kind: 'action',
      owner: 'Teo',
      due: 'antes del viernes',
    },
  ],
};
