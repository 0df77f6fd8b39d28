import {
  ApplicationIntegrationType,
  type Attachment,
  type AutocompleteInteraction,
  type BaseInteraction,
  type ButtonInteraction,
  type Client,
  ComponentType,
  type Message,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  type RepliableInteraction,
  type StringSelectMenuInteraction,
} from 'discord.js';
import type { ViewerLinks } from '../../../app/api-ports.ts';
import type { ChatStore, DateOrder, ImportChat } from '../../../app/chats-ports.ts';
import type { DecisionLog } from '../../../app/decisions/decision-log.ts';
import type { Digests } from '../../../app/digests/digests.ts';
import type { Webhooks } from '../../../app/digests/ports.ts';
import type { MessageBudget } from '../../../app/message-budget.ts';
import type { Clock, Engine, Judge } from '../../../app/ports.ts';
import type { Settings } from '../../../app/settings.ts';
import type {
  FeedbackStore,
  OpenRunStore,
  PrivacyStore,
  StoredRequest,
  StoredSummary,
  SummaryStore,
  ZoneStore,
} from '../../../app/store-ports.ts';
import type { Telemetry } from '../../../app/telemetry-ports.ts';
import type { Ledger } from '../../../app/usage/ledger.ts';
import type { Digest, DigestInput } from '../../../core/digests/digest.ts';
import type { KeyedMutex } from '../../../keyed-mutex.ts';
import type { Logger } from '../../../log.ts';
import type { SummaryAction } from '../../../render/custom-id.ts';
import type { Row } from '../../../render/embed/message-body.ts';
import type { ReceiptSigner } from '../../../render/receipt.ts';
import type { Texts } from '../../../render/texts.ts';
import type { Drafts } from '../digests/drafts.ts';
import type { MessageRecord } from '../history/message.ts';
import type { MessageCache } from '../history/message-cache.ts';
import type { DailyRuns, LiveRuns } from '../summarize/runs.ts';
import type { RefreshEntries } from '../sync/cited-changes.ts';
import type { Deletions, GatewayContinuity } from '../sync/gateway-events.ts';
import type { SummarySync } from '../sync/summary-sync.ts';

export type GivenServices = {
  readonly client: Client<true>;
  readonly engine: Engine;
  /** Writes if the engine's draft has no supported claim. */
  readonly fallback?: Engine | undefined;
  readonly judge?: Judge | undefined;
  readonly summaries: SummaryStore;
  /** Changes of a summary in all processes. Default: in this one. */
  readonly exclusively?: KeyedMutex | undefined;
  readonly zones: ZoneStore;
  readonly feedback: FeedbackStore;
  /** Who opted out of being read, and what each server allows to be read. */
  readonly privacy: PrivacyStore;
  readonly runs: DailyRuns;
  readonly importChat: ImportChat;
  readonly chats: Pick<ChatStore, 'list' | 'eraseOwner'>;
  readonly openRuns: OpenRunStore;
  /** Distinguishes this process from others that use the same store. */
  readonly processId: string;
  /** How long a killed process still counts as alive, in milliseconds. */
  readonly leaseMs?: number | undefined;
  readonly settings: Settings;
  readonly usage: Ledger;
  readonly telemetry: Telemetry;
  readonly log: Logger;
  readonly newId: () => string;
  readonly now: () => string;
  readonly clock: Clock;
  /** Without it no button opens a page. */
  readonly viewerLinks?: Pick<ViewerLinks, 'toUrl'> | undefined;
  readonly receipts: ReceiptSigner;
  /** How long a page may wait for its conversation, in milliseconds. Default 20 s. */
  readonly pageTimeoutMs?: number | undefined;
  /** Without it digests have no webhooks. */
  readonly webhooks?: Webhooks | undefined;
  readonly maxMessages?: number | undefined;
  /** How often progress is shown; without it, as often as Discord likes. */
  readonly pace?: UpdateInterval | undefined;
  /** Without it, as many messages as a usual server has memory for. */
  readonly messageBudget?: MessageBudget | undefined;
};

export type UpdateInterval = {
  /** Work that ends sooner shows no progress. Also the time until an unchanged body is looked at again. */
  readonly afterMs: number;
  /** From the end of one update to the next; Discord accepts about five edits of an answer in five seconds. */
  readonly everyMs: number;
};

export type BaseServices = GivenServices & {
  readonly decisionLog: DecisionLog;
  readonly refreshEntries: RefreshEntries;
  readonly deletions: Deletions;
  readonly summarySync: SummarySync;
  readonly cache: MessageCache;
  readonly continuity: GatewayContinuity;
};

export type Services = BaseServices & {
  /** Null if digests are switched off. */
  readonly digests: Digests | null;
  readonly drafts: Drafts;
  readonly liveRuns: LiveRuns;
  /** The message that a command of a message's menu is about, as Discord sent it: discord.js drops what it answers. */
  readonly findTarget: (interactionId: string) => MessageRecord | undefined;
  /** Reads, summarizes and answers, and defers the answer first if necessary. Reports every failure to the person. */
  readonly summarize: (context: RequestContext, ask: Ask) => Promise<void>;
};

