import type { DecisionStatus } from '../../core/claims/claim.ts';
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

/** What comes of checking a statement. */
export type StatementOutcome = 'verified' | 'sources' | 'unclear' | 'unfound';

/** Everything a rendered summary says in its own words, in one language; numbers come in, sentences go out. */
export type Words = {
  /** BCP 47, for `lang` attributes. */
  readonly tag: string;
  /** What stands for a conversation without a title. */
  readonly summary: string;
  /** What a summary of selected quotes is called. */
  readonly highlights: string;
  /** A whole sentence: how quotes were selected. */
  readonly aboutHighlights: string;
  /** A whole sentence for people who can add an API key: what it changes. */
  readonly aboutKey: string;
  readonly sections: Readonly<Record<SectionName, string>>;
  /** In front of a claim under a channel's heading; null for kinds that need no label. */
  readonly kindLabels: Readonly<Record<SectionName, string | null>>;
  readonly sources: string;
  readonly topics: string;
  readonly participants: string;
  /** Heads messages that claims rest on and that got no number. */
  readonly moreMessages: string;
  /** A section's heading on the page after the one it began on. */
  readonly continued: (heading: string) => string;
  readonly decisions: Readonly<Record<DecisionStatus, string>>;
  /** What ends a label: ":" as the language sets it. */
  readonly colon: string;
  /** "a, b, c" */
  readonly list: (parts: readonly string[]) => string;

  readonly coverage: (read: number, available: number) => string;
  /** Channels in which no message was cited. */
  readonly unselected: (channels: string) => string;
  /** Messages that were read and not, or not wholly, summarized, with the times they span. */
  readonly unsummarized: (count: number, spans: string) => string;
  /** "left out: …", from the phrases of `omitted`. */
  readonly leftOut: (list: string) => string;
  readonly omitted: Readonly<Record<OmissionReason, (count: number) => string>>;
  readonly between: (from: string, to: string) => string;
  readonly since: (from: string) => string;
  readonly until: (to: string) => string;
  readonly timesIn: (zone: string) => string;

  readonly verified: (count: number) => string;
  /** Claims whose quotes, numbers and dates were checked, and whose wording nobody judged. */
  readonly sourcesFound: (count: number) => string;
  /** In place of `verified` where all that is shown are quotes. */
  readonly quotesChecked: (count: number) => string;
  readonly unclear: (count: number) => string;
  readonly dropped: (count: number) => string;
  /** Claims that only repeat another. */
  readonly merged: (count: number) => string;
  readonly hidden: (count: number) => string;
  readonly citationReplacedCount: (count: number) => string;
  readonly uncited: (count: number) => string;

  /** Parts of the line below a summary in Discord. */
  readonly footer: {
    /** In place of verified claims where all that is shown are quotes. */
    readonly quotes: (count: number) => string;
    /** Claims that need clarification. */
    readonly unclear: (count: number) => string;
    readonly messages: (read: number, available: number) => string;
    /** Of an answer that no model wrote. */
    readonly recorded: string;
  };

  readonly engine: (engine: EngineNote) => string;
  /** Says why, and that selected quotes are shown instead of what was asked for. */
  readonly fellBack: (why: string) => string;
  /** A whole sentence: quotes, numbers and dates were checked, and the wording of no claim was judged. */
  readonly noneJudged: string;
  /** A whole sentence: of how many claims the wording was not judged. */
  readonly unjudged: (count: number) => string;
  /** Says why something may be missing. */
  readonly incomplete: (why: string) => string;
  /** A whole sentence each. */
  readonly reasons: Readonly<Record<EngineReason, string>>;
  /** Adds to a reason that only the bot's owner can remove that they know of it. */
  readonly ownerNotified: (why: string) => string;
  /** Tokens: all that were read, those of them that came from the cache, those written. */
  readonly usage: (read: number, cached: number, written: number) => string;
  /** Verdicts of an earlier summary. */
  readonly reusedVerdicts: (count: number) => string;
  /** Somebody else's summary, written at the same time, has the usage. */
  readonly sharedRun: string;
  /** null is unknown. */
  readonly cost: (usd: number | null) => string;
  readonly seconds: (seconds: number) => string;
  readonly nothingSaid: string;
  /** There were messages, and none to be summarized; the phrases of `omitted` say which. */
  readonly allLeftOut: (list: string) => string;
  readonly nothingFound: string;
  /** Claude answered without any claim. */
  readonly emptyAnswer: string;
  /** The summary had claims, and all of them were removed with their sources. */
  readonly sourcesGone: string;

  readonly needsClarification: string;
  /** What verification says of a claim: each ends "needs clarification: …", so it begins small and ends without a stop. */
  readonly problems: ProblemSentences;
  /** What verification made of a draft, claim by claim. */
  readonly why: {
    readonly title: string;
    /** Each heads claims, or what would have been one. */
    readonly relabeled: string;
    readonly citationReplaced: string;
    /** A citation was added. */
    readonly cited: string;
    readonly uncited: string;
    readonly dropped: string;
    readonly merged: string;
    /** The heading that a claim stands under, and the one that it was written for; its reason follows. */
    readonly under: (now: string, was: string) => string;
    /** A whole sentence. */
    readonly hidden: (count: number) => string;
    /** In place of words that are forgotten. */
    readonly forgotten: string;
    /** Heads claims whose wording nobody judged; a whole sentence says what was checked of them. */
    readonly unjudgedHeading: string;
    readonly unjudged: string;
    /** A whole sentence behind it: who can have the wording judged. */
    readonly judgeOff: string;
    /** A whole sentence. */
    readonly nothing: string;
  };
  readonly citationReplaced: string;
  readonly edited: string;
  /** Beside a message: after it was read. */
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
  /** Beside a due such as "tomorrow": the day on which it was said. */
  readonly said: (day: string) => string;
  /** On which day a link or a file was shared. */
  readonly shared: (day: string) => string;
  /** Leads a task that somebody else's words give to this person. */
  readonly taskOf: (owner: string) => string;
  readonly before: string;
  /** For an item that an earlier summary left open; `day` is a weekday or a date. */
  readonly openSince: (day: string) => string;
  readonly someone: string;

  /** Of statements that somebody wanted checked. */
  readonly check: {
    readonly title: (place: string) => string;
    /** Each leads its line. */
    readonly outcomes: Readonly<Record<StatementOutcome, string>>;
    /** Statements with messages found for them, whose wording nobody judged. */
    readonly countRelated: (count: number) => string;
    readonly countNotFound: (count: number) => string;
    /** Each completes a line that says that nothing was found. */
    readonly reasons: Readonly<Record<NotFoundReason, string>>;
    /** "left out of the text: …", from the phrases of `skipped`. */
    readonly leftOut: (list: string) => string;
    readonly skipped: Readonly<Record<SkippedPart, (count: number) => string>>;
    /** With the model that judged, where one did. */
    readonly engine: (judge: string | undefined) => string;
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
  /** How sources can be set, on buttons; and what heads those of claims without a topic. */
  readonly grouping: Readonly<Record<Grouping, string>> & { readonly noTopic: string };
  readonly position: (position: number, read: number) => string;
  /** In its place, of a message that was summarized before. */
  readonly earlier: string;
  readonly page: (page: number, pages: number) => string;
  readonly openMessage: string;
  readonly backToClaim: string;
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
    messages: withCount(texts.messages),
    review: createReviewedWords(texts.review, format),
    position: (position, read) => format(texts.position, { position, read }),
    page: (page, pages) => format(texts.page, { page, pages }),
  };
}
