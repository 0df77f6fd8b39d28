import { toUnnumbered } from '../../core/claims/assemble.ts';
import { withExcerpts } from '../../core/claims/attached-quotes.ts';
import type { Quote } from '../../core/claims/claim.ts';
import { toSection } from '../../core/claims/section.ts';
import {
  type CitedMessage,
  isHighlights,
  type Summary,
  type SummaryClaim,
} from '../../core/claims/summary.ts';
import type { EvidenceMessage } from '../../core/conversation/evidence.ts';
import type { Message } from '../../core/conversation/message.ts';
import { widenToSpoilers } from '../../core/conversation/spoilers.ts';
import type { Texts } from '../texts.ts';
import { statementOutcomes } from '../view/checked.ts';
import { toDisputedWords, toReviewWords } from '../view/item.ts';
import { toLinkTarget, toMaskedText, toSenderName, toShownName } from '../view/shown.ts';
import { countNumbered, splitAtQuotes, toFileWords } from '../view/sources.ts';
import { toShownTime } from '../view/times.ts';
import type { View } from '../view/view.ts';
import {
  type ViewerClaim,
  type ViewerData,
  type ViewerMessage,
  type ViewerStretch,
  viewerWords,
} from './viewer-data-type.ts';

/** A claim's citation of a message; without a quote, of the whole message. */
type Cite = { readonly claim: number; readonly quote: Quote | null };

/** A message on the page; one that was not numbered has no position. */
type ShownMessage = Omit<CitedMessage, 'position'> & { readonly position: number | null };

export type ShownConversation = {
  /** All messages read, as they are now; without them the page has those that claims cite. */
  readonly conversation?: readonly EvidenceMessage[];
  /** The conversation is longer: these are its newest messages. */
  readonly isCut?: boolean;
};

/** The data of the page's script; without the conversation, it has the messages that claims cite. Removed claims are left out. */
export function toViewerData(summary: Summary, view: View, given: ShownConversation): ViewerData {
  const { conversation } = given;
  const { t } = view;
  const order = view.sections.flatMap(({ items }) => items.map(({ claimId }) => claimId));
  const byId = new Map(summary.claims.map(claim => [claim.id, claim]));
  const claims = order.flatMap(id => byId.get(id) ?? []);
  const cites = new Map<string, Cite[]>();
  const cited = new Map<string, CitedMessage>();
  for (const [claim, each] of claims.entries())
    for (const { quote, ...message } of toUnnumbered(each, summary.footnotes).cited) {
      cited.set(message.messageId, message);
      cites.set(message.messageId, [...(cites.get(message.messageId) ?? []), { claim, quote }]);
    }

  const numbers = new Map(summary.footnotes.map(({ messageId, number }) => [messageId, number]));
  const shown = conversation
    ? toWhole(conversation, cited, summary)
    : [...cited.values()].sort(compareReading);
  const indexes = new Map(shown.map(({ messageId }, index) => [messageId, index]));
  const messages = shown.map((message): ViewerMessage => {
    const number = numbers.get(message.messageId);
    const url = toLinkTarget(message.url);
    const { time, offset } = toShownTime(message.time, summary);
    const notes = toMessageNotes(message, summary, t);
    return {
      ...(!message.earlier && message.position !== null && { position: message.position }),
      ...(number !== undefined && { number }),
      who: toMaskedText(toSenderName(message, t)),
      time,
      ...(offset !== null && { offset }),
      said: toSaid(message.text, cites.get(message.messageId) ?? [], t),
      ...(url !== null && { url }),
      ...(notes.length > 0 && { notes }),
    };
  });
  const headings = new Map(
    view.sections.flatMap(({ heading, items }) => items.map(({ claimId }) => [claimId, heading])),
  );
  const told = claims.map((claim, index): ViewerClaim => {
    const own = [
      ...new Set(
        toUnnumbered(claim, summary.footnotes).cited.flatMap(({ messageId }) => indexes.get(messageId) ?? []),
      ),
    ].sort((a, b) => a - b);
    const heading = headings.get(claim.id) ?? null;
    return {
      id: claim.id,
      label: t('summary.viewer.claim', { number: index + 1, count: claims.length, messages: own.length }),
      person: [...new Set(own.flatMap(message => messages[message]?.who ?? []))],
      topic: heading === null ? [] : [toMaskedText(heading)],
      kind: [t(`summary.sections.${toSection(claim)}`)],
      status: [toStatus(claim, summary, t), toDisputedWords(claim, t)]
        .filter(words => words !== '')
        .map(toMaskedText),
      messages: own,
    };
  });
  const words = viewerWords.map(word => [word, t(`summary.viewer.${word}`)] as const);
  return {
    zone: summary.zone,
    words: {
      ...(Object.fromEntries(words) as ViewerData['words']),
      openMessage: t('summary.openMessage'),
    },
    citedOnly: !given.conversation
      ? t('summary.viewer.citedOnly')
      : given.isCut
        ? t('summary.viewer.newestOnly', { count: given.conversation.length })
        : null,
    claims: told,
    messages,
  };
}

