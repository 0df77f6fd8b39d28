import { toShownLine } from './shown.ts';

/** The longest address that a marker links to; a longer one would fill a page. */
const maxMarkerUrlLength = 512;

const breaking: Readonly<Record<string, string>> = {
  '(': '%28',
  ')': '%29',
  '[': '%5B',
  ']': '%5D',
  '<': '%3C',
  '>': '%3E',
  ' ': '%20',
  '"': '%22',
  "'": '%27',
  '\\': '%5C',
  '`': '%60',
  '|': '%7C',
  '*': '%2A',
};

/**
 * A safe link target: http(s), with characters that would end a link or an attribute percent-encoded; null if it is not
 * one.
 */
export function toLinkTarget(url: string | undefined): string | null {
  if (url === undefined || !/^https?:\/\/[^\s/]/i.test(url)) return null;
  if (toShownLine(url) !== url.replace(/ +/g, ' ') || !URL.canParse(url)) return null;
  return url.replace(/[()[\]<> "'\\`|*]/g, character => breaking[character] ?? '');
}

/** A footnote's marker in Discord and Markdown: `[[1]](url)`, or `[1]` without an address. */
export function toMarker(number: number, url: string | null | undefined): string {
  return toLink(`[${number}]`, url);
}

/** A link in Discord and Markdown; only the label if the address is unsafe. */
export function toLink(label: string, url: string | null | undefined): string {
  const target = toLinkTarget(url ?? undefined);
  return target === null || target.length > maxMarkerUrlLength ? label : `[${label}](${target})`;
}
