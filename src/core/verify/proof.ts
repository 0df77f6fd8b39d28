import type { CheckName, Citation, Finding } from '../claims/claim.ts';
import type { DraftClaim } from '../claims/draft.ts';
import type { Problem } from '../claims/problem.ts';
import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toReplyPositions,
} from '../conversation/evidence.ts';
import { toPlaceId } from '../conversation/message.ts';
import { toLanguages } from '../select/languages.ts';
import { createZonedClock, type ZonedClock } from '../time.ts';
import { type People, toPeople } from './people.ts';

/** A draft during the proofs. Its quotes are the engine's until the citation proof replaces them by slices. */
export type Candidate = Omit<DraftClaim, 'evidence'> & {
  readonly citations: readonly Citation[];
  readonly citationReplaced: boolean;
  /** Something in it may stand in a picture only. */
  readonly fromPicture?: true;
};

/** The candidate with a proof's changes, or why the claim fails. */
export type ProofResult =
  | { readonly ok: true; readonly candidate: Candidate; readonly findings: readonly Finding[] }
  | { readonly ok: false; readonly check: CheckName; readonly problems: readonly Problem[] };

/** One check of a claim that needs no model. Pure. */
export type Proof = (candidate: Candidate, context: ProofContext) => ProofResult;

export type ContextOptions = {
  readonly languages?: readonly string[];
  /** The IANA zone in which days and times are read. Default UTC. */
  readonly zone?: string;
  /** What the claims answer, if a judge reads them after the proofs. */
  readonly question?: string | undefined;
};

/** The proofs' input beside the claim; computed on first use. */
export type ProofContext = {
  readonly evidence: Evidence;
  readonly languages: readonly string[];
  readonly question: string;
  readonly clock: ZonedClock;
  readonly replies: ReadonlyMap<number, number>;
  readonly people: People;
};

export function toContext(
  evidence: Evidence,
  { languages = toLanguages(evidence), zone = 'UTC', question = '' }: ContextOptions = {},
): ProofContext {
  return {
    evidence,
    languages,
    question,
    clock: createZonedClock(zone),
    get replies() {
      return toReplyPositions(evidence);
    },
    get people() {
      return toPeople(evidence);
    },
  };
}

/** The messages around a position: the one that it replies to, then two before and two after it in the same place. */
export function toNeighbors(
  position: number,
  { evidence, replies }: Pick<ProofContext, 'evidence' | 'replies'>,
): readonly EvidenceMessage[] {
  const message = messageAt(evidence, position);
  if (!message) return [];
  const parent = messageAt(evidence, replies.get(position) ?? 0);
  const beside = [-1, 1, -2, 2]
    .flatMap(step => messageAt(evidence, position + step) ?? [])
    .filter(other => toPlaceId(other) === toPlaceId(message));
  return parent ? [parent, ...beside.filter(each => each !== parent)] : beside;
}

/** What can be read for values within some 10 ms, in characters, and what one more message takes beside its own. */
const mostRead = 50_000;
const aroundText = 50;

/** The messages at some positions and around them, the nearest first, as many as can be read at once. */
export function toNearby(
  positions: readonly number[],
  { evidence }: Pick<ProofContext, 'evidence'>,
): readonly EvidenceMessage[] {
  const found = new Set(positions.flatMap(position => messageAt(evidence, position) ?? []));
  let left = mostRead;
  for (let step = 1; step < evidence.messages.length && left > 0; step += 1) {
    for (const at of positions.flatMap(position => [position - step, position + step])) {
      const message = messageAt(evidence, at);
      if (message === undefined || found.has(message)) continue;
      left -= message.text.length + aroundText;
      if (left > 0) found.add(message);
    }
  }
  return [...found];
}
