import { toContext } from '../../src/core/verify/context.ts';
import { rankSources, type SourceQuery } from '../../src/core/verify/sources.ts';
import type { Scene } from './material.ts';
import { type Answer, readAnswers } from './qmsum.ts';
import { print, printTable, toPercent } from './table.ts';

export type Ranker = (query: SourceQuery, scene: Scene) => readonly number[];

/** Shares over answer sentences of which three messages are cited. */
export type CitingFigures = {
  readonly sentences: number;
  readonly inside: number;
  readonly cited: number;
  readonly first: number;
  readonly any: number;
};

const cites = 3;

export function measureCiting(
  answers: readonly Answer[],
  rank: Ranker,
  withQuestion: boolean,
): CitingFigures {
  let [inside, cited, first, any] = [0, 0, 0, 0];
  for (const { scene, question, text, span } of answers) {
    const query = withQuestion ? { text, about: question } : { text };
    const positions = rank(query, scene).slice(0, cites);
    const right = positions.filter(position => span.has(position)).length;
    inside += right;
    cited += positions.length;
    if (positions[0] !== undefined && span.has(positions[0])) first += 1;
    if (right > 0) any += 1;
  }
  return { sentences: answers.length, inside, cited, first, any };
}

const contexts = new WeakMap<Scene, ReturnType<typeof toContext>>();

/** Ranks as verification does when it looks for the source of a claim. */
export const rankAsVerifier: Ranker = (query, scene) => {
  const context = contexts.get(scene) ?? toContext(scene.evidence, { languages: scene.languages });
  contexts.set(scene, context);
  return rankSources(query, context).map(({ position }) => position);
};

/** Plain BM25 over the same terms, for comparison. */
export const rankPlainly: Ranker = ({ text, about = '' }, scene) => {
  const context = contexts.get(scene) ?? toContext(scene.evidence, { languages: scene.languages });
  contexts.set(scene, context);
  const { terms } = context;
  return [...terms.score([...terms.read(text), ...terms.read(about)])]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([position]) => position);
};

/** Every other meeting: what holds on one half only was tuned to it. */
function toHalves(answers: readonly Answer[]): readonly [readonly Answer[], readonly Answer[]] {
  const meetings = [...new Set(answers.map(({ scene }) => scene))];
  const isOne = ({ scene }: Answer) => meetings.indexOf(scene) % 2 === 0;
  return [answers.filter(isOne), answers.filter(each => !isOne(each))];
}

/** Prints how often the messages found for a sentence lie where a person says that it comes from. */
export function printCiting(data: string): void {
  const answers = readAnswers(data);
  if (answers.length === 0) {
    print('the meetings are not at hand\n');
    return;
  }
  const [one, other] = toHalves(answers);
  const rows = (
    [
      ['BM25', rankPlainly, false, answers],
      ['BM25, with the question', rankPlainly, true, answers],
      ['ours', rankAsVerifier, false, answers],
      ['ours, with the question', rankAsVerifier, true, answers],
      ['... one half of the meetings', rankAsVerifier, true, one],
      ['... the other half', rankAsVerifier, true, other],
    ] as const
  ).map(([name, rank, withQuestion, of]) => [name, measureCiting(of, rank, withQuestion)] as const);
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
