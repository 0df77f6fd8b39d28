import type { SinceChoice } from '../../../../core/since-choices.ts';
import type { Messages } from '../../../messages/catalogues.ts';
import { type FormatMessage, formatList } from '../../../messages/format.ts';

/** The bot's words for `/catchup`; times are in Discord's format. */
export type CatchupWords = {
  readonly command: {
    readonly description: string;
    readonly where: string;
    readonly wheres: { readonly here: string; readonly everywhere: string };
    readonly since: string;
  };
  readonly sinceChoices: Readonly<Record<SinceChoice, string>>;

  /** For one channel; `place` is its mention. */
  readonly nothingNewHere: (place: string) => string;
  /** The newest `looked` messages contain none by the person; older ones are not searched. */
  readonly noOwnMessage: (looked: number) => string;
  /** No summary of this channel that the person can see. */
  readonly noLastSummary: (place: string) => string;
  /** Since the last summary, which read up to a time. */
  readonly nothingSinceLast: (place: string, time: string) => string;

  readonly looking: (channels: number) => string;
  readonly alreadyLooking: string;
  /** `since` is null if each channel counts from the person's own last message. */
  readonly title: (channels: number, since: string | null) => string;
  readonly nothingNew: (since: string | null) => string;
  /** For `since:`, which takes times here, but no link. */
  readonly onlyTimes: string;
  readonly questions: (count: number) => string;
  readonly replies: (count: number) => string;
  readonly mentions: (count: number) => string;
  /** "more than" if `hasMore`. */
  readonly messages: (messages: number, people: number, hasMore: boolean) => string;
  readonly select: string;

  /** The places that were skipped, one sentence each. */
  readonly notLooked: (channels: number, some: readonly string[]) => string;
  readonly botBlind: (channels: number) => string;
  readonly ageRestricted: (channels: number) => string;
  readonly noSearch: string;
  readonly never: (days: number) => string;
};

export function createCatchupWords(
  { bot: { catchup: texts }, summary }: Messages,
  format: FormatMessage,
): CatchupWords {
  const withCount = (message: string) => (count: number) => format(message, { count });
  const withChannels = (message: string) => (channels: number) => format(message, { channels });
  return {
    ...texts,
    nothingNewHere: place => format(texts.nothingNewHere, { place }),
    noOwnMessage: looked => format(texts.noOwnMessage, { looked }),
    noLastSummary: place => format(texts.noLastSummary, { place }),
    nothingSinceLast: (place, time) => format(texts.nothingSinceLast, { place, time }),
    looking: withChannels(texts.looking),
    title: (channels, since) =>
      since === null ? format(texts.titleOwn, { channels }) : format(texts.title, { channels, since }),
    nothingNew: since => (since === null ? texts.nothingNewOwn : format(texts.nothingNew, { since })),
    questions: withCount(texts.questions),
    replies: withCount(texts.replies),
    mentions: withCount(texts.mentions),
    messages: (messages, people, hasMore) =>
      format(hasMore ? texts.messagesMore : texts.messages, { messages, people }),
    notLooked: (channels, parts) => {
      const some = formatList(format, summary.list, parts);
      const more = channels - parts.length;
      return more > 0 ? format(texts.notLookedMore, { some, more }) : format(texts.notLooked, { some });
    },
    botBlind: withChannels(texts.botBlind),
    ageRestricted: withChannels(texts.ageRestricted),
    never: days => format(texts.never, { days }),
  };
}
