const colours = ['#5865f2', '#2f9e6e', '#d9772b', '#c2477f', '#4a7fb5', '#8a63d2', '#b5504a', '#5c7a3a'];

const drawn = new Map<string, string>();

/** An avatar drawn from a person's name, without a request. */
export function toAvatar(person: {
  readonly id: string;
  readonly name: string;
  readonly isBot: boolean;
}): string {
  const key = `${person.id} ${person.name}`;
  const known = drawn.get(key);
  if (known) return known;
  const avatar = person.isBot
    ? draw('#2f9e6e', '[1]', 34)
    : draw(toColour(person.id), toInitial(person.name), 44);
  drawn.set(key, avatar);
  return avatar;
}

/** Ids created one after the other differ only in their last digits. */
function toColour(id: string): string {
  return colours[Number(BigInt(id) % BigInt(colours.length))] ?? '#5865f2';
}

function toInitial(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(
    name.trim().toWellFormed(),
  );
  return first?.segment.toUpperCase() ?? '?';
}

function draw(colour: string, letters: string, size: number): string {
  const text = letters.replace(/[<>&]/g, '?');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="${colour}"/><text x="48" y="48" dy="0.36em" text-anchor="middle" font-family="Noto Sans,Helvetica,Arial,sans-serif" font-weight="600" font-size="${size}" fill="#fff">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
