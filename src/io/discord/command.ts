import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  Message,
  MessageContextMenuCommandInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { GivenSettings } from '../../app/settings.ts';
import type { Detail } from '../../core/claims/summary/summary.ts';
import type { GivenDigest } from '../../core/digests/choice.ts';
import type { SettingName } from '../../core/settings.ts';

/**
 * What is to be read: so many of the newest messages, all since a time in somebody's words, a message's thread, or what
 * was said before a message whose statements are to be checked.
 */
export type Wanted =
  | { readonly kind: 'newest'; readonly count: number }
  | { readonly kind: 'since'; readonly words: string; readonly count?: number }
  | { readonly kind: 'thread'; readonly message: Message }
  | { readonly kind: 'check'; readonly message: Message };

/** What somebody asks for with a command or by pressing *Regenerate*. */
export type Ask = {
  readonly wanted: Wanted;
  /** The channel or thread to read; null for the one where it is asked. */
  readonly channelId: string | null;
  /** The category whose channels are read instead. */
  readonly categoryId?: string;
  readonly detail: Detail;
  /** BCP 47; without it the server's, and where it has none the reader's own. */
  readonly language?: string;
  readonly focus?: string;
  /** Only the person who asks sees it. */
  readonly isPrivate: boolean;
};

/** What somebody wants of their server's settings. */
export type SettingsAsk =
  | { readonly kind: 'show' }
  | { readonly kind: 'set'; readonly given: GivenSettings }
  | { readonly kind: 'reset'; readonly name: SettingName | 'all' };

/** What somebody wants of what is kept of them, or of their server, and of what may be read. */
export type PrivacyAsk = 'show' | 'delete' | 'opt_out' | 'opt_in' | 'access' | 'erase';
/** What somebody missed in all channels: since these words, or since their last message in each. */
export type CatchupAsk = { readonly since: string | null };
/** What somebody wants of their server's digests. */
export type DigestAsk =
  | { readonly kind: 'list' }
  | { readonly kind: 'create'; readonly given: GivenDigest }
  | { readonly kind: 'edit'; readonly digestId: string; readonly given: GivenDigest }
  | {
      readonly kind: 'show' | 'pause' | 'resume' | 'run' | 'delete';
      readonly digestId: string;
    };

/** What is offered while an option is typed; a plain text is shown and typed alike. */
export type Suggestion = string | { readonly name: string; readonly value: string };

/** Without a zone, and nothing to forget, what stands is shown. */
export type ZoneAsk = { readonly zone: string | null; readonly forgets: boolean };

/** What commands may ask of the bot; built by the root. */
export type Bot = {
  /** Reads, summarizes, answers; every outcome is told to the person. */
  readonly summarize: (
    interaction: ChatInputCommandInteraction | MessageContextMenuCommandInteraction,
    ask: Ask,
  ) => Promise<void>;
  /** Lists the channels with something new to the person; every outcome is told to them. */
  readonly catchUp: (interaction: ChatInputCommandInteraction, ask: CatchupAsk) => Promise<void>;
  /** Keeps the zone of a person, forgets it or shows it, and says so. */
  readonly zone: (interaction: ChatInputCommandInteraction, ask: ZoneAsk) => Promise<void>;
  /** Shows the settings of the server or changes them, for whoever may. */
  readonly settings: (interaction: ChatInputCommandInteraction, ask: SettingsAsk) => Promise<void>;
  /** Shows or deletes what is kept, or changes what may be read, for people with permission. */
  readonly privacy: (interaction: ChatInputCommandInteraction, ask: PrivacyAsk) => Promise<void>;
  /** Tells what Footnote does. */
  readonly help: (interaction: ChatInputCommandInteraction) => Promise<void>;
  /** Shows, creates and changes the digests of the server, for people who may. */
  readonly digest: (interaction: ChatInputCommandInteraction, ask: DigestAsk) => Promise<void>;
  /** The digests that the person can see and whose description contains what is typed. */
  readonly suggestDigests: (interaction: AutocompleteInteraction) => Promise<readonly Suggestion[]>;
};

/** A command that is typed: its definition as Discord takes it, and what it does. */
export type SlashCommand = {
  readonly kind: 'slash';
  readonly definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  readonly execute: (interaction: ChatInputCommandInteraction, bot: Bot) => Promise<void>;
  /** What is offered while an option is typed, at most 25. */
  readonly suggest?: (
    interaction: AutocompleteInteraction,
    bot: Bot,
  ) => readonly Suggestion[] | Promise<readonly Suggestion[]>;
};

/** A command in the menu of a message. */
export type MessageCommand = {
  readonly kind: 'message';
  readonly definition: RESTPostAPIContextMenuApplicationCommandsJSONBody;
  readonly execute: (interaction: MessageContextMenuCommandInteraction, bot: Bot) => Promise<void>;
};

export type Command = SlashCommand | MessageCommand;
