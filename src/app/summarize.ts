import type { RejectedClaim, VerifiedClaim } from '../core/claims/claim.ts';
import { parseDraftClaim } from '../core/claims/draft.ts';
import { deletedClaim, toForgotten } from '../core/claims/forgotten.ts';
import { renumber } from '../core/claims/renumber.ts';
import type { Detail, EngineNote, EngineReason, Summary, Usage } from '../core/claims/summary.ts';
import { addUsage } from '../core/claims/usage.ts';
import { type Evidence, messageAt, type TimeRange, toEvidence } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import { toLanguages } from '../core/select/languages.ts';
import { isJudged } from '../core/verify/judged.ts';
import { createVerifier } from '../core/verify/verifier.ts';
import { type Judged, type Judging, type JudgingLimits, judgeClaims } from './judging.ts';
import type { Engine, EngineReport, EngineRequest, Judge } from './ports.ts';
import { type CheckedClaim, repair } from './repair.ts';

export type SummarizeRequest = {
  readonly detail: Detail;
  readonly zone: string;
  readonly window: TimeRange;
  /** The BCP 47 tag of headings and of what the engine writes; without it, the conversation's own. */
  readonly language?: string;
  readonly focus?: string;
  readonly minConfidence?: number;
};

export type SummarizePorts = {
  readonly engine: Engine;
  /** Writes where the first engine brought nothing that holds; it is one that does not fail. */
  readonly fallback?: Engine;
  /** Looks at what the engine wrote and code verified; what the fallback writes needs no second opinion. */
  readonly judge?: Judge;
  readonly judging?: JudgingLimits;
  readonly newId: () => string;
  /** Whether a message was deleted since it was read: no claim that cites it is shown. */
  readonly isGone?: (messageId: string) => boolean;
  /** Hears of every claim that holds as soon as it is verified, and again as each is judged. */
  readonly onVerified?: (soFar: SoFar) => void;
};

/** A summary in the making: how many claims hold, and those laid out as they stand, numbered anew each time. */
export type SoFar = { readonly verified: number; readonly toSummary: () => Summary };

/** What an engine is asked: evidence of the window, and the language to write in. */
export function toEngineRequest(conversation: Conversation, request: SummarizeRequest): EngineRequest {
  const evidence = toEvidence(conversation, request.window);
  const spoken = toLanguages(evidence);
  const language = request.language ?? spoken[0] ?? 'en';
  const { detail, zone, focus } = request;
  return { evidence, detail, language, spoken, zone, ...(focus && { focus }) };
}

/** Takes a conversation down the whole river: evidence, draft, claims verified as they come, summary. */
export async function summarize(
  conversation: Conversation,
  request: SummarizeRequest,
  ports: SummarizePorts,
  signal: AbortSignal,
): Promise<Summary> {
  const { engine, fallback, judge, newId, isGone, onVerified } = ports;
  const asked = toEngineRequest(conversation, request);
  const { evidence, detail, language, spoken, zone } = asked;
  const verifier = createVerifier(evidence, { languages: spoken, zone });
  const id = newId();

  const number = (sorted: Sorted, note: EngineNote, usage: Usage | null) => {
    const { verified, rejected } = forget(sorted, evidence, isGone);
    return renumber(evidence, verified, rejected, {
      id,
      detail,
      engine: judge && verified.some(isJudged) ? { ...note, judge: judge.model } : note,
      language,
      zone,
      window: request.window,
      ...(request.minConfidence !== undefined && { minConfidence: request.minConfidence }),
      usage,
    });
  };

  const drafted: CheckedClaim[] = [];
  let verified = 0;
  const report = await engine.draft(
    asked,
    written => {
      const verdict = verifier.verify(written);
      drafted.push({ written, verdict });
      if (!verdict.ok) return;
      verified += 1;
      onVerified?.({
        verified,
        toSummary: () => number(sort(drafted), { name: engine.name }, null),
      });
    },
    signal,
  );
  // A draft that broke off has trouble enough, and a second call would meet the same.
  const { checked, usage } =
    report.failure === null
      ? await repair(drafted, asked, { engine, verifier, ...(isGone && { isGone }) }, signal)
      : { checked: drafted, usage: null };
  const bill = addUsage(report.usage, usage);

  const reason = toReason(report, checked, evidence);
  const note = reason === null ? report.engine : { ...report.engine, reason };
  if (reason === null || isKept(reason, checked) || fallback === undefined) {
    const sorted = sort(checked);
    const judged = await judgeSorted(
      sorted,
      asked,
      { ...ports, minConfidence: request.minConfidence ?? 0 },
      claims =>
        onVerified?.({
          verified: sorted.verified.length,
          toSummary: () => number({ ...sorted, verified: claims }, { name: engine.name }, null),
        }),
      signal,
    );
    return number({ ...sorted, verified: judged.claims }, note, addUsage(bill, judged.usage));
  }

  // What was written in vain stays counted; what it took stays on the bill.
  const again: CheckedClaim[] = reason === 'refused' ? [] : checked.filter(({ verdict }) => !verdict.ok);
  const second = await fallback.draft(
    asked,
    written => void again.push({ written, verdict: verifier.verify(written) }),
    signal,
  );
  return number(sort(again), { ...second.engine, reason }, addUsage(bill, second.usage));
}

