import type { Client, TextChannel } from 'discord.js';

/** A text channel as discord.js has it. */
export async function textChannel(client: Client<true>, id: string): Promise<TextChannel> {
  const channel = await client.channels.fetch(id);
  if (!channel?.isTextBased() || channel.isDMBased() || channel.isThread())
    throw new Error('no text channel');
  return channel as TextChannel;
}

/** The next time something holds, looked at every few milliseconds. */
export async function eventually(condition: () => boolean, timeoutMs = 45_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${timeoutMs} ms`);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
