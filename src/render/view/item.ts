import type { Finding, Review } from '../../core/claims/claim.ts';
import { isUnclear, type SectionName, toHeadingChannel, toSection } from '../../core/claims/section.ts';
import type { Summary, SummaryClaim, Support } from '../../core/claims/summary.ts';
import type { Place } from '../../core/conversation/message.ts';
import { createZonedClock } from '../../core/time.ts';
import type { Texts } from '../texts.ts';
import { type Due, toDue, toLinkHost } from './due.ts';
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

/** The outcome of checking a statement. */
export type StatementOutcome = 'verified' | 'sources' | 'unclear' | 'unfound';

/**
 * One piece of a claim's line. `strong` (who acts or speaks) and `text` are the claim's own words; `aside`, `more` and
 * `label` are additions by code; `note` is a warning.
 */
export type LinePiece =
  | { readonly as: 'strong' | 'text' | 'aside' | 'note'; readonly text: string }
  | { readonly as: 'more'; readonly text: string; readonly url: string | null }
  | { readonly as: 'label'; readonly text: string; readonly outcome?: StatementOutcome }
  | { readonly as: 'due'; readonly due: Due }
  | { readonly as: 'marker'; readonly marker: Marker };

/**
 * The layout of one claim: pieces in reading order, with a space between them. Every format writes all of these, so that
 * none can lose a marker, a date or a warning.
 */
export type Item = {
  readonly claimId: string;
  readonly section: SectionName;
  /** The channel whose heading the item appears under, if the summary has headings for channels. */
  readonly channel: Place | null;
  /** A task, shown with a checkbox. */
  readonly task: boolean;
  readonly line: readonly LinePiece[];
};

export type ItemOptions = {
  readonly references: boolean;
  /** Whether claims that need clarification appear under a heading that says so. */
  readonly hasHeadings: boolean;
  /** The outcome of a statement. */
  readonly label?: { readonly text: string; readonly outcome: StatementOutcome };
  /** The channel that the heading of its matter names. */
  readonly place?: Place | null;
  /** Default: what the reader should know of the claim. */
  readonly notes?: readonly string[];
};

export function toItem(claim: SummaryClaim, summary: Summary, t: Texts, options: ItemOptions): Item {
  const { references, hasHeadings } = options;
  const text = toShownLine(claim.text) || '…';
  const section = toSection(claim);
  const task = section === 'action';
  const byMatter = claim.matter !== undefined;
  const channel = byMatter ? null : toHeadingChannel(section, toNotes(claim, summary), summary.source);
  // By matter, the text says when.
  const found = task && !byMatter ? toDue(claim, text, summary, t) : null;
  const due = section === 'link' ? toLinkHost(claim, summary) : found;
  const label = options.label ?? (byMatter ? null : toLabel(claim, section, t));
  const notes = options.notes ?? toWarnings(claim, summary, t, hasHeadings, options.place ?? channel);
  const { before } = claim;
  const [, about, rest = ''] = (byMatter && text.includes(claim.owner ?? '') && subject.exec(text)) || [];
  const since = section === 'resolved' ? toOpenSince(claim, summary, t) : null;
  return {
    claimId: claim.id,
    section,
    channel,
    task: task && !byMatter,
    line: [
      ...(label ? [{ as: 'label' as const, ...label }] : []),
      ...(about
        ? [
            { as: 'strong' as const, text: `${about}:` },
            { as: 'text' as const, text: rest },
          ]
        : toWords(
            task && due ? text.replace(fullStop, '') : text,
            task ? claim.owner : null,
            claim.speakers,
            t,
          )),
      ...(due ? [{ as: 'due' as const, due }] : []),
      ...toSupport(claim, summary, t, references),
      ...(before
        ? [
            { as: 'aside' as const, text: `— ${since ?? t('summary.before')}${t('summary.colon')}` },
            { as: 'text' as const, text: toShownLine(before.text) },
            ...toSupport(before, summary, t, references),
          ]
        : []),
      ...notes.map(note => ({ as: 'note' as const, text: note })),
    ],
  };
}

/** A claim by matter may begin with its subject: "Login bug: fixed in 2.3". */
const subject = /^([^:：]{1,40})(?::\s|：)(?=\S)(.+)$/su;

/** Not before the parenthesis of a due date; that of "p.m." stays. */
const fullStop = /(?<!\.|\p{L}\.\p{L})[.。]$/u;

function toNotes({ references }: Support, { footnotes }: Summary) {
  return references.flatMap(({ footnote }) => footnotes[footnote - 1] ?? []);
}

