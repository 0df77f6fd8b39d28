import type { VerifiedClaim } from '../core/claims/claim.ts';
import type { Judgement } from '../core/claims/judgement.ts';
import { addUsage, type EngineNote, type EngineReason, type Usage } from '../core/claims/summary.ts';
import { type Evidence, isStandingAt } from '../core/conversation/evidence.ts';
import type { JudgedClaim } from '../core/prompt/judge.ts';
import type { Logger } from '../log.ts';
import {
  type BatchLimits,
  type Cites,
  toBatches,
  toCitedPositions,
  toControls,
  toJudgeContext,
  toSeed,
  withControls,
} from './judge-batches.ts';
import { mapWithPauses } from './pauses.ts';
import type { Judge, JudgeReport, JudgeRequest } from './ports.ts';

/** How long claims may be judged, in milliseconds, in how many calls, and how many at a time. */
export type JudgingLimits = BatchLimits & {
  readonly totalMs: number;
  readonly eachMs: number;
  readonly atOnce: number;
};

/** At most a minute each time, so that draft, repair and judging fit into the 15 minutes of a Discord interaction. */
export const defaultJudgingLimits: JudgingLimits = {
  totalMs: 60_000,
  eachMs: 30_000,
  atOnce: 4,
  mostBatches: 4,
  leastClaims: 6,
};

/** For a terminal: any number of statements, in as many calls as they take. */
export const batchJudgingLimits: JudgingLimits = {
  ...defaultJudgingLimits,
  totalMs: 3_600_000,
  mostBatches: Number.POSITIVE_INFINITY,
};

export type JudgeableClaim = JudgedClaim & Pick<VerifiedClaim, 'status' | 'confidence'>;

export type JudgingParts<Claim = VerifiedClaim> = {
  readonly judge: Judge;
  readonly limits?: JudgingLimits | undefined;
  /** Whether a message was deleted since it was read: it is not sent. */
  readonly isGone?: ((messageId: string) => boolean) | undefined;
  /** Claims below it are hidden, and need no verdict. */
  readonly minConfidence?: number | undefined;
  readonly log?: Logger | undefined;
  readonly onJudged?: (verdicts: Verdicts<Claim>) => void;
};

/** A verdict for each claim that was asked about; null where none came. */
export type Verdicts<Claim = VerifiedClaim> = ReadonlyMap<Claim, Judgement | null>;
type Judged<Claim> = { readonly verdicts: Verdicts<Claim>; readonly usage: Usage | null };

type Asked = {
  readonly evidence: Evidence;
  readonly spoken: readonly string[];
} & Pick<JudgeRequest, 'language' | 'isUncited' | 'zone' | 'payer' | 'isBackground'>;

/** Failures that every further call would meet: the judge is not asked again. */
const lasting: ReadonlySet<EngineReason> = new Set([
  'key_refused',
  'not_allowed',
  'unpaid',
  'spend_limit',
  'cap_reached',
  'model_gone',
]);
export function isLasting(reason: EngineReason): boolean {
  return lasting.has(reason);
}

/** Failures that the content of one call may cause; they say nothing about the next call. */
const ofContent: ReadonlySet<EngineReason> = new Set(['refused', 'unreadable', 'truncated', 'too_long']);
/** This many other failures in a row count as an outage. */
const mostInARow = 3;

