import type { SourceType } from '../../core/conversation/message.ts';
import { messageCatalogues, toDocumentCatalogue } from '../messages/catalogues.ts';
import { createWords, type Words } from './words.ts';

/** All languages that a summary can have. */
export const catalogues: readonly Words[] = messageCatalogues.map(createWords);

const ofDocuments = new Map<string, Words>();

export const english = catalogues[0] as Words;

/** The words for a BCP 47 tag by its primary language ("de-AT" is German); English if there are none. */
export function toWords(tag: string): Words {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  return catalogues.find(words => words.tag === primary) ?? english;
}

/** The words for a summary of such a source: what a document is cut into are passages, not messages. */
export function toSourceWords(words: Words, type: SourceType): Words {
  if (type !== 'document') return words;
  const known = ofDocuments.get(words.tag);
  const catalogue = messageCatalogues.find(({ tag }) => tag === words.tag);
  if (known || !catalogue) return known ?? words;
  const created = createWords(toDocumentCatalogue(catalogue));
  ofDocuments.set(words.tag, created);
  return created;
}
