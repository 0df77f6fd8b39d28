const opening = '"lines":[';

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
