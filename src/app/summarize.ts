import { renumber } from '../core/claims/assemble.ts';
import type { RejectedClaim, VerifiedClaim } from '../core/claims/claim.ts';
import type { DraftMatter } from '../core/claims/draft.ts';
import { deletedClaim, eraseClaimWords } from '../core/claims/message-changes.ts';
import {
  addUsage,
  type EngineNote,
  type EngineReason,
  type Summary,
  type Usage,
} from '../core/claims/summary.ts';
import { toQuality } from '../core/claims/usage.ts';
import { type Evidence, isStandingAt, type PositionRange } from '../core/conversation/evidence.ts';
import { type Conversation, withoutPictures } from '../core/conversation/message.ts';
import { isJudged, needsJudge } from '../core/verify/judged-claim.ts';
import { createVerifier } from '../core/verify/verifier.ts';
import type { Logger } from '../log.ts';
import {
  type CheckedClaim,
  findMatter,
  settle,
  toMatters,
  toTitles,
  withoutRepeated,
} from './checked-claim.ts';
import { type SummarizeRequest, toEngineRequest } from './engine-request.ts';
import { improveDraft } from './improve-draft.ts';
import { type JudgingLimits, toJudgeNote } from './judge-claims.ts';
import { pause } from './pauses.ts';
import type { Engine, EngineReport, EngineRequest, Judge } from './ports.ts';
import { noTelemetry, type Telemetry } from './telemetry-ports.ts';

export type SummarizePorts = {
  readonly engine: Engine;
  /** Writes where the first engine brought nothing that holds; it is one that does not fail. */
  readonly fallback?: Engine | undefined;
  /** Judges what the engine wrote and whose proofs hold; what the fallback writes consists of quotes. */
  readonly judge?: Judge | undefined;
  readonly judging?: JudgingLimits;
  readonly log?: Logger;
  readonly telemetry?: Telemetry;
  readonly newId: () => string;
  /** Whether a message was deleted since it was read: no claim that cites it is shown. */
  readonly isGone?: (messageId: string) => boolean;
  /** Called for every claim as soon as its proofs pass, and for all again as they are judged. */
  readonly onVerified?: (soFar: SummaryProgress) => void;
};

/** A summary in the making: its verified claims so far, and the summary of these, numbered anew each time. */
export type SummaryProgress = {
  readonly verified: number;
  readonly judging: boolean;
  readonly toSummary: () => Summary;
};

export async function summarize(
  conversation: Conversation,
  request: SummarizeRequest,
  ports: SummarizePorts,
  signal: AbortSignal,
): Promise<Summary> {
  const summary = await write(conversation, request, ports, signal);
  ports.telemetry?.count({ kind: 'summary', quality: toQuality(summary) });
  return summary;
}

