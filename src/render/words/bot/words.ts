import type { SourceType } from '../../../core/conversation/message.ts';
import type { DecisionMode, ReviewMode, SettingName } from '../../../core/settings.ts';
import type { Catalogue } from '../../messages/catalogues.ts';
import { createFormat, formatList, mapMessages } from '../../messages/format.ts';
import { type CatchupWords, createCatchupWords } from './catchup/words.ts';
import { createDecisionWords, type DecisionWords } from './decisions/words.ts';
import { createDigestWords, type DigestWords } from './digest/words.ts';
import type { HelpWords } from './help/words.ts';
import { createMoreWords, type MoreWords } from './more/words.ts';
import { createPrivacyWords, type PrivacyWords } from './privacy/words.ts';
import { createReviewWords, type ReviewWords } from './review/words.ts';
import { createStatsWords, type StatsWords } from './stats/words.ts';
import { createTopicWords, type TopicWords } from './topics/words.ts';
import { createUsageWords, type UsageWords } from './usage/words.ts';

/** Why a person may not get a summary of a place. */
const denialReasons = [
  'gone',
  'bot_view',
  'bot_history',
  'person_view',
  'person_history',
  'private_thread',
  'age_restricted',
  'not_a_member',
  'audience',
  'bot_send',
  'channel_excluded',
  'role_needed',
] as const;
export type DenialReason = (typeof denialReasons)[number];

/** Why an attached file cannot be summarized. */
const fileTroubles = ['failed', 'unknown', 'damaged', 'large', 'encrypted', 'empty', 'ambiguous'] as const;
export type FileTrouble = (typeof fileTroubles)[number];

type DateOrder = 'day-first' | 'month-first' | 'year-first';

