import { compareSnowflakes } from '../conversation/evidence.ts';
import { type Message, toPlaceId } from '../conversation/message.ts';
import type { Quote } from './claim.ts';
import type {
  CitedMessage,
  Footnote,
  ListedMessage,
  Reference,
  Rejection,
  Summary,
  SummaryClaim,
  UnnumberedClaim,
} from './summary.ts';

/** The most citations that a claim shows; further ones are counted and listed. */
export const maxShownCitations = 3;
/** Of a claim under a matter: a linked marker takes about 96 characters of the 6,000 that Discord shows at once. */
const mostOfMatterClaim = 2;
/** Of all claims under matters together, unless there are more claims. */
const mostMarkers = 22;

/** How many of its citations each claim under matters shows: one each, then second ones in reading order. */
export function toShownCounts(citations: readonly number[]): readonly number[] {
  let left = mostMarkers - citations.length;
  return citations.map(count => {
    const further = Math.max(0, Math.min(count - 1, mostOfMatterClaim - 1, left));
    left -= further;
    return 1 + further;
  });
}

/** Numbers the messages that claims show 1..k by first appearance. `most`: how many each shows; the others are only listed. */
export function numberClaims(claims: readonly UnnumberedClaim[], most: readonly number[] = []) {
  const numbers = new Map<string, number>();
  const footnotes: (Footnote & { readonly quotes: Quote[] })[] = [];

  const toReference = ({ quote, ...message }: ListedMessage): Reference => {
    let number = numbers.get(message.messageId);
    if (number === undefined) {
      number = footnotes.length + 1;
      numbers.set(message.messageId, number);
      footnotes.push({ ...message, number, quotes: [] });
    }
    const quotes = footnotes[number - 1]?.quotes;
    if (quote && !quotes?.some(each => isSameSpan(each, quote))) quotes?.push(quote);
    return { footnote: number, quote };
  };

  const numbered = claims.map(({ cited, ...rest }, index): SummaryClaim => {
    const count = most[index] ?? maxShownCitations;
    const shown = cited.slice(0, count).sort((a, b) => a.position - b.position);
    const references = shown.map(toReference).sort((a, b) => a.footnote - b.footnote);
    return { ...rest, references, more: cited.slice(count) };
  });
  return { claims: numbered, footnotes };
}

function isSameSpan(a: Quote, b: Quote): boolean {
  return a.start === b.start && a.end === b.end && a.file?.name === b.file?.name;
}

/** The messages that a summary shows or lists, and those that its rejected claims cite. */
export function toCitedMessages({ footnotes, claims, rejected }: Summary): readonly CitedMessage[] {
  return [
    ...footnotes,
    ...claims.flatMap(({ more }) => more),
    ...rejected.flatMap(({ claim }) => claim?.cited ?? []),
  ];
}

/** The ids of all people whose messages went into a summary, as far as it contains them. */
export function toPersonIds(summary: Summary): readonly string[] {
  const authors = [...toCitedMessages(summary), ...(summary.checked ? [summary.checked] : [])];
  const ids = [...authors.map(({ authorId }) => authorId), ...summary.participants.map(({ id }) => id)];
  return [...new Set(ids.filter(id => id !== undefined))];
}

/** The ids of all messages that a summary shows, lists, has rejected claims about or was made to check, oldest first. */
export function toCitedIds(summary: Summary): readonly string[] {
  const { checked, rejectedSources } = summary;
  const cited = toCitedMessages(summary).map(({ messageId }) => messageId);
  const stated = checked?.messageId === undefined ? [] : [checked.messageId];
  return [...new Set([...cited, ...stated, ...rejectedSources])].sort(compareSnowflakes);
}

/** Finds the channel or thread of a message that a stored summary cites. */
export function toPlaceOf({
  channelId,
  places,
  linked,
}: {
  readonly channelId: string;
  readonly places?: Readonly<Record<string, string>>;
  readonly linked?: Readonly<Record<string, string>>;
}): (messageId: string) => string {
  return id => linked?.[id] ?? places?.[id] ?? channelId;
}

