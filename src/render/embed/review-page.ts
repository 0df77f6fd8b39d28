import type { APIButtonComponentWithCustomId } from 'discord.js';
import type { ClaimEdit, Decider, RejectionReason } from '../../core/claims/claim.ts';
import type { Problem } from '../../core/claims/problem.ts';
import {
  isConfirmable,
  isDisputed,
  isShownClaim,
  isUndecided,
  type ReviewItem,
  toClaimContents,
  toCompletedReview,
  toReviewItems,
} from '../../core/claims/review.ts';
import { isUnclear, toSection } from '../../core/claims/section.ts';
import type { Summary } from '../../core/claims/summary.ts';
import { type ItemState, type ReviewStep, toCustomId } from '../custom-id.ts';
import { truncate, withRest } from '../cut.ts';
import type { Texts } from '../texts.ts';
import { toReply } from '../view/item.ts';
import { toProblemLine } from '../view/problem-line.ts';
import { toShownLine, toShownName, withoutPings } from '../view/shown.ts';
import { toSource } from '../view/sources.ts';
import { escapeDiscord, toStrong } from './discord-markup.ts';
import {
  colors,
  type EmbedPage,
  fillPages,
  maxDescriptionLength,
  maxFooterLength,
  type PageBlock,
  toButton,
  toEmbed,
  toPage,
} from './message-body.ts';
import { toSourceLines } from './panels.ts';

type ReviewPageOptions = {
  /** The open item; if it is gone, the first undecided one is shown. */
  readonly itemId?: string;
  readonly t: Texts;
  readonly finished?: string;
  readonly isAwaitingReview: boolean;
};

/** So that all of it fits a page. */
const maxText = 400;
const maxReason = 200;
const maxReasons = 4;
const maxMessages = 4;
/** Of a message's 2,000, and of these for the wording. */
const maxFailed = 1_600;
const maxWording = 1_200;

/** One item with its cited messages, the possible decisions, and the navigation. */
export function toReviewPage(summary: Summary, options: ReviewPageOptions): EmbedPage {
  const { t, isAwaitingReview, finished } = options;
  const items = toReviewItems(summary);
  if (finished !== undefined) return toEnd(summary, items, finished, t);
  const open = items.find(({ id }) => id === options.itemId) ?? items.find(isUndecided) ?? items[0];
  const at = open ? items.indexOf(open) : -1;
  const toTurn = (label: string, to: ReviewItem | undefined) =>
    open && items.length > 1
      ? [toButton(label, to ? toId(summary, to, 'show') : toId(summary, open, 'none'), { disabled: !to })]
      : [];
  const finish = toCustomId({ summaryId: summary.id, action: 'finish' });
  return toPanel(
    open ? t('bot.review.title', { at: at + 1, of: items.length }) : t('bot.review.titleAlone'),
    open ? describe(open, summary, t) : t('bot.review.nothing'),
    open && isUndecided(open) ? colors.needsClarification : colors.verified,
    toFooter(items, summary, t),
    open ? toDecisions(summary, open, t) : [],
    [
      ...toTurn(t('bot.review.previous'), items[at - 1]),
      ...toTurn(t('summary.buttons.next'), items[at + 1]),
      toButton(isAwaitingReview ? t('bot.review.publish') : t('bot.review.finish'), finish),
    ],
  );
}

function toPanel(
  title: string,
  description: string,
  color: number,
  footer: string,
  ...rows: (readonly APIButtonComponentWithCustomId[])[]
): EmbedPage {
  return toPage(toEmbed(title, description, { footer: withoutPings(footer), color }), ...rows);
}

/** The end of a review: its result, and the way back to its items. */
function toEnd(summary: Summary, items: readonly ReviewItem[], finished: string, t: Texts): EmbedPage {
  const left = items.filter(isUndecided);
  const first = left[0] ?? items[0];
  const counted =
    left.length > 0
      ? [t('bot.review.leftAsIs', { count: left.length })]
      : items.length > 0
        ? [t('bot.review.allDecided')]
        : [];
  return toPanel(
    t('bot.review.titleAlone'),
    [finished, ...counted].join('\n\n'),
    left.length > 0 ? colors.needsClarification : colors.verified,
    toReviewedWords(summary, t) ?? '',
    first ? [toButton(t('bot.review.goOn'), toId(summary, first, 'show'))] : [],
  );
}

function toReviewedWords(summary: Summary, t: Texts): string | null {
  const completed = toCompletedReview(summary);
  return completed && t('bot.review.reviewed', { by: toReviewerName(completed.by, t) });
}

function toDecisions(summary: Summary, item: ReviewItem, t: Texts) {
  const remove = isShownClaim(item) ? t('bot.review.remove') : t('bot.review.leaveOut');
  return [
    toButton(t('bot.review.confirm'), toId(summary, item, 'confirmed'), { disabled: !isConfirmable(item) }),
    toButton(t('bot.review.edit'), toId(summary, item, 'edit')),
    toButton(t('bot.review.note'), toId(summary, item, 'noted')),
    toButton(remove, toId(summary, item, 'removed')),
  ];
}

