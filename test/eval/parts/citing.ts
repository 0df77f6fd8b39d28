import { createSourceIndex, rankSources, type SourceIndex } from '../../../src/core/verify/checker.ts';
import type { Scene } from '../material.ts';
import { type Answer, readAnswers } from '../qmsum.ts';
import { print, printTable, toPercent } from '../table.ts';

type Ranker = (text: string, index: SourceIndex) => readonly number[];

/** Shares over answer sentences of which three messages are cited. */
type CitingFigures = {
  readonly sentences: number;
  readonly inside: number;
  readonly cited: number;
  readonly first: number;
  readonly any: number;
};

const cites = 3;

function measureCiting(answers: readonly Answer[], rank: Ranker, withQuestion: boolean): CitingFigures {
  let [inside, cited, first, any] = [0, 0, 0, 0];
  for (const { scene, question, text, span } of answers) {
    const query = withQuestion ? `${question} ${text}` : text;
    const positions = rank(query, toIndex(scene)).slice(0, cites);
    const right = positions.filter(position => span.has(position)).length;
    inside += right;
    cited += positions.length;
    if (positions[0] !== undefined && span.has(positions[0])) first += 1;
    if (right > 0) any += 1;
  }
  return { sentences: answers.length, inside, cited, first, any };
}

const indexes = new WeakMap<Scene, SourceIndex>();

function toIndex(scene: Scene): SourceIndex {
  const index = indexes.get(scene) ?? createSourceIndex(scene.evidence, { languages: scene.languages });
  indexes.set(scene, index);
  return index;
}

const rankAsChecker: Ranker = (text, index) => rankSources(text, index).map(({ position }) => position);

/** Plain BM25 over the same terms, for comparison. */
const rankPlainly: Ranker = (text, { terms }) =>
  [...terms.score(terms.read(text))].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([position]) => position);

/** Prints how often the messages found for a sentence lie where a person says that it comes from. */
export function printCiting(data: string): void {
  const answers = readAnswers(data);
  if (answers.length === 0) {
    print('the meetings are not at hand\n');
    return;
  }
  const rows = (
    [
      ['BM25', rankPlainly, false],
      ['BM25, with the question', rankPlainly, true],
      ['ours', rankAsChecker, false],
      ['ours, with the question', rankAsChecker, true],
    ] as const
  ).map(([name, rank, withQuestion]) => [name, measureCiting(answers, rank, withQuestion)] as const);
  printTable(
    `Citing: three turns for each of ${answers.length} sentences, % (aim: 70 / 80 / 93)`,
    ['', 'inside the span', 'first right', 'any right'],
    rows.map(([name, { sentences, inside, cited, first, any }]) => [
      name,
      toPercent(inside, cited),
      toPercent(first, sentences),
      toPercent(any, sentences),
    ]),
  );
}
