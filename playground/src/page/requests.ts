import { z } from 'zod';
import { networkConditions } from './shapes.ts';

const id = z.string().regex(/^\d{1,20}$/);
const text = z.string().max(6000);
const user = { user: id };
const place = { ...user, channel: id };
const message = { ...place, message: id };
const command = { ...place, command: text };
/** Of a file, in Base64; the page refuses larger ones. */
const maxFileLength = 14_000_000;
const file = z.object({ name: z.string().max(260), type: text, base64: z.string().max(maxFileLength) });
const values = z.record(text, z.union([text, z.number(), z.boolean(), file]));
const slash = {
  ...command,
  group: text.nullish(),
  subcommand: text.nullish(),
  options: values,
};

/** The bodies of the page's requests, by the last part of the path. */
export const requests = {
  send: z.object({ ...place, content: text, replyTo: id.nullish() }),
  slash: z.object(slash),
  autocomplete: z.object({ ...slash, focused: z.object({ name: text, value: text }) }),
  menu: z.object({ ...message, command: text }),
  press: z.object({ ...message, customId: text }),
  select: z.object({ ...message, customId: text, values: z.array(text).max(25) }),
  submit: z.object({ ...user, interaction: id, fields: z.record(text, z.union([text, z.array(text)])) }),
  edit: z.object({ ...message, content: text }),
  delete: z.object(message),
  dismiss: z.object(message),
  react: z.object({ ...message, emoji: text }),
  unreact: z.object({ ...message, emoji: text }),
  find: z.object(message),
  network: z.object({ ...user, name: z.enum(networkConditions) }),
  clock: z.object({ ...user, toMs: z.int() }),
  engine: z.object({ ...user, name: text }),
  restart: z.object(user),
  readers: z.object({ ...place, reader: id, isReader: z.boolean() }),
} as const;

export type RequestName = keyof typeof requests;
export type RequestOf<Name extends RequestName> = z.infer<(typeof requests)[Name]>;
