import type { LocaleString } from 'discord.js';
import { botCatalogues } from '../../src/render/words/bot/index.ts';
import type { BotWords } from '../../src/render/words/bot/words.ts';

/** A description in English and in all other languages of the catalogues. */
export function describe(pick: (words: BotWords['commands']) => string): {
  readonly description: string;
  readonly description_localizations: Partial<Record<LocaleString, string>>;
} {
  const [first, ...others] = botCatalogues;
  return {
    description: first === undefined ? '' : pick(first.commands),
    description_localizations: Object.fromEntries(others.map(({ tag, commands }) => [tag, pick(commands)])),
  };
}

/** The same for a name in a menu or list. */
export function name(pick: (words: BotWords['commands']) => string): {
  readonly name: string;
  readonly name_localizations: Partial<Record<LocaleString, string>>;
} {
  const { description, description_localizations } = describe(pick);
  return { name: description, name_localizations: description_localizations };
}
