/** Invalid claims: not an object, without text, a field of another type, invalid evidence. */
const invalid: readonly unknown[] = [
  null,
  'The tent is booked.',
  { kind: 'fact' },
  { evidence: [], kind: 'fact', text: 17 },
  { evidence: 'message two', kind: 'rumour', topic: 4, text: '', speakers: 'Ann', confidence: 'high' },
];

const opening = '"lines":[';

/** Adds invalid entries to what is said about the lines of an answer, between the valid ones. */
export function addInvalidClaims(text: string): string {
  const ends = toClaimEnds(text);
  const [first, ...later] = invalid.map(claim => JSON.stringify(claim));
  if (ends.length === 0) return `{"headings":[],"lines":[${[first, ...later].join(',')}]}`;
  const pieces = ends.map((end, index) => {
    const extra = later.filter((_, at) => at % ends.length === index);
    return [text.slice(ends[index - 1] ?? 0, end), ...extra].join(',');
  });
  const begin = text.indexOf(opening) + opening.length;
  const whole = pieces.join('') + text.slice(ends.at(-1));
  return `${whole.slice(0, begin)}${first},${whole.slice(begin)}`;
}

/** The place in what is said about an answer after `count` whole lines; after the last one, its end. */
export function afterClaims(count: number): (answer: string) => number {
  return answer =>
    count === 0
      ? answer.indexOf(opening) + opening.length
      : (toClaimEnds(answer)[count - 1] ?? answer.length);
}

/** The end of each entry in `{"headings":[…],"lines":[{…},{…}]}`; empty for other texts. */
function toClaimEnds(text: string): readonly number[] {
  const ends: number[] = [];
  const begin = text.indexOf(opening);
  let depth = 0;
  let isString = false;
  for (let at = begin + opening.length; begin >= 0 && at < text.length; at++) {
    const sign = text[at];
    if (isString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth < 0) break;
      if (sign === '}' && depth === 0) ends.push(at + 1);
    }
  }
  return ends;
}
