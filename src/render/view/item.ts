import type { Finding, Review } from '../../core/claims/claim.ts';
import { isUnclear, type SectionName, toHeadingChannel, toSection } from '../../core/claims/section.ts';
import type { Reference, Summary, SummaryClaim, Support } from '../../core/claims/summary.ts';
import type { Place } from '../../core/conversation/message.ts';
import { createZonedClock } from '../../core/time.ts';
import { toExcerpt } from '../cut.ts';
import type { Texts } from '../texts.ts';
import { type Due, toDue, toShared } from './due.ts';
import { toProblemLine } from './problem-line.ts';
import { toLinkTarget, toShownLine, toShownName } from './shown.ts';
import { type ShownTime, toShownTime } from './times.ts';

/** A footnote's number in a claim, with its link. */
export type Marker = ShownTime & {
  readonly number: number;
  /** Safe to link to without changes; null if the message has no address. */
  readonly url: string | null;
  readonly sender: string;
};

/** A part of a claim's text; its speakers' names are strong. */
type StyledText = { readonly text: string; readonly strong: boolean };

/** The outcome of checking a statement. */
export type StatementOutcome = 'verified' | 'sources' | 'unclear' | 'unfound';

/** The layout of one claim: its text is `body`, after `lead` if the joint is a colon or a space. */
export type Item = {
  readonly claimId: string;
  readonly section: SectionName;
  /** The channel whose heading the item appears under, if the summary has headings for channels. */
  readonly channel: Place | null;
  readonly needsClarification: boolean;
  /** A task, shown with a checkbox. */
  readonly task: boolean;
  /** The person who acts or speaks, or the subject. */
  readonly lead: string | null;
  /** How the lead joins the body: "Bob: “…”", "Bob will …", "Bob — will …", "For Bob — Ann: “…”". */
  readonly leadJoint: 'colon' | 'space' | 'dash' | 'owner';
  readonly label: string | null;
  /** The outcome of a checked statement, which its label shows. */
  readonly outcome?: StatementOutcome;
  readonly body: readonly StyledText[];
  readonly due: Due | null;
  readonly markers: readonly Marker[];
  /** The number of cited messages without markers, and the address of the first of them. */
  readonly moreCount: number;
  readonly moreUrl: string | null;
  readonly before: {
    /** Describes the text: what was true before, or since when the item is open. */
    readonly label: string;
    readonly text: string;
    readonly markers: readonly Marker[];
    readonly moreCount: number;
    readonly moreUrl: string | null;
  } | null;
  /** Warnings for the reader. */
  readonly notes: readonly string[];
};

export type ItemOptions = {
  readonly references: boolean;
  /** Whether the messages read span several days. */
  readonly severalDays: boolean;
  /** Whether claims that need clarification appear under a heading that says so. */
  readonly hasHeadings: boolean;
  /** The channel that the heading of its matter names. */
  readonly place?: Place | null;
  /** Under that heading, claims are cut to about a line around the doubtful part; *Why* shows the judge's words. */
  readonly folds: boolean;
};

/** The length of a cut claim in UTF-16 units: two lines on a phone. */
const maxFoldedLength = 80;

/** The layout of one claim. */
export function toItem(claim: SummaryClaim, summary: Summary, t: Texts, options: ItemOptions): Item {
  const { references } = options;
  const folds = options.folds && options.hasHeadings && isUnclear(claim);
  const whole = toShownLine(claim.text) || '…';
  const text = folds ? toExcerpt(whole, maxFoldedLength, toDoubts(claim), summary.language) : whole;
  const speakers = claim.speakers.map(toShownLine).filter(name => name !== '');
  const section = toSection(claim);
  const byMatter = claim.matter !== undefined;
  const task = section === 'action';
  const channel = byMatter ? null : toHeadingChannel(section, toShownNotes(claim, summary), summary.source);
  const owner = task && claim.owner ? toShownLine(claim.owner) : '';
  const found = task ? toDue(claim, text, summary, t, options.severalDays) : null;
  // By matter, the text says when; only the date that it means is added.
  const due = byMatter && found?.date === null ? null : found;
  return {
    claimId: claim.id,
    section,
    channel,
    needsClarification: isUnclear(claim),
    task: task && !byMatter,
    ...toLead(
      due === null ? text : text.replace(fullStop, ''),
      owner,
      speakers,
      byMatter && text.includes(owner),
    ),
    label: byMatter ? null : (toLabel(claim, t) ?? (channel && toKindLabel(section, t))),
    due: section === 'link' ? toShared(claim, summary) : due,
    ...toShownSupport(claim, summary, t, references),
    before: claim.before && {
      label: (section === 'resolved' && toOpenSince(claim, summary, t)) || t('summary.before'),
      text: toShownLine(claim.before.text),
      ...toShownSupport(claim.before, summary, t, references),
    },
    notes: toNotes(claim, summary, t, {
      channel: options.place ?? channel,
      hasHeadings: options.hasHeadings,
      folds,
    }),
  };
}

