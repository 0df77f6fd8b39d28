import type { ChannelRule } from '../../../../core/access-rules.ts';
import type { Messages } from '../../../messages/catalogues.ts';
import { type FormatMessage, formatList } from '../../../messages/format.ts';

/** The bot's words for stored data and for what it may read, in one language. */
export type PrivacyWords = {
  readonly commands: {
    readonly description: string;
    readonly show: string;
    readonly delete: string;
    readonly optOut: string;
    readonly optIn: string;
    /** For `/settings`. */
    readonly access: string;
    readonly erase: string;
  };

  /** Replaces a summary. */
  readonly allOptedOut: (count: number) => string;
  /** Replaces a check of a message. */
  readonly authorOptedOut: string;

  /** The stored data of a person. */
  readonly title: string;
  readonly readable: string;
  readonly notReadable: string;
  readonly zone: (zone: string | null) => string;
  readonly summaries: (count: number) => string;
  readonly feedback: (count: number) => string;
  readonly digests: (count: number) => string;
  readonly chats: (count: number) => string;
  readonly usage: (tokens: number) => string;
  /** What they did with decisions and tasks. */
  readonly choices: (count: number) => string;
  /** What else there is of them, and how it goes. */
  readonly elsewhere: string;

  readonly askDelete: string;
  readonly delete: string;
  readonly deleted: (counts: {
    readonly summaries: number;
    readonly feedback: number;
    readonly digests: number;
    readonly chats: number;
  }) => string;
  readonly nothingKept: string;

  readonly optedOut: string;
  readonly optedOutAlready: string;
  readonly optedIn: string;
  readonly optedInAlready: string;

  /** The channels that Footnote may read, and the roles that may use it. */
  readonly access: {
    readonly title: string;
    readonly channels: string;
    readonly roles: string;
    /** The choices of a select. */
    readonly rules: Readonly<Record<ChannelRule, string>>;
    readonly all: string;
    readonly never: (channels: readonly string[]) => string;
    readonly only: (channels: readonly string[]) => string;
    /** An empty list: no channel may be read, or none is excluded. */
    readonly noneOnly: string;
    readonly noneNever: string;
    readonly everybody: string;
    readonly members: (roles: readonly string[]) => string;
    readonly deletedChannel: string;
    readonly deletedRole: string;
    /** Channels hidden from the person. */
    readonly hidden: (count: number) => string;
    readonly chooseChannels: string;
    readonly chooseRoles: string;
    readonly saved: string;
  };

  /** All stored data of a server. */
  readonly erase: {
    readonly ask: string;
    readonly button: string;
    readonly done: (summaries: number) => string;
    readonly already: string;
  };
};

export function createPrivacyWords({ bot, summary }: Messages, format: FormatMessage): PrivacyWords {
  const texts = bot.privacy;
  const { access, erase } = texts;
  const withCount = (message: string) => (count: number) => format(message, { count });
  const list = (parts: readonly string[]) => formatList(format, summary.list, parts);
  const withChannels = (message: string) => (channels: readonly string[]) =>
    format(message, { channels: list(channels) });
  return {
    ...texts,
    allOptedOut: withCount(texts.allOptedOut),
    zone: zone => (zone === null ? texts.zoneUnset : format(texts.zone, { zone })),
    summaries: withCount(texts.summaries),
    feedback: withCount(texts.feedback),
    digests: withCount(texts.digests),
    chats: withCount(texts.chats),
    usage: withCount(texts.usage),
    choices: withCount(texts.choices),
    deleted: counts => format(texts.deleted, counts),
    access: {
      ...access,
      never: withChannels(access.never),
      only: withChannels(access.only),
      members: roles => format(access.members, { roles: list(roles) }),
      hidden: withCount(access.hidden),
    },
    erase: { ...erase, done: summaries => format(erase.done, { summaries }) },
  };
}
