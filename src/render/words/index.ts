import { messageCatalogues } from '../messages/catalogues.ts';
import { createWords, type Words } from './words.ts';

/** Every language a summary can be set in. */
export const catalogues: readonly Words[] = messageCatalogues.map(createWords);

export const english = catalogues[0] as Words;

/** The words for a BCP 47 tag by its primary language ("de-AT" is German); English where there are none. */
export function toWords(tag: string): Words {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  return catalogues.find(words => words.tag === primary) ?? english;
}
