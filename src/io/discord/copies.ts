import type { RepliableInteraction } from 'discord.js';
import type { KeptSummary } from '../../app/ports.ts';
import type { Logger } from '../../log.ts';
import { nobody } from './answer.ts';
import type { MessageBody } from './summary-message.ts';

/** Discord takes edits of a message that one person sees for 15 minutes; a little less, so that none comes too late. */
const editableMs = 14.5 * 60_000;
const maxFollowed = 2_000;

/** Private messages, updated as long as they can be edited and this process runs. Updates are not guaranteed. */
export type Copies = {
  /** Draws this message anew whenever its summary changes, in place of what was to be drawn there before. */
  readonly follow: (
    kept: KeptSummary,
    interaction: RepliableInteraction,
    messageId: string,
    draw: (kept: KeptSummary) => MessageBody,
  ) => Promise<void>;
  /** Those of people whom `refuse` gives a sentence show that instead, and are left alone from then on. */
  readonly redraw: (kept: KeptSummary, refuse?: Refuse) => Promise<void>;
};

/** What somebody is told who may no longer read what a summary rests on; null where they may. */
export type Refuse = (interaction: RepliableInteraction) => Promise<string | null>;

type Copy = {
  readonly summaryId: string;
  readonly untilMs: number;
  readonly interaction: RepliableInteraction;
  readonly draw: (kept: KeptSummary) => MessageBody;
};

export function createCopies(now: () => number, log: Logger): Copies {
  const copies = new Map<string, Copy>();
  const prune = () => {
    for (const [id, { untilMs }] of copies)
      if (untilMs <= now() || copies.size > maxFollowed) copies.delete(id);
  };
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
        try {
          const refusal = await refuse(copy.interaction);
          if (refusal !== null) copies.delete(id);
          const body = refusal === null ? copy.draw(kept) : toRefusal(refusal);
          await copy.interaction.webhook.editMessage(id, body);
        } catch (error) {
          // The person has dismissed it, or its time was over sooner.
          copies.delete(id);
          log.debug({ summary: summary.id, name: error instanceof Error ? error.name : '' }, 'copy-lost');
        }
      }
    },
  };
}

function toRefusal(content: string): MessageBody {
  return { content, embeds: [], components: [], allowedMentions: nobody };
}
