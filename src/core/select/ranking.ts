/** Documents as a sparse term matrix: document i holds the terms at `starts[i]` to `starts[i + 1]`. */
export type TermMatrix = {
  readonly starts: Int32Array;
  readonly terms: Int32Array;
  /** tf-idf, each document scaled to length 1. */
  readonly weights: Float64Array;
  readonly idf: Float64Array;
  readonly vocabulary: readonly string[];
};

/** Builds the matrix over documents given as words; a word in more than a third of many documents carries nothing. */
export function toTermMatrix(documents: readonly (readonly string[])[]): TermMatrix {
  const ids = new Map<string, number>();
  const vocabulary: string[] = [];
  const frequency: number[] = [];
  const starts = new Int32Array(documents.length + 1);
  const terms: number[] = [];
  const counts: number[] = [];
  const slot = new Map<number, number>();
  for (const [i, words] of documents.entries()) {
    slot.clear();
    for (const word of words) {
      let id = ids.get(word);
      if (id === undefined) {
        id = vocabulary.length;
        ids.set(word, id);
        vocabulary.push(word);
        frequency.push(0);
      }
      const at = slot.get(id);
      if (at !== undefined) {
        counts[at] = (counts[at] ?? 0) + 1;
        continue;
      }
      slot.set(id, terms.length);
      terms.push(id);
      counts.push(1);
      frequency[id] = (frequency[id] ?? 0) + 1;
    }
    starts[i + 1] = terms.length;
  }
  const n = documents.length;
  const idf = Float64Array.from(frequency, df => (n > 12 && df > n / 3 ? 0 : Math.log(1 + n / df)));
  const weights = Float64Array.from(
    counts,
    (count, at) => (1 + Math.log(count)) * (idf[terms[at] ?? 0] ?? 0),
  );
  for (let i = 0; i < n; i++) {
    const from = starts[i] ?? 0;
    const to = starts[i + 1] ?? 0;
    let square = 0;
    for (let at = from; at < to; at++) square += (weights[at] ?? 0) ** 2;
    const length = Math.sqrt(square) || 1;
    for (let at = from; at < to; at++) weights[at] = (weights[at] ?? 0) / length;
  }
  return { starts, terms: Int32Array.from(terms), weights, idf, vocabulary };
}

/**
 * How much each document says of what all are about, 0..1: half how central it is, half how much it says of matters
 * that are dwelt on. Where no word is dwelt on more than it would be by chance, as in short conversations, the first alone.
 */
export function rankByMatter(matrix: TermMatrix): Float64Array {
  const dwelling = rankByDwelling(matrix);
  return toTopOne(rankByCentrality(matrix).map((score, i) => score + (dwelling[i] ?? 0)));
}

/** So many documents further on a word still belongs to the same stretch of talk. */
const stretch = 15;
/** Long documents say more, and are worth more, but not in proportion. */
const evenLength = 10;

/**
 * Words that come back soon and then no more are what a stretch of talk is about; those that come up all over are how
 * people talk. A document counts by its words, each by how often it occurs, how rare it is and how close it keeps together.
 */
function rankByDwelling({ starts, terms, vocabulary, idf }: TermMatrix): Float64Array {
  const n = starts.length - 1;
  const times = new Float64Array(vocabulary.length);
  const soon = new Float64Array(vocabulary.length);
  const last = new Float64Array(vocabulary.length).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < n; i++) {
    for (const term of terms.subarray(starts[i], starts[i + 1])) {
      times[term] = (times[term] ?? 0) + 1;
      if (i - (last[term] ?? 0) <= stretch) soon[term] = (soon[term] ?? 0) + 1;
      last[term] = i;
    }
  }
  const worth = times.map((count, term) => {
    const byChance = Math.min(1, (stretch * count) / n);
    const kept = Math.max(0, (soon[term] ?? 0) / (count || 1) - byChance);
    return Math.log(1 + count) * (idf[term] ?? 0) * kept;
  });
  const scores = Float64Array.from({ length: n }, (_, i) => {
    const own = terms.subarray(starts[i], starts[i + 1]);
    return own.reduce((sum, term) => sum + (worth[term] ?? 0), 0) / Math.cbrt(evenLength + own.length);
  });
  return toTopOne(scores);
}

