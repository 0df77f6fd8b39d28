import { type Client, DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';

/**
 * Changes a message. Discord refuses that in an archived thread: the thread is opened for it, and archived again after.
 * Rejects as Discord does if the bot may not open it.
 */
export async function inOpenThread<Done>(
  client: Client,
  channelId: string,
  change: () => Promise<Done>,
): Promise<Done> {
  try {
    return await change();
  } catch (error) {
    if (
      !(error instanceof DiscordAPIError) ||
      error.code !== RESTJSONErrorCodes.InvalidActionOnArchivedThread
    )
      throw error;
  }
  const setArchived = (archived: boolean) =>
    client.rest.patch(Routes.channel(channelId), { body: { archived } });
  await setArchived(false);
  try {
    return await change();
  } finally {
    // Only its owner or somebody who manages threads may; otherwise Discord does so itself after a while.
    await setArchived(true).catch(() => undefined);
  }
}
