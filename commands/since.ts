import type { AutocompleteInteraction } from 'discord.js';
import { parseSinceWords, type SinceChoice, sinceChoices } from '../src/core/time-words.ts';
import type { Suggestion } from '../src/io/discord/interaction/context.ts';
import { allTexts, toTexts } from '../src/render/texts.ts';

const choices = Object.entries(sinceChoices) as readonly [SinceChoice, string][];
const maxLength = 100;

/** Quick choices that hold what was typed, a time as typed, or a link. All channels together have no last summary. */
export function suggestSince(
  typed: string,
  locale: string,
  now: string,
  isOfOne = true,
): readonly Suggestion[] {
  const t = toTexts(locale);
  const wanted = typed.trim().toLowerCase();
  const found = choices
    .filter(([choice]) => isOfOne || choice !== 'lastSummary')
    .map(([choice, value]) => ({ name: t(`bot.catchup.sinceChoices.${choice}`), value }))
    .filter(each => [each.name, each.value].some(text => text.toLowerCase().includes(wanted)));
  if (found.length > 0 || wanted.length > maxLength) return found;
  const isTime = parseSinceWords(typed, now, 'UTC') !== null;
  return isTime || /^<?(?:https?:|discord(?:app)?\.com\/)/.test(wanted) ? [typed.trim()] : [];
}

export function suggestSinceFor(
  { options, locale, createdAt }: AutocompleteInteraction,
  isOfOne?: boolean,
): readonly Suggestion[] {
  return suggestSince(options.getFocused(), locale, createdAt.toISOString(), isOfOne);
}

/** The value of `since:`. A choice's name that was typed in any language counts as that choice. */
export function toSinceWords(given: string | null): string | null {
  const typed = given?.trim() || null;
  const isMeant = ([choice]: readonly [SinceChoice, string]) =>
    allTexts.some(t => t(`bot.catchup.sinceChoices.${choice}`).toLowerCase() === typed?.toLowerCase());
  return choices.find(isMeant)?.[1] ?? typed;
}
