import type { CheckName, DecisionStatus, Finding } from '../../core/claims/claim.ts';
import type { ClaimNews } from '../../core/claims/news.ts';
import type { ProblemSentences } from '../../core/claims/problem.ts';
import type { SectionName } from '../../core/claims/summary/section.ts';
import {
  type EngineNote,
  type EngineReason,
  isRecorded,
  type NotFoundReason,
  type SkippedPart,
  type Topic,
} from '../../core/claims/summary/summary.ts';
import type { OmissionReason } from '../../core/conversation/message.ts';
import type { Grouping } from '../groupings.ts';
import type { Catalogue } from '../messages/catalogues.ts';
import { createFormat, formatList, mapMessages } from '../messages/format.ts';
import { toMoney, toSeconds } from './figures.ts';
import { createProblemSentences } from './problems.ts';
import { createReviewedWords, type ReviewedWords } from './reviewed/words.ts';

/** The outcome of checking a statement. */
export type StatementOutcome = 'verified' | 'sources' | 'unclear' | 'unfound';

/** All words of a rendered summary, in one language. */
export type Words = {
  /** BCP 47, for `lang` attributes. */
  readonly tag: string;
  /** The title of a conversation without one. */
  readonly summary: string;
  /** The name of a summary of selected quotes. */
  readonly highlights: string;
  /** A whole sentence: how quotes were selected. */
  readonly aboutHighlights: string;
  /** A whole sentence for people who can add an API key: what a key changes. */
  readonly aboutKey: string;
  readonly sections: Readonly<Record<SectionName, string>>;
  /** Before a claim under a channel's heading; null for kinds without a label. */
  readonly kindLabels: Readonly<Record<SectionName, string | null>>;
  readonly sources: string;
  readonly topics: string;
  readonly participants: string;
  /** The heading above cited messages without a number. */
  readonly moreMessages: string;
  /** The heading of a section on its second and later pages. */
  readonly continued: (heading: string) => string;
  readonly decisions: Readonly<Record<DecisionStatus, string>>;
  /** The end of a label: ":" in the language's typography. */
  readonly colon: string;
  /** "a, b, c" */
  readonly list: (parts: readonly string[]) => string;

  readonly coverage: (read: number, available: number) => string;
  /** Channels in which no message was cited. */
  readonly unselected: (channels: string) => string;
  /** Messages that were read but not, or only partly, summarized, with their time spans. */
  readonly unsummarized: (count: number, spans: string) => string;
  /** "left out: …", from the phrases of `omitted`. */
  readonly leftOut: (list: string) => string;
  readonly omitted: Readonly<Record<OmissionReason, (count: number) => string>>;
  readonly between: (from: string, to: string) => string;
  /** Between two times on one day. */
  readonly onDay: (day: string, from: string, to: string) => string;
  readonly since: (from: string) => string;
  readonly until: (to: string) => string;
  readonly timesIn: (zone: string) => string;

  readonly verified: (count: number) => string;
  /** Claims whose proofs hold, and whose wording was not judged. */
  readonly sourcesFound: (count: number) => string;
  /** Replaces `verified` if only quotes are shown. */
  readonly quotesChecked: (count: number) => string;
  readonly unclear: (count: number) => string;
  readonly dropped: (count: number) => string;
  /** Claims that only repeat another one. */
  readonly merged: (count: number) => string;
  readonly hidden: (count: number) => string;
  readonly citationReplacedCount: (count: number) => string;
  readonly uncited: (count: number) => string;

  /** Parts of the line below a summary in Discord. */
  readonly footer: {
    readonly checked: (count: number) => string;
    /** Replaces verified claims if only quotes are shown. */
    readonly quotes: (count: number) => string;
    /** Claims that need clarification. */
    readonly unclear: (count: number) => string;
    readonly messages: (read: number, available: number) => string;
    /** For an answer that was recorded. */
    readonly recorded: string;
  };

  readonly engine: (engine: EngineNote) => string;
  /** Says why, and that selected quotes are shown instead of a written summary. */
  readonly fellBack: (why: string) => string;
  /** A whole sentence: no wording was judged, so numbers may be put on the wrong thing. */
  readonly noneJudged: string;
  /** A whole sentence: the number of claims whose wording was not judged. */
  readonly unjudged: (count: number) => string;
  /** Says why claims may be missing. */
  readonly incomplete: (why: string) => string;
  /** Whole sentences. */
  readonly reasons: Readonly<Record<EngineReason, string>>;
  /** Adds that the bot's owner was notified, for reasons that only they can fix. */
  readonly ownerNotified: (why: string) => string;
  /** Tokens: all input, the part of it from the cache, and the output. */
  readonly usage: (read: number, cached: number, written: number) => string;
  /** Verdicts of an earlier summary. */
  readonly reusedVerdicts: (count: number) => string;
  /** Somebody else's summary, written at the same time, has the usage. */
  readonly sharedRun: string;
  /** null is unknown. */
  readonly cost: (usd: number | null) => string;
  readonly seconds: (seconds: number) => string;
  readonly nothingSaid: string;
  /** There were messages, but all were left out; the phrases of `omitted` say why. */
  readonly allLeftOut: (list: string) => string;
  readonly nothingFound: string;
  /** Claude's answer contained no claims. */
  readonly emptyAnswer: string;
  /** The summary had claims, and all of them were removed with their sources. */
  readonly sourcesGone: string;

  readonly needsClarification: string;
  /** Verification problems: each ends "needs clarification: …", so it starts in lower case and has no full stop. */
  readonly problems: ProblemSentences;
  /** The changes that verification made, claim by claim. */
  readonly why: {
    readonly title: string;
    /** Headings above claims, or above what was dropped. */
    readonly relabeled: string;
    readonly citationReplaced: string;
    /** A citation was added. */
    readonly cited: string;
    readonly uncited: string;
    readonly dropped: string;
    readonly merged: string;
    /** The claim's heading, and the one it was written for; the reason follows. */
    readonly under: (now: string, was: string) => string;
    /** A whole sentence. */
    readonly hidden: (count: number) => string;
    /** Replaces erased words. */
    readonly forgotten: string;
    /** The heading above claims whose wording was not judged, and a whole sentence about what was checked. */
    readonly unjudgedHeading: string;
    readonly unjudged: string;
    /** A whole sentence after it: who can turn the judge on. */
    readonly judgeOff: string;
    /** A whole sentence. */
    readonly nothing: string;
  };
  readonly citationReplaced: string;
  readonly edited: string;
  /** Beside a message: it was edited after it was read. */
  readonly editedSince: string;
  /** Beside a claim. */
  readonly sourceEdited: string;
  /** The summary that marks of claims refer to; `time` is that of the last message it read. */
  readonly comparedWith: (time: string) => string;
  /** Beside a claim: how it differs from that summary. */
  readonly news: (news: ClaimNews) => string;
  readonly forwarded: string;
  readonly more: (count: number) => string;
  readonly due: (when: string) => string;
  /** Beside a relative due date such as "tomorrow": the day on which it was said. */
  readonly said: (day: string) => string;
  /** The day on which a link or file was shared. */
  readonly shared: (day: string) => string;
  /** Before a task that another person's words assign to this person. */
  readonly taskOf: (owner: string) => string;
  readonly before: string;
  /** For an item left open by an earlier summary; `day` is a weekday or a date. */
  readonly openSince: (day: string) => string;
  readonly someone: string;

  /** For checked statements. */
  readonly check: {
    readonly title: (place: string) => string;
    /** The start of a statement's line. */
    readonly outcomes: Readonly<Record<StatementOutcome, string>>;
    /** Statements with messages found, whose wording was not judged. */
    readonly countRelated: (count: number) => string;
    readonly countNotFound: (count: number) => string;
    /** The end of a line about a statement without messages. */
    readonly reasons: Readonly<Record<NotFoundReason, string>>;
    /** "left out of the text: …", from the phrases of `skipped`. */
    readonly leftOut: (list: string) => string;
    readonly skipped: Readonly<Record<SkippedPart, (count: number) => string>>;
    /** With the name of the judging model, if one judged. */
    readonly engine: (judge: string | undefined) => string;
    /** Instead of the `noneJudged` of summaries. */
    readonly noneJudged: string;
    readonly noStatements: string;
  };

  readonly topicStatus: Readonly<Record<Topic['status'], string>>;
  readonly topicReason: Readonly<Record<NonNullable<Topic['reason']>, string>>;
  readonly messages: (count: number) => string;

  readonly review: ReviewedWords;

  readonly table: {
    readonly number: string;
    readonly who: string;
    readonly when: string;
    readonly position: string;
    readonly said: string;
  };
  /** The groupings of sources, as buttons; and the heading for claims without a topic. */
  readonly grouping: Readonly<Record<Grouping, string>> & { readonly noTopic: string };
  readonly position: (position: number, read: number) => string;
  /** Replaces the position of a message that was summarized before. */
  readonly earlier: string;
  readonly page: (page: number, pages: number) => string;
  readonly trace: (id: string) => string;
  readonly openMessage: string;
  readonly backToClaim: string;
  /** Of the page that shows the conversation beside the summary. */
  readonly viewer: {
    readonly conversation: string;
    /** A whole sentence: messages without citations are missing. */
    readonly citedOnly: string;
    /** The same, if the conversation should be there. */
    readonly citedNearby: string;
    readonly newestOnly: (count: number) => string;
    /** How many messages are cited. */
    readonly coverage: (cited: number, read: number) => string;
    /** Names a claim by its number, with how many messages it cites. */
    readonly claim: (number: number, count: number, messages: number) => string;
    readonly filters: string;
    readonly person: string;
    readonly topic: string;
    readonly kind: string;
    readonly status: string;
    /** No filter. */
    readonly all: string;
    readonly noMatches: string;
    /** The status of quotes that code selected. */
    readonly quoted: string;
    readonly showMessages: string;
    readonly claims: string;
    readonly checks: string;
    readonly checkNames: Readonly<Record<CheckName, string>>;
    readonly outcomes: Readonly<Record<Finding['outcome'], string>>;
    readonly search: string;
    readonly notFound: string;
    readonly previousMatch: string;
    readonly nextMatch: string;
    readonly copy: string;
    readonly copied: string;
    /** The shortcuts. */
    readonly keys: string;
  };
  readonly buttons: {
    readonly previous: string;
    readonly next: string;
    readonly sources: string;
    readonly why: string;
  };
};

