import { messageCatalogues } from '../../messages/catalogues.ts';
import { type BotWords, createBotWords } from './words.ts';

/** English first: it is the fallback. */
export const botCatalogues: readonly BotWords[] = messageCatalogues.map(createBotWords);

export const englishBotWords = botCatalogues[0] as BotWords;

/** The words for a Discord locale, by its primary language ("es-419" is Spanish); English if there are none. */
export function toBotWords(locale: string): BotWords {
  const primary = (tag: string) => tag.toLowerCase().split('-')[0];
  return botCatalogues.find(({ tag }) => primary(tag) === primary(locale)) ?? englishBotWords;
}
