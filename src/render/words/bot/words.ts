import type { ReviewMode, SettingName } from '../../../core/settings.ts';
import type { CatchupWords } from './catchup/words.ts';
import type { DigestWords } from './digest/words.ts';
import type { PrivacyWords } from './privacy/words.ts';
import type { ReviewWords } from './review/words.ts';

/** Why somebody may not have a summary of a place. */
export const denialReasons = [
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

/** Everything the bot says outside a summary, in one language; `place` is a mention of a channel. */
export type BotWords = {
  /** The locale of Discord that these words are for. */
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
      readonly reviews: Readonly<Record<ReviewMode, string>>;
      /** Which of them is to be reset. */
      readonly setting: string;
      readonly names: Readonly<Record<SettingName, string>>;
      readonly all: string;
    };
    readonly digest: DigestWords['command']['options'];
    /** The name in the menu of a message. */
    readonly summarizeThread: string;
    /** The same. */
    readonly checkSources: string;
    readonly privacy: PrivacyWords['commands'];
    readonly catchup: CatchupWords['command'];
  };

  readonly reading: (read: number, wanted: number | null) => string;
  readonly summarizing: (messages: number) => string;
  readonly checking: (statements: number, messages: number) => string;
  /** Of so many messages before the one that was checked; `link` leads there. */
  readonly checkedBefore: (messages: number, link: string) => string;
  readonly nothingToCheck: string;
  /** Claims that hold so far. */
  readonly writing: (messages: number, claims: number) => string;
  /** While a second model judges these claims. */
  readonly judging: (claims: number) => string;
  /** `from` is a time as Discord shows it. */
  readonly rangeUnderstood: (from: string) => string;

  readonly denied: (reason: DenialReason, place: string) => string;
  readonly contentHidden: string;
  readonly empty: (place: string) => string;
  readonly deletedMeanwhile: (place: string) => string;
  /** `words` are set as code. */
  readonly notUnderstood: (words: string) => string;
  /** `time` is how they are understood. */
  readonly inFuture: (words: string, time: string) => string;
  /** A command option is out of range or not a whole number. */
  readonly wrongNumber: (wanted: { name: string; min: number; max: number }) => string;
  readonly linkElsewhere: string;
  readonly notSummarizable: string;
  readonly capped: (count: number) => string;
  /** The person or the bot can read no channel of the category, or none may be shown here. */
  readonly noneOfCategory: (category: string) => string;
  readonly categoryLeftOut: (count: number) => string;
  readonly alreadyRunning: string;
  readonly dailySpent: (limit: number) => string;

  readonly zoneSet: (zone: string, now: string) => string;
  /** Their own zone; of who has set none, the one that counts in its place. */
  readonly zoneShown: (zone: string, now: string) => string;
  readonly zoneUnset: (zone: string, now: string) => string;
  readonly zoneForgotten: string;
  readonly zoneUnknown: (zone: string) => string;

  readonly settings: {
    readonly title: string;
    readonly names: Readonly<Record<SettingName, string>>;
    readonly minConfidence: (value: number) => string;
    /** Of the language, where the server has set none. */
    readonly ownLanguage: string;
    /** 0 is as many as they like. */
    readonly dailyRuns: (count: number) => string;
    readonly retentionDays: (days: number) => string;
    readonly review: (mode: ReviewMode) => string;
    readonly fromServer: string;
    readonly fromDefault: string;
    readonly how: string;
    readonly saved: string;
    readonly nothingGiven: string;
    readonly notManager: string;
    /** What is wrong with what was given, which is set as code, and what may be. */
    readonly wrong: Readonly<Record<SettingName, (given: string) => string>>;
  };

  /** In place of a summary that the person who asked for it has stopped. */
  readonly stopped: string;
  readonly stoppingAlready: string;
  /** It is finished, or was stopped. */
  readonly notWriting: string;
  /** Above a summary that was started over after a restart, and in its place until it is ready. */
  readonly restarted: string;
  /** Replaces an interrupted summary, above the button that asks for it again. */
  readonly interruptedRun: string;
  /** In place of a summary that says it is being written, while nobody writes it. */
  readonly interrupted: string;
  /** Beside a summary of which another attempt may make more. */
  readonly askAgain: string;

  readonly expired: string;
  readonly notYours: string;
  readonly alreadyShared: (link: string) => string;
  readonly shared: (link: string) => string;
  readonly deleted: string;
  readonly sharedBy: (person: string) => string;
  readonly unknownButton: string;

  readonly feedback: {
    /** Heads what people think of summaries. */
    readonly title: string;
    readonly thanks: (isHelpful: boolean) => string;
    /** A button, and the title of the form it opens. */
    readonly why: string;
    /** Above what is typed, and below that who reads it. */
    readonly reason: string;
    readonly whoReads: string;
    readonly kept: string;
  };

  readonly review: ReviewWords;
  readonly digest: DigestWords;
  readonly privacy: PrivacyWords;
  readonly catchup: CatchupWords;

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
  /** What the person alone sees while the answer is there for everybody. */
  readonly shownBelow: string;

  readonly stopping: string;
  readonly discordTrouble: string;
  readonly storeTrouble: string;
  /** `reference` is also in the log. */
  readonly internal: (reference: string) => string;
};
