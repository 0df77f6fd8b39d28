import { position, quote, swap } from './citations.ts';
import { countWord, date, number, numberWord } from './figures.ts';
import { invented } from './invented.ts';
import { consensus, modality, negation, opposite } from './meaning.ts';
import type { Mutation } from './mutation.ts';
import { name, owner, speakerOfOne, speakerOfTwo } from './people.ts';

/** Every way in which good claims are made wrong, in the order of the printed table, with the aim in percent. */
export const mutations: readonly (Mutation & { readonly aim: number | null })[] = [
  { ...position, aim: 100 },
  { ...quote, aim: 100 },
  { ...speakerOfOne, aim: 100 },
  { ...speakerOfTwo, aim: 95 },
  { ...number, aim: 97 },
  { ...numberWord, aim: 97 },
  { ...countWord, aim: null },
  { ...date, aim: 97 },
  { ...name, aim: 92 },
  { ...negation, aim: 80 },
  { ...opposite, aim: 80 },
  { ...modality, aim: 75 },
  { ...consensus, aim: 75 },
  { ...owner, aim: 95 },
  { ...swap, aim: null },
  { ...invented, aim: 90 },
];
