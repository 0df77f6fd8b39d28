import type { RejectedClaim, VerifiedClaim } from '../core/claims/claim.ts';
import { renumber } from '../core/claims/renumber.ts';
import type { Detail, EngineNote, EngineReason, Summary, Usage } from '../core/claims/summary.ts';
import { type Evidence, messageAt, type TimeRange, toEvidence } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import { toLanguages } from '../core/select/languages.ts';
import { createVerifier, type Verifier } from '../core/verify/verifier.ts';
import type { Engine, EngineReport, EngineRequest } from './ports.ts';

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
  readonly newId: () => string;
  /** Whether a message was deleted since it was read: no claim that cites it is shown. */
  readonly isGone?: (messageId: string) => boolean;
  /** Hears of every claim that holds as soon as it is verified. */
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
  { engine, fallback, newId, isGone, onVerified }: SummarizePorts,
  signal: AbortSignal,
): Promise<Summary> {
  const asked = toEngineRequest(conversation, request);
  const { evidence, detail, language, spoken, zone } = asked;
  const verifier = createVerifier(evidence, { languages: spoken, zone });
  const id = newId();

  const number = (checked: Checked, note: EngineNote, usage: Usage | null) => {
    const { verified, rejected } = forget(checked, evidence, isGone);
    return renumber(evidence, verified, rejected, {
      id,
      detail,
      engine: note,
      language,
      zone,
      window: request.window,
      ...(request.minConfidence !== undefined && { minConfidence: request.minConfidence }),
      usage,
    });
  };

  const checked = createChecked();
  const report = await engine.draft(
    asked,
    claim => {
      if (!check(claim, verifier, checked)) return;
      onVerified?.({
        verified: checked.verified.length,
        toSummary: () => number(checked, { name: engine.name }, null),
      });
    },
    signal,
  );
  const reason = toReason(report, checked, evidence);
  if (reason === null) return number(checked, report.engine, report.usage);
  if (isKept(reason, checked) || fallback === undefined)
    return number(checked, { ...report.engine, reason }, report.usage);

  // What was written in vain stays counted; what it took stays on the bill.
  const again = { verified: [], rejected: reason === 'refused' ? [] : checked.rejected } satisfies Checked;
  const second = await fallback.draft(asked, claim => check(claim, verifier, again), signal);
  return number(again, { ...second.engine, reason }, report.usage ?? second.usage);
}

type Checked = { readonly verified: VerifiedClaim[]; readonly rejected: RejectedClaim[] };

function createChecked(): Checked {
  return { verified: [], rejected: [] };
}

/** Whether the claim holds. */
function check(claim: unknown, verifier: Verifier, { verified, rejected }: Checked): boolean {
  const verdict = verifier.verify(claim);
  if (verdict.ok) verified.push(verdict.claim);
  else rejected.push(verdict.rejected);
  return verdict.ok;
}

/**
 * Leaves out claims that cite what was deleted meanwhile, and counts them. Their words go too, and those of all that
 * was dropped: nobody knows what those were taken from.
 */
function forget(
  { verified, rejected }: Checked,
  evidence: Evidence,
  isGone: SummarizePorts['isGone'],
): Checked {
  if (isGone === undefined || !evidence.messages.some(({ id }) => isGone(id))) return { verified, rejected };
  const standing = verified.filter(({ citations, before }) =>
    [...citations, ...(before?.citations ?? [])].every(({ position }) => {
      const message = messageAt(evidence, position);
      return message !== undefined && !isGone(message.id);
    }),
  );
  const lost = Array.from({ length: verified.length - standing.length }, () => ({
    text: '',
    reasons: ['position: a cited message was deleted'],
  }));
  return {
    verified: standing,
    rejected: [...rejected.map(({ reasons }) => ({ text: '', reasons })), ...lost],
  };
}

/** What is wrong with a draft, where something is: a draft of which nothing holds is as good as none. */
function toReason(
  { failure }: EngineReport,
  { verified, rejected }: Checked,
  evidence: Evidence,
): EngineReason | null {
  if (failure !== null) return failure;
  const isVain = verified.length === 0 && rejected.length > 0 && evidence.messages.length > 0;
  return isVain ? 'unsupported' : null;
}

/** A model that declined half-way is taken at its word; what holds of any other broken draft is worth showing. */
function isKept(reason: EngineReason, { verified }: Checked): boolean {
  return reason !== 'refused' && verified.length > 0;
}
