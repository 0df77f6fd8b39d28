import { addUsage, type Usage } from '../core/claims/summary.ts';
import type { Verifier } from '../core/verify/verifier.ts';
import type { Logger } from '../log.ts';
import {
  type CheckedClaim,
  chooseBetter,
  citeJudged,
  toRepeatKey,
  withJudgement,
  withoutRepeated,
} from './checked-claim.ts';
import { type JudgingLimits, judgeClaims, type Verdicts } from './judge-claims.ts';
import type { Engine, EngineReport, EngineRequest, Judge } from './ports.ts';
import { repair } from './repair.ts';
import { noTelemetry, type Telemetry } from './telemetry-ports.ts';

type ImproveParts = {
  readonly verifier: Verifier;
  readonly request: { readonly minConfidence?: number };
  readonly ports: {
    readonly engine: Engine;
    readonly judge?: Judge | undefined;
    readonly judging?: JudgingLimits;
    readonly log?: Logger;
    readonly telemetry?: Telemetry;
    readonly isGone?: (messageId: string) => boolean;
  };
  /** Called after each verdict with the claims as they are then. */
  readonly tell: (now: readonly CheckedClaim[]) => void;
  /** The titles of the matters that these claims belong to, each with what the claims under it cite. */
  readonly toTitles: (checked: readonly CheckedClaim[]) => readonly CheckedClaim[];
};

/** The claims and titles of a draft after its proofs, verdicts and repair, and what the calls cost. */
type ImprovedDraft = {
  readonly checked: readonly CheckedClaim[];
  readonly titles: readonly CheckedClaim[];
  readonly usage: Usage | null;
};

/**
 * Has a draft judged; has what failed a proof, or is not supported, written once more in one call; and has that judged
 * again. A claim for which the judge names a better message is not written again but cites that one. Titles are judged with
 * the claims; where what is cited under one has changed by then, it is judged once more.
 */
export async function improveDraft(
  drafted: readonly CheckedClaim[],
  asked: EngineRequest,
  { failure }: EngineReport,
  { verifier, request, ports, tell, toTitles }: ImproveParts,
  signal: AbortSignal,
): Promise<ImprovedDraft> {
  const { engine, isGone, log, telemetry = noTelemetry } = ports;
  const hasAnswered = (judged: Verdicts) =>
    judged.size === 0 || [...judged.values()].some(judgement => judgement !== null);
  const judgeAll = async (checked: readonly CheckedClaim[], onJudged: (verdicts: Verdicts) => void) => {
    const claims = checked.flatMap(({ verdict }) => (verdict.ok ? [verdict.claim] : []));
    const { judge, judging: limits } = ports;
    const { minConfidence } = request;
    if (judge === undefined || !claims.some(({ status }) => status === 'sources_found'))
      return { verdicts: new Map() as Verdicts, usage: null };
    const parts = { judge, minConfidence, limits, isGone, log, onJudged };
    const judging = () => judgeClaims(claims, asked, parts, signal);
    return telemetry.step('judge', judging, ({ usage }) => usage);
  };

  const distinct = withoutRepeated(drafted);
  if (ports.judge !== undefined) tell(distinct);
  const headed = toTitles(distinct);
  const first = await judgeAll([...distinct, ...headed], verdicts =>
    tell(distinct.map(each => withJudgement(each, verdicts))),
  );
  const judgedTitles = headed.map(each => withJudgement(each, first.verdicts));
  const finish = async (checked: readonly CheckedClaim[], usage: Usage | null): Promise<ImprovedDraft> => {
    const titles = toTitles(checked).map(each => judgedTitles.find(isSameClaim(each)) ?? each);
    const unjudged = titles.filter(each => each.verdict.ok && each.judgement === undefined);
    if (failure !== null || !hasAnswered(first.verdicts)) return { checked, titles, usage };
    const last = await judgeAll(unjudged, () => undefined);
    return {
      checked,
      titles: titles.map(each => withJudgement(each, last.verdicts)),
      usage: addUsage(usage, last.usage),
    };
  };
  const judged = distinct.map(each => withJudgement(each, first.verdicts));
  // A second call would probably fail for the same reason.
  if (failure !== null) return finish(judged, first.usage);

  const withNewCitation = new Map<number, CheckedClaim>();
  for (const [index, each] of judged.entries()) {
    const moved = citeJudged(each, verifier);
    if (moved !== null) withNewCitation.set(index, moved);
  }
  const others = new Map([...judged.entries()].filter(([index]) => !withNewCitation.has(index)));
  signal.throwIfAborted();
  const repairing = { engine, verifier, telemetry, isGone, log };
  const { rewritten, usage } = await repair(others, asked, repairing, signal);
  signal.throwIfAborted();
  // What comes back as it was, or as another claim, is nothing new.
  const said = new Set(judged.flatMap(({ verdict }) => (verdict.ok ? [toRepeatKey(verdict.claim)] : [])));
  const isNew = ({ verdict }: CheckedClaim) => verdict.ok && !said.has(toRepeatKey(verdict.claim));
  const changed = new Map([...withNewCitation, ...[...rewritten].filter(([, each]) => isNew(each))]);
  if (changed.size === 0) return finish(judged, addUsage(first.usage, usage));

  const replace = (verdicts: Verdicts) =>
    judged.map((before, index) => {
      const after = changed.get(index);
      return after ? chooseBetter(before, withJudgement(after, verdicts)) : before;
    });
  const unanswered: Verdicts = new Map(
    [...changed.values()].flatMap(({ verdict }) => (verdict.ok ? [[verdict.claim, null] as const] : [])),
  );
  const second = hasAnswered(first.verdicts)
    ? await judgeAll([...changed.values()], verdicts => tell(replace(verdicts)))
    : { verdicts: unanswered, usage: null };
  const checked = replace(second.verdicts);
  const repaired = [...rewritten.keys()].filter(index => checked[index] !== judged[index]).length;
  if (repaired > 0) telemetry.count({ kind: 'repaired', claims: repaired });
  return finish(checked, addUsage(addUsage(first.usage, usage), second.usage));
}

function isSameClaim({ verdict }: CheckedClaim): (other: CheckedClaim) => boolean {
  return ({ verdict: other }) =>
    verdict.ok && other.ok && toRepeatKey(verdict.claim) === toRepeatKey(other.claim);
}
