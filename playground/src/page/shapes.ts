import type { APIMessage, APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import type { Found, SeenGuild, SeenPerson } from '../discord/actions/lookups.ts';
import type { ViewStatus } from '../discord/interactions/view.ts';

/** The messages between the page and its server; types only, so that the browser's bundle contains no server code. */
export type { Found, SeenGuild, SeenPerson };

export type ChannelKind = 'text' | 'voice' | 'forum' | 'category' | 'thread';

export type SeenChannel = {
  readonly id: string;
  readonly kind: ChannelKind;
  /** Discord's number of the channel type. */
  readonly type: number;
  readonly name: string;
  readonly topic: string | null;
  readonly parentId: string | null;
  /** Hidden from some members of the server, or a private thread. */
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
  /** Discord's number of the option type. */
  readonly type: number;
  readonly description: string;
  readonly isRequired: boolean;
  readonly choices: readonly SeenChoice[];
  readonly hasSuggestions: boolean;
  readonly channelTypes: readonly number[];
  readonly fileTypes: readonly string[];
  /** The allowed values in words: "1 to 1,000"; empty if there is no limit. */
  readonly range: string;
};

/** A command in the composer; each subcommand is a separate one. */
export type SeenCommand = {
  readonly command: string;
  readonly group: string | null;
  readonly subcommand: string | null;
  readonly description: string;
  readonly options: readonly SeenOption[];
};

/** A command in a message's menu; the label is in the reader's language. */
export type SeenMenuCommand = { readonly command: string; readonly label: string };

/** The current state of Discord's network. */
export const networkConditions = ['normal', 'slow', 'rate-limited', 'dropping'] as const;
export type NetworkCondition = (typeof networkConditions)[number];

export type ToolbarState = {
  readonly network: NetworkCondition;
  /** How far the clock was moved from the machine's, in milliseconds. */
  readonly clockOffsetMs: number;
  readonly engines: readonly { readonly name: string; readonly label: string }[];
  readonly engine: string | null;
  readonly engineLabel: string;
  /** What to try first. */
  readonly tips: readonly string[];
  readonly canRestart: boolean;
};

/** A post in the list of its forum. */
export type SeenPost = {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  /** The post's author, and its text; empty if this person may not read the history. */
  readonly by: string;
  readonly text: string;
  readonly answers: number;
  /** The instant of the newest message. */
  readonly activeAt: string;
  readonly isArchived: boolean;
};

/** The open channel, and this person's permissions in it. */
export type OpenChannel = {
  readonly channel: SeenChannel;
  readonly mayWrite: boolean;
  readonly messages: readonly SeenMessage[];
  readonly hasOlder: boolean;
  /** The posts of a forum, the most active first. */
  readonly posts: readonly SeenPost[];
  readonly commands: readonly SeenCommand[];
  /** The slash commands that only people with more permissions are offered. */
  readonly managerCommands: readonly string[];
  readonly menuCommands: readonly SeenMenuCommand[];
  /** The page's users who see this channel, for the switches in its header. */
  readonly readerIds: readonly string[];
};

/** All that one person sees at one moment, with one channel open. */
export type Snapshot = {
  readonly bot: { readonly id: string; readonly name: string; readonly isOnline: boolean };
  readonly userId: string;
  /** The users to choose from. */
  readonly people: readonly SeenPerson[];
  /** The person's servers, each with its first channel. */
  readonly guilds: readonly {
    readonly id: string;
    readonly name: string;
    readonly channelId: string | null;
  }[];
  /** The one of the open channel. */
  readonly guild: SeenGuild;
  readonly channels: readonly SeenChannel[];
  /** Null if this person does not see the channel, or if there is none. */
  readonly open: OpenChannel | null;
  readonly toolbar: ToolbarState;
};

/** The state of an interaction for its person. */
export type Outcome = {
  readonly id: string;
  readonly status: ViewStatus;
  readonly failure: string | null;
  /** Why Discord refused the bot's answer: hidden in Discord, but useful to developers here. */
  readonly problem: string | null;
  readonly modal: APIModalInteractionResponseCallbackData | null;
};
