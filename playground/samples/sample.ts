/** One message of a written conversation. */
export type SampleLine = {
  /** Who writes, by user name. */
  readonly by: string;
  readonly say: string;
  /** Minutes after the line before; 2 where nothing is said. */
  readonly after?: number;
  /** The line it answers, counted from 1. */
  readonly re?: number;
  /** Who reacts with what. */
  readonly reactions?: Readonly<Record<string, readonly string[]>>;
  /** What was said in the thread that begins with this line. */
  readonly thread?: { readonly name: string; readonly lines: readonly Omit<SampleLine, 'thread'>[] };
};

/** A forum under a category, each post with what was said in it. */
export type SampleForum = {
  readonly channel: string;
  readonly category: string;
  readonly topic: string;
  readonly tags: readonly string[];
  readonly posts: readonly {
    readonly title: string;
    readonly tags?: readonly string[];
    /** The first is the post itself. */
    readonly lines: readonly Omit<SampleLine, 'thread'>[];
  }[];
};

export type Sample = {
  readonly channel: string;
  readonly topic: string;
  /** Who alone may see it; everybody where this is missing. */
  readonly onlyFor?: readonly string[];
  readonly lines: readonly SampleLine[];
};
