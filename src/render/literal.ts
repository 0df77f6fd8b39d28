/** A stretch of content; an address in it is to be shown as code, so that nothing makes a link of it. */
export type Stretch = { readonly text: string; readonly address: boolean };

const suspicious = /:\/\/|www\.|@|discord/i;
// Hosts with an underscore are none, and GitHub's Markdown links mail to them all the same, however they are escaped.
// Discord turns these into invitations even without a scheme.
const address =
  /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|(?<![\w.-])discord(?:\.gg|(?:app)?\.com\/invite)\/)[^\s`|<>]+|[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gi;
const trailing = /[).,;:!?\]}'"”’»„*_~…]+$/u;

/**
 * Splits content into words and addresses (URLs of any scheme, `www.…`, invitations to Discord, e-mail). An address holds no space,
 * backtick, pipe or angle bracket, so that nothing in it ends a code span; two addresses never touch.
 */
export function toStretches(text: string): readonly Stretch[] {
  if (!suspicious.test(text)) return [{ text, address: false }];
  const stretches: { text: string; address: boolean }[] = [];
  const add = (part: string, isAddress: boolean) => {
    const last = stretches.at(-1);
    if (part === '') return;
    if (last?.address === isAddress) last.text += part;
    else stretches.push({ text: part, address: isAddress });
  };
  let end = 0;
  for (const match of text.matchAll(address)) {
    const [whole] = match;
    const own = whole.replace(trailing, '');
    add(text.slice(end, match.index), false);
    add(own, true);
    end = match.index + own.length;
  }
  add(text.slice(end), false);
  return stretches;
}
