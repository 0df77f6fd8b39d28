import { messageCatalogues } from '../messages/catalogues.ts';
import { createWords, type Words } from './words.ts';

/** All languages that a summary can have. */
export const catalogues: readonly Words[] = messageCatalogues.map(createWords);

export const english = catalogues[0] as Words;

/** The words for a BCP 47 tag by its primary language ("de-AT" is German); English if there are none. */
export function toWords(tag: string): Words {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  return catalogues.find(words => words.tag === primary) ?? english;
}
