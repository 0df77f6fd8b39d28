import { maskSpoilers } from '../../core/conversation/spoilers.ts';

/** Trusted markup; plain strings are escaped as content. */
export type Html = { readonly html: string };

type Part = string | number | Html | null | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Template tag for markup. Inserted strings are escaped for text and quoted attributes, spoilers masked; null inserts nothing. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  // Joining would copy a long page each time.
  return { html: markup.reduce((page, piece, index) => page + piece + write(parts[index] ?? null), '') };
}

function write(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string')
    return maskSpoilers(part).replace(/[&<>"']/g, character => entities[character] ?? '');
  if (typeof part === 'number') return String(part);
  return 'html' in part ? part.html : part.map(write).join('');
}
