import { createChecker } from '../../src/core/check/checker.ts';
import { toContext } from '../../src/core/verify/context.ts';
import { rankSources } from '../../src/core/verify/sources.ts';
import { createVerifier } from '../../src/core/verify/verifier.ts';
import { type Example, fitLogistic } from './logistic.ts';
import { type PlainLine, toPlainEvidence } from './material.ts';
import { readRecords } from './qmsum.ts';
import { createRandom } from './random.ts';
import { toFailed, toSigns } from './support-score.ts';
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
  /** Its words. */
  readonly dialogue: string;
  readonly source: string;
  readonly label: number;
  readonly types: readonly string[];
  readonly signs: readonly number[];
  readonly failed: string | null;
};

const cites = 3;

export function judgeAll(records: readonly unknown[]): readonly Judged[] {
  return (records as readonly Record[]).flatMap(({ id, source, messages, claims }) => {
    const evidence = toPlainEvidence(id, messages);
    const context = toContext(evidence, { languages: ['en'] });
    const verifier = createVerifier(evidence, { languages: ['en'] });
    const checker = createChecker(evidence, { languages: ['en'] });
    return claims.map(({ text, label, types }): Judged => {
      const top = rankSources({ text }, context)
        .slice(0, cites)
        .map(({ position }) => position);
      return {
        dialogue: messages.map(({ text: said }) => said).join('\n'),
        source,
        label,
        types,
        signs: toSigns(text, context, verifier, checker),
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

/** The lowest score that still counts as holding, so that these are told apart best. */
function chooseThreshold(list: readonly Judged[], score: (each: Judged) => number): number {
  let best = 0;
  let most = -1;
  for (const threshold of new Set(list.map(score))) {
    const value = toBalanced(list, each => score(each) >= threshold);
    if (value > most) [best, most] = [threshold, value];
  }
  return best;
}

/** What a score says of statements that it did not learn from. */
export type Across = {
  /** Balanced accuracies, one for each way to halve. */
  readonly accuracies: readonly number[];
  /** How often each statement is taken for one that does not hold, 0..1. */
  readonly refused: ReadonlyMap<Judged, number>;
};

/** Few dialogues make a half luck: they are halved so many times. */
const halvings = 20;

/** What a statement of another source counts in learning beside one of the same. */
const otherSource = 0.1;

/**
 * Weights and threshold come from one half of the dialogues and are tried on the other, then the other way round: the
 * threshold from the source itself, the weights from all sources, the others counting less.
 */
export function measureAcross(all: readonly Judged[]): ReadonlyMap<string, Across> {
  const bySource = Map.groupBy(all, ({ source }) => source);
  const accuracies = new Map([...bySource.keys()].map(source => [source, [] as number[]]));
  const refused = new Map(all.map(each => [each, 0]));
  for (let seed = 0; seed < halvings; seed++) {
    const halves = halve(all, seed);
    for (const [source, list] of bySource) {
      const held = new Set<Judged>();
      for (const side of [0, 1]) {
        const [from = [], to = []] = side === 0 ? halves : halves.toReversed();
        const fitted = fitLogistic(toExamples(from, source));
        const score = ({ signs }: Judged) => fitted(signs);
        const isOwn = (each: Judged) => each.source === source;
        const threshold = chooseThreshold(from.filter(isOwn), score);
        for (const each of to.filter(isOwn)) if (score(each) >= threshold) held.add(each);
      }
      for (const each of list) {
        refused.set(each, (refused.get(each) ?? 0) + (held.has(each) ? 0 : 1 / halvings));
      }
      accuracies.get(source)?.push(toBalanced(list, each => held.has(each)));
    }
  }
  return new Map([...accuracies].map(([source, values]) => [source, { accuracies: values, refused }]));
}

/** Of each source both labels count the same. */
function toExamples(list: readonly Judged[], source: string): readonly Example[] {
  const toKey = (each: Judged) => `${each.source} ${each.label}`;
  const counts = Map.groupBy(list, toKey);
  const own = list.filter(each => each.source === source).length;
  return list.map(each => {
    const share = each.source === source ? 1 : otherSource;
    const { signs, label } = each;
    return { signs, label, worth: (share * own) / (2 * (counts.get(toKey(each))?.length ?? 1)) };
  });
}

/** By dialogues, of which several sources may have the same. */
function halve(list: readonly Judged[], seed: number): readonly (readonly Judged[])[] {
  const random = createRandom(seed);
  const dialogues = [...new Set(list.map(({ dialogue }) => dialogue))]
    .map(dialogue => ({ dialogue, at: random.next() }))
    .sort((a, b) => a.at - b.at);
  const first = new Set(dialogues.slice(0, dialogues.length / 2).map(({ dialogue }) => dialogue));
  return [true, false].map(isFirst => list.filter(({ dialogue }) => first.has(dialogue) === isFirst));
}

function toMeanAndSpread(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return `${(100 * mean).toFixed(1)} ± ${(100 * Math.sqrt(variance)).toFixed(1)}`;
}

function toBenchmark({ source }: Judged): string {
  return source.split('-')[0] ?? source;
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
  const across = measureAcross(judged);
  printTable(
    'Human labels: balanced accuracy, % (learned on half of the dialogues, tried on the other half; mean and spread over 20 ways to halve)',
    ['source', 'aim', 'score', 'verifier as it stands', 'statements'],
    bySource.map(([source, list]) => [
      source,
      String(aims[source] ?? '-'),
      toMeanAndSpread(across.get(source)?.accuracies ?? []),
      (100 * toBalanced(list, ({ failed }) => failed === null)).toFixed(1),
      String(list.length),
    ]),
  );
  const types = Map.groupBy(
    judged.flatMap(each => each.types.map(type => ({ type: `${toBenchmark(each)} ${type}`, each }))),
    ({ type }) => type,
  );
  const refused = (list: readonly Judged[]) =>
    list.reduce((sum, each) => sum + (across.get(each.source)?.refused.get(each) ?? 0), 0);
  const benchmarks = [...Map.groupBy(judged, toBenchmark)].sort(([a], [b]) => (a < b ? -1 : 1));
  printTable(
    'Error types caught, %; the last rows are what that costs',
    ['type', 'by the score', 'by the verifier', 'of'],
    [
      ...[...types]
        .map(([type, list]) => [type, list.map(({ each }) => each)] as const)
        .filter(([, list]) => list.length >= 5)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
      ...benchmarks.map(
        ([name, list]) =>
          [`${name}, supported and called not so`, list.filter(({ label }) => label === 1)] as const,
      ),
    ].map(([type, list]) => [
      type,
      toPercent(refused(list), list.length),
      toPercent(list.filter(({ failed }) => failed !== null).length, list.length),
      String(list.length),
    ]),
  );
}