/** Not before the parenthesis of a due date; that of "p.m." stays. */
const fullStop = /(?<!\.|\p{L}\.\p{L})[.。]$/u;

/** The words of failed checks, and the values that they did not find. */
function toDoubts({ findings }: SummaryClaim): string {
  const problems = findings.flatMap(({ outcome, problem }) =>
    outcome === 'fail' && problem ? [problem] : [],
  );
  return problems
    .flatMap(({ code: _, ...values }) => Object.values(values).filter(value => typeof value === 'string'))
    .join(' ');
}

function toShownNotes({ references }: Support, { footnotes }: Summary) {
  return references.flatMap(({ footnote }) => footnotes[footnote - 1] ?? []);
}

/** How a decision was settled; null for other sections. */
function toLabel(claim: SummaryClaim, t: Texts): string | null {
  return toSection(claim) === 'decision' ? t(`summary.statuses.${claim.decision ?? 'decided'}`) : null;
}

/** The sections whose claims have a label under a channel's heading. */
const labeledSections = [
  'proposal',
  'question',
  'resolved',
  'constraint',
  'change',
  'link',
  'note',
] as const satisfies readonly SectionName[];

function toKindLabel(section: SectionName, t: Texts): string | null {
  const labeled = labeledSections.find(each => each === section);
  return labeled === undefined ? null : t(`summary.kindLabels.${labeled}`);
}

/** A claim by matter begins with its subject: "Login bug: fixed in 2.3". */
const subject = /^([^:：]{1,40})(?::\s|：)(?=\S)(.+)$/su;

function toLead(
  text: string,
  owner: string,
  speakers: readonly string[],
  hasSubject: boolean,
): Pick<Item, 'lead' | 'leadJoint' | 'body'> {
  const [, about = '', rest = ''] = (hasSubject && subject.exec(text)) || [];
  if (about !== '') return { lead: about, leadJoint: 'colon', body: toSpans(rest, speakers) };
  const named = owner === '' ? speakers : [owner];
  const speaker = named.find(name => text.startsWith(`${name}: `));
  if (speaker !== undefined) {
    const rest = text.slice(speaker.length + 2);
    return { lead: speaker, leadJoint: 'colon', body: toSpans(rest, speakers) };
  }
  const other = owner === '' ? undefined : speakers.find(name => text.startsWith(`${name}: `));
  if (other !== undefined) {
    const rest = toSpans(text.slice(other.length + 2), speakers);
    return { lead: owner, leadJoint: 'owner', body: [{ text: `${other}:`, strong: true }, ...rest] };
  }
  // Japanese writes "Tomが…" without a space.
  const isNamed = text.startsWith(owner) && /^\p{Script=Hiragana}/u.test(text.slice(owner.length));
  if (owner === '' || isNamed) return { lead: null, leadJoint: 'dash', body: toSpans(text, speakers) };
  if (text.startsWith(`${owner} `)) {
    return { lead: owner, leadJoint: 'space', body: toSpans(text.slice(owner.length + 1), speakers) };
  }
  return { lead: owner, leadJoint: 'dash', body: toSpans(text, speakers) };
}

const turn = ' → ';

/** "“How?” → Bob: “So.”": a speaker who answers is strong as well. */
function toSpans(text: string, speakers: readonly string[]): readonly StyledText[] {
  const spans: StyledText[] = [];
  let plain = '';
  for (const [index, part] of text.split(turn).entries()) {
    const answerer = index > 0 && speakers.find(name => part.startsWith(`${name}: `));
    plain += index > 0 ? turn : '';
    if (answerer) {
      spans.push({ text: plain.trim(), strong: false }, { text: `${answerer}:`, strong: true });
      plain = part.slice(answerer.length + 2);
    } else plain += part;
  }
  return [...spans, { text: plain.trim(), strong: false }].filter(span => span.text !== '');
}

