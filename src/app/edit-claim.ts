import { toListedMessages, toUnnumbered } from '../core/claims/assemble.ts';
import {
  type ClaimEdit,
  type Decider,
  type Dispute,
  type RejectionReason,
  toDraftEvidence,
} from '../core/claims/claim.ts';
import { settleDispute } from '../core/claims/disputes.ts';
import type { DraftClaim } from '../core/claims/draft.ts';
import type { Problem } from '../core/claims/problem.ts';
import { type ReviewItem, replaceWording, toClaimContents } from '../core/claims/review.ts';
import { reassemble } from '../core/claims/serialized-summary.ts';
import {
  addUsage,
  type ClaimContents,
  type Summary,
  type SummaryClaim,
  type Usage,
} from '../core/claims/summary.ts';
import { type Evidence, toEvidence } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import { toLanguages } from '../core/select/languages.ts';
import { createChecker } from '../core/verify/checker.ts';
import { toJudgedProblem, withChanges } from '../core/verify/judged-claim.ts';
import { createVerifier } from '../core/verify/verifier.ts';
import { type CheckedClaim, settle, withJudgement } from './checked-claim.ts';
import { type JudgeableClaim, judgeClaims } from './judge-claims.ts';
import type { Judge } from './ports.ts';
import type { Payer } from './usage/ports.ts';

/** What checking a person's wording gave: the claim it makes, or why it does not hold. */
type CheckedEdit = {
  readonly result:
    | { readonly ok: true; readonly claim: ClaimContents }
    | { readonly ok: false; readonly reasons: readonly RejectionReason[] };
  readonly usage: Usage | null;
};

/** A summary in which an item says it in other words, or the same one with what its check cost, and why it does not hold. */
type EditedSummary =
  | { readonly ok: true; readonly summary: Summary; readonly isClear: boolean }
  | { readonly ok: false; readonly summary: Summary; readonly reasons: readonly RejectionReason[] };

/** Verifies a person's wording as if an engine had written it, and has it judged. Messages in the summary count as they were read then. */
export async function checkEdit(
  summary: Summary,
  item: ReviewItem,
  wording: ClaimEdit,
  conversation: Conversation,
  judge: Judge | null,
  signal: AbortSignal,
  payer?: Payer,
): Promise<CheckedEdit> {
  const contents = toClaimContents(item, summary);
  const known = toKnown(summary, contents);
  const evidence = readEvidence(summary, conversation, known);
  const { zone, language } = summary;
  const spoken = toLanguages(evidence);
  const options = { languages: spoken, zone };
  const written = toDraft(contents, wording, evidence);
  const own: CheckedClaim = { verdict: createVerifier(evidence, options).verify(written) };
  const checked = (own.verdict.ok ? null : findElsewhere(written, evidence, options)) ?? own;
  const { verdicts, usage } =
    judge === null || !checked.verdict.ok
      ? { verdicts: new Map(), usage: null }
      : await judgeClaims(
          [checked.verdict.claim],
          { evidence, spoken, language, zone, payer },
          { judge },
          signal,
        );
  const verdict = settle(withJudgement(checked, verdicts));
  if (!verdict.ok) return { result: { ok: false, reasons: verdict.rejected.reasons }, usage };

  const { citations, ...body } = verdict.claim;
  const cited = toListedMessages(citations, evidence).map(listed => ({
    ...(known.get(listed.messageId) ?? listed),
    quote: listed.quote,
  }));
  return { result: { ok: true, claim: { ...body, cited } }, usage };
}

/** What speaks against a disputed claim; null if nothing does, undefined if there is no verdict. */
type DisputeVerdict = { readonly against: Problem | null | undefined; readonly usage: Usage | null };