/** The bot's words outside a summary, in one language; `place` is a mention of a channel. */
export type BotWords = {
  /** The Discord locale of these words. */
  readonly tag: string;
  readonly commands: {
    readonly summarize: {
      readonly description: string;
      readonly messages: string;
      readonly since: string;
      readonly channel: string;
      readonly category: string;
      readonly detail: string;
      readonly language: string;
      readonly private: string;
      readonly focus: string;
      readonly file: string;
      readonly dates: string;
      readonly dateOrders: Readonly<Record<DateOrder, string>>;
      readonly details: { readonly brief: string; readonly standard: string; readonly comprehensive: string };
    };
    readonly timezone: { readonly description: string; readonly zone: string; readonly forget: string };
    readonly settings: {
      readonly description: string;
      readonly show: string;
      readonly set: string;
      readonly reset: string;
      readonly minConfidence: string;
      readonly language: string;
      readonly zone: string;
      readonly daily: string;
      readonly retention: string;
      readonly review: string;
      readonly serverUsd: string;
      readonly memberUsd: string;
      readonly reviews: Readonly<Record<ReviewMode, string>>;
      readonly decisions: string;
      readonly decisionChannel: string;
      readonly decisionRole: string;
      readonly decisionModes: Readonly<Record<DecisionMode, string>>;
      /** The setting to reset. */
      readonly setting: string;
      readonly names: Readonly<Record<SettingName, string>>;
      readonly all: string;
    };
    readonly digest: DigestWords['command']['options'];
    /** The name in a message's context menu. */
    readonly summarizeThread: string;
    /** The same. */
    readonly checkSources: string;
    readonly privacy: PrivacyWords['commands'];
    readonly catchup: CatchupWords['command'];
    readonly topics: TopicWords['command'];
    readonly help: string;
    readonly usage: UsageWords['command'];
    readonly stats: string;
    readonly decisions: DecisionWords['command'];
    readonly actions: DecisionWords['actions'];
    readonly statuses: DecisionWords['statuses'];
  };

  readonly reading: (read: number, wanted: number | null) => string;
  /** `share` of a period, 0 to 1. */
  readonly readingPeriod: (read: number, share: number) => string;
  readonly waitingForMemory: (read: number) => string;
  readonly summarizing: (messages: number) => string;
  readonly checking: (statements: number, messages: number) => string;
  /** `messages` is the number of messages before the checked one; `link` opens that. */
  readonly checkedBefore: (messages: number, link: string) => string;
  readonly nothingToCheck: string;
  /** `claims` passed the proofs so far. */
  readonly writing: (messages: number, claims: number) => string;
  /** While a second model judges these claims. */
  readonly judging: (claims: number) => string;
  /** `from` is a time in Discord's format. */
  readonly rangeUnderstood: (from: string) => string;

  /** Of an attached file; `name` is set as code. */
  readonly file: {
    readonly note: (name: string, read: number, available: number, type: SourceType) => string;
    readonly summarizing: (count: number, type: SourceType) => string;
    readonly tooLarge: (name: string, limit: number) => string;
    /** Options that a file leaves without effect. */
    readonly unused: (options: readonly string[]) => string;
    readonly troubles: Readonly<Record<FileTrouble, (name: string) => string>>;
  };

  readonly denied: (reason: DenialReason, place: string) => string;
  readonly contentHidden: string;
  readonly empty: (place: string) => string;
  /** All messages are by bots or the system. */
  readonly onlyBots: (place: string) => string;
  readonly deletedMeanwhile: (place: string) => string;
  /** `words` are shown as code. */
  readonly notUnderstood: (words: string) => string;
  /** `time` is how they were parsed. */
  readonly inFuture: (words: string, time: string) => string;
  /** A command option is out of range or not a whole number. */
  readonly wrongNumber: (wanted: { name: string; min: number; max: number }) => string;
  readonly linkElsewhere: string;
  readonly notSummarizable: string;
  readonly capped: (count: number) => string;
  /** The person or the bot can read no channel of the category, or none may be shown in this one. */
  readonly noneOfCategory: (category: string) => string;
  readonly categoryLeftOut: (count: number) => string;
  readonly alreadyRunning: string;
  readonly dailySpent: (limit: number) => string;

  readonly zoneSet: (zone: string, now: string) => string;
  /** The person's own zone, or the default. */
  readonly zoneShown: (zone: string, now: string) => string;
  readonly zoneUnset: (zone: string, now: string) => string;
  readonly zoneForgotten: string;
  readonly zoneUnknown: (zone: string) => string;

  readonly settings: {
    readonly title: string;
    readonly names: Readonly<Record<SettingName, string>>;
    readonly minConfidence: (value: number) => string;
    /** For the language, if the server has set none. */
    readonly ownLanguage: string;
    /** 0 is unlimited. */
    readonly dailyRuns: (count: number) => string;
    readonly retentionDays: (days: number) => string;
    readonly review: (mode: ReviewMode) => string;
    /** A cap; 0 is unlimited. */
    readonly dollars: (usd: number) => string;
    readonly fromServer: string;
    readonly fromDefault: string;
    readonly how: string;
    readonly saved: string;
    readonly nothingGiven: string;
    readonly unreadable: string;
    readonly notManager: string;
    /** The error in the input (shown as code), and the valid values. */
    readonly wrong: Readonly<Record<SettingName, (given: string) => string>>;
  };

  /** Replaces a summary that the person who asked for it stopped. */
  readonly stopped: string;
  readonly stoppingAlready: string;
  /** It is finished, or was stopped. */
  readonly notWriting: string;
  /** Above a summary restarted after a restart of the bot, and in its place until it is ready. */
  readonly restarted: string;
  /** Replaces an interrupted summary, above the *Regenerate* button. */
  readonly interruptedRun: string;
  /** Replaces a summary that seems to be in progress, but is not. */
  readonly interrupted: string;
  /** Beside an incomplete summary that another attempt may complete. */
  readonly askAgain: string;

  readonly expired: string;
  readonly notYours: string;
  readonly alreadyShared: (link: string) => string;
  readonly shared: (link: string) => string;
  readonly deleted: string;
  readonly sharedBy: (person: string) => string;
  readonly unknownButton: string;
  readonly tooManyAtOnce: string;

  readonly feedback: {
    /** The heading of feedback. */
    readonly title: string;
    readonly thanks: string;
    /** `vote` is the button's emoji; the person had voted before. */
    readonly changed: (vote: string) => string;
    readonly counted: (vote: string) => string;
    /** A button, and the title of the form it opens. */
    readonly why: string;
    /** Above the text field; below it, who can read the text. */
    readonly reason: string;
    readonly whoReads: string;
    readonly kept: string;
  };

  readonly review: ReviewWords;
  readonly digest: DigestWords;
  readonly privacy: PrivacyWords;
  readonly catchup: CatchupWords;
  readonly topics: TopicWords;
  readonly more: MoreWords;
  /** Why a link to the page of a summary shows no page. */
  readonly openLinks: Catalogue['messages']['bot']['openLinks'];
  readonly usage: UsageWords;
  readonly stats: StatsWords;
  readonly decisions: DecisionWords;
  readonly help: HelpWords;

  readonly allClaims: string;
  readonly filterByClaim: string;
  readonly moreClaims: string;
  readonly buttons: {
    readonly share: string;
    readonly again: string;
    readonly delete: string;
    readonly open: string;
    readonly stop: string;
  };
  readonly readyOpen: (person: string) => string;
  /** Shown only to the person; the answer is public. */
  readonly postingBelow: string;

  readonly stopping: string;
  /** Replaces an answer, except a summary, whose process ended. */
  readonly interruptedAnswer: string;
  /** Replaces a summary that the next process continues. */
  readonly stoppingRun: string;
  /** Why given options cannot be used. */
  readonly conflicts: Catalogue['messages']['bot']['conflicts'];
  readonly runsUnreadable: string;
  readonly discordTrouble: string;
  readonly storeTrouble: string;
  /** `reference` is also logged. */
  readonly internal: (reference: string) => string;
};

