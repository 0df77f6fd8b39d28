import { toSpeakerName } from '../conversation/text.ts';
import { assemble, toUnnumbered } from './assemble.ts';
import type { RejectedClaim, RejectionReason } from './claim.ts';
import { toCitedMessages, toClaimIds } from './footnotes.ts';
import { eraseWords, hasJudgeWords } from './problem.ts';
import type {
  CheckedText,
  ClaimContents,
  ListedMessage,
  Rejection,
  Summary,
  SummaryClaim,
  SummaryParticipant,
} from './summary.ts';

export type MessageChanges = {
  readonly deleted: ReadonlySet<string>;
  readonly edited: ReadonlySet<string>;
  /** The ids of people who opted out: their messages count as deleted, and their names are removed. */
  readonly optedOut?: ReadonlySet<string>;
};

/**
 * A summary after messages were deleted or edited: claims that cite a deleted one are dropped, edited ones are marked, footnotes renumbered.
 * Who opted out is removed from the participants, or all are if these have no ids. The same object if nothing changes.
 */
export function applyMessageChanges(original: Summary, changes: MessageChanges): Summary {
  const { edited, optedOut = new Set<string>() } = changes;
  const gone = original.participants.filter(
    ({ id }) => optedOut.size > 0 && (id === undefined || optedOut.has(id)),
  );
  const summary = withoutParticipants(original, gone);
  const speakers = new Set(gone.flatMap(({ id, name }) => (id ? [name, toSpeakerName(name)] : [])));
  const deleted = new Set([...changes.deleted, ...toIdsBy(summary, optedOut)]);
  // Statements are removed with the message that contained them.
  const isTextGone = deleted.has(summary.checked?.messageId ?? '');
  const isSourceGone = gone.length > 0 || summary.rejectedSources.some(id => deleted.has(id));
  const claims = isTextGone
    ? []
    : summary.claims.filter(
        claim =>
          !toClaimIds(claim, summary).some(id => deleted.has(id)) &&
          !claim.speakers.some(name => speakers.has(name)) &&
          // A note that was made of a dropped claim and cites nothing has no known source.
          !(isSourceGone && claim.id.startsWith('r') && claim.references.length === 0),
      );
  const lost = summary.claims.filter(claim => !claims.includes(claim));
  const unshown = summary.rejected.flatMap(({ claim }) => claim?.cited ?? []);
  const isNew = [...summary.footnotes, ...claims.flatMap(({ more }) => more), ...unshown].some(
    each => edited.has(each.messageId) && each.editedSince === undefined,
  );
  const isUnshownGone = isSourceGone || unshown.some(({ messageId }) => deleted.has(messageId));
  const isForgotten = lost.length > 0 || isUnshownGone;
  const isSame = !isForgotten && !isNew && !(isTextGone && summary.checked?.statements.length);
  if (isSame) return original;
  const { checked } = summary;
  const mark = <Claim extends ClaimContents>(claim: Claim): Claim => ({
    ...claim,
    cited: claim.cited.map(
      (each): ListedMessage =>
        edited.has(each.messageId) ? { ...each, edited: true, editedSince: true } : each,
    ),
  });
  const rejected = isForgotten
    ? [...summary.rejected.map(each => forget(each, deleted)), ...lost.map(toDeletedRejection)]
    : summary.rejected;
  return assemble({
    ...summary,
    claims: claims.map(claim =>
      mark(toUnnumbered(isForgotten ? forgetWords(claim) : claim, summary.footnotes)),
    ),
    rejected: rejected.map(each => ({ ...each, claim: each.claim && mark(each.claim) })),
    ...(isForgotten && { rejectedSources: [] }),
    ...(checked && { checked: isTextGone ? { ...checked, statements: [] } : toChecked(checked, lost) }),
  });
}

function toIdsBy(summary: Summary, people: ReadonlySet<string>): readonly string[] {
  if (people.size === 0) return [];
  const own = [...toCitedMessages(summary), ...(summary.checked ? [summary.checked] : [])];
  return own.flatMap(({ authorId = '', messageId }) => (people.has(authorId) ? (messageId ?? []) : []));
}

function withoutParticipants(summary: Summary, gone: readonly SummaryParticipant[]): Summary {
  if (gone.length === 0) return summary;
  const count = gone.reduce((sum, { id, messageCount }) => sum + (id === undefined ? 0 : messageCount), 0);
  const left = new Set(gone);
  const { read, omitted } = summary.coverage;
  const before = omitted.find(({ reason }) => reason === 'opted_out')?.count ?? 0;
  const others = omitted.filter(({ reason }) => reason !== 'opted_out');
  const all: Summary['coverage']['omitted'] = [...others, { reason: 'opted_out', count: before + count }];
  const without: Omit<Summary, symbol> = {
    ...summary,
    participants: summary.participants.filter(each => !left.has(each)),
    coverage: { ...summary.coverage, read: read - count, omitted: count > 0 ? all : omitted },
  };
  return without as Summary;
}

/** Erases the words of a dropped claim, because their source is unknown; that of a claim that a person removed is known. */
function forget(rejection: Rejection, deleted: ReadonlySet<string>): Rejection {
  if (!rejection.id.startsWith('c')) {
    const { id, reasons, review } = rejection;
    return { id, text: '', reasons: reasons.map(withoutWords), claim: null, ...(review && { review }) };
  }
  const isGone = rejection.claim?.cited.some(({ messageId }) => deleted.has(messageId));
  return isGone ? toDeletedRejection(rejection) : rejection;
}

/** Erases the judge's words from a claim that stays: they may repeat a message. */
function forgetWords({ findings, ...claim }: SummaryClaim): SummaryClaim {
  return {
    ...claim,
    findings: findings.map(each =>
      each.problem && hasJudgeWords(each.problem) ? { ...each, problem: eraseWords(each.problem) } : each,
    ),
  };
}

/** Statements whose messages are gone become "nothing found". Their words stay: the person who asked wrote them. */
function toChecked({ statements, ...rest }: CheckedText, lost: readonly SummaryClaim[]): CheckedText {
  return {
    ...rest,
    statements: statements.map(statement => {
      const claim = lost.find(({ id }) => id === statement.claimId);
      if (!claim) return statement;
      return { claimId: null, text: claim.text, reason: 'nothing_similar', findings: [] };
    }),
  };
}

const deleted: readonly RejectionReason[] = [{ check: 'citation', problem: { code: 'message_deleted' } }];

export const deletedClaim: RejectedClaim = { text: '', reasons: deleted, draft: null, citations: [] };

function toDeletedRejection({ id, review }: Pick<Rejection, 'id' | 'review'>): Rejection {
  return { id, text: '', reasons: deleted, claim: null, ...(review?.decision === 'removed' && { review }) };
}

/** A rejected claim after any message was deleted: its words and those of its reasons may be that message's. */
export function eraseClaimWords({ reasons }: RejectedClaim): RejectedClaim {
  return { text: '', reasons: reasons.map(withoutWords), draft: null, citations: [] };
}

function withoutWords(reason: RejectionReason): RejectionReason {
  return { ...reason, problem: eraseWords(reason.problem) };
}
