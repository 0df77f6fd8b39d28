type ContentPart = { readonly text: string; readonly as: 'text' | 'address' | 'code' };

const suspicious = /:\/\/|www\.|@|discord|`/i;
const code = /(?<!`)(`{1,3})([^`]{1,300})\1(?!`)/g;
// Hosts with an underscore are invalid, but GitHub's Markdown links e-mail addresses with them, even escaped ones.
// Discord turns these into invitations even without a scheme.
const address =
  /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|(?<![\w.-])discord(?:\.gg|(?:app)?\.com\/invite)\/)[^\s`|<>]+|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gi;
const trailing = /[).,;:!?\]}'"”’»„*_~…]+$/u;

/**
 * Splits content into words, code, and addresses (URLs, `www.…`, invitations to Discord, e-mail), which cannot end a code span.
 * Two parts shown as code are never adjacent.
 */
export function toContentParts(text: string): readonly ContentPart[] {
  if (!suspicious.test(text)) return [{ text, as: 'text' }];
  const stretches: { text: string; as: ContentPart['as'] }[] = [];
  const add = (part: string, as: ContentPart['as']) => {
    const last = stretches.at(-1);
    if (part === '') return;
    if (last && (last.as === 'text') === (as === 'text')) last.text += part;
    else stretches.push({ text: part, as });
  };
  let end = 0;
  for (const match of text.matchAll(code)) {
    const own = match[2]?.trim() ?? '';
    // A pipe would end a table cell.
    if (own === '' || own.includes('|')) continue;
    addWords(text.slice(end, match.index), add);
    add(own, 'code');
    end = match.index + match[0].length;
  }
  addWords(text.slice(end), add);
  return stretches;
}

function addWords(text: string, add: (part: string, as: ContentPart['as']) => void): void {
  let end = 0;
  for (const match of text.matchAll(address)) {
    const [whole] = match;
    const own = whole.replace(trailing, '');
    add(text.slice(end, match.index), 'text');
    add(own, 'address');
    end = match.index + own.length;
  }
  add(text.slice(end), 'text');
}
