import {
  type ButtonInteraction,
  ComponentType,
  type Message,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  type StringSelectMenuInteraction,
} from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import type { SummaryAction } from '../../../render/custom-id.ts';
import type { RequestContext } from './context.ts';

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

/** How a press is acknowledged: `update` its message, or answer privately beside it. */
export type Acknowledgement = 'update' | 'private';

export type Action<Name extends SummaryAction['action'] = SummaryAction['action']> = {
  /** Whether only the person who asked may do it. */
  readonly onlyRequester: boolean;
  /** Decided from the press alone, because Discord waits only three seconds. */
  readonly toAcknowledgement: (interaction: Press) => Acknowledgement;
  /** Shows more of a summary than its message: of one that awaits its review, only to people who may review it. */
  readonly showsMore?: true;
  /** Shows none of the summary's contents, so that its messages need not be compared with Discord. */
  readonly showsNothing?: true;
  /** Shows the *More* panel. */
  readonly showsPanel?: true;
  /** Leads to the deletion of the summary, which its requester may always delete. */
  readonly deletes?: true;
  /** Runs after the acknowledgement. */
  readonly run: (context: PressContext, pressed: Pressed<Name>) => Promise<void>;
};

/** Whether the pressed message is ephemeral. */
export function isEphemeral(interaction: Press): boolean {
  return interaction.message.flags.has(MessageFlags.Ephemeral);
}

/** The person who requested the message, according to Discord; null if nobody did. */
export function toAskerId(interaction: Press): string | null {
  if (isEphemeral(interaction)) return interaction.user.id;
  return interaction.message.interactionMetadata?.user.id ?? null;
}

/** The custom ids of a message's buttons and selects. */
export function toCustomIds(message: Message): readonly string[] {
  return message.components.flatMap(row =>
    row.type === ComponentType.ActionRow ? row.components.flatMap(({ customId }) => customId ?? []) : [],
  );
}
