import { toUnnumbered } from '../../core/claims/assemble.ts';
import { withExcerpts } from '../../core/claims/attached-quotes.ts';
import type { Dispute, Finding, Review } from '../../core/claims/claim.ts';
import { isUnclear, toSection } from '../../core/claims/section.ts';
import type { ListedMessage, Summary, SummaryClaim, Support } from '../../core/claims/summary.ts';
import { isWebhookAuthor, type Place } from '../../core/conversation/message.ts';
import { replaceNumberBrackets, toSpeakerName } from '../../core/conversation/text.ts';
import { spacedLetter } from '../../core/verify/words.ts';
import type { Texts } from '../texts.ts';
import { toProblemLine } from './problem-line.ts';
import { toLinkTarget, toMaskedText, toSenderName, toShownLine, toShownName, toSnippet } from './shown.ts';
import { toFileWords } from './sources.ts';
import { type ShownTime, toShownTime } from './times.ts';

export type Marker = ShownTime & {
  readonly number: number;
  /** Safe to link to without changes; null if the message has no address. */
  readonly url: string | null;
  readonly sender: string;
};

export type StatementOutcome = 'verified' | 'sources' | 'unclear' | 'unfound';

/** One piece of a claim's line: `strong` and `text` are its own words, `aside`, `more` and `label` additions, `note` a warning. */
export type LinePiece =
  | {
      readonly as: 'strong' | 'text' | 'aside' | 'note';
      readonly text: string;
    }
  | { readonly as: 'more'; readonly text: string; readonly url: string | null }
  /** The link to a message without a number. */
  | { readonly as: 'out'; readonly text: string; readonly url: string }
  | { readonly as: 'label'; readonly text: string; readonly outcome?: StatementOutcome }
  | { readonly as: 'marker'; readonly marker: Marker };

/** The layout of one claim: pieces in reading order. Every format writes all, so that none can lose a marker or a warning. */
export type Item = {
  readonly claimId: string;
  readonly line: readonly LinePiece[];
  /** Objections by people the claim cites, each on a line of its own below. */
  readonly replies: readonly string[];
};

export type ItemOptions = {
  readonly references: boolean;
  readonly label?: { readonly text: string; readonly outcome: StatementOutcome };
  readonly newIds?: readonly string[] | undefined;
  /** The channel that the heading names. */
  readonly place?: Place | null;
  /** Default: what the reader should know of the claim. */
  readonly notes?: readonly string[];
};

export function toItem(claim: SummaryClaim, summary: Summary, t: Texts, options: ItemOptions): Item {
  const { references, label, place = null, notes = toWarnings(claim, summary, t, place) } = options;
  // The words of a statement are the reader's own.
  const evidence = label ? null : toUnclearLine(claim, summary, t, references);
  return {
    claimId: claim.id,
    line: [
      ...(label ? [{ as: 'label' as const, ...label }] : []),
      ...(options.newIds?.includes(claim.id) ? [{ as: 'aside' as const, text: '🆕' }] : []),
      ...(evidence ?? toOwnLine(claim, summary, t, options)),
      ...notes.map(note => ({ as: 'note' as const, text: note })),
    ],
    replies: (claim.disputes ?? []).map(dispute => toReply(dispute, t)),
  };
}

/** "Nadia, cited here: “I said might.”" */
export function toReply({ by, text }: Dispute, t: Texts): string {
  return t('summary.dispute.reply', { by: toDisputerName(by, t), words: toShownLine(text) });
}

function toDisputerName({ name }: Dispute['by'], t: Texts): string {
  return toShownName(name, t('summary.someone'));
}

/** "disputed by Nadia, who is cited here" */
export function toDisputedWords({ disputes = [] }: SummaryClaim, t: Texts): string {
  const people = disputes.map(({ by }) => toDisputerName(by, t));
  return people.length === 0 ? '' : t('summary.dispute.by', { people: t.list(people), count: people.length });
}

