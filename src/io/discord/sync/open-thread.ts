import { type Client, DiscordAPIError, RESTJSONErrorCodes, Routes } from 'discord.js';

/**
 * Changes a message. Discord refuses that in an archived thread, so the thread is reopened for the change and archived
 * again. Rejects with Discord's error if the bot may not reopen it.
 */
export async function withOpenThread<Done>(
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
    // Only the thread's owner or people who may manage threads can archive it; otherwise Discord does so later.
    await setArchived(true).catch(() => undefined);
  }
}
