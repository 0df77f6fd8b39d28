import type { RejectedClaim, VerifiedClaim } from '../core/claims/claim.ts';
import { renumber } from '../core/claims/renumber.ts';
import type { Detail, Summary } from '../core/claims/summary.ts';
import { type TimeRange, toEvidence } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import { toLanguages } from '../core/select/languages.ts';
import { createVerifier } from '../core/verify/verifier.ts';
import type { Engine } from './ports.ts';

export type SummarizeRequest = {
  readonly detail: Detail;
  readonly zone: string;
  readonly window: TimeRange;
  /** The BCP 47 tag of headings and of what the engine writes; without it, the conversation's own. */
  readonly language?: string;
  readonly focus?: string;
  readonly minConfidence?: number;
};

export type SummarizePorts = { readonly engine: Engine; readonly newId: () => string };

/** Takes a conversation down the whole river: evidence, draft, verified claims, summary. */
export async function summarize(
  conversation: Conversation,
  request: SummarizeRequest,
  { engine, newId }: SummarizePorts,
  signal: AbortSignal,
): Promise<Summary> {
  const evidence = toEvidence(conversation, request.window);
  const spoken = toLanguages(evidence);
  const language = request.language ?? spoken[0] ?? 'en';
  const { detail, zone, focus } = request;
  const draft = await engine.draft(
    { evidence, detail, language, spoken, zone, ...(focus && { focus }) },
    signal,
  );

  const verifier = createVerifier(evidence, { languages: spoken, zone });
  const verified: VerifiedClaim[] = [];
  const rejected: RejectedClaim[] = [];
  for (const claim of draft.claims) {
    const verdict = verifier.verify(claim);
    if (verdict.ok) verified.push(verdict.claim);
    else rejected.push(verdict.rejected);
  }
  return renumber(evidence, verified, rejected, {
    id: newId(),
    detail,
    engine: draft.engine,
    language,
    zone,
    window: request.window,
    ...(request.minConfidence !== undefined && { minConfidence: request.minConfidence }),
    usage: draft.usage,
  });
}
