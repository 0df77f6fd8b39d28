import type { ReviewedWords } from './words.ts';

const number = new Intl.NumberFormat('fr');

export const fr: ReviewedWords = {
  confirmed: by => `confirmée par ${by}`,
  edited: by => `reformulée par ${by}`,
  noted: by => `notée par ${by}`,
  removed: by => `omise par ${by}`,
  confirmedCount: count =>
    count === 1 ? '1 confirmée par une personne' : `${number.format(count)} confirmées par des personnes`,
  notedCount: count => (count === 1 ? '1 note' : `${number.format(count)} notes`),
  removedCount: count =>
    count === 1 ? '1 omise par une personne' : `${number.format(count)} omises par des personnes`,
  leftOut: 'Omises par des personnes',
  reviewedBy: by => `relu par ${by}`,
};