export function createBotWords({ tag, discordLocale, messages }: Catalogue): BotWords {
  const texts = messages.bot;
  const format = createFormat(tag);
  const withPlace = (message: string) => (place: string) => format(message, { place });
  const withGiven = (message: string) => (given: string) => format(message, { given });
  const review = createReviewWords(texts.review, format);
  const digest = createDigestWords(texts.digest, format);
  const privacy = createPrivacyWords(messages, format);
  const catchup = createCatchupWords(messages, format);
  const topics = createTopicWords(messages, format);
  const usage = createUsageWords(texts.usage, format, tag);
  const decisions = createDecisionWords(messages, format);
  const { unlimited } = texts.settings;
  return {
    ...texts,
    tag: discordLocale,
    commands: {
      ...texts.commands,
      settings: { ...texts.commands.settings, reviews: review.modes, names: texts.settings.names },
      digest: digest.command.options,
      privacy: privacy.commands,
      catchup: catchup.command,
      topics: topics.command,
      help: texts.help.description,
      usage: usage.command,
      stats: texts.stats.description,
      decisions: decisions.command,
      actions: decisions.actions,
      statuses: decisions.statuses,
    },

    readingPeriod: (read, share) => format(texts.readingPeriod, { read, share }),
    waitingForMemory: read => format(texts.waitingForMemory, { read }),
    reading: (read, wanted) =>
      wanted === null ? format(texts.readingAll, { read }) : format(texts.reading, { read, wanted }),
    summarizing: messages => format(texts.summarizing, { messages }),
    checking: (statements, messages) => format(texts.checking, { statements, messages }),
    checkedBefore: (messages, link) => format(texts.checkedBefore, { messages, link }),
    writing: (messages, claims) => format(texts.writing, { messages, claims }),
    judging: claims => format(texts.judging, { claims }),
    rangeUnderstood: from => format(texts.rangeUnderstood, { from }),

    file: {
      note: (name, read, available, type) => {
        const { note, documentNote } = texts.file;
        return format(type === 'document' ? documentNote : note, { name, read, available });
      },
      summarizing: (messages, type) =>
        format(type === 'document' ? texts.file.summarizingDocument : texts.summarizing, { messages }),
      tooLarge: (name, limit) => format(texts.file.tooLarge, { name, limit }),
      unused: options =>
        format(texts.file.unused, { options: formatList(format, messages.summary.list, options) }),
      troubles: mapMessages(texts.file.troubles, message => (name: string) => format(message, { name })),
    },

    denied: (reason, place) => format(texts.denied[reason], { place }),
    empty: withPlace(texts.empty),
    onlyBots: withPlace(texts.onlyBots),
    deletedMeanwhile: withPlace(texts.deletedMeanwhile),
    notUnderstood: words => format(texts.notUnderstood, { words }),
    inFuture: (words, time) => format(texts.inFuture, { words, time }),
    wrongNumber: wanted => format(texts.wrongNumber, wanted),
    capped: count => format(texts.capped, { count }),
    noneOfCategory: category => format(texts.noneOfCategory, { category }),
    categoryLeftOut: count => format(texts.categoryLeftOut, { count }),
    dailySpent: limit => format(texts.dailySpent, { limit }),

    help: { ...texts.help, welcome: server => format(texts.help.welcome, { server }) },

    zoneSet: (zone, now) => format(texts.zoneSet, { zone, now }),
    zoneShown: (zone, now) => format(texts.zoneShown, { zone, now }),
    zoneUnset: (zone, now) => format(texts.zoneUnset, { zone, now }),
    zoneUnknown: zone => format(texts.zoneUnknown, { zone }),

    settings: {
      ...texts.settings,
      minConfidence: value => format(texts.settings.minConfidence, { value }),
      dailyRuns: count => format(texts.settings.dailyRuns, { count }),
      retentionDays: days => format(texts.settings.retentionDays, { days }),
      review: mode => review.modes[mode],
      dollars: usd => (usd === 0 ? unlimited : usage.money(usd)),
      wrong: { ...mapMessages(texts.settings.wrong, withGiven), review: review.wrongMode },
    },

    feedback: {
      ...texts.feedback,
      changed: vote => format(texts.feedback.changed, { vote }),
      counted: vote => format(texts.feedback.counted, { vote }),
    },
    alreadyShared: link => format(texts.alreadyShared, { link }),
    shared: link => format(texts.shared, { link }),
    sharedBy: person => format(texts.sharedBy, { person }),
    review,
    digest,
    privacy,
    catchup,
    topics,
    more: createMoreWords(texts.more, format),
    usage,
    stats: createStatsWords(messages, format, tag),
    decisions,
    readyOpen: person => format(texts.readyOpen, { person }),
    internal: reference => format(texts.internal, { reference }),
  };
}