/** As they are where there is no judge. */
async function judgeSorted(
  { verified }: Sorted,
  asked: EngineRequest,
  {
    judge,
    judging,
    isGone,
    minConfidence,
  }: Pick<SummarizePorts, 'judge' | 'judging' | 'isGone'> & { readonly minConfidence: number },
  onJudged: (claims: readonly VerifiedClaim[]) => void,
  signal: AbortSignal,
): Promise<Judged> {
  if (judge === undefined) return { claims: verified, usage: null };
  const parts = {
    judge,
    minConfidence,
    ...(judging && { limits: judging }),
    ...(isGone && { isGone }),
    onJudged: ({ claims }: Judging) => onJudged(claims),
  };
  return judgeClaims(verified, asked, parts, signal);
}

type Sorted = { readonly verified: readonly VerifiedClaim[]; readonly rejected: readonly RejectedClaim[] };

/** What holds and what does not; of claims that say the same of the same messages the first stands. */
function sort(checked: readonly CheckedClaim[]): Sorted {
  const verified: VerifiedClaim[] = [];
  const rejected: RejectedClaim[] = [];
  const said = new Set<string>();
  for (const { written, verdict } of checked) {
    if (!verdict.ok) rejected.push(verdict.rejected);
    else {
      const { kind, text, citations } = verdict.claim;
      const key = JSON.stringify([kind, text, citations.map(({ position }) => position)]);
      if (said.has(key)) rejected.push(toRepeated(text, written));
      else verified.push(verdict.claim);
      said.add(key);
    }
  }
  return { verified, rejected };
}

function toRepeated(text: string, written: unknown): RejectedClaim {
  const parsed = parseDraftClaim(written);
  const reasons = [{ check: 'shape', problem: { code: 'said_already' } }] as const;
  return { text, reasons, draft: parsed.ok ? parsed.draft : null, citations: [] };
}

/**
 * Leaves out claims that cite what was deleted meanwhile, and counts them. Their words go too, and those of all that
 * was dropped: nobody knows what those were taken from.
 */
function forget(
  { verified, rejected }: Sorted,
  evidence: Evidence,
  isGone: SummarizePorts['isGone'],
): Sorted {
  if (isGone === undefined || !evidence.messages.some(({ id }) => isGone(id))) return { verified, rejected };
  const standing = verified.filter(({ citations, before }) =>
    [...citations, ...(before?.citations ?? [])].every(({ position }) => {
      const message = messageAt(evidence, position);
      return message !== undefined && !isGone(message.id);
    }),
  );
  const lost = Array.from({ length: verified.length - standing.length }, () => deletedClaim);
  return { verified: standing, rejected: [...rejected.map(toForgotten), ...lost] };
}

/** What is wrong with a draft, where something is: a draft of which nothing holds is as good as none. */
function toReason(
  { failure }: EngineReport,
  checked: readonly CheckedClaim[],
  evidence: Evidence,
): EngineReason | null {
  if (failure !== null) return failure;
  const isVain = checked.length > 0 && evidence.messages.length > 0 && !hasVerified(checked);
  return isVain ? 'unsupported' : null;
}

/** A model that declined half-way is taken at its word; what holds of any other broken draft is worth showing. */
function isKept(reason: EngineReason, checked: readonly CheckedClaim[]): boolean {
  return reason !== 'refused' && hasVerified(checked);
}

function hasVerified(checked: readonly CheckedClaim[]): boolean {
  return checked.some(({ verdict }) => verdict.ok);
}
