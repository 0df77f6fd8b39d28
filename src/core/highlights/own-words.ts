const carried = /^\[(?:embed:|poll:|sticker:|voice message|(?:image|video|audio|file)(?::|\]$))/;

/** The words that a person typed, without those of embeds, file names and forwards. */
export function toOwnWords(text: string): string {
  if (!text.includes('[')) return text;
  // A forward runs to the end of its message.
  const forwarded = /(?:^|\n)\[forwarded\] /.exec(text);
  return (forwarded ? text.slice(0, forwarded.index) : text)
    .split('\n')
    .filter(line => !carried.test(line))
    .join('\n');
}
