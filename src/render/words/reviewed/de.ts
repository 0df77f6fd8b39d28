import type { ReviewedWords } from './words.ts';

const number = new Intl.NumberFormat('de');

export const de: ReviewedWords = {
  confirmed: by => `bestätigt von ${by}`,
  edited: by => `neu formuliert von ${by}`,
  noted: by => `notiert von ${by}`,
  removed: by => `weggelassen von ${by}`,
  confirmedCount: count =>
    count === 1 ? '1 von Menschen bestätigt' : `${number.format(count)} von Menschen bestätigt`,
  notedCount: count => (count === 1 ? '1 Notiz' : `${number.format(count)} Notizen`),
  removedCount: count =>
    count === 1 ? '1 von Menschen weggelassen' : `${number.format(count)} von Menschen weggelassen`,
  leftOut: 'Von Menschen weggelassen',
  reviewedBy: by => `durchgesehen von ${by}`,
};