function toOwnLine(
  claim: SummaryClaim,
  summary: Summary,
  t: Texts,
  { references }: ItemOptions,
): LinePiece[] {
  const text = toShownLine(claim.text) || '…';
  const section = toSection(claim);
  const isByMatter = claim.matter !== undefined;
  // The words of a claim by matter stay as they are written.
  const owner = section === 'action' && !isByMatter ? claim.owner : null;
  const [, about, rest = ''] = (isByMatter && subject.exec(text)) || [];
  const host = section === 'link' ? toLinkHost(claim, summary) : null;
  const posted = toWebhookNames(claim, summary);
  const toMarked = (piece: LinePiece): LinePiece => {
    const name = piece.as === 'strong' ? piece.text.replace(/:$/, '') : '';
    if (piece.as !== 'strong' || !posted.has(name)) return piece;
    return { ...piece, text: t('summary.viaWebhook', { name }) + piece.text.slice(name.length) };
  };
  return [
    ...(about
      ? [
          { as: 'strong' as const, text: `${about}:` },
          { as: 'text' as const, text: rest },
        ]
      : toWords(text, owner, claim.speakers)
    ).map(toMarked),
    ...(host === null ? [] : [{ as: 'aside' as const, text: `(${host})` }]),
    ...(claim.fromPicture ? [{ as: 'note' as const, text: t('summary.fromPicture') }] : []),
    ...toSupport(claim, summary, t, references),
  ];
}

/** The names, as claims write them, under which only webhooks posted the cited messages. */
function toWebhookNames(claim: SummaryClaim, summary: Summary): ReadonlySet<string> {
  const authors = [...toNotes(claim, summary), ...claim.more];
  const toNames = (isPosted: boolean) =>
    authors
      .filter(({ authorId }) => isWebhookAuthor(authorId) === isPosted)
      .map(({ sender }) => toShownLine(toSpeakerName(sender)));
  return new Set(toNames(true)).difference(new Set(toNames(false)));
}

/** What the messages of an unclear claim say, because a part of the claim may be false; null for any other claim. */
function toUnclearLine(claim: SummaryClaim, summary: Summary, t: Texts, references: boolean) {
  const shown = isOfUnclearWords(claim) ? toUnnumbered(claim, summary.footnotes).cited : [];
  const line = toEvidenceLine('unclearSee', shown, summary, t, references);
  const isNew = (piece: LinePiece) =>
    piece.as !== 'marker' ||
    !line?.some(each => each.as === 'marker' && each.marker.number === piece.marker.number);
  return line && [...line, ...toSupport(claim, summary, t, references).filter(isNew)];
}

/** "Unclear. See Nadia: “…”": what a program shows in place of an unclear claim; null for any other claim. */
export function toUnclearWords(claim: SummaryClaim, summary: Summary, t: Texts): string | null {
  // The words of a statement are the reader's own.
  const line = summary.checked ? null : toUnclearLine(claim, summary, t, false);
  return line && toLineWords(line);
}

export function toLineWords(line: readonly LinePiece[]): string {
  return line.flatMap(piece => (piece.as === 'marker' ? [] : piece.text)).join(' ');
}

/** Whether only a model wrote the words that are not wholly supported. */
function isOfUnclearWords(claim: SummaryClaim): boolean {
  return isUnclear(claim) && claim.review === undefined;
}

/** ‘Unclear. See [6] Nadia: “…”’: the first message; null without any. An arrow replaces a number beyond `highest`, not shown before. */
export function toEvidenceLine(
  lead: 'unclearSee' | 'removedSee',
  cited: readonly ListedMessage[],
  summary: Summary,
  t: Texts,
  references: boolean,
  highest = Number.POSITIVE_INFINITY,
): LinePiece[] | null {
  const [message] = cited;
  if (message === undefined) return null;
  const { quote, messageId } = message;
  const { text, quotes } = withExcerpts(message.text, quote ? [quote] : [], file => toFileWords(file, t));
  const known = summary.footnotes.find(each => each.messageId === messageId);
  const note = references && known && known.number <= highest ? known : null;
  const url = references ? toLinkTarget(message.url) : null;
  const said = toSnippet({ text: toMaskedText(text), forwarded: false }, quotes[0]);
  const words = replaceNumberBrackets(said, '(', ')') || '…';
  return [
    { as: 'aside', text: t(`summary.${lead}`) },
    ...(note
      ? toSupport({ references: [{ footnote: note.number, quote }], more: [] }, summary, t, true)
      : url === null
        ? []
        : [{ as: 'out' as const, text: '↗', url }]),
    { as: 'strong', text: toSenderName(message, t) + t('summary.colon') },
    { as: 'text', text: t('summary.said', { words }) },
  ];
}

