import type {
  APIApplicationCommand,
  APIEmbed,
  APIMessageSnapshot,
  APIMessageTopLevelComponent,
  APIModalInteractionResponseCallbackData,
  APIStickerItem,
  ChannelType,
  InteractionType,
  MessageType,
} from 'discord-api-types/v10';
import type { PlaygroundClock } from './clock.ts';
import type { Events } from './events.ts';
import { createEvents } from './events.ts';
import { createNextId, type NextId } from './snowflake.ts';

export type User = {
  readonly id: string;
  readonly username: string;
  readonly globalName: string | null;
  readonly isBot: boolean;
  readonly locale: string;
};

export type Role = {
  readonly id: string;
  name: string;
  permissions: bigint;
  readonly position: number;
  readonly isMentionable: boolean;
  /** Set for an application's own role. */
  readonly botId: string | null;
};

export type Member = {
  readonly userId: string;
  nick: string | null;
  readonly roles: Set<string>;
  readonly joinedAtMs: number;
  timedOutUntilMs: number | null;
};

export type Guild = {
  readonly id: string;
  name: string;
  ownerId: string;
  readonly locale: string;
  readonly roles: Map<string, Role>;
  readonly members: Map<string, Member>;
  readonly createdAtMs: number;
  /** Who added the bot, by the id of the audit log's entry. */
  readonly botAdded: Map<string, string>;
};

export type Overwrite = {
  readonly id: string;
  readonly kind: 'role' | 'member';
  readonly allow: bigint;
  readonly deny: bigint;
};

type ForumTag = {
  readonly id: string;
  readonly name: string;
  /** Only people who may manage threads can set it. */
  readonly isModerated: boolean;
};

/** The extra fields of a thread or forum post. */
export type Thread = {
  readonly ownerId: string;
  readonly isPrivate: boolean;
  readonly memberIds: Map<string, number>;
  readonly createdAtMs: number;
  appliedTags: readonly string[];
  isArchived: boolean;
  isLocked: boolean;
  archiveChangedAtMs: number;
  autoArchiveMinutes: number;
  sentCount: number;
};

export type Channel = {
  readonly id: string;
  readonly guildId: string | null;
  readonly type: ChannelType;
  name: string;
  topic: string | null;
  readonly parentId: string | null;
  readonly position: number;
  readonly overwrites: Map<string, Overwrite>;
  readonly recipientIds: readonly string[];
  readonly tags: readonly ForumTag[];
  /** Whether posts of this forum require a tag. */
  readonly isTagRequired?: boolean;
  readonly isAgeRestricted?: boolean;
  readonly thread: Thread | null;
  lastMessageId: string | null;
};

export type Attachment = {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly description: string | null;
  readonly durationSecs: number | null;
};

export type Poll = {
  readonly question: string;
  readonly answers: readonly { readonly text: string; readonly voterIds: Set<string> }[];
  readonly expiresAtMs: number;
  readonly allowsSeveral: boolean;
};

export type Reaction = {
  readonly id: string | null;
  readonly name: string;
  readonly userIds: Set<string>;
};

export type Reference = {
  readonly kind: 'reply' | 'forward' | 'pin' | 'thread';
  readonly channelId: string;
  readonly messageId: string | null;
};

/** The people and roles that a message pings, after `allowed_mentions`. */
export type Pings = {
  readonly userIds: readonly string[];
  readonly roleIds: readonly string[];
  readonly everyone: boolean;
};

export type AllowedMentions = {
  readonly parse?: readonly string[] | null | undefined;
  readonly users?: readonly string[] | null | undefined;
  readonly roles?: readonly string[] | null | undefined;
  readonly replied_user?: boolean | null | undefined;
};

export type Message = {
  readonly id: string;
  readonly channelId: string;
  type: MessageType;
  readonly authorId: string;
  content: string;
  editedAtMs: number | null;
  embeds: readonly APIEmbed[];
  components: readonly APIMessageTopLevelComponent[];
  attachments: readonly Attachment[];
  flags: number;
  readonly stickers: readonly APIStickerItem[];
  poll: Poll | null;
  readonly reference: Reference | null;
  readonly snapshots: readonly APIMessageSnapshot[];
  readonly reactions: Reaction[];
  readonly nonce: string | number | null;
  readonly isTts: boolean;
  /** As the author sent it; null if it was missing. */
  allowedMentions: AllowedMentions | null;
  pings: Pings;
  pinnedAtMs: number | null;
  threadId: string | null;
  readonly webhookId: string | null;
  /** The name that a webhook chose for it; null if a user wrote it. */
  readonly webhookName: string | null;
  readonly interactionId: string | null;
  /** The only person who sees it, for an ephemeral message. */
  readonly ephemeralTo: string | null;
  /** All versions, oldest first, so that progress edits can be inspected. */
  readonly versions: { readonly content: string; readonly embeds: readonly APIEmbed[] }[];
};