/** Has a claim judged again, on the same messages, together with the objections by people the claim cites. */
export async function judgeDisputed(
  summary: Summary,
  claim: SummaryClaim,
  conversation: Conversation,
  judge: Judge,
  signal: AbortSignal,
  payer: Payer,
): Promise<DisputeVerdict> {
  const contents = toClaimContents(claim, summary);
  const evidence = readEvidence(summary, conversation, toKnown(summary, contents));
  const { zone, language } = summary;
  const spoken = toLanguages(evidence);
  const written = toDraft(contents, contents, evidence);
  const verdict = createVerifier(evidence, { languages: spoken, zone }).verify(written);
  if (!verdict.ok || written.evidence.length < contents.cited.length)
    return { against: undefined, usage: null };
  const replies = (claim.disputes ?? []).map(({ by, text }) => ({ by: by.name, text }));
  const judged = { ...verdict.claim, replies };
  const asked = { evidence, spoken, language, zone, payer };
  const { verdicts, usage } = await judgeClaims<JudgeableClaim>([judged], asked, { judge }, signal);
  const judgement = verdicts.get(judged);
  // The judge may repeat a spoiler of either.
  const text = [judged.text, ...replies.map(reply => reply.text)].join(' ');
  return { against: judgement ? toJudgedProblem(judgement, { text }) : undefined, usage };
}

/** The conversation as numbered when the summary was made, as far as it is the same. */
function readEvidence(
  { timeRange }: Summary,
  conversation: Conversation,
  known: ReturnType<typeof toKnown>,
): Evidence {
  const { start, end } = timeRange ?? {};
  const range = { ...(start !== undefined && { from: start }), ...(end !== undefined && { to: end }) };
  return toEvidence(withKnown(conversation, known), range);
}

/** The wording over the messages that are found for it, where the proofs hold there. */
function findElsewhere(
  written: DraftClaim,
  evidence: Evidence,
  options: { readonly languages: readonly string[]; readonly zone: string },
): CheckedClaim | null {
  const found = createChecker(evidence, options).check({ text: written.text });
  if (!found.found) return null;
  const moved = { ...written, evidence: toDraftEvidence(found.claim.citations) };
  const verdict = createVerifier(evidence, options).verify(moved);
  return verdict.ok
    ? { verdict: { ...verdict, claim: withChanges(verdict.claim, { citationReplaced: true }) } }
    : null;
}

/** The summary after a verdict beside the disputes that the judge saw, with its cost, and whether the verdict counts. */
export function applyDisputeVerdict(
  current: Summary,
  claimId: string,
  seen: readonly Dispute[],
  { against, usage }: DisputeVerdict,
): { readonly summary: Summary; readonly isSettled: boolean } {
  const summary = withUsage(current, usage);
  const settled = against === undefined ? null : settleDispute(summary, claimId, seen, against);
  return { summary: settled ?? summary, isSettled: settled !== null };
}

function withUsage(summary: Summary, usage: Usage | null): Summary {
  return usage ? reassemble({ ...summary, usage: addUsage(summary.usage, usage) }) : summary;
}

/** Puts a checked wording that holds in the place of an item's. */
export function applyEdit(
  current: Summary,
  { id }: ReviewItem,
  { result, usage }: CheckedEdit,
  decider: Decider,
): EditedSummary {
  const summary = withUsage(current, usage);
  if (!result.ok) return { ok: false, summary, reasons: result.reasons };
  const reworded = replaceWording(summary, id, result.claim, decider);
  if (reworded === null) return { ok: false, summary, reasons: [] };
  return { ok: true, summary: reworded, isClear: result.claim.status !== 'needs_clarification' };
}

/** The messages that are shown or cited already, as they were read, by their ids. */
function toKnown({ footnotes, claims }: Summary, { cited }: ClaimContents) {
  const all = [...cited, ...claims.flatMap(claim => toUnnumbered(claim, footnotes).cited)];
  return new Map(all.map(message => [message.messageId, message]));
}

function withKnown(
  conversation: Conversation,
  known: ReadonlyMap<string, { readonly text: string }>,
): Conversation {
  const messages = conversation.messages.map(message => {
    const before = known.get(message.id);
    return before ? { ...message, text: before.text } : message;
  });
  return { ...conversation, messages };
}

/** Speakers whom the new text no longer names are dropped; the citations stay. */
function toDraft(contents: ClaimContents, { text, owner, due }: ClaimEdit, evidence: Evidence): DraftClaim {
  const positions = new Map(evidence.messages.map(({ id, position }) => [id, position]));
  return {
    evidence: toDraftEvidence(
      contents.cited.flatMap(({ messageId, quote }) => {
        const position = positions.get(messageId);
        return position === undefined ? [] : [{ position, quote }];
      }),
    ),
    kind: contents.kind,
    topic: contents.topic,
    text,
    speakers: contents.speakers.filter(name => text.includes(name)),
    owner,
    due,
    confidence: 1,
  };
}
