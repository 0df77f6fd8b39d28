const wordBits = 32;

/** The span with the fewest differences from some words, the first of several; null above `mostErrors`. Takes time in proportion to both lengths. */
export function findNearest(
  text: string,
  words: string,
  mostErrors: number,
): { readonly start: number; readonly end: number } | null {
  const { errors, first: end } = findEnds(text, words);
  if (errors > mostErrors) return null;
  // Read backwards from its end, the longest span with as many differences.
  const before = text.slice(Math.max(0, end - words.length - errors), end);
  return { start: end - findEnds(reverse(before), reverse(words)).last, end };
}

/**
 * The fewest differences, and where the first and the last span with as many end: Myers' bit-vectors ("A fast bit-vector
 * algorithm for approximate string matching based on dynamic programming", 1999), 32 units of the words at a time.
 */
function findEnds(text: string, words: string) {
  const blocks = Math.ceil(words.length / wordBits);
  const last = (words.length - 1) % wordBits;
  const nowhere = new Int32Array(blocks);
  const places = new Map<number, Int32Array>();
  for (let at = 0; at < words.length; at += 1) {
    const own = places.get(words.charCodeAt(at)) ?? new Int32Array(blocks);
    own[Math.floor(at / wordBits)] = (own[Math.floor(at / wordBits)] ?? 0) | (1 << (at % wordBits));
    places.set(words.charCodeAt(at), own);
  }
  // By block: where a column rises from one unit of the words to the next, and where it falls.
  const rises = new Int32Array(blocks).fill(-1);
  const falls = new Int32Array(blocks);
  let errors = words.length;
  const best = { errors, first: 0, last: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const same = places.get(text.charCodeAt(at)) ?? nowhere;
    let step = 0;
    for (let block = 0; block < blocks; block += 1) {
      const up = rises[block] ?? 0;
      const down = falls[block] ?? 0;
      const own = same[block] ?? 0;
      const equal = step < 0 ? own | 1 : own;
      const across = (((equal & up) + up) ^ up) | equal;
      const more = down | ~(across | up);
      const less = up & across;
      const top = block === blocks - 1 ? last : wordBits - 1;
      const more1 = (more << 1) | (step > 0 ? 1 : 0);
      const less1 = (less << 1) | (step < 0 ? 1 : 0);
      step = ((more >>> top) & 1) - ((less >>> top) & 1);
      const vertical = own | down;
      rises[block] = less1 | ~(vertical | more1);
      falls[block] = more1 & vertical;
    }
    errors += step;
    if (errors < best.errors) Object.assign(best, { errors, first: at + 1, last: at + 1 });
    else if (errors === best.errors) best.last = at + 1;
  }
  return best;
}

function reverse(text: string): string {
  return text.split('').reverse().join('');
}
