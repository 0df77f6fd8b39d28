import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Engine, EngineReport } from '../../../src/app/ports.ts';
import type { Evidence } from '../../../src/core/conversation/evidence.ts';
import type { Conversation } from '../../../src/core/conversation/message.ts';
import { createScene } from '../../e2e/scene.ts';
import { sure } from '../../sure.ts';
import type { Reach } from './answers.ts';
import type { Place } from './questions.ts';

/** Quickly, and with nothing to show. */
const nothing: EngineReport = { engine: { name: 'reading' }, usage: null, failure: null };

/**
 * The playground's Discord with these channels and the bot, which reads for a question as it does for `/ask`: in all
 * channels, with Discord's search or without. The person who asks a misplaced question cannot read its own channel.
 */
export async function openServer(places: readonly Place[], isSearched: boolean) {
  let read: Evidence | null = null;
  const engine: Engine = {
    name: 'reading',
    draft: async ({ evidence }) => {
      read = evidence;
      return nothing;
    },
  };
  const scene = await createScene({ engine });
  const { world, guild } = scene;
  if (!isSearched) world.setSearch({ isReady: false, retryAfterSecs: 3_600 });
  const ids = new Map<string, string>();
  const people = new Map<string, ReturnType<typeof scene.addMember>>();
  const toPerson = (name: string) => {
    const known = people.get(name) ?? world.addUser({ name: `person${people.size}`, displayName: name });
    if (!people.has(name)) world.addMember(guild, known);
    people.set(name, known);
    return known;
  };
  const strangers = new Map<string, ReturnType<typeof toPerson>>();
  for (const place of places) {
    const stranger = toPerson(`not in ${place.id}`);
    strangers.set(place.id, stranger);
    const channel = world.addChannel(guild, {
      name: place.id,
      overwrites: [{ member: stranger, deny: PermissionFlagsBits.ViewChannel }],
    });
    const added = new Map<string, ReturnType<typeof world.addMessage>>();
    for (const { id, author, time, text, replyTo } of place.conversation.messages) {
      const answered = added.get(replyTo ?? '');
      const message = world.addMessage(channel, {
        by: toPerson(author.name),
        content: text,
        atMs: Date.parse(time),
        ...(answered && { replyTo: answered }),
      });
      added.set(id, message);
      ids.set(message.id, id);
    }
  }
  const reach: Reach = async ({ text, hidden }) => {
    read = null;
    const user = hidden === undefined ? scene.ann : sure(strangers.get(hidden.id));
    const view = await scene.run('ask', { question: text }, user);
    await view.until(() => read !== null);
    return toConversation(sure(read as Evidence | null), ids);
  };
  return { reach, close: scene.close };
}

/** What was read, with the ids that the messages have in the data. */
function toConversation({ source, messages }: Evidence, ids: ReadonlyMap<string, string>): Conversation {
  const toId = (id: string) => ids.get(id) ?? id;
  return {
    source,
    messages: messages.map(({ position: _, id, replyTo, ...message }) => ({
      ...message,
      id: toId(id),
      ...(replyTo !== undefined && { replyTo: toId(replyTo) }),
    })),
    unreadable: 0,
  };
}
