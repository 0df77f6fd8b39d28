import type { ReviewedWords } from './words.ts';

const number = new Intl.NumberFormat('ja');

export const ja: ReviewedWords = {
  confirmed: by => `${by} が確認`,
  edited: by => `${by} が書き直し`,
  noted: by => `${by} によるメモ`,
  removed: by => `${by} が除外`,
  confirmedCount: count => `人が確認 ${number.format(count)}件`,
  notedCount: count => `メモ ${number.format(count)}件`,
  removedCount: count => `人が除外 ${number.format(count)}件`,
  leftOut: '人が除外したもの',
  reviewedBy: by => `${by} がレビュー`,
};
