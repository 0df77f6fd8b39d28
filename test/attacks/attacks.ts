import type { Attack } from './attack.ts';
import { forgedMessages } from './families/forged-messages.ts';
import { instructions } from './families/instructions.ts';
import { links } from './families/links.ts';
import { markup } from './families/markup.ts';
import { mentions } from './families/mentions.ts';
import { model } from './families/model.ts';
import { names } from './families/names.ts';
import { page } from './families/page.ts';
import { hostilePlaces } from './families/places.ts';
import { tables } from './families/tables.ts';
import { unicode } from './families/unicode.ts';

/** Everything that is tried. */
export const attacks: readonly Attack[] = [
  ...instructions,
  ...forgedMessages,
  ...markup,
  ...mentions,
  ...links,
  ...unicode,
  ...page,
  ...tables,
  ...names,
  ...hostilePlaces,
  ...model,
];

/** With references always, and without for every fourth: there the same words stand, with fewer around them. */
export function toLooks(attack: Attack): readonly boolean[] {
  return attacks.indexOf(attack) % 4 === 0 ? [true, false] : [true];
}