/** The conversation with cited messages as they were read. Numbered only if all still have their numbers in the summary. */
function toWhole(
  conversation: readonly EvidenceMessage[],
  cited: ReadonlyMap<string, CitedMessage>,
  summary: Summary,
): readonly ShownMessage[] {
  const ids = new Set(conversation.map(({ id }) => id));
  const isNumbered =
    conversation.length === countNumbered(summary) &&
    conversation.every(({ id, position }) => (cited.get(id)?.position ?? position) === position);
  const others = [...cited.values()].filter(({ messageId }) => !ids.has(messageId));
  const whole = conversation.map(
    each => cited.get(each.id) ?? toShown(isNumbered ? each : { ...each, position: null }),
  );
  return [...others.sort(compareReading), ...whole];
}

function toShown(message: Message & { readonly position: number | null }): ShownMessage {
  const { id, author, time, text, url, position, forwarded, editedTime } = message;
  const channel = message.thread ?? message.channel;
  return {
    position,
    messageId: id,
    sender: author.name,
    authorId: author.id,
    time,
    text,
    forwarded,
    edited: editedTime !== undefined,
    ...(url !== undefined && { url }),
    ...(channel && { channel }),
  };
}

/** Cuts a message at the edges of its quotes; a spoiler is never cut, so that it stays masked. */
function toSaid(own: string, cites: readonly Cite[], t: Texts): ViewerMessage['said'] {
  const quoting = cites.flatMap(({ claim, quote }) => (quote === null ? [] : [{ claim, ...quote }]));
  const { text, quotes: shown } = withExcerpts(own, quoting, file => toFileWords(file, t));
  const spans = shown.map(quote => widenToSpoilers(text, quote));
  if (spans.length === 0) return toMaskedText(text);
  return splitAtQuotes(text, spans).map(({ text: part, quotes }): ViewerStretch => {
    const claims = new Set(quotes.flatMap(index => spans[index]?.claim ?? []));
    return [toMaskedText(part), ...claims];
  });
}

/** Messages that were summarized before come first, the others by position. */
function compareReading(a: ShownMessage, b: ShownMessage): number {
  return Number(b.earlier ?? false) - Number(a.earlier ?? false) || (a.position ?? 0) - (b.position ?? 0);
}

function toMessageNotes(message: ShownMessage, { source }: Summary, t: Texts): readonly string[] {
  const { earlier, edited, editedSince, forwarded, channel } = message;
  const place = channel && channel.title !== source.title ? toShownName(channel.title, '') : '';
  return [
    ...(place === '' ? [] : [toMaskedText(place)]),
    ...(earlier ? [t('summary.earlier')] : []),
    ...(editedSince ? [t('summary.editedSince')] : edited ? [t('summary.edited')] : []),
    ...(forwarded ? [t('summary.forwarded')] : []),
  ];
}

/** Quotes that code selected are only verbatim: nothing checks that they matter. */
function toStatus({ status, review }: SummaryClaim, summary: Summary, t: Texts): string {
  if (review) return toReviewWords(review, t);
  const isQuote = status === 'verified' && isHighlights(summary);
  return isQuote ? t('summary.viewer.quoted') : t(`summary.check.outcomes.${statementOutcomes[status]}`);
}
