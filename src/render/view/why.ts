import type { Finding } from '../../core/claims/claim.ts';
import { isRepeatOfAnother } from '../../core/claims/footnotes.ts';
import type { ProblemCode } from '../../core/claims/problem.ts';
import { isUnclear } from '../../core/claims/section.ts';
import type { Rejection, Summary, SummaryClaim } from '../../core/claims/summary.ts';
import { replaceNumberBrackets } from '../../core/conversation/text.ts';
import { isJudged } from '../../core/verify/judged-claim.ts';
import { truncate, withRest } from '../cut.ts';
import type { Texts } from '../texts.ts';
import { type Item, type Marker, toEvidenceLine, toMarkers, toReviewWords } from './item.ts';
import { toProblemLine } from './problem-line.ts';
import { toLinkTarget, toSenderName, toShownLine } from './shown.ts';

/** A claim or a dropped claim's words, and the reasons; one line each, not escaped yet. */
export type WhyLine = {
  /** Null if it was dropped. */
  readonly claimId: string | null;
  readonly text: string;
  readonly messages: readonly WhyMessage[];
  readonly reasons: readonly string[];
};

/** A message behind a claim; without a number if no shown claim cites it. */
type WhyMessage = Pick<Marker, 'url' | 'sender'> & { readonly number: number | null };

type WhySection = {
  readonly heading: string;
  readonly notes?: readonly string[];
  readonly lines: readonly WhyLine[];
};

export type Why = {
  readonly sections: readonly WhySection[];
  /** The number of claims below the minimum confidence, in words; null if there are none. */
  readonly hidden: string | null;
};

/** Enough to recognize a claim. The rest of a dropped claim should not be read as true. */
const maxTextLength = 240;
/** Room for a sentence of any language with 200 characters of the judge's words. */
const maxReasonLength = 320;
const maxShownReasons = 3;

/** Why claims need clarification, were changed or dropped: the details of the counts, and how unjudged claims were checked. */
export function toWhy(summary: Summary, t: Texts, references = true): Why {
  const { claims, rejected, counts, checked } = summary;
  const toLine = (claim: SummaryClaim, reasons: readonly string[]): WhyLine => ({
    claimId: claim.id,
    text: toText(claim.text) || '…',
    messages: references ? toMarkers(claim, summary, t) : [],
    reasons,
  });
  const listed = new Set<string>();
  /** Each claim once, under the first heading that fits, with all its reasons. */
  const toLines = (isMeant: (claim: SummaryClaim) => boolean) => {
    const own = claims.filter(claim => isMeant(claim) && !listed.has(claim.id));
    for (const { id } of own) listed.add(id);
    return own.map(claim => toLine(claim, toReasons(claim, t)));
  };
  const isChanged = ({ citationReplaced, findings }: SummaryClaim) =>
    citationReplaced || findings.some(({ effect }) => effect !== undefined && changes.includes(effect));
  const toHidden = (isMeant: (rejection: Rejection) => boolean) =>
    rejected.filter(isMeant).map(each => toHiddenLine(each, summary, t, references));
  const sections: readonly WhySection[] = [
    { heading: t('summary.check.outcomes.unclear'), lines: toLines(isUnclear) },
    { heading: t('summary.why.changed'), lines: toLines(isChanged) },
    { heading: t('summary.why.dropped'), lines: toHidden(isDropped) },
    { heading: t('summary.why.merged'), lines: toHidden(isMerged) },
    { heading: t('summary.review.leftOut'), lines: toHidden(({ review }) => review !== undefined) },
  ];
  const unjudged = claims.filter(({ status }) => status === 'sources_found');
  const sourcesFound: WhySection = {
    heading: t('summary.why.unjudgedHeading'),
    notes: [t('summary.why.unjudged')],
    // If no claim was judged, or each says so itself, a list would add nothing.
    lines:
      checked || !claims.some(isJudged)
        ? []
        : unjudged.filter(({ id }) => !listed.has(id)).map(claim => toLine(claim, [])),
  };
  return {
    sections: [
      ...sections.filter(({ lines }) => lines.length > 0),
      ...(unjudged.length > 0 ? [sourcesFound] : []),
    ],
    hidden: counts.hidden > 0 ? t('summary.why.hidden', { count: counts.hidden }) : null,
  };
}

function isDropped(rejection: Rejection): boolean {
  return rejection.review === undefined && !isRepeatOfAnother(rejection);
}

function isMerged(rejection: Rejection): boolean {
  return rejection.review === undefined && isRepeatOfAnother(rejection);
}

/** Whether a removed claim is a decision or a task. */
export function isReplaced(rejection: Rejection): boolean {
  const kind = rejection.claim?.kind;
  return isDropped(rejection) && (kind === 'decision' || kind === 'action');
}

