import type { Press, PressContext } from '../interaction/action.ts';

/** A channel, and the id that what somebody missed in it is newer than. */
export type Missed = { readonly channelId: string; readonly afterId: string };

const shape = /^catchup:(\d{15,20}):(\d{15,20})$/;
/** The select menu; each of its values is what a button's custom id is. */
export const missedSelectId = 'catchup';

/** Writes `catchup:CHANNEL:AFTER`: nothing has to be kept for it. */
export function toMissedId({ channelId, afterId }: Missed): string {
  return `catchup:${channelId}:${afterId}`;
}

/** What a button or a choice of the list leads to; null for anything else. */
export function parseMissed(interaction: Press): Missed | null {
  const isSelect = interaction.isStringSelectMenu() && interaction.customId === missedSelectId;
  const [, channelId, afterId] =
    shape.exec(isSelect ? (interaction.values[0] ?? '') : interaction.customId) ?? [];
  return channelId === undefined || afterId === undefined ? null : { channelId, afterId };
}

/** Summarizes it for the person alone; whether they may read it is asked anew. */
export async function summarizeMissed(context: PressContext, { channelId, afterId }: Missed): Promise<void> {
  // A link is what asking again keeps; the message it names need not exist.
  const from = String(BigInt(afterId) + 1n);
  await context.summarize(context, {
    wanted: {
      kind: 'since',
      words: `https://discord.com/channels/${context.interaction.guildId}/${channelId}/${from}`,
    },
    channelId,
    detail: 'standard',
    isPrivate: true,
  });
}
