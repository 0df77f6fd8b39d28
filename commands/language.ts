import { findLanguage } from '../src/app/languages.ts';
import { Refusal } from '../src/io/discord/interaction/failures.ts';
import { toInline } from '../src/render/embed/message-body.ts';
import type { Texts } from '../src/render/texts.ts';

/** The tag of a language as somebody typed or chose it. Refuses if there is no such language. */
export function toLanguage(given: string, t: Texts): string {
  const found = findLanguage(given);
  if (found !== null) return found;
  const name = t('bot.settings.names.language');
  throw new Refusal(t('bot.settings.wrong', { name, given: toInline(given) }));
}