/** A webhook of a channel, made by a person or an application. */
export type Webhook = { readonly id: string; readonly name: string; readonly applicationId: string | null };

export type Command = APIApplicationCommand & { readonly scopeGuildId: string | null };

export type InteractionAnswer =
  | { readonly kind: 'none' }
  | { readonly kind: 'message' }
  | { readonly kind: 'update' }
  | { readonly kind: 'choices'; readonly choices: readonly { name: string; value: string | number }[] }
  | { readonly kind: 'modal'; readonly modal: APIModalInteractionResponseCallbackData };

export type Interaction = {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  /** By the clock that cannot be moved, because it limits the time for an answer. */
  readonly createdAtMs: number;
  readonly userId: string;
  readonly channelId: string;
  readonly guildId: string | null;
  /** The message with the pressed component, also for a modal opened from it. */
  readonly sourceMessageId: string | null;
  readonly commandName: string | null;
  readonly targetId: string | null;
  answer: InteractionAnswer;
  /** A refused first callback counts as no answer; this tells a test why. */
  lastProblem: string | null;
  originalId: string | null;
  readonly followUpIds: string[];
};

/** The privileged intents that the developer portal grants; identifying with another closes the gateway with 4014. */
export type Approvals = {
  messageContent: boolean;
  members: boolean;
  presences: boolean;
};

export type Application = {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly ownerId: string;
  readonly approved: Approvals;
};

/**
 * Discord's search. A server's index is built on its first search, which `isBuiltBySearch` does at once after that, and it
 * does not find the newest messages yet.
 */
export type Search = { isReady: boolean; isBuiltBySearch: boolean; retryAfterSecs: number; lagSecs: number };

/** All channels and threads by id, and those of each server, so that many servers stay fast. */
export class Channels extends Map<string, Channel> {
  readonly #byGuild = new Map<string, Set<Channel>>();

  override set(id: string, channel: Channel): this {
    const { guildId } = channel;
    if (guildId !== null) this.#byGuild.set(guildId, (this.#byGuild.get(guildId) ?? new Set()).add(channel));
    return super.set(id, channel);
  }

  override delete(id: string): boolean {
    const channel = this.get(id);
    if (channel?.guildId) this.#byGuild.get(channel.guildId)?.delete(channel);
    return super.delete(id);
  }

  ofGuild(guildId: string | null): readonly Channel[] {
    return [...(this.#byGuild.get(guildId ?? '') ?? [])];
  }
}

/** The whole state of the playground. */
export type State = {
  readonly clock: PlaygroundClock;
  /** The clock's time, in milliseconds. */
  readonly now: () => number;
  /** The time limit for the first answer to an interaction. */
  readonly answerWithinMs: number;
  readonly nextId: NextId;
  readonly events: Events;
  readonly application: Application;
  readonly users: Map<string, User>;
  readonly guilds: Map<string, Guild>;
  readonly channels: Channels;
  /** By channel, then by id. */
  readonly messages: Map<string, Map<string, Message>>;
  readonly webhooks: Map<string, Webhook>;
  readonly commands: Map<string, Command>;
  readonly interactions: Map<string, Interaction>;
  /** Files attached to commands, by id; they belong to no message. */
  readonly uploads: Map<string, Attachment>;
  /** People whose privacy settings refuse direct messages from bots. */
  readonly closedTo: Set<string>;
  /** People who installed the application for themselves, and can use it where it is not a member. */
  readonly installedFor: Set<string>;
  readonly search: Search;
  /** Where attachments are served; set once the server listens. */
  baseUrl: string;
  /** Set when the playground closes, to end all waits. */
  isClosed: boolean;
};

type StateOptions = {
  readonly clock: PlaygroundClock;
  readonly answerWithinMs: number;
  readonly token: string;
  readonly botName: string;
  readonly approved: Approvals;
};

/** An empty Discord with one application and its bot user. */
export function createState(options: StateOptions): State {
  const nextId = createNextId(options.clock.now);
  const id = nextId();
  const ownerId = nextId();
  const state: State = {
    clock: options.clock,
    now: options.clock.now,
    answerWithinMs: options.answerWithinMs,
    nextId,
    events: createEvents(),
    application: { id, name: options.botName, token: options.token, ownerId, approved: options.approved },
    users: new Map(),
    guilds: new Map(),
    channels: new Channels(),
    messages: new Map(),
    webhooks: new Map(),
    commands: new Map(),
    interactions: new Map(),
    uploads: new Map(),
    closedTo: new Set(),
    installedFor: new Set(),
    search: { isReady: true, isBuiltBySearch: false, retryAfterSecs: 0, lagSecs: 0 },
    baseUrl: 'http://127.0.0.1',
    isClosed: false,
  };
  state.users.set(id, { id, username: options.botName, globalName: null, isBot: true, locale: 'en-US' });
  state.users.set(ownerId, {
    id: ownerId,
    username: 'developer',
    globalName: 'Developer',
    isBot: false,
    locale: 'en-US',
  });
  return state;
}
