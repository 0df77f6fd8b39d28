import type { ReviewedWords } from './words.ts';

const number = new Intl.NumberFormat('es');

export const es: ReviewedWords = {
  confirmed: by => `confirmada por ${by}`,
  edited: by => `reformulada por ${by}`,
  noted: by => `anotada por ${by}`,
  removed: by => `omitida por ${by}`,
  confirmedCount: count =>
    count === 1 ? '1 confirmada por una persona' : `${number.format(count)} confirmadas por personas`,
  notedCount: count => (count === 1 ? '1 nota' : `${number.format(count)} notas`),
  removedCount: count =>
    count === 1 ? '1 omitida por una persona' : `${number.format(count)} omitidas por personas`,
  leftOut: 'Omitidas por personas',
  reviewedBy: by => `revisado por ${by}`,
};
