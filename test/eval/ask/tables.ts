import { toShare } from '../../../src/app/grade/grade.ts';
import { print, printTable, type Row, toInterval, toMedian, toPercent } from '../table.ts';
import type { Answered } from './answers.ts';

const kinds = ['quiz', 'meeting', 'false premise', 'opinion', 'all'] as const;

/** Prints what became of all questions, with counts and 95 % intervals. */
export function printAnswered(all: readonly Answered[]): void {
  const toCell = (part: number, whole: number) =>
    whole === 0 ? '-' : `${part} of ${whole}: ${toInterval(toShare(part, whole))}`;
  const count = (own: readonly Answered[], isMeant: (each: Answered) => boolean) =>
    toCell(own.filter(isMeant).length, own.length);
  const toRows = (isMeant: (each: Answered) => boolean, toCells: (own: readonly Answered[]) => Row) =>
    kinds.flatMap((kind): readonly Row[] => {
      const own = all.filter(each => isMeant(each) && (kind === 'all' || each.kind === kind));
      return own.length === 0 ? [] : [[kind, own.length, ...toCells(own)]];
    });
  const sum = (own: readonly Answered[], of: (each: Answered) => number) =>
    own.reduce((total, each) => total + of(each), 0);
  const hasKey = ({ key }: Answered) => key !== null;

  printTable(
    'Ask: questions with an answer; % with 95 % intervals',
    [
      '',
      'questions',
      'right, by score',
      'wholly right, carrier cited',
      'right in part or wholly, carrier cited',
      '"nobody said this"',
      'quotes only',
    ],
    toRows(hasKey, own => [
      toCell(
        sum(own, ({ score }) => score),
        own.length,
      ),
      count(own, ({ score, citesCarrier }) => score === 1 && citesCarrier),
      count(own, ({ score, citesCarrier }) => score > 0 && citesCarrier),
      count(own, ({ outcome }) => outcome === 'nobody said this'),
      count(own, ({ outcome }) => outcome === 'quotes'),
    ]),
  );
  printTable(
    'Ask: questions that nobody answered; % with 95 % intervals',
    ['', 'questions', '"nobody said this"', 'quotes only', 'answered'],
    toRows(
      each => !hasKey(each),
      own => [
        count(own, ({ outcome }) => outcome === 'nobody said this'),
        count(own, ({ outcome }) => outcome === 'quotes'),
        count(own, ({ outcome }) => outcome === 'answered'),
      ],
    ),
  );
  printTable(
    'Ask: claims shown, labeled from the messages read',
    ['', 'questions', 'claims', 'without a mark', 'wrong of these, %'],
    toRows(
      () => true,
      own => {
        const claims = own.flatMap(each => each.claims);
        const plain = claims.filter(({ isMarked }) => !isMarked);
        const wrong = plain.filter(({ isTrue }) => !isTrue);
        return [claims.length, plain.length, toCell(wrong.length, plain.length)];
      },
    ),
  );
  printTable(
    'Ask: what carries the answer is among the messages read, %',
    ['', 'questions', 'any of it', 'of it'],
    toRows(hasKey, own => [
      count(own, ({ found }) => found > 0),
      toPercent(
        sum(own, ({ found }) => found),
        own.length,
      ),
    ]),
  );
  const toMean = (own: readonly Answered[], of: (each: Answered) => number, digits = 0) =>
    (sum(own, of) / Math.max(1, own.length)).toFixed(digits);
  printTable(
    'Ask: an answer takes, as a mean (tokens by length, without thinking; list prices without a cache)',
    ['', 'questions', 'calls', 'tokens in', 'tokens out', 'dollars', 'own seconds, median', 'longest'],
    toRows(
      () => true,
      own => [
        toMean(own, ({ calls }) => calls, 1),
        toMean(own, ({ inputTokens }) => inputTokens),
        toMean(own, ({ outputTokens }) => outputTokens),
        toMean(own, ({ usd }) => usd, 4),
        toMedian(own.map(({ seconds }) => seconds)).toFixed(2),
        Math.max(0, ...own.map(({ seconds }) => seconds)).toFixed(2),
      ],
    ),
  );
  for (const { name, claims } of all)
    for (const { text, isMarked, isTrue } of claims)
      if (!isTrue && !isMarked) print(`- wrong, ${name}: ${text}`);
  print();
}
