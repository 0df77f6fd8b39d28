import type { RepliableInteraction } from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import type { Logger } from '../../../log.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { toBotWords } from '../../../render/words/bot/index.ts';
import { type MessageBody, toTextBody } from '../interaction/message-body.ts';
import { createFollowedMessages } from './followed-messages.ts';

/** The person who deletes a summary, and the private message that will confirm it. */
export type RemovedBy = { readonly personId: string; readonly messageId: string };

/** Private messages, updated as long as they can be edited and this process runs. Updates are not guaranteed. */
export type EphemeralCopies = {
  /** Renders this message again whenever its summary changes; replaces an earlier renderer. */
  readonly follow: (
    stored: StoredSummary,
    interaction: RepliableInteraction,
    messageId: string,
    draw: (stored: StoredSummary) => MessageBody,
  ) => Promise<void>;
  /** Renders all again; if `refuse` returns a sentence for a person, their messages show it and are no longer updated. */
  readonly redraw: (stored: StoredSummary, refuse?: Refuse) => Promise<void>;
  /**
   * Makes all private messages of a summary say that it was deleted; those of the person who deletes it are deleted,
   * except the confirmation. Resolves to whether one of them showed the summary.
   */
  readonly end: (stored: StoredSummary, by?: RemovedBy) => Promise<boolean>;
  /** Remembers that a press on a post allows its deletion, even if the bot can no longer see the channel. */
  readonly holdPost: (interaction: RepliableInteraction, messageId: string) => void;
  /** Deletes a post through a press on it; false if there is none. */
  readonly deletePost: (messageId: string) => Promise<boolean>;
};

/** The sentence for a person who may no longer read what a summary cites; null if they may. */
export type Refuse = (interaction: RepliableInteraction) => Promise<string | null>;

type Copy = {
  readonly summaryId: string;
  readonly interaction: RepliableInteraction;
  readonly draw: (stored: StoredSummary) => MessageBody;
  /** Of a change that was not made yet; a later one that needs no check may replace it. */
  refuse: Refuse | null;
};

export function createEphemeralCopies(now: () => number, log: Logger): EphemeralCopies {
  const copies = createFollowedMessages<Copy>(now, log);
  const pressed = createFollowedMessages<Pick<Copy, 'interaction'>>(now, log);
  const show = (id: string, { interaction }: Copy, toBody: () => Promise<MessageBody>) =>
    // Removes a former attachment.
    copies.change(id, interaction, async () =>
      interaction.webhook.editMessage(id, { ...(await toBody()), attachments: [] }),
    );
  return {
    follow: async (stored, interaction, messageId, draw) => {
      copies.set(messageId, { summaryId: stored.summary.id, interaction, draw, refuse: null });
    },
    redraw: async (stored, refuse) => {
      const { summary } = stored;
      for (const [id, copy] of copies.entries()) {
        if (copy.summaryId !== summary.id) continue;
        const check = refuse ?? copy.refuse;
        copy.refuse = check;
        await show(id, copy, async () => {
          const refusal = (await check?.(copy.interaction)) ?? null;
          if (refusal !== null) copies.delete(id);
          else if (copy.refuse === check) copy.refuse = null;
          return refusal === null ? copy.draw(stored) : toTextBody(refusal);
        });
      }
    },
    end: async (stored, by) => {
      const summaryId = stored.summary.id;
      const more = toCustomId({ summaryId, action: 'more' });
      let hasSummary = false;
      for (const [id, copy] of copies.entries()) {
        if (copy.summaryId !== summaryId) continue;
        const isSummary = JSON.stringify(copy.draw(stored).components).includes(more);
        const { summaryDeleted } = toBotWords(copy.interaction.locale).more;
        const isOwn = copy.interaction.user.id === by?.personId && id !== by.messageId;
        const isShown = isOwn
          ? await copies.change(id, copy.interaction, () => copy.interaction.webhook.deleteMessage(id))
          : await show(id, copy, async () => toTextBody(summaryDeleted));
        hasSummary ||= isShown && isSummary;
        copies.delete(id);
      }
      return hasSummary;
    },
    holdPost: (interaction, messageId) => {
      pressed.set(messageId, { interaction });
    },
    deletePost: async messageId => {
      const interaction = pressed.get(messageId)?.interaction;
      pressed.delete(messageId);
      if (interaction === undefined) return false;
      const deleted = interaction.webhook.deleteMessage(messageId);
      return deleted.then(
        () => true,
        () => false,
      );
    },
  };
}
