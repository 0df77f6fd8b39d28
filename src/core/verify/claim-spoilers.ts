import type { Citation } from '../claims/claim.ts';
import type { DraftClaim } from '../claims/draft.ts';
import { messageAt } from '../conversation/evidence.ts';
import {
  hasSpoiler,
  hideRepeatedSpoilers,
  hideText,
  isAllSpoiler,
  listSpoilers,
  markSpoilers,
} from '../conversation/spoilers.ts';
import type { ProofContext } from './proofs/context.ts';

type Parts = Pick<DraftClaim, 'text'> & Partial<Pick<DraftClaim, 'topic' | 'due'>>;

/** Hides the words of spoilers in the cited messages if a draft repeats them. */
export function hideRepetitions(draft: DraftClaim, { evidence }: ProofContext): DraftClaim {
  const { before } = draft;
  const hidden = [...draft.evidence, ...(before?.evidence ?? [])].flatMap(({ position }) =>
    listSpoilers(messageAt(evidence, position)?.text ?? ''),
  );
  if (hidden.length === 0) return draft;
  return {
    ...draft,
    text: hideRepeatedSpoilers(draft.text, hidden),
    before: before && { ...before, text: hideRepeatedSpoilers(before.text, hidden) },
  };
}

/**
 * Hides a whole claim if the words that it cites are a spoiler or include one, because it may paraphrase them. A claim
 * that the engine marked itself stays as it is. Its topic is removed, because topics are shown without a click.
 *
 * @param written The text as the engine wrote it.
 */
export function hideParaphrase<Claim extends Parts>(
  claim: Claim,
  written: string,
  citations: readonly Citation[],
  context: ProofContext,
): Claim {
  if (!isParaphrase(claim.text, written, citations, context)) return claim;
  const hidden = { ...claim, text: hideText(claim.text) };
  return 'due' in claim ? { ...hidden, topic: null, due: claim.due && hideText(claim.due) } : hidden;
}

function isParaphrase(
  text: string,
  written: string,
  citations: readonly Citation[],
  { evidence }: ProofContext,
): boolean {
  const cited = citations.map(
    ({ position, quote }) => quote?.text ?? messageAt(evidence, position)?.text ?? '',
  );
  if (!cited.some(hasSpoiler) || hasSpoiler(written) || hasSpoiler(markSpoilers(written))) return false;
  // Repetitions are marked already, which is enough unless the cited words are all hidden.
  return !hasSpoiler(text) || cited.some(isAllSpoiler);
}