/** The outcome of a decision. */
function toLabel({ decision }: SummaryClaim, section: SectionName, t: Texts) {
  return section === 'decision' ? { text: t(`summary.statuses.${decision ?? 'decided'}`) } : null;
}

/** "**Bob:** “…”", "**Bob** will …", "**Bob** — will …" or "**For Bob** — **Ann:** “…”". */
function toWords(text: string, doer: string | null, speakers: readonly string[], t: Texts): LinePiece[] {
  const owner = toShownLine(doer ?? '');
  const names = [owner, ...speakers.map(toShownLine)].filter(name => name !== '');
  const speaker = names.find(name => text.startsWith(`${name}: `));
  const lead = (words: string): LinePiece => ({ as: 'strong', text: words });
  const dash: LinePiece = { as: 'aside', text: '—' };
  if (speaker !== undefined) {
    const isOther = owner !== '' && speaker !== owner;
    const said = [lead(`${speaker}:`), ...toTurns(text.slice(speaker.length + 2), names)];
    return isOther ? [lead(t('summary.taskOf', { owner })), dash, ...said] : said;
  }
  // Japanese writes "Tomが…" without a space.
  const isNamed = text.startsWith(owner) && /^\p{Script=Hiragana}/u.test(text.slice(owner.length));
  if (owner === '' || isNamed) return toTurns(text, names);
  return text.startsWith(`${owner} `)
    ? [lead(owner), ...toTurns(text.slice(owner.length + 1), names)]
    : [lead(owner), dash, ...toTurns(text, names)];
}

/** "“How?” → **Bob:** “So.”": a speaker who answers is strong as well. */
function toTurns(text: string, names: readonly string[]): LinePiece[] {
  const [next] = names
    .map(name => ({ name, at: text.indexOf(` → ${name}: `) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const said = (next ? text.slice(0, next.at + 2) : text).trim();
  const piece: LinePiece[] = said === '' ? [] : [{ as: 'text', text: said }];
  if (!next) return piece;
  const rest = text.slice(next.at + next.name.length + 5);
  return [...piece, { as: 'strong', text: `${next.name}:` }, ...toTurns(rest, names)];
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
  return toNotes(support, summary).map(({ number, url, sender, time }) => ({
    number,
    url: toLinkTarget(url),
    sender: toShownName(sender, t('summary.someone')),
    ...toShownTime(time, summary),
  }));
}

const weekMs = 7 * 86_400_000;

/** "open since Monday" for an item that an earlier summary left open; null for anything else. */
function toOpenSince({ openSince }: SummaryClaim, { timeRange, zone }: Summary, t: Texts): string | null {
  if (openSince === undefined) return null;
  const end = timeRange?.end ?? openSince;
  const { day } = createZonedClock(zone);
  const isRecent = Date.parse(end) - Date.parse(openSince) < weekMs && day(end) !== day(openSince);
  const locale = t.tag === 'en' ? 'en-GB' : t.tag;
  const format = new Intl.DateTimeFormat(locale, {
    ...(isRecent ? { weekday: 'long' } : { dateStyle: 'medium' }),
    timeZone: zone,
  });
  return t('summary.openSince', { day: format.format(Date.parse(openSince)) });
}

function toWarnings(
  claim: SummaryClaim,
  summary: Summary,
  t: Texts,
  hasHeadings: boolean,
  told: Place | null,
): readonly string[] {
  const since = toSection(claim) === 'resolved' ? null : toOpenSince(claim, summary, t);
  // By matter, a reader has the news before them: *Why* has the reasons.
  const failed = isUnclear(claim) && claim.matter === undefined ? toFailedWords(claim.findings, t) : '';
  const unclear = isUnclear(claim) && !hasHeadings ? t('summary.needsClarification') : '';
  const shown = [claim, ...(claim.before ? [claim.before] : [])].flatMap(each => toNotes(each, summary));
  // The channels, in a summary of several, unless the heading names it.
  const channels = summary.source.channelIds.length > 1 ? shown.flatMap(({ channel }) => channel ?? []) : [];
  const untold = channels.filter(({ id }) => id !== told?.id).map(({ title }) => toShownName(title, ''));
  const notes = [
    since ?? '',
    [unclear, failed].filter(part => part !== '').join(`${t('summary.colon')} `),
    claim.review ? toReviewWords(claim.review, t) : '',
    shown.some(({ editedSince }) => editedSince) ? t('summary.sourceEdited') : '',
    ...new Set(untold),
  ];
  return notes.filter(note => note !== '');
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
