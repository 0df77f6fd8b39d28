import {
  type ButtonInteraction,
  ComponentType,
  type Message,
  MessageFlags,
  type StringSelectMenuInteraction,
} from 'discord.js';
import type { OpenRunStore } from '../../../app/answers/ports.ts';
import type { FeedbackStore, Judge, PrivacyStore, StoredSummary, SummaryStore } from '../../../app/ports.ts';
import type { Settings } from '../../../app/settings.ts';
import type { Logger } from '../../../log.ts';
import type { SummaryAction } from '../../../render/custom-id.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import type { Ask } from '../command.ts';
import type { LiveRun } from '../summarize/runs/live-runs.ts';
import type { Amending } from '../sync/summary-sync.ts';

export type Press = ButtonInteraction | StringSelectMenuInteraction;

/** What an action may use beside the press itself. */
export type ActionParts = {
  readonly summaries: SummaryStore;
  readonly amending: Amending;
  readonly feedback: FeedbackStore;
  readonly settings: Settings;
  readonly privacy: PrivacyStore;
  /** Interrupted runs, which can be asked for again. */
  readonly openRuns: OpenRunStore;
  /** Judges what a person writes in place of a claim. */
  readonly judge?: Judge;
  /** The time as an ISO instant. */
  readonly now: () => string;
  readonly log: Logger;
  readonly summarize: (interaction: Press, ask: Ask) => Promise<void>;
  readonly findRun: (id: string) => LiveRun | null;
};

/** A press on a summary that is still kept, by somebody who may read what it rests on. */
export type Pressed<Name extends SummaryAction['action'] = SummaryAction['action']> = {
  readonly interaction: Press;
  readonly action: Extract<SummaryAction, { readonly action: Name }>;
  readonly kept: StoredSummary;
  /** In the language of the person who pressed. */
  readonly words: BotWords;
  readonly isRequester: boolean;
  /** Why the person who asked for it may no longer read it; null where they may. */
  readonly denied: string | null;
  readonly parts: ActionParts;
};

/** How a press is acknowledged: its message may change, or an answer comes beside it, at first for the person alone. */
export type Acknowledgement = 'update' | 'private';

export type Action<Name extends SummaryAction['action'] = SummaryAction['action']> = {
  readonly name: Name;
  /** Whether only the person who asked may do it. */
  readonly onlyRequester: boolean;
  /** Told from the press alone: Discord waits three seconds for it. */
  readonly toAcknowledgement: (interaction: Press) => Acknowledgement;
  /** Answers what has been acknowledged. */
  readonly run: (pressed: Pressed<Name>) => Promise<void>;
};

/** Whether only the person who pressed sees the message. */
export function isForOne(interaction: Press): boolean {
  return interaction.message.flags.has(MessageFlags.Ephemeral);
}

/** Who asked for the message, as Discord tells it; null of what was posted without being asked for. */
export function toAskerId(interaction: Press): string | null {
  if (isForOne(interaction)) return interaction.user.id;
  return interaction.message.interactionMetadata?.user.id ?? null;
}

/** The custom ids of a message's buttons and selects. */
export function toControls(message: Message): readonly string[] {
  return message.components.flatMap(row =>
    row.type === ComponentType.ActionRow ? row.components.flatMap(({ customId }) => customId ?? []) : [],
  );
}
