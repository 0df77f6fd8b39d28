import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import type { BotWords } from './words.ts';

/** English first: it stands where a person's language has no words of its own. */
export const botCatalogues: readonly BotWords[] = [en, de, fr, es, ja];

/** The words for a locale of Discord by its primary language ("es-419" is Spanish); English where there are none. */
export function toBotWords(locale: string): BotWords {
  const primary = (tag: string) => tag.toLowerCase().split('-')[0];
  return botCatalogues.find(({ tag }) => primary(tag) === primary(locale)) ?? en;
}
