import { assemble, mostParticipants, toUnnumbered } from './assemble.ts';
import { selectClaims } from './select-claims.ts';
import {
  addUsage,
  isHighlights,
  type Matter,
  type Rejection,
  type Summary,
  type UnnumberedClaim,
} from './summary.ts';

/**
 * A summary that goes on with later messages: claims keep their ids, words and reviews, and matters with news come first. Above `most`,
 * older claims make room, the least weighty first, and last what a person decided. What is said again later is news.
 */
export function continueNote(note: Summary, news: Summary, most: number) {
  const { reviewed: _, openBefore: __, ...base } = note;
  const offset = Math.max(0, ...[...note.claims, ...note.rejected].map(({ id }) => Number(id.slice(1))));
  const renumber = (id: string) => `${id[0]}${offset + Number(id.slice(1))}`;
  const { matters, placeOld, changed } = joinMatters(note.matters ?? [], news.matters ?? []);
  const shift = <Claim extends Pick<UnnumberedClaim, 'matter' | 'cited'>>(claim: Claim): Claim => ({
    ...claim,
    cited: claim.cited.map(each => ({ ...each, position: each.position + note.coverage.read })),
  });
  const added = news.claims.map(claim =>
    shift({ ...toUnnumbered(claim, news.footnotes), id: renumber(claim.id) }),
  );
  const toOld = <Claim extends Placed>(claim: Claim): Claim => ({ ...claim, matter: placeOld(claim.matter) });
  const former = note.claims.map(claim => toOld(toUnnumbered(claim, note.footnotes)));
  const isMarked = ({ review, disputes }: UnnumberedClaim) => (review ?? disputes) !== undefined;
  const room = Math.max(0, most - added.length);
  const marked = selectClaims(former.filter(isMarked), room);
  const others = former.filter(each => !isMarked(each));
  const kept = [...marked, ...selectClaims(others, room - marked.length)];
  const rejected = news.rejected.map(
    ({ id, claim, ...rest }): Rejection => ({
      ...rest,
      id: renumber(id),
      claim: claim && shift(claim),
    }),
  );
  // What was rejected before is no longer of interest, unless a person removed it.
  const removed = note.rejected.filter(({ id, review }) => review && id.startsWith('c'));
  const summary = assemble({
    ...base,
    claims: [...kept, ...added],
    rejected: [...removed.map(each => ({ ...each, claim: each.claim && toOld(each.claim) })), ...rejected],
    matters,
    // Its name and tags may have changed.
    source: news.source,
    // Some quotes do not make it Highlights.
    engine: isHighlights(news) && !isHighlights(note) ? note.engine : news.engine,
    timeRange:
      note.timeRange && news.timeRange
        ? { start: note.timeRange.start, end: news.timeRange.end }
        : (note.timeRange ?? news.timeRange),
    coverage: joinCoverage(note, news),
    ...joinParticipants(note, news),
    rejectedSources: news.rejectedSources,
    counts: { hidden: note.counts.hidden + news.counts.hidden },
    usage: addUsage(note.usage, news.usage),
  });
  return { summary, newIds: added.map(({ id }) => id), changed, left: former.length - kept.length };
}

/** The claims that cite a message, as the first matter, in place of an earlier one of this title. The same summary if there are neither. */
export function withAnswerFirst(summary: Summary, messageId: string | undefined, title: string): Summary {
  const isAnswer = ({ cited }: UnnumberedClaim) => cited.some(each => each.messageId === messageId);
  const all = summary.claims.map(claim => toUnnumbered(claim, summary.footnotes));
  const former = summary.matters ?? [];
  const isOwn = (each: Matter) => each.topicId === null && each.title === title;
  const number = former.findIndex(isOwn) + 1;
  const isThere = all.some(isAnswer);
  if (number === Number(isThere) && all.every(each => (each.matter === number) === isAnswer(each)))
    return summary;
  const own: readonly Matter[] = isThere ? [{ title, sources: [], topicId: null }] : [];
  // The answer of before is one no longer.
  const others = former.map(each => (isOwn(each) ? { ...each, title: null } : each));
  const next = <Claim extends Placed>(claim: Claim): Claim => ({
    ...claim,
    matter: claim.matter && claim.matter + own.length,
  });
  const claims = all.map(each => (isAnswer(each) ? { ...each, matter: 1 } : next(each)));
  const rejected = summary.rejected.map(each => ({ ...each, claim: each.claim && next(each.claim) }));
  return assemble({ ...summary, claims, rejected, matters: [...own, ...others] });
}