function toId(summary: Summary, item: ReviewItem, step: ReviewStep): string {
  return toCustomId({
    summaryId: summary.id,
    action: 'decide',
    itemId: item.id,
    step,
    state: toState(item),
  });
}

/** Whether it is disputed, or its decision, so that a press can be rejected if the item has changed. */
export function toState(item: ReviewItem): ItemState {
  return isDisputed(item) ? 'disputed' : (item.review?.decision ?? 'open');
}

export function toReviewerName({ name }: Decider['by'], t: Texts): string {
  return toShownName(name, t('summary.someone'));
}

function describe(item: ReviewItem, summary: Summary, t: Texts): string {
  const contents = toClaimContents(item, summary);
  const { disputes = [] } = item;
  const section = toSection(contents);
  const heading = t(`summary.sections.${section === 'unclear' ? contents.kind : section}`);
  // A reviewer always sees the messages; if a page does not hold all, the rest is not shown.
  const blocks: PageBlock[] = [
    toBlock(heading, [toQuotedWording(contents, t)]),
    toBlock(null, [escapeDiscord(toStateWords(item, t))]),
    toBlock(
      t('bot.review.replies'),
      disputes.map(dispute => `> ${escapeDiscord(truncate(toReply(dispute, t), maxText))}`),
    ),
    toBlock(t('bot.review.messages'), toEvidence(item, summary, t)),
    toBlock(null, isConfirmable(item) ? [] : [escapeDiscord(t('bot.review.noMessages'))]),
    toBlock(t('summary.buttons.why'), toReasonLines(toReasons(item), t)),
  ];
  return fillPages('', blocks, () => maxDescriptionLength)[0] ?? '';
}

function toReasonLines(problems: readonly Problem[], t: Texts): readonly string[] {
  const told = problems.slice(0, maxReasons).map(each => truncate(toProblemLine(each, t), maxReason));
  return withRest(told, problems.length, count => t('summary.more', { count })).map(
    each => `- ${escapeDiscord(each)}`,
  );
}

function toQuotedWording(wording: ClaimEdit, t: Texts, most = maxText): string {
  return `> ${escapeDiscord(truncate([wording.text, ...toTask(wording, t)].join(' '), most))}`;
}

/** A person's wording that does not hold, so that it can be copied, and why. */
export function toFailedWording(wording: ClaimEdit, reasons: readonly RejectionReason[], t: Texts): string {
  const problems = reasons.map(({ problem }) => problem);
  return truncate(
    [toQuotedWording(wording, t, maxWording), ...toReasonLines(problems, t)].join('\n'),
    maxFailed,
  );
}

function toBlock(heading: string | null, lines: readonly string[]): PageBlock {
  const bold = heading === null ? null : toStrong(heading);
  return { heading: bold, continued: bold, lines };
}

function toTask({ owner, due }: ClaimEdit, t: Texts): readonly string[] {
  return [
    ...(owner === null ? [] : [`— ${toShownLine(owner)}`]),
    ...(due === null ? [] : [`(${t('summary.due', { when: toShownLine(due) })})`]),
  ];
}

function toStateWords(item: ReviewItem, t: Texts): string {
  const { review: decided } = item;
  const told = [
    decided && t(`bot.review.${decided.decision}`, { by: toReviewerName(decided.by, t) }),
    decided === undefined && !isShownClaim(item) && t('bot.review.dropped'),
    isShownClaim(item) && isUnclear(item) && t('bot.review.unclear'),
    isDisputed(item) && t('bot.review.disputed'),
  ];
  return told.filter(Boolean).join(' ');
}

/** Why it was removed or marked. Other failures are listed only if none marked the claim. */
function toReasons(item: ReviewItem): readonly Problem[] {
  if (!isShownClaim(item)) return item.reasons.map(({ problem }) => problem);
  const failed = item.findings.filter(({ outcome }) => outcome === 'fail');
  const marking = failed.filter(({ effect }) => effect === 'mark');
  return (marking.length > 0 ? marking : failed).flatMap(({ problem }) => problem ?? []);
}

/** Its cited messages, with their footnote numbers if they have any. */
function toEvidence(item: ReviewItem, summary: Summary, t: Texts): readonly string[] {
  const { cited } = toClaimContents(item, summary);
  const shown = cited.slice(0, maxMessages).map(({ quote, ...message }) => {
    const number = summary.footnotes.find(({ messageId }) => messageId === message.messageId)?.number;
    const source = toSource(message, quote ? [quote] : [], summary, t);
    return toSourceLines({ ...source, number: number ?? null }, t);
  });
  return cited.length > maxMessages
    ? [...shown, escapeDiscord(t('summary.more', { count: cited.length - maxMessages }))]
    : shown;
}

function toFooter(items: readonly ReviewItem[], summary: Summary, t: Texts): string {
  const left = items.filter(isUndecided).length;
  const wordless = summary.rejected.filter(({ text }) => text === '').length;
  const parts = [
    items.length === 0
      ? null
      : left === 0
        ? t('bot.review.allDecided')
        : t('bot.review.left', { count: left }),
    wordless === 0 ? null : t('bot.review.wordless', { count: wordless }),
    toReviewedWords(summary, t),
  ];
  return truncate(parts.filter(part => part !== null).join(' · '), maxFooterLength);
}
