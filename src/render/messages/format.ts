import { IntlMessageFormat } from 'intl-messageformat';

/** Fills an ICU message with values; throws if one is missing. */
export type FormatMessage = (message: string, values: Readonly<Record<string, string | number>>) => string;

/** Messages are parsed on first use. Tags are off: a text may contain `<`. */
export function createFormat(locale: string): FormatMessage {
  const parsed = new Map<string, IntlMessageFormat>();
  return (message, values) => {
    const format =
      parsed.get(message) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
    parsed.set(message, format);
    return String(format.format(values));
  };
}

/** Applies `toValue` to every message; keys stay. */
export function mapMessages<Key extends string, Value>(
  messages: Readonly<Record<Key, string>>,
  toValue: (message: string) => Value,
): Readonly<Record<Key, Value>> {
  const entries = Object.entries<string>(messages).map(([key, message]) => [key, toValue(message)]);
  return Object.fromEntries(entries) as Record<Key, Value>;
}

/** Joins parts with a message such as "{before}, {next}". */
export function formatList(format: FormatMessage, message: string, parts: readonly string[]): string {
  const [first = '', ...rest] = parts;
  return rest.reduce((before, next) => format(message, { before, next }), first);
}