function toTopOne(scores: Float64Array): Float64Array {
  const top = scores.reduce((most, score) => Math.max(most, score), 0) || 1;
  return scores.map(score => score / top);
}

const damping = 0.85;
const rounds = 12;

/** Less than this is what is left of adding and taking away floats. */
const nothing = 1e-9;

/**
 * How central each document is among all, 0..1: LexRank's walk over cosine similarities, from each document to
 * the others (were it to stay, one that nothing resembles would keep all of its weight). The walk goes
 * document -> term -> document, so the n x n similarities are never built and the cost stays linear in words.
 */
export function rankByCentrality(matrix: TermMatrix): Float64Array {
  const n = matrix.starts.length - 1;
  const through = new Float64Array(matrix.vocabulary.length);
  const itself = toSquares(matrix);
  const degree = new Float64Array(n).fill(1);
  spread(matrix, degree, through);
  gather(matrix, through, degree);
  for (let i = 0; i < n; i++) degree[i] = (degree[i] ?? 0) - (itself[i] ?? 0);
  let scores = new Float64Array(n).fill(1);
  let next = new Float64Array(n);
  const shares = new Float64Array(n);
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < n; i++) {
      const to = degree[i] ?? 0;
      shares[i] = to < nothing ? 0 : (scores[i] ?? 0) / to;
    }
    spread(matrix, shares, through);
    gather(matrix, through, next);
    for (let i = 0; i < n; i++) {
      const fromOthers = (next[i] ?? 0) - (shares[i] ?? 0) * (itself[i] ?? 0);
      next[i] = 1 - damping + damping * Math.max(0, fromOthers);
    }
    [scores, next] = [next, scores];
  }
  return toTopOne(scores);
}

/** The similarity of each document to itself: 1, or 0 where it has no telling word. */
function toSquares({ starts, weights }: TermMatrix): Float64Array {
  return Float64Array.from({ length: starts.length - 1 }, (_, i) =>
    weights.subarray(starts[i], starts[i + 1]).reduce((sum, weight) => sum + weight ** 2, 0),
  );
}

function spread(matrix: TermMatrix, from: Float64Array, through: Float64Array): void {
  through.fill(0);
  for (let i = 0; i < from.length; i++) {
    const share = from[i] ?? 0;
    for (let at = matrix.starts[i] ?? 0; at < (matrix.starts[i + 1] ?? 0); at++) {
      const term = matrix.terms[at] ?? 0;
      through[term] = (through[term] ?? 0) + share * (matrix.weights[at] ?? 0);
    }
  }
}

function gather(matrix: TermMatrix, through: Float64Array, into: Float64Array): void {
  for (let i = 0; i < into.length; i++) {
    let sum = 0;
    for (let at = matrix.starts[i] ?? 0; at < (matrix.starts[i + 1] ?? 0); at++) {
      sum += (through[matrix.terms[at] ?? 0] ?? 0) * (matrix.weights[at] ?? 0);
    }
    into[i] = sum;
  }
}

/** The cosine similarity of two documents of one matrix, 0..1. */
export function similarity(matrix: TermMatrix, a: number, b: number): number {
  const seen = new Map<number, number>();
  for (let at = matrix.starts[a] ?? 0; at < (matrix.starts[a + 1] ?? 0); at++) {
    seen.set(matrix.terms[at] ?? 0, matrix.weights[at] ?? 0);
  }
  let sum = 0;
  for (let at = matrix.starts[b] ?? 0; at < (matrix.starts[b + 1] ?? 0); at++) {
    sum += (matrix.weights[at] ?? 0) * (seen.get(matrix.terms[at] ?? 0) ?? 0);
  }
  return sum;
}

/** How many different terms that carry weight two documents of one matrix share. */
export function countShared(matrix: TermMatrix, a: number, b: number): number {
  const own = new Set<number>();
  for (let at = matrix.starts[a] ?? 0; at < (matrix.starts[a + 1] ?? 0); at++) {
    if ((matrix.weights[at] ?? 0) > 0) own.add(matrix.terms[at] ?? 0);
  }
  let shared = 0;
  for (let at = matrix.starts[b] ?? 0; at < (matrix.starts[b + 1] ?? 0); at++) {
    if (own.has(matrix.terms[at] ?? 0)) shared += 1;
  }
  return shared;
}
