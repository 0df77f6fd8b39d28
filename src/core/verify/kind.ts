import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { isApprovingReaction } from '../select/cues/universal.ts';
import type { Candidate, Check, CheckContext, CheckResult } from './check.ts';

/**
 * A decision cites a message that settles it; an action's owner wrote, or is addressed in, a cited message.
 * What does not hold is a proposal.
 */
export const checkKind: Check = {
  name: 'kind',
  onFailure: 'relabel',
  run: (claim, context) => {
    if (claim.kind === 'decision') return checkDecision(claim, context);
    if (claim.kind === 'action') return checkAction(claim, context);
    return { outcome: 'abstain' };
  },
};

function checkDecision(claim: Candidate, context: CheckContext): CheckResult {
  const cited = toCited(claim, context);
  const settled = cited.some(({ words }) => {
    const reading = context.cues.read(words);
    return reading.has('decides') && !reading.has('questions');
  });
  const declined = cited.some(({ message }) => answersCited(message, cited, 'declines', context));
  const approved =
    cited.some(({ message }) => message.reactions.some(({ name }) => isApprovingReaction(name))) ||
    cited.some(({ message }) => answersCited(message, cited, 'approves', context));
  if (approved || settled || declined) {
    const decision = settled ? 'decided' : approved ? 'approved' : 'declined';
    return { outcome: 'pass', revised: { ...claim, decision } };
  }
  if (!context.cues.known) return { outcome: 'abstain', revised: { ...claim, decision: 'decided' } };
  return {
    outcome: 'fail',
    words: 'no cited message decides or agrees',
    revised: { ...claim, kind: 'proposal' },
  };
}

type Cited = { readonly message: EvidenceMessage; readonly words: string };

function toCited(claim: Candidate, { evidence }: CheckContext): readonly Cited[] {
  return claim.citations.flatMap(({ position, quote }) => {
    const message = messageAt(evidence, position);
    return message ? [{ message, words: quote?.text ?? message.text }] : [];
  });
}

/** "Yes" settles something only as the answer to another cited message of somebody else. */
function answersCited(
  message: EvidenceMessage,
  cited: readonly Cited[],
  cue: 'approves' | 'declines',
  { cues, replies }: CheckContext,
): boolean {
  if (!cues.read(message.text).has(cue)) return false;
  const parent = replies.get(message.position);
  return cited.some(
    ({ message: other }) =>
      other.author.id !== message.author.id &&
      other.position < message.position &&
      (parent === undefined || parent === other.position),
  );
}

function checkAction(claim: Candidate, context: CheckContext): CheckResult {
  if (claim.owner === null) return { outcome: 'abstain' };
  const { owner } = claim;
  const ids = context.toAuthorIds(owner);
  const cited = toCited(claim, context);
  const wrote = cited.some(({ message }) => ids.has(message.author.id));
  if (wrote || cited.some(({ message }) => isAddressed(owner, ids, message, context)))
    return { outcome: 'pass' };
  return {
    outcome: 'fail',
    words: `${owner} neither wrote nor is addressed in a cited message`,
    revised: { ...claim, kind: 'proposal', owner: null, due: null },
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
