import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };

/** English defines the keys; a language that lacks one does not compile. */
export type Messages = typeof en;

/** The texts of one language, as ICU messages: `{count, plural, one {# message} other {# messages}}`. */
export type Catalogue = {
  /** BCP 47, for plurals, numbers and `lang` attributes. */
  readonly tag: string;
  /** Discord's locale for this language. */
  readonly discordLocale: string;
  readonly messages: Messages;
};

/** All languages; English is the fallback. */
export const messageCatalogues: readonly Catalogue[] = [
  { tag: 'en', discordLocale: 'en-US', messages: en },
  { tag: 'de', discordLocale: 'de', messages: de },
  { tag: 'fr', discordLocale: 'fr', messages: fr },
  { tag: 'es', discordLocale: 'es-ES', messages: es },
  { tag: 'ja', discordLocale: 'ja', messages: ja },
];

type Texts = { readonly [key: string]: string | Texts };

/** The texts for documents: those of `summary.document` replace the others of `summary`. */
export function toDocumentCatalogue({ messages, ...rest }: Catalogue): Catalogue {
  const summary = merge(messages.summary, messages.summary.document) as Messages['summary'];
  return { ...rest, messages: { ...messages, summary } };
}

function merge(texts: Texts, others: Texts): Texts {
  const merged = Object.entries(others).map(([key, other]) => {
    const text = texts[key];
    return [key, typeof text === 'object' && typeof other === 'object' ? merge(text, other) : other];
  });
  return { ...texts, ...Object.fromEntries(merged) };
}
