import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import type { Words } from './words.ts';

/** Every language a summary can be set in. */
export const catalogues: readonly Words[] = [en, de, fr, es, ja];

/** The words for a BCP 47 tag by its primary language ("de-AT" is German); English where there are none. */
export function toWords(tag: string): Words {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  return catalogues.find(words => words.tag === primary) ?? en;
}
