import type { ChoiceConflict } from '../../../../../core/digests/choice.ts';
import type { LeftOutReason, QuietMode, WebhookRefusal } from '../../../../../core/digests/digest.ts';
import type { ScheduleRefusal } from '../../../../../core/schedule-words.ts';
import type { Messages } from '../../../../messages/catalogues.ts';
import { type FormatMessage, mapMessages } from '../../../../messages/format.ts';

/** The words of `/digest` in one language. Parameters with channels, roles and people are mentions, times are `<t:…>`. */
export type DigestCommandWords = {
  /** Descriptions of the command and its options, at most 100 characters each. */
  readonly options: {
    readonly description: string;
    readonly create: string;
    readonly list: string;
    readonly show: string;
    readonly edit: string;
    readonly pause: string;
    readonly resume: string;
    readonly run: string;
    readonly delete: string;
    readonly digest: string;
    readonly when: string;
    readonly postIn: string;
    readonly directMessage: string;
    readonly category: string;
    readonly zone: string;
    readonly detail: string;
    readonly language: string;
    readonly focus: string;
    readonly minMessages: string;
    readonly quiet: string;
    readonly review: string;
    readonly webhook: string;
    /** The choices of `quiet`. */
    readonly quietModes: Readonly<Record<QuietMode, string>>;
    /** The choice of `language` that resets it. */
    readonly defaultLanguage: string;
    /** The suggestion for `focus` that clears it. */
    readonly noFocus: string;
    /** The suggestion for `webhook` that removes it. */
    readonly noWebhook: string;
  };
  /** The error in a schedule (shown as code) or in other options, and a valid example. */
  readonly refusals: Readonly<Record<ScheduleRefusal | ChoiceConflict, (given: string) => string>>;

  /** Titles of a preview and of a saved digest. */
  readonly newTitle: string;
  readonly editTitle: string;
  readonly title: string;
  readonly listTitle: string;

  /** Labels before the choices. */
  readonly labels: {
    readonly reads: string;
    readonly postsIn: string;
    readonly tag: string;
    readonly readers: string;
    readonly when: string;
    readonly next: string;
    readonly leftOut: string;
    readonly detail: string;
    readonly language: string;
    readonly focus: string;
    readonly quiet: string;
    readonly review: string;
    readonly webhook: string;
    readonly status: string;
    readonly lastRun: string;
    readonly creator: string;
  };
  /** All channels of a category, and their names at present. */
  readonly category: (category: string, channels: string) => string;
  readonly newPosts: (forum: string) => string;
  readonly direct: (person: string) => string;
  /** Channels hidden from the reader. */
  readonly hidden: (count: number) => string;
  readonly deletedChannels: (count: number) => string;
  /** None is chosen, or there are none in the category. */
  readonly noChannels: string;
  /** For a deleted category. */
  readonly deletedCategory: string;
  readonly more: (count: number) => string;
  readonly everyone: string;
  readonly everyoneExcept: (others: string) => string;
  /** These and the owner. */
  readonly onlyReaders: (readers: string) => string;
  readonly onlyOwner: string;
  readonly threadMembers: string;
  readonly onlyPerson: (person: string) => string;
  /** After a list of channels. `isCreator`: the reader is the creator. */
  readonly reasons: Readonly<Record<LeftOutReason, (isCreator: boolean) => string>>;
  readonly ownLanguage: string;
  readonly quiet: (minMessages: number, mode: QuietMode) => string;
  readonly reviewed: string;
  readonly webhookGone: (host: string) => string;
  readonly webhookSecret: (host: string, secret: string) => string;
  /** Why a webhook cannot be set. */
  readonly webhookRefusals: Readonly<Record<WebhookRefusal, (creator: string) => string>>;
  readonly running: string;
  readonly paused: (reason: string) => string;
  readonly nextRun: (time: string) => string;
  readonly notRunYet: string;
  readonly ran: (time: string, posts: number) => string;

  readonly chooseChannels: string;
  readonly chooseDigest: string;
  readonly chooseTag: string;
  readonly buttons: {
    readonly create: string;
    readonly save: string;
    readonly cancel: string;
    readonly run: string;
    readonly pause: string;
    readonly resume: string;
    readonly delete: string;
    readonly keep: string;
  };

  readonly created: (next: string) => string;
  readonly saved: (next: string) => string;
  readonly savedPaused: string;
  readonly cancelled: string;
  readonly deleted: string;
  readonly confirmDelete: string;
  readonly runs: (place: string) => string;
  /** Like `runs`, for a digest that was paused. */
  readonly resumedAndRuns: (place: string) => string;
  readonly alreadyCreated: string;
  readonly alreadySaved: string;
  readonly alreadyRunning: string;
  readonly alreadyPaused: string;
  readonly notPaused: string;

  /** An empty list: for managers, and for people who see only their own digests. */
  readonly none: string;
  readonly noneOwn: string;
  /** The preview is older than 15 minutes or from before a restart. */
  readonly expired: string;
  readonly notYours: string;
  readonly unknown: string;
  readonly changedMeanwhile: string;
  readonly full: string;
  readonly notManager: (place: string) => string;
  /** Like `notManager`, for a digest sent by direct message. */
  readonly notManagerDirect: string;
  /** A person other than the creator chose direct messages. */
  readonly onlyCreator: (creator: string) => string;
  /** The forum requires a tag, and none is chosen. */
  readonly tagMissing: string;
  /** The forum requires a tag, and the bot may use none of its tags. */
  readonly noTag: (forum: string) => string;
  readonly cannotPost: (place: string) => string;
  readonly noDestination: string;
  readonly noCategory: string;
  readonly nothingChosen: string;
  /** No channel is left to read. */
  readonly nothingToRead: string;
  readonly unavailable: string;
  readonly cannotRun: (reason: string) => string;
};

