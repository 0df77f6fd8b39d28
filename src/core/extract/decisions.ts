import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { isApprovingReaction } from '../select/cues/universal.ts';
import { isOther, type Scene, toGapMs } from './scene.ts';

/** Messages that belong together as one finding, the leading one first. */
export type Unit = { readonly messages: readonly EvidenceMessage[]; readonly lead: number };

const approvalWithinMs = 30 * 60_000;
const approvalWithin = 5;
const longestApproval = 12;
const minWords = 4;

/** Statements that something is settled, and proposals that somebody else agreed to. */
export function findDecisions(scene: Scene): readonly Unit[] {
  return scene.evidence.messages.flatMap((message): Unit[] => {
    if (message.context || isTooShort(scene, message)) return [];
    if (isProposal(scene, message)) {
      const approvals = findApprovals(scene, message);
      const agreed = approvals.length > 0 || message.reactions.some(({ name }) => isApprovingReaction(name));
      return agreed ? [{ messages: [message, ...approvals.slice(0, 2)], lead: message.position }] : [];
    }
    if (!isSettled(scene, message)) return [];
    const proposal = messageAt(scene.evidence, scene.replies.get(message.position) ?? 0);
    const answersProposal =
      proposal && !proposal.context && isOther(message, proposal) && isProposal(scene, proposal);
    return [{ messages: answersProposal ? [proposal, message] : [message], lead: message.position }];
  });
}

/** Proposals that nobody has agreed to. */
export function findProposals(scene: Scene): readonly Unit[] {
  return scene.evidence.messages.flatMap((message): Unit[] =>
    !message.context &&
    !isTooShort(scene, message) &&
    isProposal(scene, message) &&
    findApprovals(scene, message).length === 0 &&
    !message.reactions.some(({ name }) => isApprovingReaction(name))
      ? [{ messages: [message], lead: message.position }]
      : [],
  );
}

export function isProposal(scene: Scene, { position }: EvidenceMessage): boolean {
  return scene.has(position, 'proposes');
}

function isSettled(scene: Scene, { position }: EvidenceMessage): boolean {
  return (
    scene.has(position, 'decides') && !scene.has(position, 'questions') && !scene.has(position, 'hedges')
  );
}

function isTooShort(scene: Scene, { position }: EvidenceMessage): boolean {
  return scene.tokens.at(position).length < minWords;
}

/** Short yeses by others that answer the proposal, or follow it at once and answer nothing else. */
function findApprovals(scene: Scene, proposal: EvidenceMessage): readonly EvidenceMessage[] {
  const approvals: EvidenceMessage[] = [];
  const consider = (message: EvidenceMessage | undefined) => {
    if (!message || message.context || !isOther(proposal, message)) return;
    if (approvals.some(known => known.author.id === message.author.id)) return;
    if (scene.tokens.at(message.position).length > longestApproval) return;
    if (scene.has(message.position, 'approves') && !scene.has(message.position, 'questions'))
      approvals.push(message);
  };
  for (const position of scene.answers.get(proposal.position) ?? [])
    consider(messageAt(scene.evidence, position));
  for (let next = proposal.position + 1; next <= proposal.position + approvalWithin; next++) {
    const message = messageAt(scene.evidence, next);
    if (!message || toGapMs(proposal, message) > approvalWithinMs) break;
    if (scene.strands.of(next) !== scene.strands.of(proposal.position)) continue;
    if (scene.replies.has(next)) continue;
    consider(message);
  }
  return approvals;
}
