import { createChecker } from '../../src/core/check/checker.ts';
import { splitStatements } from '../../src/core/check/statements.ts';
import { type PlainLine, type Scene, toPlainEvidence, toScene } from './material.ts';
import { toOwnClaims } from './own/index.ts';
import { readRecords } from './qmsum.ts';
import { print, printTable, toPercent } from './table.ts';

type Dialogue = {
  readonly id: string;
  readonly source: string;
  readonly messages: readonly PlainLine[];
  readonly claims: readonly { readonly text: string; readonly label: 0 | 1 }[];
};

export type Tally = {
  right: number;
  supported: number;
  refused: number;
  unsupported: number;
  unfound: number;
};

/** What checking says of a text of one or more sentences: verified where all of them are. */
export function checkText(text: string, scene: Scene): 'verified' | 'needs_clarification' | 'not_found' {
  const checker = createChecker(scene.evidence, { languages: scene.languages });
  const outcomes = splitStatements(text).statements.map(each => checker.check({ text: each }));
  if (outcomes.length === 0 || outcomes.every(({ found }) => !found)) return 'not_found';
  const isVerified = outcomes.every(each => each.found && each.claim.status === 'verified');
  return isVerified ? 'verified' : 'needs_clarification';
}

function tallyOf(
  texts: readonly { readonly text: string; readonly holds: boolean; readonly scene: Scene }[],
): Tally {
  const tally: Tally = { right: 0, supported: 0, refused: 0, unsupported: 0, unfound: 0 };
  for (const { text, holds, scene } of texts) {
    const status = checkText(text, scene);
    if (holds) tally.supported += 1;
    else tally.unsupported += 1;
    if (holds && status === 'verified') tally.right += 1;
    if (!holds && status !== 'verified') tally.refused += 1;
    if (status === 'not_found') tally.unfound += 1;
  }
  return tally;
}

/** Prints how well checking tells statements that hold from those that do not. */
export function printCheck(data: string): void {
  const own = toOwnClaims();
  const scenes = [...new Set(own.map(({ scene }) => scene))];
  const foreign = own.flatMap(({ scene, draft }) => {
    const other = scenes.find(each => each !== scene && each.languages[0] === scene.languages[0]);
    return other ? [{ text: draft.text, holds: false, scene: other }] : [];
  });
  const sets = new Map<string, { text: string; holds: boolean; scene: Scene }[]>([
    [
      'own, and the same of another talk',
      [...own.map(({ scene, draft }) => ({ text: draft.text, holds: true, scene })), ...foreign],
    ],
  ]);
  for (const { id, source, messages, claims } of readRecords(data, 'verify.jsonl') as readonly Dialogue[]) {
    const scene = toScene(id, toPlainEvidence(id, messages), ['en']);
    const known = sets.get(source) ?? [];
    known.push(...claims.map(({ text, label }) => ({ text, holds: label === 1, scene })));
    sets.set(source, known);
  }
  const rows = [...sets].map(([name, texts]) => [name, texts.length, tallyOf(texts)] as const);
  printTable(
    'Checking statements: verified or not, %',
    ['set', 'texts', 'balanced accuracy', 'held: verified', 'not held: refused', 'nothing found'],
    rows.map(([name, count, { right, supported, refused, unsupported, unfound }]) => [
      name,
      String(count),
      ((50 * right) / (supported || 1) + (50 * refused) / (unsupported || 1)).toFixed(1),
      toPercent(right, supported),
      toPercent(refused, unsupported),
      toPercent(unfound, count),
    ]),
  );
  print();
}
