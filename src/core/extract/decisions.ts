import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { isAgreed, isSettling } from './agreement.ts';
import { isOther, readCharacters, type Scene, toOwnWords } from './scene.ts';

/** Messages that belong together as one finding; `lead` is the position of the one that weighs. */
export type Unit = { readonly messages: readonly EvidenceMessage[]; readonly lead: number };

export type Proposals = {
  /** Settled: somebody else agreed and nobody refused, or it is said that it was decided. */
  readonly decisions: readonly Unit[];
  /** Everything else that was suggested, with the first refusal where there is one. */
  readonly proposals: readonly Unit[];
};

const minWords = 4;
const shownApprovals = 2;

/** Sorts what was suggested and what was settled, in one pass. */
export function findProposals(scene: Scene): Proposals {
  const decisions: Unit[] = [];
  const proposals: Unit[] = [];
  for (const message of scene.evidence.messages) {
    if (message.context || scene.tokens.at(message.position).length < minWords) continue;
    const lead = message.position;
    if (isSettled(scene, message)) decisions.push({ messages: withProposal(scene, message), lead });
    else if (isProposal(scene, message)) {
      const responses = scene.responses(message);
      if (isAgreed(responses)) {
        decisions.push({ messages: [message, ...responses.approvals.slice(0, shownApprovals)], lead });
      } else proposals.push({ messages: [message, ...responses.refusals.slice(0, 1)], lead });
    }
  }
  return { decisions, proposals };
}

export function isProposal(scene: Scene, { position }: EvidenceMessage): boolean {
  return scene.has(position, 'proposes');
}

function isSettled(scene: Scene, { position, text }: EvidenceMessage): boolean {
  return scene.has(position, 'decides') && isSettling(toOwnWords(text).slice(0, readCharacters), scene.read);
}

/** What settles a proposal of somebody else by replying to it is shown with it. */
function withProposal(scene: Scene, message: EvidenceMessage): readonly EvidenceMessage[] {
  const parent = messageAt(scene.evidence, scene.replies.get(message.position) ?? 0);
  return parent && !parent.context && isOther(message, parent) && isProposal(scene, parent)
    ? [parent, message]
    : [message];
}
