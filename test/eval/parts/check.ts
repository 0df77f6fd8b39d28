import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { createChecker } from '../../../src/core/verify/checker.ts';
import { splitStatements } from '../../../src/core/verify/statements.ts';
import { readDialogues } from '../dialogues.ts';
import { type Scene, toScene } from '../material.ts';
import { toOwnClaims } from '../own/own.ts';
import { printTable, toPercent } from '../table.ts';

/** A text about a conversation, whether it holds, and whether checking finds sources for all its statements. */
type Checked = {
  readonly set: string;
  readonly isTrue: boolean;
  readonly isFound: boolean;
};

function findsSources(text: string, { evidence, languages }: Scene): boolean {
  const checker = createChecker(evidence, { languages, zone: 'UTC' });
  const outcomes = splitStatements(text).statements.map(each => checker.check({ text: each }));
  return (
    outcomes.length > 0 &&
    outcomes.every(outcome => outcome.found && outcome.claim.status !== 'needs_clarification')
  );
}

/** Every claim of the own set, and the same claim checked against another conversation. */
export function checkOwn(): readonly Checked[] {
  const own = toOwnClaims();
  const scenes = [...new Set(own.map(({ scene }) => scene))];
  return own.flatMap(({ scene, draft: { text } }) => {
    const other = scenes.find(each => each !== scene && each.languages[0] === scene.languages[0]);
    const toChecked = (isTrue: boolean, where: Scene): Checked => ({
      set: 'own, and the same of another talk',
      isTrue,
      isFound: findsSources(text, where),
    });
    return [toChecked(true, scene), ...(other ? [toChecked(false, other)] : [])];
  });
}

function checkLabeled(data: string): readonly Checked[] {
  return readDialogues(data).flatMap(({ id, source, conversation, claims }) => {
    const scene = toScene(id, toEvidence(conversation), ['en']);
    return claims.map(
      ({ text, isTrue }): Checked => ({ set: source, isTrue, isFound: findsSources(text, scene) }),
    );
  });
}

/** Prints how far checking without a judge agrees with people; nothing is tuned to it. */
export function printCheck(data: string): void {
  const checked = [...checkOwn(), ...checkLabeled(data)];
  const count = (list: readonly Checked[], isFound: boolean) =>
    list.filter(each => each.isFound === isFound).length;
  printTable(
    'Checking statements without a judge: sources found or not, %',
    ['set', 'texts', 'balanced accuracy', 'true: found', 'wrong: refused'],
    [...Map.groupBy(checked, ({ set }) => set)].map(([set, list]) => {
      const holding = list.filter(({ isTrue }) => isTrue);
      const wrong = list.filter(({ isTrue }) => !isTrue);
      const [found, refused] = [count(holding, true), count(wrong, false)];
      return [
        set,
        list.length,
        ((50 * found) / (holding.length || 1) + (50 * refused) / (wrong.length || 1)).toFixed(1),
        toPercent(found, holding.length),
        toPercent(refused, wrong.length),
      ];
    }),
  );
}
