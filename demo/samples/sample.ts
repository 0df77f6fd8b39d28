/** "09:30", in the zone of this machine. */
export type TimeOfDay = `${number}:${number}`;

/** One message of a sample conversation. */
export type SampleLine = {
  /** The author's user name, or the name of a person behind a webhook. */
  readonly by: string;
  readonly say: string;
  /** Minutes after the previous line; default 2. */
  readonly after?: number;
  /** The line that it replies to, from 1. */
  readonly re?: number;
  /** User names by emoji. */
  readonly reactions?: Readonly<Record<string, readonly string[]>>;
  /** The thread that starts from this line. */
  readonly thread?: { readonly name: string; readonly lines: readonly Omit<SampleLine, 'thread'>[] };
};

/** A forum in a category, with the messages of each post. */
export type SampleForum = {
  readonly channel: string;
  readonly category: string;
  readonly topic: string;
  readonly tags: readonly string[];
  readonly posts: readonly {
    readonly title: string;
    readonly tags?: readonly string[];
    readonly startsAt: TimeOfDay;
    /** The first is the post itself. */
    readonly lines: readonly Omit<SampleLine, 'thread'>[];
  }[];
};

export type Sample = {
  readonly channel: string;
  readonly topic: string;
  /** The only people who may see it; everyone if missing. */
  readonly onlyFor?: readonly string[];
  readonly startsAt: TimeOfDay;
  readonly lines: readonly SampleLine[];
};
