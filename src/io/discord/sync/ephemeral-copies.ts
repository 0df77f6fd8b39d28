import type { RepliableInteraction } from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import type { Logger } from '../../../log.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { toTexts } from '../../../render/texts.ts';
import { type MessageBody, toTextBody } from '../interaction/message-body.ts';
import { createFollowedMessages } from './followed-messages.ts';

/** The person who deletes a summary, and the private message that will confirm it. */
export type RemovedBy = { readonly personId: string; readonly messageId: string };

/** Private messages, updated as long as they can be edited and this process runs. Updates are not guaranteed. */
export type EphemeralCopies = {
  /**
   * Sends what `draw` renders, and renders it again whenever its summary changes; replaces an earlier renderer of the
   * message. No older state arrives later, also not one from before this call.
   */
  readonly show: (
    stored: StoredSummary,
    interaction: RepliableInteraction,
    draw: Draw,
    send: (body: MessageBody) => Promise<{ readonly id: string }>,
  ) => Promise<void>;
  /** The same for a message that shows the summary already. */
  readonly follow: (
    stored: StoredSummary,
    interaction: RepliableInteraction,
    messageId: string,
    draw: Draw,
  ) => void;
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

type Draw = (stored: StoredSummary) => MessageBody;

type Copy = {
  readonly interaction: RepliableInteraction;
  readonly draw: Draw;
  /** The latest state. */
  stored: StoredSummary;
  /** Of a change that was not made yet; a later one that needs no check may replace it. */
  refuse: Refuse | null;
};

export function createEphemeralCopies(now: () => number, log: Logger): EphemeralCopies {
  const copies = createFollowedMessages<Copy>(now, log);
  const pressed = createFollowedMessages<Pick<Copy, 'interaction'>>(now, log);
  const showing = new Set<Copy>();
  const ofSummary = ({ summary }: StoredSummary) =>
    copies.entries().filter(([, copy]) => copy.stored.summary.id === summary.id);
  const change = (id: string, toBody: (copy: Copy) => Promise<MessageBody>) =>
    copies.change(id, async copy =>
      // Removes a former attachment.
      copy.interaction.webhook.editMessage(id, { ...(await toBody(copy)), attachments: [] }),
    );
  const update = (id: string) =>
    change(id, async copy => {
      const { stored, refuse: check } = copy;
      const refusal = (await check?.(copy.interaction)) ?? null;
      if (refusal !== null) copies.delete(id);
      else if (copy.refuse === check) copy.refuse = null;
      return refusal === null ? copy.draw(stored) : toTextBody(refusal);
    });
  return {
    show: async (stored, interaction, draw, send) => {
      const copy: Copy = { stored, interaction, draw, refuse: null };
      showing.add(copy);
      try {
        const id = await copies.show(copy, async () => (await send(draw(stored))).id);
        if (copy.stored !== stored) await update(id);
      } finally {
        showing.delete(copy);
      }
    },
    follow: (stored, interaction, messageId, draw) =>
      copies.set(messageId, { stored, interaction, draw, refuse: null }),
    redraw: async (stored, refuse) => {
      const affected = ofSummary(stored);
      for (const copy of [...showing, ...affected.map(([, each]) => each)]) {
        if (copy.stored.summary.id !== stored.summary.id) continue;
        copy.stored = stored;
        copy.refuse = refuse ?? copy.refuse;
      }
      for (const [id] of affected) await update(id);
    },
    end: async (stored, by) => {
      const more = toCustomId({ summaryId: stored.summary.id, action: 'more' });
      let hasSummary = false;
      for (const [id, copy] of ofSummary(stored)) {
        const isSummary = JSON.stringify(copy.draw(stored).components).includes(more);
        const t = toTexts(copy.interaction.locale);
        const isOwn = copy.interaction.user.id === by?.personId && id !== by.messageId;
        const isShown = isOwn
          ? await copies.change(id, ({ interaction }) => interaction.webhook.deleteMessage(id))
          : await change(id, async () => toTextBody(t('bot.more.summaryDeleted')));
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
