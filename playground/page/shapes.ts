import type { APIMessage, APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import type { Found, SeenGuild, SeenPerson } from '../discord/actions/lookups.ts';
import type { ViewStatus } from '../discord/interactions/view.ts';

/** What the page and its server tell each other; types only, so that the browser's bundle takes nothing along. */
export type { Found, SeenGuild, SeenPerson };

export type ChannelKind = 'text' | 'voice' | 'forum' | 'category' | 'thread';

export type SeenChannel = {
  readonly id: string;
  readonly kind: ChannelKind;
  /** Discord's number for the type of channel. */
  readonly type: number;
  readonly name: string;
  readonly topic: string | null;
  readonly parentId: string | null;
  /** Not for everyone in the server, or a thread by invitation. */
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
};

export type SeenMessage = APIMessage & {
  /** "Only you can see this". */
  readonly isEphemeral: boolean;
};

export type SeenChoice = { readonly name: string; readonly value: string | number };

export type SeenOption = {
  readonly name: string;
  /** Discord's number for the type of option. */
  readonly type: number;
  readonly description: string;
  readonly isRequired: boolean;
  readonly choices: readonly SeenChoice[];
  readonly hasSuggestions: boolean;
  readonly channelTypes: readonly number[];
  /** What may be typed, in words: "1 to 1,000"; empty where anything goes. */
  readonly range: string;
};

/** A command as the composer offers it; each subcommand is one of its own. */
export type SeenCommand = {
  readonly command: string;
  readonly group: string | null;
  readonly subcommand: string | null;
  readonly description: string;
  readonly options: readonly SeenOption[];
};

/** A command of a message's menu; the label is in the reader's language. */
export type SeenMenuCommand = { readonly command: string; readonly label: string };

/** How well this Discord works at the moment. */
export const networkConditions = ['normal', 'slow', 'rate-limited', 'dropping'] as const;
export type NetworkCondition = (typeof networkConditions)[number];

export type ToolbarState = {
  readonly network: NetworkCondition;
  /** How far the clock has been moved from the machine's, in milliseconds. */
  readonly clockOffsetMs: number;
  readonly engines: readonly { readonly name: string; readonly label: string }[];
  readonly engine: string | null;
  readonly canRestart: boolean;
};

/** A post as the list of its forum shows it. */
export type SeenPost = {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  /** Who wrote the post, and its text; empty where this person may not read the past. */
  readonly by: string;
  readonly text: string;
  readonly answers: number;
  /** The instant of the newest message. */
  readonly activeAt: string;
  readonly isArchived: boolean;
};

/** The channel that is open, with what this person may do in it. */
export type OpenChannel = {
  readonly channel: SeenChannel;
  readonly mayWrite: boolean;
  readonly messages: readonly SeenMessage[];
  readonly hasOlder: boolean;
  /** Those of a forum, the most active first. */
  readonly posts: readonly SeenPost[];
  readonly commands: readonly SeenCommand[];
  readonly menuCommands: readonly SeenMenuCommand[];
  /** Who of the people of the page sees this channel; for the switches of its header. */
  readonly readerIds: readonly string[];
};

/** All that one person sees, at one moment, with one channel open. */
export type Snapshot = {
  readonly bot: { readonly id: string; readonly name: string; readonly isOnline: boolean };
  readonly userId: string;
  /** Whom one can be on this page. */
  readonly people: readonly SeenPerson[];
  readonly guild: SeenGuild;
  readonly channels: readonly SeenChannel[];
  /** Null where this person does not see the channel, or there is none. */
  readonly open: OpenChannel | null;
  readonly toolbar: ToolbarState;
};

/** How far an interaction got, as its person is told. */
export type Outcome = {
  readonly id: string;
  readonly status: ViewStatus;
  readonly failure: string | null;
  /** Why Discord refused the bot's answer: nobody is told in Discord, but here somebody may be developing. */
  readonly problem: string | null;
  readonly modal: APIModalInteractionResponseCallbackData | null;
};