const unlabeled = {
  request: null,
  overview: null,
  key_point: null,
  action: null,
  decision: null,
  fact: null,
  contribution: null,
  unclear: null,
};

export function createWords({ tag, messages: { summary: texts } }: Catalogue): Words {
  const format = createFormat(tag);
  const withCount = (message: string) => (count: number) => format(message, { count });
  const withWhy = (message: string) => (why: string) => format(message, { why });
  return {
    ...texts,
    tag,
    kindLabels: { ...unlabeled, ...texts.kindLabels },
    continued: heading => format(texts.continued, { heading }),
    list: parts => formatList(format, texts.list, parts),

    coverage: (read, available) => format(texts.coverage, { read, available }),
    unsummarized: (count, spans) => format(texts.unsummarized, { count, spans }),
    unselected: channels => format(texts.unselected, { channels }),
    leftOut: list => format(texts.leftOut, { list }),
    omitted: mapMessages(texts.omitted, withCount),
    between: (from, to) => format(texts.between, { from, to }),
    onDay: (day, from, to) => format(texts.onDay, { day, from, to }),
    since: from => format(texts.since, { from }),
    until: to => format(texts.until, { to }),
    timesIn: zone => format(texts.timesIn, { zone }),

    verified: withCount(texts.verified),
    sourcesFound: withCount(texts.sourcesFound),
    quotesChecked: withCount(texts.quotesChecked),
    unclear: withCount(texts.unclear),
    dropped: withCount(texts.dropped),
    merged: withCount(texts.merged),
    hidden: withCount(texts.hidden),
    citationReplacedCount: withCount(texts.citationReplacedCount),
    uncited: withCount(texts.uncited),

    footer: {
      quotes: withCount(texts.footer.quotes),
      checked: withCount(texts.footer.checked),
      unclear: withCount(texts.footer.unclear),
      messages: (read, available) =>
        format(read < available ? texts.footer.messagesOf : texts.footer.messages, { read, available }),
      recorded: texts.footer.recorded,
    },

    engine: note => {
      const { name, model = name, judge } = note;
      if (name === 'extractive') return texts.engine.quotes;
      if (isRecorded(note)) return texts.engine.recorded;
      if (judge === undefined) return format(texts.engine.written, { model });
      return format(texts.engine.judged, { model, judge });
    },
    fellBack: withWhy(texts.fellBack),
    unjudged: withCount(texts.unjudged),
    incomplete: withWhy(texts.incomplete),
    ownerNotified: withWhy(texts.ownerNotified),
    allLeftOut: list => format(texts.allLeftOut, { list }),
    usage: (read, cached, written) =>
      format(cached > 0 ? texts.usageCached : texts.usage, { read, cached, written }),
    reusedVerdicts: withCount(texts.reusedVerdicts),
    cost: usd => (usd === null ? texts.costUnknown : toMoney(tag, usd)),
    seconds: seconds => toSeconds(tag, seconds),

    problems: createProblemSentences(texts.problems, format),
    why: {
      ...texts.why,
      under: (now, was) => format(texts.why.under, { now, was }),
      hidden: withCount(texts.why.hidden),
    },
    comparedWith: time => format(texts.comparedWith, { time }),
    news: news => {
      if (news.mark !== 'changed') return texts.news[news.mark];
      const reasons = news.by.map(reason => texts.news.reasons[reason]);
      return format(texts.news.changed, { reasons: formatList(format, texts.list, reasons) });
    },
    more: withCount(texts.more),
    due: when => format(texts.due, { when }),
    said: day => format(texts.said, { day }),
    shared: day => format(texts.shared, { day }),
    taskOf: owner => format(texts.taskOf, { owner }),
    openSince: day => format(texts.openSince, { day }),

    check: {
      ...texts.check,
      title: place => format(texts.check.title, { place }),
      countRelated: withCount(texts.check.countRelated),
      countNotFound: withCount(texts.check.countNotFound),
      leftOut: list => format(texts.check.leftOut, { list }),
      skipped: mapMessages(texts.check.skipped, withCount),
      engine: judge =>
        judge === undefined ? texts.check.engine.proofs : format(texts.check.engine.judged, { judge }),
    },
    viewer: {
      ...texts.viewer,
      coverage: (cited, read) => format(texts.viewer.coverage, { cited, read }),
      newestOnly: count => format(texts.viewer.newestOnly, { count }),
      claim: (number, count, messages) => format(texts.viewer.claim, { number, count, messages }),
    },
    messages: withCount(texts.messages),
    review: createReviewedWords(texts.review, format),
    position: (position, read) => format(texts.position, { position, read }),
    page: (page, pages) => format(texts.page, { page, pages }),
    trace: id => format(texts.trace, { id }),
  };
}