/** The messages in place of removed decisions and tasks, each with the matter that the claim was under. */
export function toReplacements(
  summary: Summary,
  t: Texts,
  references: boolean,
): readonly { readonly matter: number | undefined; readonly item: Item }[] {
  return summary.rejected.flatMap(rejection => {
    const { id: claimId, claim } = rejection;
    if (claim === null || !isReplaced(rejection)) return [];
    const highest = toHighestNumber(summary, claim.matter);
    const line = toEvidenceLine('removedSee', claim.cited, summary, t, references, highest);
    if (line === null) return [];
    if (claim.cited[0]?.editedSince) line.push({ as: 'note', text: t('summary.sourceEdited') });
    return [{ matter: claim.matter, item: { claimId, line, replies: [] } }];
  });
}

/** The highest footnote down to the end of a matter; what is replaced without a matter comes last. */
function toHighestNumber({ claims }: Summary, matter: number | undefined): number {
  const last = claims.findLastIndex(claim => claim.matter !== undefined && claim.matter === matter);
  const above = last === -1 ? claims : claims.slice(0, last + 1);
  return Math.max(0, ...above.flatMap(({ references }) => references.map(({ footnote }) => footnote)));
}

export function isEmpty({ sections, hidden }: Why): boolean {
  return sections.length === 0 && hidden === null;
}

/** "Removed: Bob didn't write any of the cited messages; …": the reasons alone, for printed formats; null if there are none. */
export function toDroppedWords({ rejected }: Summary, t: Texts): string | null {
  const reasons = [...new Set(rejected.filter(isDropped).flatMap(each => toRejectionWords(each, t)))];
  if (reasons.length === 0) return null;
  const told = withRest(reasons.slice(0, maxShownReasons), reasons.length, count =>
    t('summary.more', { count }),
  );
  return `${t('summary.why.dropped')}${t('summary.colon')} ${t.clauses(told)}`;
}

function toText(text: string): string {
  return replaceNumberBrackets(truncate(toShownLine(text), maxTextLength), '(', ')');
}

/** A fixed shape is no change for readers. */
const changes: readonly Finding['effect'][] = ['relabel', 'uncite', 'cite'];

/** The findings with such an effect; if there are none, all that failed. */
function toReasons({ findings, kind }: SummaryClaim, t: Texts) {
  const meant = findings.filter(({ effect }) => effect && ['mark', ...changes].includes(effect));
  const failed = meant.length > 0 ? meant : findings.filter(({ outcome }) => outcome === 'fail');
  const reasons = failed.flatMap(({ problem, was }) => {
    if (problem === undefined) return [];
    const told = toReason(problem, t);
    if (was === undefined || was === kind) return [told];
    const names = { now: t(`summary.sections.${kind}`), was: t(`summary.sections.${was}`) };
    return [`${t('summary.why.under', names)}${t('summary.colon')} ${told}`];
  });
  return [...new Set(reasons)];
}

function toReason(...problem: Parameters<typeof toProblemLine>): string {
  return truncate(toProblemLine(...problem), maxReasonLength);
}

function toRejectionWords({ reasons, review }: Rejection, t: Texts): readonly string[] {
  const told = reasons.map(({ problem }) => toReason(problem, t));
  return [...new Set([...(review ? [toReviewWords(review, t)] : []), ...told])];
}

const textless: ReadonlySet<ProblemCode> = new Set(['put_aside', 'malformed']);

/** A repeated claim has the messages of its twin. */
function toHiddenLine(rejection: Rejection, summary: Summary, t: Texts, references: boolean): WhyLine {
  const isTextless = rejection.reasons.some(({ problem }) => textless.has(problem.code));
  const twin = isMerged(rejection) ? summary.claims.find(({ text }) => text === rejection.text) : undefined;
  const messages = twin ? toMarkers(twin, summary, t) : toCited(rejection, summary, t);
  return {
    claimId: null,
    text: toText(rejection.text) || (isTextless ? '…' : t('summary.why.forgotten')),
    messages: references ? messages : [],
    reasons: isMerged(rejection) ? [] : toRejectionWords(rejection, t),
  };
}

/** Its cited messages: by number if another claim gave them one, then those with only an address. */
function toCited({ claim }: Rejection, summary: Summary, t: Texts): readonly WhyMessage[] {
  const numbers = new Map(summary.footnotes.map(({ messageId, number }) => [messageId, number]));
  return (claim?.cited ?? [])
    .map(message => ({
      number: numbers.get(message.messageId) ?? null,
      url: toLinkTarget(message.url),
      sender: toSenderName(message, t),
    }))
    .filter(({ number, url }) => number !== null || url !== null)
    .sort((a, b) => (a.number ?? Number.POSITIVE_INFINITY) - (b.number ?? Number.POSITIVE_INFINITY) || 0);
}
