import { z } from 'zod';

/** Far above the limits of Discord (4,000) and WhatsApp (65,536): no person writes a longer message. */
export const maxCharacters = 100_000;

/** A text of a message; its errors complete "should be …". */
export const textField = z
  .string('a text in quotes')
  .max(maxCharacters, `at most ${maxCharacters.toLocaleString('en-US')} characters long`);
