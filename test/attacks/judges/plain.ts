import { type Known, toLetters } from './known.ts';
import { findDisorder, findMarkers, findUnseen } from './sight.ts';

const headings = new Set([
  'Links and files',
  ...['Active request', 'Overview', 'Key points', 'Action items', 'Decisions', 'Proposals', 'Open questions'],
  ...['Constraints', 'Facts', 'Changes', 'Contributions', 'Topics', 'Participants', 'Sources'],
]);

/** What of a plain text is not ours; in sources under several headings a message may stand more than once. */
export function judgePlain(
  text: string,
  known: Known,
  references: boolean,
  isGrouped = false,
): readonly string[] {
  const lines = text.split('\n');
  const at = lines.findIndex((line, index) => line === 'Sources' && /^-+$/.test(lines[index + 1] ?? ''));
  const claims = (at < 0 ? lines : lines.slice(0, at)).join('\n');
  const sources = at < 0 ? [] : lines.slice(at + 2);
  const expected = references ? known.urls.length : 0;
  return [
    ...judgeMarkers(claims, expected),
    ...judgeHeadings(lines, known),
    ...judgeItems(lines, known),
    ...judgeSources(sources, known, expected, isGrouped),
    ...findUnseen(text),
    ...(/[\u061c\u200e\u200f]/.test(text) ? ['a mark of direction'] : []),
  ];
}

/** Each is `[1]`, of those that there are, and says whose message it is of. */
function judgeMarkers(claims: string, expected: number): readonly string[] {
  const flat = claims.replace(/\s*\n\s*/g, ' ').replaceAll('[ ] ', '');
  const written = [...flat.matchAll(/\[(\d+)\] \(/g)].map(([, digits]) => Number(digits));
  const others = findMarkers(flat.replace(/\[\d+\] \(/g, '(').replace(/\[ [^\]]* \]/g, ''));
  return [...findDisorder(written, expected), ...others.map(inner => `looks like a marker: ${inner}`)];
}

/** What is underlined is ours; the title alone is with another rule. */
function judgeHeadings(lines: readonly string[], known: Known): readonly string[] {
  return lines.flatMap((line, index) => {
    if (/^=+$/.test(line)) return index === 1 ? [] : [`a title of its own: ${lines[index - 1]}`];
    if (!/^-{3,}$/.test(line)) return [];
    const heading = lines[index - 1] ?? '';
    return headings.has(heading) || known.headings.includes(toLetters(heading))
      ? []
      : [`a heading of its own: ${lines[index - 1]}`];
  });
}

/** The title, on the first line, is words of the conversation and may begin with a dash. */
function judgeItems(lines: readonly string[], { claims, lists }: Known): readonly string[] {
  const items = lines.slice(1).filter(line => /^(?:- |\[ \] )/.test(line)).length;
  return items === claims + lists ? [] : [`${items} items for ${claims + lists}`];
}

/** An entry begins with its number, and its address stands on a line alone. */
function judgeSources(
  sources: readonly string[],
  { urls }: Known,
  expected: number,
  isGrouped: boolean,
): readonly string[] {
  const numbers = sources.flatMap(line => {
    const [, digits] = /^ {0,3}\[(\d+)\] /.exec(line) ?? [];
    return digits === undefined ? [] : [Number(digits)];
  });
  const addresses = sources.map(line => line.trim()).filter(line => urls.includes(line));
  if (isGrouped) {
    const inOrder = [...new Set(numbers)].sort((a, b) => a - b);
    return [
      ...findDisorder(inOrder, expected),
      ...(addresses.length === numbers.length
        ? []
        : [`${addresses.length} addresses for ${numbers.length} entries`]),
    ];
  }
  const isWhole = numbers.length === expected && numbers.every((number, index) => number === index + 1);
  return [
    ...(isWhole ? [] : [`sources are numbered ${numbers.join()}`]),
    ...(addresses.length === expected ? [] : [`${addresses.length} addresses for ${expected} sources`]),
  ];
}
