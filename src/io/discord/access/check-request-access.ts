import type { Ask } from '../command.ts';
import type { RequestContext } from '../interaction/context.ts';
import { checkAudience } from './audience.ts';
import { checkAccess } from './check-access.ts';
import { fetchGuildSnapshot } from './permission-snapshot.ts';
import type { SourceChannel } from './places.ts';

/**
 * Checks access before anything is fetched, and again before anything is shown. Null if allowed, otherwise a sentence that
 * says why not. A public answer must also be allowed for everyone who can read the channel.
 */
export async function checkRequestAccess(
  { interaction, words, privacy }: RequestContext,
  channels: readonly SourceChannel[],
  ask: Ask,
): Promise<string | null> {
  const here = interaction.inGuild() ? (interaction.channel ?? undefined) : undefined;
  const { guild, user } = interaction;
  const known = channels.length > 1 && guild ? { known: await fetchGuildSnapshot(guild, user.id) } : {};
  for (const channel of channels) {
    const denial =
      (await checkAccess(channel, user.id, { privacy, shownIn: here, ...known })) ??
      (ask.isPrivate || here === undefined ? null : await checkAudience(channel, here));
    if (denial !== null) return words.denied(denial.reason, `<#${denial.channelId}>`);
  }
  return null;
}
