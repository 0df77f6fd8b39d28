import type { RejectionReason } from '../core/claims/claim.ts';
import type { DraftClaim, DraftEvidence } from '../core/claims/draft.ts';
import { toListedMessage } from '../core/claims/renumber.ts';
import { type Decider, keepAttempt, type ReviewItem, reword, toContents } from '../core/claims/review.ts';
import type { Wording } from '../core/claims/reviewed.ts';
import type { ListedMessage, Summary } from '../core/claims/summary.ts';
import type { Unnumbered } from '../core/claims/unnumbered.ts';
import { type Evidence, toEvidence } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import { toLanguages } from '../core/select/languages.ts';
import { createVerifier } from '../core/verify/verifier.ts';

/** A summary in which an item says it in other words; or what of them does not hold, and the summary that remembers it. */
export type Reworded =
  | { readonly ok: true; readonly summary: Summary; readonly isClear: boolean }
  | { readonly ok: false; readonly summary: Summary };

/**
 * Verifies what somebody writes in place of a claim as if an engine had written it, over the conversation that the
 * summary is of. Messages that the summary shows already count as they were read then.
 */
export function tryWording(
  summary: Summary,
  item: ReviewItem,
  wording: Wording,
  conversation: Conversation,
  decider: Decider,
): Reworded {
  const contents = toContents(item, summary);
  const known = toKnown(summary, contents);
  const { start, end } = summary.timeRange ?? {};
  const range = { ...(start !== undefined && { from: start }), ...(end !== undefined && { to: end }) };
  const evidence = toEvidence(withKnown(conversation, known), range);
  const verifier = createVerifier(evidence, { languages: toLanguages(evidence), zone: summary.zone });
  const verdict = verifier.verify(toDraft(contents, wording, evidence));
  if (!verdict.ok) return fail(summary, item, wording, verdict.rejected.reasons);

  const { citations, before, ...body } = verdict.claim;
  const toCited = (list: typeof citations) =>
    list.flatMap(citation => {
      const listed = toListedMessage(citation, evidence);
      const before = listed && known.get(listed.messageId);
      return listed ? [before ? { ...before, quote: listed.quote } : listed] : [];
    });
  const verified: Unnumbered = {
    ...body,
    cited: toCited(citations),
    before: before && { text: before.text, cited: toCited(before.citations) },
  };
  const reworded = reword(summary, item.id, verified, decider);
  return reworded === null
    ? fail(summary, item, wording, [])
    : { ok: true, summary: reworded, isClear: body.status === 'verified' };
}

function fail(
  summary: Summary,
  { id }: ReviewItem,
  wording: Wording,
  reasons: readonly RejectionReason[],
): Reworded {
  return { ok: false, summary: keepAttempt(summary, id, { ...wording, reasons }) };
}

/** The messages that are shown or cited already, as they were read, by their ids. */
function toKnown({ footnotes, claims }: Summary, { cited, before }: Unnumbered) {
  const listed = claims.flatMap(claim => [...claim.more, ...(claim.before?.more ?? [])]);
  const all = [...cited, ...(before?.cited ?? []), ...listed, ...footnotes];
  return new Map(all.map(message => [message.messageId, toPlain(message)]));
}

function toPlain(message: ListedMessage | Summary['footnotes'][number]): Omit<ListedMessage, 'quote'> {
  if ('number' in message) {
    const { number: _, quotes: __, ...plain } = message;
    return plain;
  }
  const { quote: _, ...plain } = message;
  return plain;
}

function withKnown(
  conversation: Conversation,
  known: ReadonlyMap<string, { readonly text: string }>,
): Conversation {
  const messages = conversation.messages.map(message => {
    const before = known.get(message.id);
    return before ? { ...message, text: before.text } : message;
  });
  return { ...conversation, messages };
}

/** Who is no longer named is no longer credited; what it rests on is what it rested on before. */
function toDraft(contents: Unnumbered, { text, owner, due }: Wording, evidence: Evidence): DraftClaim {
  const positions = new Map(evidence.messages.map(({ id, position }) => [id, position]));
  const toEvidenceList = (cited: readonly ListedMessage[]) =>
    cited.flatMap(({ messageId, quote }): DraftEvidence[] => {
      const position = positions.get(messageId);
      return position === undefined ? [] : [{ position, quote: quote?.text ?? '' }];
    });
  return {
    evidence: toEvidenceList(contents.cited),
    kind: contents.kind,
    topic: contents.topic,
    text,
    speakers: contents.speakers.filter(name => text.includes(name)),
    owner,
    due,
    before: contents.before && {
      text: contents.before.text,
      evidence: toEvidenceList(contents.before.cited),
    },
    confidence: 1,
  };
}
