import type { SinceChoice } from '../../../../core/since-choices.ts';

/** What the bot says when it shows somebody what they missed; times are as Discord shows them. */
export type CatchupWords = {
  readonly command: {
    readonly description: string;
    readonly where: string;
    readonly wheres: { readonly here: string; readonly everywhere: string };
    readonly since: string;
  };
  readonly sinceChoices: Readonly<Record<SinceChoice, string>>;

  /** In one channel, whose mention `place` is. */
  readonly nothingNewHere: (place: string) => string;
  /** None among the newest `looked` messages, where it is looked for no further back. */
  readonly noOwnMessage: (looked: number) => string;

  readonly looking: (channels: number) => string;
  readonly alreadyLooking: string;
  /** `since` is null where each channel counts from the person's own last message. */
  readonly title: (channels: number, since: string | null) => string;
  readonly nothingNew: (since: string | null) => string;
  /** Of `since:`, which takes times here, but no link. */
  readonly onlyTimes: string;
  readonly questions: (count: number) => string;
  readonly replies: (count: number) => string;
  readonly mentions: (count: number) => string;
  /** There are more than `messages` where `hasMore`. */
  readonly messages: (messages: number, people: number, hasMore: boolean) => string;
  readonly select: string;

  /** What was not looked at, a sentence each. */
  readonly notLooked: (channels: number, some: readonly string[]) => string;
  readonly botBlind: (channels: number) => string;
  readonly ageRestricted: (channels: number) => string;
  readonly noSearch: string;
  readonly never: (days: number) => string;
};
