import { allTexts } from '../render/texts.ts';

/** What `Intl` has names for in the language itself; ours first. Others are typed as a tag. */
const others =
  'af am ar as az be bg bn bo br bs ca ce cs cy da dz el eo et eu fa fi fil fo fy ga gd gl gu ha he hi hr hu hy id ig is it ka kk km kn ko ku ky lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn om or pa pl ps pt pt-BR qu rm ro ru rw sd si sk sl sn so sq sr st su sv sw ta te tg th ti tk tn to tr tt ug uk ur uz vi wo xh yi yo yue zh zh-Hant zu gsw';
const languages: readonly string[] = [...allTexts.map(({ tag }) => tag), ...others.split(' ')];

export function toLanguageName(tag: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
}

let found: ReadonlyMap<string, string> | undefined;

/** Languages by their names in themselves and in our languages. */
function findNames(): ReadonlyMap<string, string> {
  const named = (tag: string) =>
    [tag, ...allTexts.map(t => t.tag)].map(
      locale => [toLanguageName(tag, locale).toLowerCase(), tag] as const,
    );
  found ??= new Map(languages.toReversed().flatMap(named));
  return found;
}

/** The BCP 47 tag of a language by its name, or by its tag without extensions; null if there is no such language. */
export function findLanguage(given: string): string | null {
  const wanted = given.trim();
  return findNames().get(wanted.toLowerCase()) ?? findTag(wanted);
}

function findTag(given: string): string | null {
  try {
    const { language, script, region } = new Intl.Locale(given);
    const tag = [language, script, region].filter(Boolean).join('-');
    const known = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    return known.of(tag) === undefined ? null : tag;
  } catch {
    return null;
  }
}

type LanguageSuggestion = { readonly name: string; readonly value: string };

/** The languages whose tag, own name or name for the reader contains what was typed, matching starts first. */
export function suggestLanguages(typed: string, locale: string): readonly LanguageSuggestion[] {
  const wanted = typed.trim().toLowerCase();
  const typedTag = findLanguage(typed);
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const all = [...new Set([...(typedTag === null ? [] : [typedTag]), ...languages])].map(value => {
    const [name, own] = [names.of(value) ?? value, toLanguageName(value, value)];
    return { name: name.toLowerCase() === own.toLowerCase() ? name : `${name} · ${own}`, value };
  });
  const isMeant = ({ value }: LanguageSuggestion) => value === typedTag;
  const starts = ({ name }: LanguageSuggestion) =>
    name
      .toLowerCase()
      .split(' · ')
      .some(each => each.startsWith(wanted));
  const matching = all.filter(each => isMeant(each) || each.name.toLowerCase().includes(wanted));
  const rank = (each: LanguageSuggestion) => (isMeant(each) ? 0 : starts(each) ? 1 : 2);
  return matching.toSorted((a, b) => rank(a) - rank(b)).slice(0, mostSuggestions);
}

/** Discord's limit. */
const mostSuggestions = 25;
