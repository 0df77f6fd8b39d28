import type { RepliableInteraction } from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import type { Logger } from '../../../log.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { toBotWords } from '../../../render/words/bot/index.ts';
import type { MessageBody } from '../interaction/message-body.ts';
import { noMentions } from '../interaction/message-body.ts';

/** Discord accepts edits of an ephemeral message for 15 minutes; slightly less, so that none is late. */
const editableMs = 14.5 * 60_000;
const maxFollowed = 2_000;

/** The person who deletes a summary, and the private message that will confirm it. */
export type RemovedBy = { readonly personId: string; readonly messageId: string };

/** Private messages, updated as long as they can be edited and this process runs. Updates are not guaranteed. */
export type EphemeralCopies = {
  /** Renders this message again whenever its summary changes; replaces an earlier renderer. */
  readonly follow: (
    kept: StoredSummary,
    interaction: RepliableInteraction,
    messageId: string,
    draw: (kept: StoredSummary) => MessageBody,
  ) => Promise<void>;
  /** Renders all again; if `refuse` returns a sentence for a person, their messages show it and are no longer updated. */
  readonly redraw: (kept: StoredSummary, refuse?: Refuse) => Promise<void>;
  /**
   * Makes all private messages of a summary say that it was deleted; those of the person who deletes it are deleted,
   * except the confirmation. Resolves to whether one of them showed the summary.
   */
  readonly end: (kept: StoredSummary, by?: RemovedBy) => Promise<boolean>;
  /** Remembers that a press on a post allows its deletion, even if the bot can no longer see the channel. */
  readonly holdPost: (interaction: RepliableInteraction, messageId: string) => void;
  /** Deletes a post through a press on it; false if there is none. */
  readonly deletePost: (messageId: string) => Promise<boolean>;
};

/** The sentence for a person who may no longer read what a summary cites; null if they may. */
export type Refuse = (interaction: RepliableInteraction) => Promise<string | null>;

type Copy = {
  readonly summaryId: string;
  readonly untilMs: number;
  readonly interaction: RepliableInteraction;
  readonly draw: (kept: StoredSummary) => MessageBody;
};

export function createEphemeralCopies(now: () => number, log: Logger): EphemeralCopies {
  const copies = new Map<string, Copy>();
  const pressed = new Map<string, Pick<Copy, 'untilMs' | 'interaction'>>();
  const prune = () => {
    for (const all of [copies, pressed])
      for (const [id, { untilMs }] of all) if (untilMs <= now() || all.size > maxFollowed) all.delete(id);
  };
  /** Resolves to whether it succeeded: the person may have dismissed the message, or its time may be up. */
  const attempt = async (
    id: string,
    { summaryId }: Copy,
    change: () => Promise<unknown>,
  ): Promise<boolean> => {
    try {
      await change();
      return true;
    } catch (error) {
      copies.delete(id);
      log.debug({ summary: summaryId, name: error instanceof Error ? error.name : '' }, 'copy-update-failed');
      return false;
    }
  };
  const show = (id: string, copy: Copy, toBody: () => Promise<MessageBody>) =>
    // Removes a former attachment.
    attempt(id, copy, async () =>
      copy.interaction.webhook.editMessage(id, { ...(await toBody()), attachments: [] }),
    );
  return {
    follow: async (kept, interaction, messageId, draw) => {
      prune();
      copies.set(messageId, {
        summaryId: kept.summary.id,
        untilMs: interaction.createdTimestamp + editableMs,
        interaction,
        draw,
      });
    },
    redraw: async (kept, refuse = async () => null) => {
      const { summary } = kept;
      prune();
      for (const [id, copy] of copies) {
        if (copy.summaryId !== summary.id) continue;
        await show(id, copy, async () => {
          const refusal = await refuse(copy.interaction);
          if (refusal !== null) copies.delete(id);
          return refusal === null ? copy.draw(kept) : toSentence(refusal);
        });
      }
    },
    end: async (kept, by) => {
      const summaryId = kept.summary.id;
      const more = toCustomId({ summaryId, action: 'more' });
      let hasSummary = false;
      prune();
      for (const [id, copy] of copies) {
        if (copy.summaryId !== summaryId) continue;
        const isSummary = JSON.stringify(copy.draw(kept).components).includes(more);
        const { summaryDeleted } = toBotWords(copy.interaction.locale).more;
        const isOwn = copy.interaction.user.id === by?.personId && id !== by.messageId;
        const isShown = isOwn
          ? await attempt(id, copy, () => copy.interaction.webhook.deleteMessage(id))
          : await show(id, copy, async () => toSentence(summaryDeleted));
        hasSummary ||= isShown && isSummary;
        copies.delete(id);
      }
      return hasSummary;
    },
    holdPost: (interaction, messageId) => {
      prune();
      const untilMs = interaction.createdTimestamp + editableMs;
      pressed.set(messageId, { untilMs, interaction });
    },
    deletePost: async messageId => {
      prune();
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

function toSentence(content: string): MessageBody {
  return { content, embeds: [], components: [], allowedMentions: noMentions };
}