/** The places of the cited messages that others linked to, for a stored summary. */
export function toLinkedPlaces(summary: Summary, messages: readonly Message[]) {
  const places = toPlaces(
    summary,
    messages.filter(({ linked }) => linked),
  );
  return Object.keys(places).length === 0 ? {} : { linked: places };
}

/** As many as a menu has. */
export const mostThreads = 25;

/** The threads of several places that were read, for a stored summary: those with the newest messages first. */
export function toActiveThreads({ source }: Summary, messages: readonly Message[]) {
  const read = messages.filter(({ linked, thread }) => !linked && thread && thread.id !== source.threadId);
  const newest = read.toSorted((a, b) => compareSnowflakes(b.id, a.id));
  const threads = [...Map.groupBy(newest, ({ thread }) => thread?.id ?? '')].map(([id, own]) => ({
    id,
    title: own[0]?.thread?.title ?? '',
    afterId: String(BigInt(own.at(-1)?.id ?? '1') - 1n),
  }));
  return threads.length === 0 ? {} : { threads: threads.slice(0, mostThreads) };
}

/** Maps the id of each of these messages that the summary cites to its thread or channel. */
export function toPlaces(summary: Summary, messages: readonly Message[]): Readonly<Record<string, string>> {
  const cited = new Set(toCitedIds(summary));
  return Object.fromEntries(
    messages.flatMap(message => {
      const placeId = toPlaceId(message);
      return cited.has(message.id) && placeId !== '' ? [[message.id, placeId] as const] : [];
    }),
  );
}

/** The ids of the messages that one claim cites, including those only listed. */
export function toClaimIds({ references, more }: SummaryClaim, { footnotes }: Summary): string[] {
  const shown = references.flatMap(({ footnote }) => footnotes[footnote - 1]?.messageId ?? []);
  return [...shown, ...more.map(({ messageId }) => messageId)];
}

/** Counts claims by status and by what happened to them. */
export function toCounts({ claims, rejected, counts }: Summary) {
  const count = (isMeant: (claim: SummaryClaim) => boolean) => claims.filter(isMeant).length;
  const effects = claims.flatMap(({ findings, citationReplaced }) =>
    findings.flatMap(({ effect }) => (citationReplaced && effect === 'uncite' ? [] : [effect])),
  );
  const isConfirmed = ({ review }: SummaryClaim) => review?.decision === 'confirmed';
  const isNote = ({ review }: SummaryClaim) => review?.decision === 'noted';
  return {
    /** Without those that a person confirmed. */
    verified: count(claim => claim.status === 'verified' && !isConfirmed(claim)),
    /** The proofs pass, and the wording was not judged. */
    sourcesFound: count(claim => claim.status === 'sources_found'),
    needsClarification: count(claim => claim.status === 'needs_clarification' && !isNote(claim)),
    /** Unsupported, and not removed by a person. */
    dropped: rejected.filter(each => each.review === undefined && !isRepeatOfAnother(each)).length,
    /** They only repeat another one. */
    merged: rejected.filter(each => each.review === undefined && isRepeatOfAnother(each)).length,
    citationsReplaced: count(({ citationReplaced }) => citationReplaced),
    /** Citations removed without a replacement from claims that are valid without them. */
    uncited: effects.filter(effect => effect === 'uncite').length,
    /** Fixed faults in the shape of claims that are shown. */
    repaired: effects.filter(effect => effect === 'repair').length,
    hidden: counts.hidden,
    disputed: count(({ disputes }) => disputes !== undefined),
    confirmed: count(isConfirmed),
    noted: count(isNote),
    removed: rejected.filter(({ review }) => review !== undefined).length,
  };
}

/** Whether the claim only repeats another one; such claims need no review. */
export function isRepeatOfAnother({ reasons }: Pick<Rejection, 'reasons'>): boolean {
  return reasons.length > 0 && reasons.every(({ problem }) => problem.code === 'said_already');
}
