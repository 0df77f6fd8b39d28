/** The address that opens a message on Discord; undefined if an id is invalid. Direct messages have no guild. */
export function toMessageUrl(guild: string | null, channel: string, message: string): string | undefined {
  const isId = (id: string) => /^\d{1,20}$/.test(id);
  const addressable = (guild === null || isId(guild)) && isId(channel) && isId(message);
  return addressable ? `https://discord.com/channels/${guild ?? '@me'}/${channel}/${message}` : undefined;
}
