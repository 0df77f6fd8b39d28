import { toClaimIds } from './cited.ts';
import type { Quote } from './claim.ts';
import { deletedClaim, toForgotten } from './forgotten.ts';
import { withoutSaid } from './problem.ts';
import { reassemble } from './stored.ts';
import type {
  CheckedText,
  CitedMessage,
  Counts,
  Footnote,
  Reference,
  Summary,
  SummaryClaim,
  Support,
} from './summary.ts';
import { toTopics } from './topics.ts';

/** What became of messages since they were read, by their ids. */
export type MessageChanges = {
  readonly deleted: ReadonlySet<string>;
  readonly edited: ReadonlySet<string>;
};

/**
 * A summary after messages were deleted or edited: claims that cite a deleted one are gone and counted as dropped, an
 * edited one is marked and stands as it was read, footnotes run 1..k again; all else is as it was, the ids of claims
 * included. The very same summary where nothing of it changes.
 */
export function amend(summary: Summary, { deleted, edited }: MessageChanges): Summary {
  // Statements go with the message that they were taken from.
  const isTextGone = deleted.has(summary.checked?.messageId ?? '');
  const claims = isTextGone
    ? []
    : summary.claims.filter(claim => !toClaimIds(claim, summary).some(id => deleted.has(id)));
  const lost = summary.claims.filter(claim => !claims.includes(claim));
  const cited = [
    ...summary.footnotes,
    ...claims.flatMap(({ more, before }) => [more, before?.more ?? []].flat()),
  ];
  const isNew = cited.some(each => edited.has(each.messageId) && each.editedSince === undefined);
  const isForgotten = lost.length > 0 || summary.rejectedSources.some(id => deleted.has(id));
  const isSame = !isForgotten && !isNew && !(isTextGone && summary.checked?.statements.length);
  if (isSame) return summary;
  const whole = isTextGone ? withoutStatements(summary) : summary;
  if (!isForgotten) return rebuild(whole, claims, lost, edited);
  return rebuild(forget(whole), claims.map(forgetQuotes), lost, edited);
}

function rebuild(
  summary: Summary,
  standing: readonly SummaryClaim[],
  lost: readonly SummaryClaim[],
  edited: ReadonlySet<string>,
): Summary {
  const notes = createNotes(summary.footnotes, edited);
  const claims = standing.map(
    (claim): SummaryClaim => ({
      ...claim,
      ...notes.cite(claim),
      before: claim.before && { ...claim.before, ...notes.cite(claim.before) },
    }),
  );
  const footnotes = notes.all();
  const ids = new Set(claims.map(({ id }) => id));
  const { participants, topics, activeRequestId, rejected, coverage, checked, ...rest } = summary;
  return reassemble({
    ...rest,
    coverage: { ...coverage, cited: footnotes.length },
    claims,
    activeRequestId: activeRequestId !== null && ids.has(activeRequestId) ? activeRequestId : null,
    topics: lost.length === 0 ? topics : toTopics(claims, footnotes, summary.timeRange?.end ?? ''),
    participants: participants.map(({ contributionIds, ...one }) => ({
      ...one,
      contributionIds: contributionIds.filter(id => ids.has(id)),
    })),
    footnotes,
    rejected: [...rejected, ...lost.map(() => deletedClaim)],
    counts: toCounts(summary.counts, lost),
    ...(checked && { checked: toChecked(checked, lost) }),
  });
}

/** A summary without the words of all that was dropped: nobody knows what those were taken from. */
function forget({ rejected, rejectedSources: _, ...rest }: Summary): Summary {
  const without: Omit<Summary, symbol> = {
    ...rest,
    rejected: rejected.map(toForgotten),
    rejectedSources: [],
  };
  return without as Summary;
}

/** A claim that stands, without what it was written to quote and does not. */
function forgetQuotes({ findings, ...claim }: SummaryClaim): SummaryClaim {
  return {
    ...claim,
    findings: findings.map(each =>
      each.problem?.code === 'not_in_message' ? { ...each, problem: withoutSaid(each.problem) } : each,
    ),
  };
}

/** Numbers messages anew, by first appearance in the order in which claims are amended. */
function createNotes(footnotes: readonly Footnote[], edited: ReadonlySet<string>) {
  const numbers = new Map<number, number>();
  const notes: (Footnote & { readonly quotes: Quote[] })[] = [];
  const mark = <Cited extends CitedMessage>(message: Cited): Cited =>
    edited.has(message.messageId) ? { ...message, edited: true, editedSince: true } : message;

  const toReference = ({ footnote, quote }: Reference): Reference[] => {
    const before = footnotes[footnote - 1];
    if (!before) return [];
    const number = numbers.get(footnote) ?? notes.length + 1;
    if (!numbers.has(footnote)) {
      numbers.set(footnote, number);
      notes.push({ ...mark(before), number, quotes: [] });
    }
    const quotes = notes[number - 1]?.quotes;
    if (quote && !quotes?.some(({ start, end }) => start === quote.start && end === quote.end))
      quotes?.push(quote);
    return [{ footnote: number, quote }];
  };
  const toPosition = ({ footnote }: Reference) => footnotes[footnote - 1]?.position ?? 0;

  return {
    cite: ({ references, more }: Support): Support => ({
      references: [...references]
        .sort((a, b) => toPosition(a) - toPosition(b))
        .flatMap(toReference)
        .sort((a, b) => a.footnote - b.footnote),
      more: more.map(mark),
    }),
    all: (): readonly Footnote[] => notes,
  };
}

function toCounts(counts: Counts, lost: readonly SummaryClaim[]): Counts {
  const count = (isMeant: (claim: SummaryClaim) => boolean) => lost.filter(isMeant).length;
  const effects = lost.flatMap(({ findings }) => findings.map(({ effect }) => effect));
  return {
    ...counts,
    verified: counts.verified - count(({ status }) => status === 'verified'),
    needsClarification: counts.needsClarification - count(({ status }) => status === 'needs_clarification'),
    dropped: counts.dropped + lost.length,
    recited: counts.recited - count(({ recited }) => recited),
    uncited: counts.uncited - effects.filter(effect => effect === 'uncite').length,
    repaired: counts.repaired - effects.filter(effect => effect === 'repair').length,
  };
}

function withoutStatements({ checked, ...rest }: Summary): Summary {
  const without: Omit<Summary, symbol> = {
    ...rest,
    ...(checked && { checked: { ...checked, statements: [] } }),
  };
  return without as Summary;
}

/** Of a statement whose messages are gone, nothing is found any longer; its words are those of whoever asked. */
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
