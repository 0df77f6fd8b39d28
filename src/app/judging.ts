import type { VerifiedClaim } from '../core/claims/claim.ts';
import type { Judgement } from '../core/claims/judgement.ts';
import type { EngineReason, Usage } from '../core/claims/summary.ts';
import { addUsage } from '../core/claims/usage.ts';
import { type Evidence, messageAt } from '../core/conversation/evidence.ts';
import { toJudged } from '../core/verify/judged.ts';
import type { Judge, JudgeReport, JudgeRequest } from './ports.ts';

/** How long claims may be judged, in milliseconds, and how many at a time. */
export type JudgingLimits = {
  readonly totalMs: number;
  readonly eachMs: number;
  readonly atOnce: number;
};

/** A reader waits a minute longer at most; draft, repair and this leave Discord's fifteen minutes room for the rest. */
export const usualJudging: JudgingLimits = { totalMs: 60_000, eachMs: 20_000, atOnce: 4 };

/** Where somebody waits at a terminal, as long as it takes to judge whatever was given. */
export const patientJudging: JudgingLimits = { ...usualJudging, totalMs: 3_600_000 };

export type JudgingParts = {
  readonly judge: Judge;
  readonly limits?: JudgingLimits;
  /** Whether a message was deleted since it was read: it is not sent. */
  readonly isGone?: (messageId: string) => boolean;
  /** Claims below it are hidden, and need no verdict. */
  readonly minConfidence?: number;
  /** Hears after each claim how all stand, and how many have had their turn. */
  readonly onJudged?: (soFar: Judging) => void;
};

export type Judging = { readonly claims: readonly VerifiedClaim[]; readonly judged: number };
export type Judged = { readonly claims: readonly VerifiedClaim[]; readonly usage: Usage | null };

type Asked = { readonly evidence: Evidence } & Pick<JudgeRequest, 'language' | 'zone'>;

/** What every further claim would meet as well: the judge is asked no more. */
const lasting: ReadonlySet<EngineReason> = new Set([
  'key_refused',
  'not_allowed',
  'unpaid',
  'spend_limit',
  'model_gone',
]);
/** What is a matter of one claim, and says nothing about the next. */
const ofOneClaim: ReadonlySet<EngineReason> = new Set(['refused', 'unreadable', 'truncated', 'too_long']);
/** As many others one after another are an outage. */
const mostInARow = 3;

/** An answer that is given up is told of at once; one that is not is no longer waited for after this. */
const graceMs = 500;

/**
 * Has claims that code verified judged, a few at a time, each by itself. A claim may be marked; one that is not judged in
 * time, or not at all, stands as it was and says so. Claims that are marked already, or cite what is gone, are not asked about.
 */
export async function judgeClaims(
  claims: readonly VerifiedClaim[],
  { evidence, ...asked }: Asked,
  { judge, limits = usualJudging, isGone = () => false, minConfidence = 0, onJudged }: JudgingParts,
  signal: AbortSignal,
): Promise<Judged> {
  const isStanding = (position: number) => {
    const message = messageAt(evidence, position);
    return message !== undefined && !isGone(message.id);
  };
  const places = Map.groupBy(claims.keys(), place => claims[place]);
  const waiting = [...places].flatMap(([claim, own]) =>
    claim?.status === 'verified' && claim.confidence >= minConfidence && toPositions(claim).every(isStanding)
      ? [{ claim, own }]
      : [],
  );
  if (waiting.length === 0) return { claims, usage: null };

  const begunAt = performance.now();
  const over = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
  const after = [...claims];
  const outage = createOutage();
  let usage: Usage | null = null;
  let judged = 0;

  const judgeOne = async (claim: VerifiedClaim): Promise<Judgement | null> => {
    // What was deleted while others were judged is not sent either.
    if (over.aborted || outage.isOn() || !toPositions(claim).every(isStanding)) return null;
    const report = await ask(judge, { claim, evidence, ...asked }, over, limits.eachMs);
    usage = addUsage(usage, report.usage);
    outage.note(report.failure);
    return report.judgement;
  };
  const queue = waiting.values();
  const work = async () => {
    for (const { claim, own } of queue) {
      const outcome = toJudged(claim, await judgeOne(claim));
      signal.throwIfAborted();
      for (const place of own) after[place] = outcome;
      judged += own.length;
      onJudged?.({ claims: [...after], judged });
    }
  };
  await Promise.all(Array.from({ length: limits.atOnce }, work));
  return { claims: after, usage: toWhole(usage, performance.now() - begunAt) };
}

function toPositions({ citations, before }: VerifiedClaim): readonly number[] {
  return [...citations, ...(before?.citations ?? [])].map(({ position }) => position);
}

const unasked: JudgeReport = { judgement: null, usage: null, failure: 'timed_out' };

/** What the judge says within the time for one claim; a judge that hears no signal is left behind. */
async function ask(
  judge: Judge,
  request: JudgeRequest,
  over: AbortSignal,
  eachMs: number,
): Promise<JudgeReport> {
  const own = AbortSignal.any([over, AbortSignal.timeout(eachMs)]);
  const left = Promise.withResolvers<JudgeReport>();
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    timer = setTimeout(() => left.resolve(unasked), graceMs);
  };
  own.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([judge.judge(request, own), left.promise]);
  } catch {
    return { ...unasked, failure: 'broken_off' };
  } finally {
    own.removeEventListener('abort', leave);
    clearTimeout(timer);
  }
}

function createOutage() {
  let inARow = 0;
  let isOver = false;
  return {
    isOn: () => isOver,
    note: (failure: EngineReason | null) => {
      if (failure === null) inARow = 0;
      else if (!ofOneClaim.has(failure)) inARow += 1;
      isOver ||= inARow >= mostInARow || (failure !== null && lasting.has(failure));
    },
  };
}

/** Claims are judged side by side: their time is that of all, not the sum. */
function toWhole(usage: Usage | null, tookMs: number): Usage | null {
  return usage && { ...usage, durationMs: Math.round(tookMs) };
}
