import type { Citation } from '../claims/claim.ts';
import type { Problem } from '../claims/problem.ts';
import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { isSettling } from './agreement.ts';
import { findAnswer } from './answered.ts';
import type { Candidate, Check, CheckContext, CheckResult } from './check.ts';
import { tellsSettled } from './strength.ts';
import { findOtherTaker, findUnwanted, toAgreement } from './taken-up.ts';

/**
 * A decision cites a message that settles it; an action's owner wrote, or is addressed in, a cited message, and nobody
 * else took it on. What does not hold is a proposal. A question is not answered yet, and what a bot suggests counts
 * where a person takes it up.
 */
export const checkKind: Check = {
  name: 'kind',
  onFailure: 'relabel',
  run: (claim, context) => {
    if (claim.kind === 'decision') return checkDecision(claim, context);
    if (claim.kind === 'action') return checkAction(claim, context);
    if (claim.kind === 'question') return checkQuestion(claim, context);
    if (claim.kind === 'proposal') return findUnwanted(claim, context) ?? { outcome: 'abstain' };
    return { outcome: 'abstain' };
  },
};

function checkDecision(claim: Candidate, context: CheckContext): CheckResult {
  const cited = toCited(claim, context);
  const isSettled = cited.some(({ words }) => isSettling(words, context.cues.read));
  if (isSettled) return { outcome: 'pass', revised: { ...claim, decision: 'decided' } };
  const unwanted = findUnwanted(claim, context);
  if (unwanted) return unwanted;

  const responses = cited.map(({ message }) => context.responses(message));
  const isCited = (message: EvidenceMessage) =>
    cited.some(each => each.message.position === message.position);
  const refused = responses.flatMap(({ refusals }) => refusals);
  const agreed = responses.some(each => each.thumbsUp > 0 || each.approvals.some(isCited));
  const disliked = responses.some(({ thumbsDown }) => thumbsDown > 0);
  if (agreed && refused.length === 0 && !disliked) {
    const problem = toAgreement(responses);
    return { outcome: 'pass', ...(problem && { problem }), revised: { ...claim, decision: 'approved' } };
  }
  if (!agreed && refused.some(isCited))
    return { outcome: 'pass', revised: { ...claim, decision: 'declined' } };
  if (!context.cues.known) return { outcome: 'abstain', revised: { ...claim, decision: 'decided' } };
  const accepted = findAccepted(cited, context);
  if (accepted) {
    const problem = toAgreement([context.responses(accepted)]);
    return {
      outcome: 'pass',
      ...(problem && { problem }),
      revised: { ...claim, decision: 'approved', citations: [citeWhole(accepted), ...claim.citations] },
    };
  }
  const [first] = refused;
  return {
    outcome: 'fail',
    // What tells itself as settled does so among proposals as well.
    ...(tellsSettled(claim.text) && { effect: 'mark' }),
    problem: toDoubt(agreed, first),
    revised: { ...claim, kind: 'proposal' },
  };
}

/** Where a yes alone is cited, what it answers counts with it, and is cited as well: alone it tells nobody to what. */
function findAccepted(cited: readonly Cited[], context: CheckContext): EvidenceMessage | null {
  const positions = new Set(cited.map(({ message }) => message.position));
  for (const position of positions) {
    const parent = messageAt(context.evidence, context.replies.get(position) ?? 0);
    if (!parent || parent.context || positions.has(parent.position)) continue;
    const { approvals, refusals, thumbsDown } = context.responses(parent);
    const yeses = new Set(approvals.map(each => each.position));
    // What else is cited may be what is claimed to be settled.
    const isAccepted = positions.isSubsetOf(yeses);
    if (isAccepted && refusals.length === 0 && thumbsDown === 0) return parent;
  }
  return null;
}

function toDoubt(agreed: boolean, refusal: EvidenceMessage | undefined): Problem {
  if (!agreed) return { code: 'not_decided' };
  if (refusal === undefined) return { code: 'refused_by_reactions' };
  return { code: 'refused_by', name: refusal.author.name, position: refusal.position };
}

function citeWhole({ position, text }: EvidenceMessage): Citation {
  return { position, quote: { start: 0, end: text.length, text } };
}

type Cited = { readonly message: EvidenceMessage; readonly words: string };

function toCited(claim: Candidate, { evidence }: CheckContext): readonly Cited[] {
  return claim.citations.flatMap(({ position, quote }) => {
    const message = messageAt(evidence, position);
    return message ? [{ message, words: quote?.text ?? message.text }] : [];
  });
}

function checkAction(claim: Candidate, context: CheckContext): CheckResult {
  if (claim.owner === null) return { outcome: 'abstain' };
  const { owner } = claim;
  const ids = context.toAuthorIds(owner);
  const cited = toCited(claim, context);
  const taker = findOtherTaker(
    ids,
    cited.map(({ message }) => message),
    context,
  );
  if (taker !== null) return refuseOwner(claim, { code: 'other_owner', owner, taker });
  const wrote = cited.some(({ message }) => ids.has(message.author.id));
  if (wrote || cited.some(({ message }) => isAddressed(owner, ids, message, context)))
    return { outcome: 'pass' };
  return refuseOwner(claim, { code: 'not_addressed', name: owner });
}

function refuseOwner(claim: Candidate, problem: Problem): CheckResult {
  return {
    outcome: 'fail',
    problem,
    revised: { ...claim, kind: 'proposal', owner: null, due: null },
  };
}

/** A question that somebody answered is none that is open: it is marked, and the answer cited with it. */
function checkQuestion(claim: Candidate, context: CheckContext): CheckResult {
  const answer = findAnswer(claim, context);
  if (answer === null) return context.cues.known ? { outcome: 'pass' } : { outcome: 'abstain' };
  const cites = claim.citations.some(({ position }) => position === answer.position);
  return {
    outcome: 'fail',
    effect: 'mark',
    problem: { code: 'answered', position: answer.position },
    revised: cites ? claim : { ...claim, citations: [...claim.citations, citeWhole(answer)] },
  };
}

function isAddressed(
  owner: string,
  ids: ReadonlySet<string>,
  message: EvidenceMessage,
  { evidence, replies }: CheckContext,
): boolean {
  const parent = messageAt(evidence, replies.get(message.position) ?? 0);
  if (parent && ids.has(parent.author.id)) return true;
  const name = owner.toLowerCase().replace(/^@/, '');
  const text = message.text.toLowerCase();
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + name.length)))
      return true;
  }
  return false;
}
