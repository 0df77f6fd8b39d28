import { position, quote } from './citations.ts';
import { date, number } from './figures.ts';
import type { Mutation } from './mutation.ts';
import { owner, speaker } from './people.ts';

/** Every way in which good claims are made wrong, in the order of the printed table. */
export const mutations: readonly Mutation[] = [position, quote, speaker, owner, number, date];
