import type { Playground } from '@footnote/playground/discord';
import { logIn, setUp, start } from '@footnote/playground/testing';
import type { Client, GuildTextBasedChannel } from 'discord.js';
import type { PrivacyStore } from '../../../src/app/store-ports.ts';
import { openRules } from '../../../src/core/access-rules.ts';
import type { Conversation, Message } from '../../../src/core/conversation/message.ts';
import { findChannel } from '../../../src/io/discord/access/places.ts';
import { sure } from '../../sure.ts';

type Scene = ReturnType<typeof setUp>;
type Ref = { readonly id: string };

/** A server in the playground with the real discord.js logged in to it. */
export async function open(
  declare?: (playground: Playground, scene: Scene) => void,
  intents?: Parameters<typeof logIn>[1],
) {
  const playground = await start();
  const scene = setUp(playground);
  declare?.(playground, scene);
  const client = await logIn(playground, intents);
  /** A channel or thread as discord.js has it. */
  const channelOf = ({ id }: Ref) => findOrFail(client, id);
  return { playground, world: playground.world, client, channelOf, ...scene };
}

async function findOrFail(client: Client, id: string): Promise<GuildTextBasedChannel> {
  return sure(await findChannel(client, id));
}

/** Nobody opted out, and every channel may be read. */
export const privacy: PrivacyStore = {
  optedOut: async () => new Set(),
  hasOptOuts: async () => false,
  setOptedOut: () => Promise.reject(new Error('not expected')),
  access: async () => openRules,
  changeAccess: () => Promise.reject(new Error('not expected')),
};

export const watch = { signal: new AbortController().signal, privacy };

export function texts({ messages }: Conversation): readonly string[] {
  return messages.map(({ text }) => text);
}

export function only({ messages }: Conversation): Message {
  const [message] = messages;
  if (!message || messages.length !== 1) throw new Error(`${messages.length} messages instead of one`);
  return message;
}
