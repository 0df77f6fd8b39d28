import type { Problem } from '../claims/problem.ts';
import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import type { Responses } from './agreement.ts';
import type { Candidate, CheckContext, CheckResult } from './check.ts';

/**
 * Whose an action is in its owner's place: the owner only asked for it in what is cited, and somebody else who is cited
 * took it on. Null where that is not so.
 */
export function findOtherTaker(
  ids: ReadonlySet<string>,
  cited: readonly EvidenceMessage[],
  { cues }: CheckContext,
): string | null {
  const takes = ({ text }: EvidenceMessage) => {
    const reading = cues.read(text);
    // "Approved, please do it" leaves it to another.
    return (
      !reading.has('questions') &&
      (reading.has('commits') || (reading.has('approves') && !reading.has('asks')))
    );
  };
  const own = cited.filter(({ author }) => ids.has(author.id));
  const other = cited.find(message => !ids.has(message.author.id) && !message.context && takes(message));
  const onlyAsks =
    own.length > 0 &&
    own.every(message => {
      const reading = cues.read(message.text);
      return !takes(message) && (reading.has('asks') || reading.has('questions'));
    });
  return other && onlyAsks ? other.author.name : null;
}

const shownNames = 2;

/** "agreed by Carol, Bob, +3 reactions": who settled what was proposed. */
export function toAgreement(responses: readonly Responses[]): Problem | null {
  const names = [
    ...new Set(responses.flatMap(({ approvals }) => approvals.map(({ author }) => author.name))),
  ];
  const reactions = responses.reduce((sum, { thumbsUp }) => sum + thumbsUp, 0);
  if (names.length + reactions === 0) return null;
  const others = Math.max(0, names.length - shownNames);
  return { code: 'agreed_by', names: names.slice(0, shownNames), others, reactions };
}

/** What a bot suggests is nobody's proposal or decision before a person takes it up; null where none is cited, or one did. */
export function findUnwanted(claim: Candidate, { evidence, cues }: CheckContext): CheckResult | null {
  const cited = claim.citations.flatMap(({ position }) => messageAt(evidence, position) ?? []);
  const people = cited.filter(({ context }) => !context);
  if (people.length === cited.length || !cues.known) return null;
  const taken = people.some(({ text }) => {
    const reading = cues.read(text);
    return (['approves', 'commits', 'decides', 'proposes'] as const).some(cue => reading.has(cue));
  });
  if (taken) return null;
  return {
    outcome: 'fail',
    problem: { code: 'only_bot_suggests' },
    revised: { ...claim, kind: 'key_point', decision: null },
  };
}
