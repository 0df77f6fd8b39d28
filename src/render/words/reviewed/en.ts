import type { ReviewedWords } from './words.ts';

const number = new Intl.NumberFormat('en');

export const en: ReviewedWords = {
  confirmed: by => `confirmed by ${by}`,
  edited: by => `reworded by ${by}`,
  noted: by => `noted by ${by}`,
  removed: by => `left out by ${by}`,
  confirmedCount: count =>
    count === 1 ? '1 confirmed by a person' : `${number.format(count)} confirmed by people`,
  notedCount: count => (count === 1 ? '1 note' : `${number.format(count)} notes`),
  removedCount: count =>
    count === 1 ? '1 left out by a person' : `${number.format(count)} left out by people`,
  leftOut: 'Left out by people',
  reviewedBy: by => `reviewed by ${by}`,
};