/** A claim by matter may begin with its subject, which has few words: "Login bug: fixed in 2.3". A colon in parentheses ends none. */
const subject = /^((?=[^:：(]{1,40}[:：])[^\s:：]+(?:\s[^\s:：]+){0,3})(?::\s|：)(?=\S)(.+)$/su;

function toNotes({ references }: Support, { footnotes }: Summary) {
  return references.flatMap(({ footnote }) => footnotes[footnote - 1] ?? []);
}

/** The host of a link that is shown by its label, in ASCII, so that letters of another script cannot imitate it. */
function toLinkHost({ references: [reference] }: SummaryClaim, { footnotes }: Summary): string | null {
  const note = reference && footnotes[reference.footnote - 1];
  const quote = reference?.quote?.file ? null : reference?.quote;
  const target = note && quote && labelledTarget.exec(note.text.slice(quote.end));
  const url = target?.[1] ?? '';
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** The part after a link's label in Markdown. */
const labelledTarget = /^\]\(<?(https?:\/\/[^\s)>]+)/;

/** "**Bob:** “…”", "**Bob:** “How?” → **Ann:** “So.”", or "**Ann** — …" where the words do not name the owner of a task. */
function toWords(text: string, doer: string | null, speakers: readonly string[]): LinePiece[] {
  const owner = toShownLine(doer ?? '');
  const names = speakers.map(toShownLine).filter(name => name !== '');
  const turn = new RegExp(`(?:^|(?<= → ))(${names.map(RegExp.escape).join('|')}): `, 'u');
  const said = (names.length === 0 ? [text] : text.split(turn)).flatMap((part, index): LinePiece[] => {
    if (index % 2 === 1) return [{ as: 'strong', text: `${part}:` }];
    return part.trim() === '' ? [] : [{ as: 'text', text: part.trim() }];
  });
  const named = new RegExp(`(?<!${spacedLetter})${RegExp.escape(owner)}(?!${spacedLetter})`, 'v');
  if (owner === '' || named.test(text)) return said;
  return [{ as: 'strong', text: owner }, { as: 'aside', text: '—' }, ...said];
}

/** The markers of a statement, ascending, and how many messages have none. */
function toSupport(support: Support, summary: Summary, t: Texts, references: boolean): LinePiece[] {
  if (!references) return [];
  const [first] = support.more;
  const more = t('summary.more', { count: support.more.length });
  return [
    ...toMarkers(support, summary, t).map(marker => ({ as: 'marker' as const, marker })),
    ...(first ? [{ as: 'more' as const, text: more, url: toLinkTarget(first.url) }] : []),
  ];
}

export function toMarkers(support: Support, summary: Summary, t: Texts): readonly Marker[] {
  return toNotes(support, summary).map(note => ({
    number: note.number,
    url: toLinkTarget(note.url),
    sender: toSenderName(note, t),
    ...toShownTime(note.time, summary),
  }));
}

/** A reader has the news before them: *Why* has the reasons. */
function toWarnings(claim: SummaryClaim, summary: Summary, t: Texts, named: Place | null): readonly string[] {
  const shown = toNotes(claim, summary);
  // The channels, in a summary of several, unless the heading names it.
  const channels = summary.source.channelIds.length > 1 ? shown.flatMap(({ channel }) => channel ?? []) : [];
  const others = channels.filter(({ id }) => id !== named?.id).map(({ title }) => toShownName(title, ''));
  const notes = [
    // A note too: a person took it in, but the messages say only a part of it, or nothing.
    claim.status === 'needs_clarification' && !isOfUnclearWords(claim) ? t('summary.needsClarification') : '',
    claim.review ? toReviewWords(claim.review, t) : '',
    toDisputedWords(claim, t),
    shown.some(({ editedSince }) => editedSince) ? t('summary.sourceEdited') : '',
    ...new Set(others),
  ];
  return notes.filter(note => note !== '');
}

/** "confirmed by Alice" */
export function toReviewWords({ decision, by }: Review, t: Texts): string {
  return t(`summary.review.${decision}`, { by: toShownName(by.name, t('summary.someone')) });
}

export function toFailedWords(findings: readonly Finding[], t: Texts): string {
  const failed = findings.flatMap(({ outcome, problem }) =>
    outcome === 'fail' && problem ? [toProblemLine(problem, t)] : [],
  );
  return t.clauses([...new Set(failed)]);
}
