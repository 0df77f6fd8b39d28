/** Where an attack's payload stands; `model` is what only the engine writes, whatever was said. */
export const places = [
  'message',
  'name',
  'attachment',
  'embed',
  'poll',
  'sticker',
  'forward',
  'reaction',
  'channel',
  'thread',
  'topic',
  'model',
] as const;

export type Place = (typeof places)[number];

export const families = [
  'instructions',
  'forged messages',
  'markup',
  'mentions',
  'links',
  'unicode',
  'page',
  'tables',
  'names',
  'places',
  'model',
] as const;

export type Family = (typeof families)[number];

/** One attack in the style of real ones: what it says, and where it is put into an ordinary conversation. */
export type Attack = {
  readonly name: string;
  readonly family: Family;
  readonly where: Place;
  readonly payload: string;
};

/** Names a family's attacks, `[name, where, payload]` each. */
export function toAttacks(
  family: Family,
  rows: readonly (readonly [name: string, where: Place, payload: string])[],
): readonly Attack[] {
  return rows.map(([name, where, payload]) => ({ name, family, where, payload }));
}
