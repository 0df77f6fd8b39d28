import { toContext } from '../../src/core/verify/context.ts';
import { rankSources } from '../../src/core/verify/sources.ts';
import { createVerifier } from '../../src/core/verify/verifier.ts';
import { type PlainLine, toPlainEvidence } from './material.ts';
import { readRecords } from './qmsum.ts';
import { scoreSupport, toFailed } from './support-score.ts';
import { print, printTable, toPercent } from './table.ts';

type Record = {
  readonly id: string;
  readonly source: string;
  readonly messages: readonly PlainLine[];
  readonly claims: readonly {
    readonly text: string;
    readonly label: number;
    readonly types: readonly string[];
  }[];
};

/** A statement that people judged: what they say of it, and what we do. */
export type Judged = {
  readonly dialogue: string;
  readonly source: string;
  readonly label: number;
  readonly types: readonly string[];
  readonly score: number;
  readonly failed: string | null;
};

const cites = 3;

export function judgeAll(records: readonly unknown[]): readonly Judged[] {
  return (records as readonly Record[]).flatMap(({ id, source, messages, claims }) => {
    const evidence = toPlainEvidence(id, messages);
    const context = toContext(evidence, { languages: ['en'] });
    const verifier = createVerifier(evidence, { languages: ['en'] });
    return claims.map(({ text, label, types }): Judged => {
      const top = rankSources({ text }, context)
        .slice(0, cites)
        .map(({ position }) => position);
      return {
        dialogue: id,
        source,
        label,
        types,
        score: scoreSupport(text, context, verifier),
        failed: toFailed(text, top, context, verifier),
      };
    });
  });
}

function toBalanced(list: readonly Judged[], holds: (each: Judged) => boolean): number {
  const rate = (label: number) => {
    const own = list.filter(each => each.label === label);
    return own.filter(each => holds(each) === (label === 1)).length / Math.max(1, own.length);
  };
  return (rate(0) + rate(1)) / 2;
}

function chooseThreshold(list: readonly Judged[]): number {
  const scores = [...new Set(list.map(({ score }) => score))].sort((a, b) => a - b);
  let best = 0;
  let most = -1;
  for (const threshold of scores) {
    const value = toBalanced(list, ({ score }) => score >= threshold);
    if (value > most) [best, most] = [threshold, value];
  }
  return best;
}

/** The threshold comes from one half of the dialogues and is tried on the other, then the other way round. */
export function measureAcross(list: readonly Judged[]): number {
  const dialogues = [...new Set(list.map(({ dialogue }) => dialogue))];
  const halves = [0, 1].map(side => list.filter(each => dialogues.indexOf(each.dialogue) % 2 === side));
  const [a = [], b = []] = halves;
  const tried = [
    [a, b],
    [b, a],
  ].map(([from = [], to = []]) => {
    const threshold = chooseThreshold(from);
    return toBalanced(to, ({ score }) => score >= threshold);
  });
  return tried.reduce((sum, value) => sum + value, 0) / tried.length;
}

const aims: Readonly<{ [source: string]: number }> = {
  'diasumfact-qmsum': 72,
  'diasumfact-samsum': 72,
  faceval: 62,
  'summedits-qmsumm': 66,
  'summedits-sales_call': 66,
  'summedits-samsum': 66,
};

/** Prints how far the verifier agrees with people about statements whose source nobody named. */
export function printLabels(data: string): void {
  const judged = judgeAll(readRecords(data, 'verify.jsonl'));
  if (judged.length === 0) {
    print('the judged summaries are not at hand\n');
    return;
  }
  const bySource = [...Map.groupBy(judged, ({ source }) => source)].sort(([a], [b]) => (a < b ? -1 : 1));
  printTable(
    'Human labels: balanced accuracy, % (two-fold over dialogues; the verifier as it stands cites its three best messages)',
    ['source', 'aim', 'score with a threshold', 'verifier as it stands', 'statements'],
    bySource.map(([source, list]) => [
      source,
      String(aims[source] ?? '-'),
      (100 * measureAcross(list)).toFixed(1),
      (100 * toBalanced(list, ({ failed }) => failed === null)).toFixed(1),
      String(list.length),
    ]),
  );
  const threshold = chooseThreshold(judged);
  const types = Map.groupBy(
    judged.flatMap(each => each.types.map(type => ({ type: `${each.source.split('-')[0]} ${type}`, each }))),
    ({ type }) => type,
  );
  const share = (list: readonly Judged[], is: (each: Judged) => boolean) =>
    toPercent(list.filter(is).length, list.length);
  printTable(
    'Error types caught, %, one threshold for all; the last row is what that costs',
    ['type', 'by the score', 'by the verifier', 'of'],
    [
      ...[...types]
        .map(([type, list]) => [type, list.map(({ each }) => each)] as const)
        .filter(([, list]) => list.length >= 5)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
      ['supported, and called not so', judged.filter(({ label }) => label === 1)] as const,
    ].map(([type, list]) => [
      type,
      share(list, ({ score }) => score < threshold),
      share(list, ({ failed }) => failed !== null),
      String(list.length),
    ]),
  );
}