function toShownSupport(support: Support, summary: Summary, t: Texts, references: boolean) {
  if (!references) return { markers: [], moreCount: 0, moreUrl: null };
  const [first] = support.more;
  return {
    markers: toMarkers(support, summary, t),
    moreCount: support.more.length,
    moreUrl: toLinkTarget(first?.url),
  };
}

/** The markers of a statement, ascending. */
export function toMarkers({ references }: Support, summary: Summary, t: Texts): readonly Marker[] {
  return references.flatMap(({ footnote }): Marker[] => {
    const note = summary.footnotes[footnote - 1];
    if (!note) return [];
    const sender = toShownName(note.sender, t('summary.someone'));
    return [{ number: footnote, url: toLinkTarget(note.url), sender, ...toShownTime(note.time, summary) }];
  });
}

/** "open since Monday" for an item that an earlier summary left open; null for anything else. */
function toOpenSince({ openSince }: SummaryClaim, summary: Summary, t: Texts): string | null {
  if (openSince === undefined) return null;
  const end = summary.timeRange?.end ?? openSince;
  return t('summary.openSince', { day: toDayWords(openSince, end, summary.zone, t) });
}

const weekMs = 7 * 86_400_000;

/** The weekday if the instant is in the week before `end`, otherwise the date. */
function toDayWords(iso: string, end: string, zone: string, t: Texts): string {
  const isRecent = Date.parse(end) - Date.parse(iso) < weekMs;
  const { day } = createZonedClock(zone);
  const options =
    isRecent && day(end) !== day(iso) ? { weekday: 'long' as const } : { dateStyle: 'medium' as const };
  const locale = t.tag === 'en' ? 'en-GB' : t.tag;
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(Date.parse(iso));
}

function toNotes(
  claim: SummaryClaim,
  summary: Summary,
  t: Texts,
  {
    channel,
    hasHeadings,
    folds,
  }: Pick<ItemOptions, 'hasHeadings' | 'folds'> & { readonly channel: Place | null },
): readonly string[] {
  const { footnotes, source } = summary;
  const notes: string[] = [];
  const openSince = toSection(claim) === 'resolved' ? null : toOpenSince(claim, summary, t);
  if (openSince !== null) notes.push(openSince);
  if (isUnclear(claim)) {
    const findings = folds ? claim.findings.map(withoutJudgeWords) : claim.findings;
    const why = toFailedWords(findings, t);
    if (!hasHeadings)
      notes.push(t('summary.needsClarification') + (why === '' ? '' : `${t('summary.colon')} ${why}`));
    else if (why !== '') notes.push(why);
  }
  if (claim.review) notes.push(toReviewWords(claim.review, t));
  const shown = [...claim.references, ...(claim.before?.references ?? [])];
  if (shown.some(({ footnote }) => footnotes[footnote - 1]?.editedSince))
    notes.push(t('summary.sourceEdited'));
  if (source.channelIds.length > 1) notes.push(...toChannelNames(shown, footnotes, channel));
  return notes;
}

function withoutJudgeWords(finding: Finding): Finding {
  const { problem } = finding;
  return problem && 'words' in problem ? { ...finding, problem: { ...problem, words: '' } } : finding;
}

/** The channel, in a summary of several channels, unless the heading names it. */
function toChannelNames(
  shown: readonly Reference[],
  footnotes: Summary['footnotes'],
  told: Place | null,
): readonly string[] {
  const channels = shown.flatMap(({ footnote }) => footnotes[footnote - 1]?.channel ?? []);
  const titles = channels.filter(({ id }) => id !== told?.id).map(({ title }) => title);
  return [...new Set(titles.map(title => toShownName(title, '')))].filter(title => title !== '');
}

/** "confirmed by Alice" */
export function toReviewWords({ decision, by }: Review, t: Texts): string {
  return t(`summary.review.${decision}`, { by: toShownName(by.name, t('summary.someone')) });
}

/** The failures, each once. */
export function toFailedWords(findings: readonly Finding[], t: Texts): string {
  const failed = findings.flatMap(({ outcome, problem }) =>
    outcome === 'fail' && problem ? [toProblemLine(problem, t)] : [],
  );
  return [...new Set(failed)].join('; ');
}