/** Has claims judged whose proofs hold, except quotes, hidden ones and those of deleted messages. An untrusted call is split up. */
export async function judgeClaims<Claim extends JudgeableClaim = VerifiedClaim>(
  claims: readonly Claim[],
  { evidence, spoken, ...asked }: Asked,
  {
    judge,
    limits = defaultJudgingLimits,
    isGone = () => false,
    minConfidence = 0,
    log,
    onJudged,
  }: JudgingParts<Claim>,
  signal: AbortSignal,
): Promise<Judged<Claim>> {
  const isStanding = (position: number) => isStandingAt(evidence, position, isGone);
  const toOwnCited = (claim: Cites) => (asked.isUncited ? [] : toCitedPositions(claim));
  const isStillCited = (claim: Claim) => toOwnCited(claim).every(isStanding);
  const asking = [...new Set(claims)].filter(
    claim => claim.status === 'sources_found' && claim.confidence >= minConfidence && isStillCited(claim),
  );
  if (asking.length === 0) return { verdicts: new Map(), usage: null };

  const begunAt = performance.now();
  const over = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
  const context = toJudgeContext(evidence, spoken, asked.isUncited);
  const toEntry = (claim: Claim) => [claim, context.toShown(claim)] as const;
  const shownWith = new Map<JudgedClaim, readonly number[]>(await mapWithPauses(asking, toEntry));
  const toShown = (claim: JudgedClaim) => shownWith.get(claim) ?? [];
  const verdicts = new Map<Claim, Judgement | null>();
  const outage = createOutage();
  let usage: Usage | null = null;
  const settle = (batch: readonly Claim[], judgements: readonly (Judgement | null)[]) => {
    for (const [index, claim] of batch.entries()) verdicts.set(claim, judgements[index] ?? null);
    onJudged?.(new Map(verdicts));
  };

  /** The verdicts of one call on these claims; null where they cannot be trusted. */
  const askAbout = async (
    batch: readonly Claim[],
    toPositions: (claim: Claim) => readonly number[],
  ): Promise<readonly (Judgement | null)[] | null> => {
    const positions = new Set(batch.flatMap(toPositions).filter(isStanding));
    const shown = evidence.messages.filter(({ position }) => positions.has(position));
    if (shown.length === 0) return batch.map(() => null);
    const seed = toSeed(batch.map(({ text }) => text));
    const entries = withControls(batch, toControls(shown, evidence, seed), seed);
    const report = await ask(
      judge,
      { claims: entries.map(({ claim }) => claim), positions, evidence, ...asked },
      over,
      limits.eachMs,
    );
    usage = addUsage(usage, report.usage);
    outage.note(report.failure);
    const judged = entries.map((entry, index) => ({ ...entry, judgement: report.judgements[index] ?? null }));
    const isTrusted = judged.every(
      ({ control, judgement }) =>
        judgement !== null && (control === null || control.isTrue === (judgement.verdict === 'supported')),
    );
    if (report.failure === null ? !isTrusted : ofContent.has(report.failure)) return null;
    return judged.flatMap(({ claim, control, judgement }) =>
      control === null ? [judgement && withUsablePositions(judgement, toOwnCited(claim), positions)] : [],
    );
  };

  const judgeBatch = async (planned: readonly Claim[]): Promise<void> => {
    // What was deleted while others were judged is not sent either.
    const batch = planned.filter(isStillCited);
    if (batch.length === 0 || over.aborted || outage.isOn()) return settle(planned, []);
    const judgements = await askAbout(batch, toShown);
    signal.throwIfAborted();
    if (judgements !== null) return settle(batch, judgements);
    log?.warn({ claims: batch.length, model: judge.model }, 'judge-answer-discarded');
    await atMost(limits.atOnce, batch, async claim => {
      const isPossible = !over.aborted && !outage.isOn() && isStillCited(claim);
      settle([claim], (isPossible && (await askAbout([claim], context.toNeeded))) || []);
      signal.throwIfAborted();
    });
  };
  await atMost(limits.atOnce, toBatches(asking, limits, asked.isUncited), judgeBatch);
  signal.throwIfAborted();
  // Claims are judged side by side: their time is that of all, not the sum.
  return {
    verdicts,
    usage: usage && { ...(usage as Usage), durationMs: Math.round(performance.now() - begunAt) },
  };
}

/** A position that was not shown, or is cited already, is no better one. */
function withUsablePositions(
  judgement: Judgement,
  cited: readonly number[],
  shown: ReadonlySet<number>,
): Judgement {
  const usable = judgement.positions.filter(each => shown.has(each) && !cited.includes(each));
  return { ...judgement, positions: [...new Set(usable)] };
}

async function atMost<Item>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker));
}

/** Asks the judge once, within the time for one call. */
async function ask(
  judge: Judge,
  request: JudgeRequest,
  over: AbortSignal,
  eachMs: number,
): Promise<JudgeReport> {
  try {
    return await judge.judge(request, AbortSignal.any([over, AbortSignal.timeout(eachMs)]));
  } catch {
    // A judge reports its failures. If it throws anyway, the claims are shown as not judged.
    return { judgements: [], usage: null, failure: 'broken_off' };
  }
}

function createOutage() {
  let inARow = 0;
  let isOver = false;
  return {
    isOn: () => isOver,
    note: (failure: EngineReason | null) => {
      if (failure === null) inARow = 0;
      else if (!ofContent.has(failure)) inARow += 1;
      isOver ||= inARow >= mostInARow || (failure !== null && lasting.has(failure));
    },
  };
}

export function toJudgeNote({ model, fault }: Judge): Pick<EngineNote, 'judge' | 'judgeFault'> {
  return { judge: model, ...(fault && { judgeFault: fault }) };
}