/** The claims without these ids, as somebody sees them who may not see those yet. A title over a hidden claim gives way to its topic. */
export function withoutClaims(summary: Summary, ids: readonly string[]): Summary {
  const hidden = summary.claims.filter(({ id }) => ids.includes(id));
  const claims = summary.claims.filter(each => !hidden.includes(each));
  const matters = (summary.matters ?? []).map((each, index) =>
    each.topicId !== null && hidden.some(({ matter }) => matter === index + 1)
      ? { ...each, title: null, sources: [] }
      : each,
  );
  return assemble({ ...summary, claims, rejected: [], matters, rejectedSources: [] });
}

/** The matters with news, then the others, and where each of the former ones went. A matter that goes on gets the later title. */
function joinMatters(former: readonly Matter[], latest: readonly Matter[]) {
  const findFormer = ({ topicId }: Matter) =>
    topicId === null ? -1 : former.findIndex(each => each.topicId === topicId);
  const joined = latest.map((matter): Matter => {
    const before = former[findFormer(matter)];
    return matter.title === null && before ? before : matter;
  });
  const left = former.filter((_, index) => !latest.some(each => findFormer(each) === index));
  const matters = [...joined, ...left];
  const placeOld = (matter: number | undefined) => {
    const own = matter === undefined ? undefined : former[matter - 1];
    if (own === undefined) return undefined;
    const index = latest.findIndex(each => former[findFormer(each)] === own);
    return (index >= 0 ? index : matters.indexOf(own)) + 1;
  };
  const changed = latest.filter(each => {
    const before = former[findFormer(each)];
    return before && each.title !== null && before.title !== each.title;
  }).length;
  return { matters, placeOld, changed };
}

type Placed = Pick<UnnumberedClaim, 'matter'>;

function joinCoverage({ coverage: a }: Summary, { coverage: b }: Summary): Summary['coverage'] {
  const attachments = addCounts(a.attachments ?? [], b.attachments ?? [], ({ kind }) => kind);
  const unsummarized = [...joinSpans(a.unsummarized ?? []), ...(b.unsummarized ?? [])];
  return {
    ...b,
    read: a.read + b.read,
    available: a.available + b.available,
    omitted: addCounts(a.omitted, b.omitted, ({ reason }) => reason),
    ...(attachments.length > 0 && { attachments }),
    ...(unsummarized.length > 0 && { unsummarized }),
  };
}

/** Those of all former renewals as one. */
function joinSpans(spans: NonNullable<Summary['coverage']['unsummarized']>) {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  return [{ start: first.start, end: last.end, count: spans.reduce((sum, { count }) => sum + count, 0) }];
}

type Counted = { readonly count: number };

function addCounts<Item extends Counted>(
  a: readonly Item[],
  b: readonly Item[],
  toKey: (item: Item) => string,
): readonly Item[] {
  return [...Map.groupBy([...a, ...b], toKey).values()].flatMap(([first, second]) =>
    first ? [second ? { ...first, count: first.count + second.count } : first] : [],
  );
}

function joinParticipants(a: Summary, b: Summary): Pick<Summary, 'participants' | 'otherParticipants'> {
  const all = Map.groupBy([...a.participants, ...b.participants], ({ id, name }) => id ?? name);
  const participants = [...all.values()].flatMap(([first, second]) => {
    const count = (first?.messageCount ?? 0) + (second?.messageCount ?? 0);
    const latest = second ?? first;
    return latest ? [{ ...latest, messageCount: count }] : [];
  });
  const busiest = participants.sort((x, y) => y.messageCount - x.messageCount).slice(0, mostParticipants);
  const others = (a.otherParticipants ?? 0) + participants.length - busiest.length;
  return { participants: busiest, ...(others > 0 && { otherParticipants: others }) };
}
