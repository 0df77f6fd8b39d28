import { toUnnumbered } from '../claims/assemble.ts';
import { withExcerpts } from '../claims/attached-quotes.ts';
import { toUndisputed } from '../claims/disputes.ts';
import { toPlaceOf } from '../claims/footnotes.ts';
import type { ClaimKind } from '../claims/kind.ts';
import type { ListedMessage, Summary, SummaryClaim } from '../claims/summary.ts';
import { isWebhookAuthor } from '../conversation/message.ts';
import { maskSpoilers } from '../conversation/spoilers.ts';
import { toSpeakerName } from '../conversation/text.ts';
import { parseDueDate } from '../due-date.ts';
import { type Decision, type EntrySource, isSameEntry, type LogEntry, type Statement } from './entry.ts';

/** A verified claim of a summary that belongs in the log, or may contradict a decision in it. */
export type LogClaim = {
  readonly kind: LogEntry['kind'];
  readonly statement: Statement;
  readonly sources: readonly EntrySource[];
  /** The Discord id of the owner, if exactly one person in the conversation has the name, not through a webhook. */
  readonly ownerId: string | null;
};

export type LogInput = {
  readonly guildId: string;
  readonly summaryId: string;
  readonly createdAt: string;
  readonly claims: readonly LogClaim[];
  /** Whether the statement of such a claim stays: of a fact, and where a deleted message or, in a note, newer lines removed it. */
  readonly isKept: (claimId: string) => boolean;
};

type Stored = {
  readonly summary: Summary;
  readonly guildId: string | null;
  readonly channelId: string;
  readonly places?: Readonly<Record<string, string>>;
  readonly linked?: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly note?: object;
};

const loggedKinds: Readonly<Partial<Record<ClaimKind, LogEntry['kind']>>> = {
  decision: 'decision',
  action: 'action',
  // What is only proposed or asked contradicts nothing.
  key_point: 'statement',
  constraint: 'statement',
  fact: 'statement',
};

/** Null for what is not about messages of a server: direct messages, imported chats and checked statements. */
export function toLogInput(stored: Stored): LogInput | null {
  const { summary, guildId, createdAt } = stored;
  const toPlaceId = toPlaceOf(stored);
  const { id, source, checked } = summary;
  if (guildId === null || source.type !== 'discord' || checked !== undefined) return null;
  // A dispute removes nothing: only a review does.
  const verified = summary.claims.filter(claim => toUndisputed(claim).status === 'verified');
  return {
    guildId,
    summaryId: id,
    createdAt,
    claims: verified
      .flatMap(claim => {
        const kind = loggedKinds[claim.kind];
        // A digest repeats what contradicts a decision.
        const isRepeated = toUnnumbered(claim, summary.footnotes).cited.every(({ earlier }) => earlier);
        if (kind === 'statement' && isRepeated) return [];
        return kind ? [toLogClaim(kind, claim, summary, message => toPlaceId(message.messageId))] : [];
      })
      .filter(({ sources }) => sources.length > 0),
    isKept: claimId => {
      const claim = summary.claims.find(each => each.id === claimId);
      const rejected = summary.rejected.find(each => each.id === claimId);
      if (rejected) return rejected.reasons.some(({ problem }) => problem.code === 'message_deleted');
      // Version 0.2.0 also took changes for decisions; they are facts now.
      return claim ? claim.kind === 'fact' && verified.includes(claim) : stored.note !== undefined;
    },
  };
}

function toLogClaim(
  kind: LogEntry['kind'],
  claim: SummaryClaim,
  summary: Summary,
  toPlaceId: (message: ListedMessage) => string,
): LogClaim {
  const { id: claimId, text, topic, speakers, owner, due, decision, disputes, review } = claim;
  const cited = toUnnumbered(claim, summary.footnotes).cited.map(withExcerpt);
  const said = due === null ? undefined : (cited.find(message => message.text.includes(due)) ?? cited[0]);
  const { language, zone } = summary;
  return {
    kind,
    statement: {
      summaryId: summary.id,
      claimId,
      language,
      text,
      topic,
      speakers: [...speakers],
      owner,
      due,
      // The date of hidden words would tell them.
      dueDate:
        due !== null && said && maskSpoilers(due) === due
          ? parseDueDate(due, said.time, zone, language)
          : null,
      outcome: decision ?? 'decided',
      ...(review?.decision === 'confirmed' && { isConfirmed: true }),
      ...(disputes && { isDisputed: true }),
      cited: cited.map(({ messageId, quote }) => ({ messageId, quote })),
    },
    sources: cited.map(message => toSource(message, toPlaceId(message))),
    ownerId: owner === null ? null : findOwner(owner, cited, summary),
  };
}

/** An entry has no files: what is quoted of one is part of its message's text. */
function withExcerpt(message: ListedMessage): ListedMessage {
  if (!message.quote?.file) return message;
  const { text, quotes } = withExcerpts(message.text, [message.quote], ({ name, from }) => `${name}:${from}`);
  const [quote] = quotes.map(({ file: _, ...span }) => span);
  return { ...message, text, quote: quote ?? null };
}

function findOwner(owner: string, cited: readonly ListedMessage[], summary: Summary): string | null {
  const people = [
    ...cited.map(({ authorId, sender }) => ({ id: authorId, name: sender })),
    ...summary.participants,
  ];
  const ids = people.flatMap(({ id, name }) =>
    id !== undefined && toSpeakerName(name) === owner ? [id] : [],
  );
  const [first = null, ...others] = new Set(ids);
  return others.length === 0 && first !== null && !isWebhookAuthor(first) ? first : null;
}

function toSource(message: ListedMessage, placeId: string): EntrySource {
  const { messageId, authorId, sender, time, text, url, editedSince } = message;
  return {
    messageId,
    placeId,
    ...(authorId !== undefined && { authorId }),
    sender,
    time,
    text,
    ...(url !== undefined && { url }),
    ...(editedSince && { editedSince }),
  };
}

/** Both decisions, linked: the first supersedes the second. */
export function link(
  entry: Decision,
  former: Decision,
  impacts: Decision['supersedes'][number]['impacts'],
): readonly [Decision, Decision] {
  if (entry.id === former.id) return [entry, former];
  const others = entry.supersedes.filter(({ entryId }) => entryId !== former.id);
  return [
    { ...entry, supersedes: [...others, { entryId: former.id, impacts }] },
    { ...former, supersededBy: [...new Set([...former.supersededBy, entry.id])] },
  ];
}

/** Removes the links to an entry that is gone, and what has still to be sent about it. */
export function unlink(id: string, entries: Map<string, LogEntry>): void {
  for (const entry of [...entries.values()]) {
    if (entry.kind !== 'decision') continue;
    const isOther = ({ entryId }: { readonly entryId: string }) => entryId !== id;
    const unlinked = {
      ...entry,
      supersedes: entry.supersedes.filter(isOther),
      supersededBy: entry.supersededBy.filter(each => each !== id),
      contradictedBy: entry.contradictedBy.filter(isOther),
      reminders: entry.reminders.filter(({ about }) => about !== id),
    };
    if (!isSameEntry(unlinked, entry)) entries.set(entry.id, unlinked);
  }
}
