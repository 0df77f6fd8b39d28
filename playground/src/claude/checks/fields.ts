import { refuse } from '../errors.ts';

/** A JSON object of unknown shape. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readFields(value: unknown, path: string): Fields {
  if (value === undefined) throw refuse(path, 'Field required');
  if (!isFields(value)) throw refuse(path, 'Input should be an object');
  return value;
}

export function readList(value: unknown, path: string): readonly unknown[] {
  if (value === undefined) throw refuse(path, 'Field required');
  if (!Array.isArray(value)) throw refuse(path, 'Input should be a valid list');
  return value;
}

export function readText(value: unknown, path: string): string {
  if (value === undefined) throw refuse(path, 'Field required');
  if (typeof value !== 'string') throw refuse(path, 'Input should be a valid string');
  return value;
}

export function readInteger(value: unknown, path: string, least: number): number {
  if (value === undefined) throw refuse(path, 'Field required');
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw refuse(path, 'Input should be a valid integer');
  if (value < least) throw refuse(path, `Input should be greater than or equal to ${least}`);
  return value;
}

export function readBoolean(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw refuse(path, 'Input should be a valid boolean');
  return value;
}

export function readOneOf<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
  path: string,
): Choice {
  const found = choices.find(choice => choice === value);
  if (found !== undefined) return found;
  const list = choices.map(choice => `'${choice}'`);
  throw refuse(path, `Input should be ${list.slice(0, -1).join(', ')}${list[1] ? ' or ' : ''}${list.at(-1)}`);
}

/** Refuses every field that is not listed. */
export function refuseOthers(fields: Fields, known: readonly string[], path: string): void {
  const unknown = Object.keys(fields).find(name => !known.includes(name));
  if (unknown === undefined) return;
  throw refuse(path === '' ? unknown : `${path}.${unknown}`, 'Extra inputs are not permitted');
}
