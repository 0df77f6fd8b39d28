import type { Messages } from '../../../messages/catalogues.ts';
import type { FormatMessage } from '../../../messages/format.ts';

/** The bot's words for `/topics`; times are in Discord's format. */
export type TopicWords = {
  readonly command: {
    readonly description: string;
    readonly topic: string;
    readonly channel: string;
    readonly member: string;
  };
  readonly title: string;
  readonly empty: string;
  /** No topic has this name, written as Discord shows it, or the person may not see it. */
  readonly unknown: (name: string) => string;
  /** The topic is no longer there, or the person may not see it. */
  readonly gone: string;
  readonly status: { readonly active: string; readonly inactive: string };
  /** "active · since 9 March, last 2 hours ago" */
  readonly times: (first: string, last: string) => string;
  /** Claims that are not listed. */
  readonly more: (count: number) => string;
  readonly choose: string;
  readonly back: string;
  readonly footer: (page: number, pages: number, topics: number) => string;
};

export function createTopicWords({ bot: { topics: texts } }: Messages, format: FormatMessage): TopicWords {
  return {
    ...texts,
    unknown: name => format(texts.unknown, { name }),
    times: (first, last) => format(texts.times, { first, last }),
    more: count => format(texts.more, { count }),
    footer: (page, pages, topics) => format(texts.footer, { page, pages, topics }),
  };
}