export function createDigestCommandWords(
  texts: Messages['bot']['digest']['command'],
  format: FormatMessage,
): DigestCommandWords {
  const withCount = (message: string) => (count: number) => format(message, { count });
  const withPlace = (message: string) => (place: string) => format(message, { place });
  return {
    ...texts,
    refusals: mapMessages(texts.refusals, message => given => format(message, { given })),
    category: (category, channels) => format(texts.category, { category, channels }),
    newPosts: forum => format(texts.newPosts, { forum }),
    direct: person => format(texts.direct, { person }),
    hidden: withCount(texts.hidden),
    deletedChannels: withCount(texts.deletedChannels),
    more: withCount(texts.more),
    everyoneExcept: others => format(texts.everyoneExcept, { others }),
    onlyReaders: readers => format(texts.onlyReaders, { readers }),
    onlyPerson: person => format(texts.onlyPerson, { person }),
    reasons: {
      ...mapMessages(texts.reasons, message => () => message),
      creator: isCreator => (isCreator ? texts.reasonIsYou : texts.reasons.creator),
    },
    quiet: (minMessages, mode) => format(texts.quiet[mode], { minMessages }),
    webhookGone: host => format(texts.webhookGone, { host }),
    webhookSecret: (host, secret) => format(texts.webhookSecret, { host, secret }),
    webhookRefusals: mapMessages(texts.webhookRefusals, message => creator => format(message, { creator })),
    paused: reason => format(texts.paused, { reason }),
    nextRun: time => format(texts.nextRun, { time }),
    ran: (time, posts) => format(texts.ran, { time, posts }),
    created: next => format(texts.created, { next }),
    saved: next => format(texts.saved, { next }),
    runs: withPlace(texts.runs),
    resumedAndRuns: withPlace(texts.resumedAndRuns),
    notManager: withPlace(texts.notManager),
    onlyCreator: creator => format(texts.onlyCreator, { creator }),
    noTag: forum => format(texts.noTag, { forum }),
    cannotPost: withPlace(texts.cannotPost),
    cannotRun: reason => format(texts.cannotRun, { reason }),
  };
}
