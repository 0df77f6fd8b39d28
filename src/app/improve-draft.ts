import type { VerifiedClaim } from '../core/claims/claim.ts';
import type { DraftClaim } from '../core/claims/draft.ts';
import { addUsage, type Usage } from '../core/claims/summary.ts';
import { type Evidence, messageAt, toReplyPositions } from '../core/conversation/evidence.ts';
import { toTermIndex } from '../core/select/term-index.ts';
import type { Verifier } from '../core/verify/verifier.ts';
import { type Logger, toLoggedError } from '../log.ts';
import { toEnglishReason } from '../render/view/problem-line.ts';
import {
  type CheckedClaim,
  chooseBetter,
  citeJudged,
  findMatter,
  toReasons,
  toRepeatKey,
  withJudgement,
  withoutRepeated,
} from './checked-claim.ts';
import { type JudgingLimits, judgeClaims, type Verdicts } from './judge-claims.ts';
import { eachWithPauses, mapWithPauses } from './pauses.ts';
import type { Engine, EngineReport, EngineRequest, Judge } from './ports.ts';
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

/**
 * Has a draft judged, what fails written once more in one call and judged again, and that once more where it still fails.
 * A claim with a better message cites that instead. Titles are judged with the claims, and again if their messages changed.
 */
export async function improveDraft(
  drafted: readonly CheckedClaim[],
  asked: EngineRequest,
  { failure }: EngineReport,
  parts: ImproveParts,
  signal: AbortSignal,
) {
  const { verifier, request, ports, tell, toTitles } = parts;
  const { isGone, log, telemetry = noTelemetry } = ports;
  const hasAnswered = (judged: Verdicts) =>
    judged.size === 0 || [...judged.values()].some(judgement => judgement !== null);
  const judgeAll = async (checked: readonly CheckedClaim[], onJudged: (verdicts: Verdicts) => void) => {
    const claims = checked.flatMap(({ verdict }) => (verdict.ok ? [verdict.claim] : []));
    const { judge, judging: limits } = ports;
    const { minConfidence } = request;
    if (judge === undefined || !claims.some(({ status }) => status === 'sources_found'))
      return { verdicts: new Map() as Verdicts, usage: null };
    const parts = { judge, minConfidence, limits, isGone, log, onJudged };
    return telemetry.step('judge', () => judgeClaims(claims, asked, parts, signal));
  };

  const distinct = withoutRepeated(drafted);
  if (ports.judge !== undefined) tell(distinct);
  const headed = toTitles(distinct);
  const first = await judgeAll([...distinct, ...headed], verdicts =>
    tell(distinct.map(each => withJudgement(each, verdicts))),
  );
  const judgedTitles = headed.map(each => withJudgement(each, first.verdicts));
  const finish = async (checked: readonly CheckedClaim[], usage: Usage | null) => {
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

  let checked: readonly CheckedClaim[] = judged;
  let open: ReadonlySet<number> = new Set(judged.keys());
  let bill = first.usage;
  const said = new Set<string>();
  const note = (all: Iterable<CheckedClaim>) => {
    for (const { verdict } of all) if (verdict.ok) said.add(toRepeatKey(verdict.claim));
  };
  const isNew = ({ verdict }: CheckedClaim) => verdict.ok && !said.has(toRepeatKey(verdict.claim));
  for (let round = 1; round <= mostRounds; round += 1) {
    const before = checked;
    const withNewCitation = new Map<number, CheckedClaim>();
    await eachWithPauses(before.entries(), ([index, each]) => {
      const moved = round === 1 ? citeJudged(each, verifier) : null;
      if (moved !== null) withNewCitation.set(index, moved);
    });
    const others = new Map(
      [...before.entries()].filter(([index]) => open.has(index) && !withNewCitation.has(index)),
    );
    signal.throwIfAborted();
    const { rewritten, usage } = await repair(others, asked, parts, signal);
    bill = addUsage(bill, usage);
    signal.throwIfAborted();
    // What comes back as it was, or as another claim, is nothing new.
    note(before);
    const changed = new Map([...withNewCitation, ...[...rewritten].filter(([, each]) => isNew(each))]);
    if (changed.size === 0) break;
    note(changed.values());
    const replace = (verdicts: Verdicts) =>
      before.map((each, index) => {
        const after = changed.get(index);
        return after ? chooseBetter(each, withJudgement(after, verdicts)) : each;
      });
    const unanswered: Verdicts = new Map(
      [...changed.values()].flatMap(({ verdict }) => (verdict.ok ? [[verdict.claim, null] as const] : [])),
    );
    const again = hasAnswered(first.verdicts)
      ? await judgeAll([...changed.values()], verdicts => tell(replace(verdicts)))
      : { verdicts: unanswered, usage: null };
    bill = addUsage(bill, again.usage);
    checked = replace(again.verdicts);
    const repaired = [...rewritten.keys()].filter(index => checked[index] !== before[index]).length;
    if (repaired > 0) telemetry.count({ kind: 'repaired', claims: repaired });
    if (!hasAnswered(again.verdicts)) break;
    open = new Set(changed.keys());
  }
  return finish(checked, bill);
}

/** A claim that was mended where it was wrong may have a second fault, which a reader would miss without a second round. */
const mostRounds = 2;

function isSameClaim({ verdict }: CheckedClaim): (other: CheckedClaim) => boolean {
  return ({ verdict: other }) =>
    verdict.ok && other.ok && toRepeatKey(verdict.claim) === toRepeatKey(other.claim);
}

/** As many as one call can write again without becoming a second draft. */
const mostFailing = 12;
/** Messages before and after a cited one that may be the one that was meant. */
const reach = 3;
const longestQuote = 500;
/** Messages that share the most words with a claim, anywhere in the conversation. */
const mostHits = 4;

/** Has what failed written once more in one call: what holds of it, by the keys of the claims. A call that throws changes nothing. */
async function repair(
  checked: ReadonlyMap<number, CheckedClaim>,
  asked: EngineRequest,
  { verifier, ports }: ImproveParts,
  signal: AbortSignal,
) {
  const { engine, isGone, log, telemetry = noTelemetry } = ports;
  const failing = [...checked]
    .flatMap(([key, each]) => {
      const [{ draft }, reasons] = [each.verdict, toReasons(each)];
      if (draft === null || reasons.length === 0) return [];
      return { key, draft, reasons, better: each.judgement?.positions ?? [] };
    })
    .slice(0, mostFailing);
  const rewritten = new Map<number, CheckedClaim>();
  const nothing = { rewritten, usage: null };
  const { repair: rewrite } = engine;
  if (rewrite === undefined || failing.length === 0) return nothing;

  const replies = toReplyPositions(asked.evidence);
  const standing = (position: number) => messageAt(asked.evidence, position) !== undefined;
  const windows = await mapWithPauses(failing, ({ draft, better }) => {
    const cited = [...draft.evidence.map(({ position }) => position), ...better];
    const alike = findAlike(draft.text, asked.evidence, asked.spoken);
    return new Set([...cited, ...alike].flatMap(each => toNear(each, replies)).filter(standing));
  });
  // Nobody knows whose words a claim that failed was taken from: once something was deleted, none is sent again.
  if (isGone !== undefined && asked.evidence.messages.some(({ id }) => isGone(id))) return nothing;
  const answers: { readonly written: object; readonly claim: number }[] = [];
  const repairing = {
    ...asked,
    failing: failing.map(({ draft, reasons }) => ({
      claim: toShape(draft),
      reasons: reasons.map(toEnglishReason),
    })),
    positions: new Set(windows.flatMap(window => [...window])),
  };
  let usage: Usage | null;
  try {
    const onClaim = (written: unknown) => {
      const claim = findMatter(written)?.continues ?? 0;
      answers.push({ written: Object(written), claim });
    };
    const rewriting = () => rewrite(repairing, onClaim, signal);
    ({ usage } = await telemetry.step('repair', rewriting));
  } catch (error) {
    signal.throwIfAborted();
    log?.error({ claims: failing.length, error: toLoggedError(error) }, 'repair-failed');
    return nothing;
  }

  await eachWithPauses(answers, ({ written, claim }) => {
    const failed = failing[claim - 1];
    if (failed === undefined || rewritten.has(failed.key)) return;
    const { key, draft } = failed;
    // It stays in its matter. As it was written, so that the verdict says what was mended in its shape.
    const verdict = verifier.verify({ ...written, matter: draft.matter, topic: draft.topic });
    const isAbout = ({ citations }: VerifiedClaim) =>
      citations.some(({ position }) => windows[claim - 1]?.has(position));
    if (verdict.ok && isAbout(verdict.claim)) rewritten.set(key, { verdict });
  });
  return { rewritten, usage };
}

/** A claim in the shape that engines write. */
function toShape({ evidence, kind, text, speakers, owner, due, confidence }: DraftClaim): object {
  return {
    evidence: evidence.map(({ position, quote }) => ({ position, quote: quote.slice(0, longestQuote) })),
    kind,
    text,
    speakers,
    owner: owner ?? '',
    due: due ?? '',
    confidence,
  };
}

function toNear(position: number, replies: ReadonlyMap<number, number>): readonly number[] {
  const answered = replies.get(position);
  const around = Array.from({ length: 2 * reach + 1 }, (_, step) => position - reach + step);
  return [...around, ...(answered === undefined ? [] : [answered])];
}

function findAlike(text: string, evidence: Evidence, spoken: readonly string[]): readonly number[] {
  const index = toTermIndex(evidence, spoken);
  return [...index.score(index.read(text))]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostHits)
    .map(([position]) => position);
}