async function write(
  conversation: Conversation,
  request: SummarizeRequest,
  ports: SummarizePorts,
  signal: AbortSignal,
): Promise<Summary> {
  const { engine, fallback, judge, telemetry = noTelemetry, newId, isGone, onVerified } = ports;
  const { spent = null, ...asked } = await toEngineRequest(conversation, request, ports, signal);
  const { evidence, detail, question, language, spoken, zone } = asked;
  const verifier = createVerifier(evidence, { languages: spoken, zone, question: judge && question });
  const id = newId();

  let unsummarized: readonly PositionRange[] = [];
  const matters = new Map<number, DraftMatter>();
  const number = (
    checked: readonly CheckedClaim[],
    note: EngineNote,
    usage: Usage | null,
    titles: readonly CheckedClaim[] = [],
  ) => {
    const sorted = sort(checked);
    const { verified, rejected } = forget(sorted, evidence, isGone);
    const wasJudged =
      sorted.verified.some(isJudged) ||
      sorted.rejected.some(({ reasons }) => reasons.some(({ check }) => check === 'judge'));
    return renumber(evidence, verified, rejected, {
      id,
      detail,
      ...(question !== undefined && { question }),
      engine: judge && wasJudged ? { ...note, ...toJudgeNote(judge) } : note,
      language,
      zone,
      window: request.window,
      ...(request.minConfidence !== undefined && { minConfidence: request.minConfidence }),
      unsummarized,
      usage,
      matters: toMatters(matters, titles, {
        summaryId: id,
        isJudged: judge !== undefined,
        evidence,
        goOn: question === undefined,
        ...(request.memory && { memory: request.memory }),
      }),
    });
  };
  const tell = (all: readonly CheckedClaim[], judging: boolean) => {
    // What only the judge can check is not shown before.
    const checked = all.filter(each => {
      const settled = settle(each);
      return !settled.ok || isJudged(settled.claim) || !needsJudge(settled.claim);
    });
    onVerified?.({
      verified: checked.filter(each => settle(each).ok).length,
      judging,
      toSummary: () => number(checked, { name: engine.name }, null),
    });
  };

  const drafted: CheckedClaim[] = [];
  const previews: CheckedClaim[] = [];
  const onClaim: Parameters<Engine['draft']>[1] = (written, stage) => {
    const verdict = verifier.verify(written, engine.writesQuotes);
    const matter = stage === 'preview' ? null : findMatter(written);
    if (matter !== null) matters.set(matter.number, matter);
    (stage === 'preview' ? previews : drafted).push({ verdict });
    // Previews are replaced once the draft has as many claims.
    if (verdict.ok) tell(drafted.length < previews.length ? previews : drafted, false);
  };
  const report = await telemetry.step('draft', () => engine.draft({ ...asked, isGone }, onClaim, signal));
  signal.throwIfAborted();
  const { failure } = report;
  // One of its pictures may be the reason, and nobody could find out which.
  if (
    conversation.pictures &&
    (failure === 'request_refused' || failure === 'too_long') &&
    !hasVerified(drafted)
  )
    return write(withoutPictures(conversation), request, ports, signal);
  unsummarized = report.unsummarized ?? [];

  let bill = addUsage(spent, report.usage);
  const parts = {
    verifier,
    request,
    ports,
    tell: (now: readonly CheckedClaim[]) => tell(now, true),
    toTitles: (now: readonly CheckedClaim[]) => toTitles(now, matters, verifier),
  };
  if (report.failure === null || (report.failure !== 'refused' && hasVerified(drafted))) {
    const { checked, titles, usage } = await improveDraft(drafted, asked, report, parts, signal);
    bill = addUsage(bill, usage);
    await pause();
    const reason = toReason(report, checked, asked);
    if (reason === null || hasVerified(checked) || fallback === undefined)
      return number(checked, reason === null ? report.engine : { ...report.engine, reason }, bill, titles);
    drafted.splice(0, drafted.length, ...checked);
  } else if (fallback === undefined) {
    return number(drafted, { ...report.engine, reason: report.failure }, bill);
  }

  // Rejected claims stay counted, and the cost of the failed draft is added.
  const reason = toReason(report, drafted, asked) ?? 'unsupported';
  matters.clear();
  // Nothing of a draft that a model declined to finish is shown.
  const again = reason === 'refused' ? [] : drafted.filter(each => !settle(each).ok);
  const onQuote = (written: unknown) =>
    void again.push({ verdict: verifier.verify(written, fallback.writesQuotes) });
  const second = await telemetry.step('draft', () => fallback.draft(asked, onQuote, signal));
  signal.throwIfAborted();
  return number(again, { ...second.engine, reason }, addUsage(bill, second.usage));
}

type SortedClaims = {
  readonly verified: readonly VerifiedClaim[];
  readonly rejected: readonly RejectedClaim[];
};

function sort(checked: readonly CheckedClaim[]): SortedClaims {
  const verified: VerifiedClaim[] = [];
  const rejected: RejectedClaim[] = [];
  for (const verdict of withoutRepeated(checked).map(settle))
    if (verdict.ok) verified.push(verdict.claim);
    else rejected.push(verdict.rejected);
  return { verified, rejected };
}

/** Leaves out and counts claims that cite deleted messages. Words of dropped claims go too: nobody knows what they were taken from. */
function forget(
  { verified, rejected }: SortedClaims,
  evidence: Evidence,
  isGone: SummarizePorts['isGone'],
): SortedClaims {
  if (isGone === undefined || !evidence.messages.some(({ id }) => isGone(id))) return { verified, rejected };
  const standing = verified.filter(({ citations }) =>
    citations.every(({ position }) => isStandingAt(evidence, position, isGone)),
  );
  const lost = Array.from({ length: verified.length - standing.length }, () => deletedClaim);
  return { verified: standing, rejected: [...rejected.map(eraseClaimWords), ...lost] };
}

/** What is wrong with a draft: one without a supported claim counts as none, and one without any claim is no answer. */
function toReason(
  { failure, engine }: EngineReport,
  checked: readonly CheckedClaim[],
  { evidence, question }: EngineRequest,
): EngineReason | null {
  if (failure !== null) return failure;
  if (
    question !== undefined &&
    checked.length === 0 &&
    evidence.messages.length > 0 &&
    engine.name !== 'extractive'
  )
    return 'unanswered';
  const isVain = checked.length > 0 && evidence.messages.length > 0 && !hasVerified(checked);
  return isVain ? 'unsupported' : null;
}

function hasVerified(checked: readonly CheckedClaim[]): boolean {
  return checked.some(each => settle(each).ok);
}
