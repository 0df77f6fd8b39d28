import type { Press, PressContext } from '../interaction/action.ts';

/** A channel; the messages with a greater id are what a person missed. */
type Missed = { readonly channelId: string; readonly afterId: string };

const shape = /^catchup:(\d{15,20}):(\d{15,20})$/;
/** The select; its values have the format of a button's custom id. */
export const missedSelectId = 'catchup';

/** Writes `catchup:CHANNEL:AFTER`, so that nothing has to be stored. */
export function toMissedId({ channelId, afterId }: Missed): string {
  return `catchup:${channelId}:${afterId}`;
}

/** The channel of a button or option of the list; null for anything else. */
export function parseMissed(interaction: Press): Missed | null {
  const isSelect = interaction.isStringSelectMenu() && interaction.customId === missedSelectId;
  const [, channelId, afterId] =
    shape.exec(isSelect ? (interaction.values[0] ?? '') : interaction.customId) ?? [];
  return channelId === undefined || afterId === undefined ? null : { channelId, afterId };
}

/** Summarizes it for this person only, after a new access check. */
export async function summarizeMissed(context: PressContext, { channelId, afterId }: Missed): Promise<void> {
  // A link, which *Regenerate* can repeat; its message need not exist.
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
