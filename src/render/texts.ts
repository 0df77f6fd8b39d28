import { IntlMessageFormat } from 'intl-messageformat';
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };
import fr from './messages/fr.json' with { type: 'json' };
import ja from './messages/ja.json' with { type: 'json' };

/** English defines the keys; a language that lacks one does not compile. */
type Messages = typeof en;

type Paths<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? Key : `${Key}.${Paths<Node[Key]>}`;
}[keyof Node & string];

/** The key of a text. */
export type TextKey = Paths<Messages>;

export type Texts = {
  /** Fills an ICU message such as `{count, plural, one {# message} other {# messages}}`; throws if a value is missing. */
  (key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  /** BCP 47, for plurals, numbers and `lang` attributes. */
  readonly tag: string;
  readonly discordLocale: string;
  /** "a, b, c" */
  readonly list: (parts: readonly string[]) => string;
  /** "a; b; c" */
  readonly clauses: (parts: readonly string[]) => string;
};

type Tree = { readonly [key: string]: string | Tree };

function flatten(tree: Tree, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : flatten(value, `${path}${key}.`),
  );
}

/** Messages are parsed on first use. Tags are off: a text may contain `<`. */
function createTexts(tag: string, discordLocale: string, messages: ReadonlyMap<string, string>): Texts {
  const parsed = new Map<string, IntlMessageFormat>();
  const t = (key: TextKey, values: Readonly<Record<string, string | number>> = {}): string => {
    const known = parsed.get(key);
    const format =
      known ?? new IntlMessageFormat(messages.get(key) ?? key, tag, undefined, { ignoreTag: true });
    if (!known) parsed.set(key, format);
    return String(format.format(values));
  };
  const list = ([first = '', ...rest]: readonly string[]) =>
    rest.reduce((before, next) => t('summary.list', { before, next }), first);
  const clauses = ([first = '', ...rest]: readonly string[]) =>
    rest.reduce((before, next) => t('summary.clauses', { before, next }), first);
  return Object.assign(t, { tag, discordLocale, list, clauses });
}

export const allTexts: readonly Texts[] = (
  [
    ['en', 'en-US', en],
    ['de', 'de', de],
    ['fr', 'fr', fr],
    ['es', 'es-ES', es],
    ['ja', 'ja', ja],
  ] as const satisfies readonly (readonly [string, string, Messages])[]
).map(([tag, discordLocale, messages]) => createTexts(tag, discordLocale, new Map(flatten(messages))));

export const english = allTexts[0] as Texts;

/** The texts in a locale's own language ("de-AT" is German, "es-419" Spanish). */
export function findTexts(locale: string): Texts | undefined {
  const primary = toPrimary(locale);
  return allTexts.find(({ tag }) => tag === primary);
}

function toPrimary(locale: string): string {
  return locale.toLowerCase().split(/[-_]/)[0] ?? '';
}

/** Languages whose readers understand one of ours better than English: close relatives, and languages of the same countries. */
const nearest: Readonly<Record<string, string>> = {
  es: 'an ast ay ca eu gl gn it pt qu',
  fr: 'br co ht ln mg oc ro wa wo',
  de: 'gsw lb nds rm',
};

/** The texts for a person's locale; English if it is not among ours. */
export function toTexts(locale: string): Texts {
  return findTexts(locale) ?? english;
}

/** The texts around words in a language: its own, or else the nearest; English if none is near. */
export function toFrameTexts(language: string): Texts {
  const primary = toPrimary(language);
  const isNear = ({ tag }: Texts) => nearest[tag]?.split(' ').includes(primary);
  return findTexts(language) ?? allTexts.find(isNear) ?? english;
}