export type Localized = RepliableInteraction | AutocompleteInteraction;

/** One interaction, in the language of its person, and the services. */
export type RequestContext<Interaction extends Localized = RepliableInteraction> = Services & {
  readonly interaction: Interaction;
  readonly locale: string;
  readonly t: Texts;
  /** Aborts when the person stops the run or the bot stops it. */
  readonly signal: AbortSignal;
  /** Lines above all that a run shows, and rows below its answer; they change while it reads and writes. */
  readonly lead?: { lines: readonly string[]; rows: readonly Row[] };
};

/** A person whose own things are shown, in an answer or in a direct message of a digest. */
export type PersonContext = Pick<
  RequestContext,
  'client' | 'privacy' | 'zones' | 'settings' | 'decisionLog' | 'refreshEntries' | 'signal' | 't' | 'now'
> & {
  readonly interaction: { readonly user: { readonly id: string }; readonly guildId: string | null };
};

export type ComponentPress = ButtonInteraction | StringSelectMenuInteraction;

/** A press or a choice, or a form that one opened. */
export type Press = ComponentPress | ModalMessageModalSubmitInteraction;

export type PressContext = RequestContext<Press>;

/** The stored summary of a press, after the checks of its action. */
export type Pressed<Name extends SummaryAction['action'] = SummaryAction['action']> = {
  readonly action: Extract<SummaryAction, { readonly action: Name }>;
  readonly stored: StoredSummary;
  readonly isRequester: boolean;
  /** Why the requester may no longer read it; null if they may. */
  readonly denied: string | null;
};

export type Action<Name extends SummaryAction['action'] = SummaryAction['action']> = {
  readonly onlyRequester?: true;
  /** Changes the pressed message; otherwise answers privately beside it. Decided from the press alone: Discord waits only three seconds. */
  readonly updates?: true | ((press: Press) => boolean);
  /** Shows more of a summary than its message: of one that awaits its review, only to people who may review it. */
  readonly showsMore?: true;
  /** Shows none of the summary's contents, so that its messages need not be compared with Discord. */
  readonly showsNothing?: true;
  readonly showsPanel?: true;
  /** Leads to the deletion of the summary, which its requester may always delete. */
  readonly deletes?: true;
  readonly run: (context: PressContext, pressed: Pressed<Name>) => Promise<void>;
};

export function isEphemeral(interaction: Press): boolean {
  return interaction.message.flags.has(MessageFlags.Ephemeral);
}

/** The person who requested the message, according to Discord; null if nobody did. */
export function toAskerId(interaction: Press): string | null {
  if (isEphemeral(interaction)) return interaction.user.id;
  return interaction.message.interactionMetadata?.user.id ?? null;
}

export function toCustomIds(message: Message): readonly string[] {
  return message.components.flatMap(row =>
    row.type === ComponentType.ActionRow ? row.components.flatMap(({ customId }) => customId ?? []) : [],
  );
}

/** The zone in which a person's words are understood: theirs, else the server's. */
export async function findZone(
  { interaction, zones, settings }: Pick<PersonContext, 'interaction' | 'zones' | 'settings'>,
  guildId = interaction.guildId,
): Promise<string> {
  return (await zones.get(interaction.user.id)) ?? settings.zoneOf(guildId);
}

export type FileWanted = {
  readonly file: AttachedFile;
  readonly dateOrder?: DateOrder;
  /** Options that were given and have no effect on a file, such as "since:". */
  readonly unused: readonly string[];
};

export type AttachedFile = Pick<Attachment, 'name' | 'url' | 'size'>;

export const maxFocus = 200;

/** What somebody asks for with a command or by pressing *Again…*. */
export type Ask = {
  /** What is to be read, and how it is written; the newest messages where it says nothing of them. */
  readonly request: StoredRequest;
  /** The channel or thread to read; null for the one where it is asked. */
  readonly channelId: string | null;
  readonly isPrivate: boolean;
  /** A question that goes on with the person's last one in the same place. */
  readonly goesOn?: boolean;
  readonly file?: FileWanted;
  /** The message to check, where the bot can read no other. */
  readonly target?: MessageRecord;
  /** A digest that is not saved, to be written as it would be posted, and what is shown around it. */
  readonly draft?: { readonly digest: Digest; readonly note: string };
};

/** Whether somebody uses the bot where only they have installed it: it can read nothing there. */
export function isForUserOnly({ authorizingIntegrationOwners }: BaseInteraction): boolean {
  return authorizingIntegrationOwners[ApplicationIntegrationType.GuildInstall] === undefined;
}

export type DigestAsk =
  | { readonly kind: 'list' }
  /** The person's own card; without `when`, as it is, or at the usual time. */
  | { readonly kind: 'me'; readonly when: string | null }
  /** The id is null for a new digest. */
  | { readonly kind: 'set'; readonly digestId: string | null; readonly given: DigestInput };

/** What is offered while an option is typed; a plain text is shown and typed alike. */
export type Suggestion = string | { readonly name: string; readonly value: string };
