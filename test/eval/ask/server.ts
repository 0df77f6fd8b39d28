import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Engine, EngineReport } from '../../../src/app/ports.ts';
import type { Evidence } from '../../../src/core/conversation/evidence.ts';
import type { Conversation } from '../../../src/core/conversation/message.ts';
import { createScene } from '../../e2e/scene.ts';
import { sure } from '../../sure.ts';
import type { Ask } from '../asking.ts';
import { rewordByReaders, summarizeByReaders } from '../pipeline.ts';
import type { Week } from '../week-records.ts';
import type { Reach } from './answers.ts';
import type { Place } from './questions.ts';

/** Quickly, and with nothing to show. */
const nothing: EngineReport = { engine: { name: 'reading' }, usage: null, failure: null };

/**
 * The playground's Discord with these channels and the bot, which reads for a question as it does for `/ask`: in all
 * channels, with Discord's search or without. The person who asks a misplaced question cannot read its own channel.
 */
export async function openServer(
  places: readonly Place[],
  {
    isSearched,
    ask,
    told = [],
  }: {
    readonly isSearched: boolean;
    /** Has the questions worded in other ways; without it, only their own words are searched for. */
    readonly ask?: Ask | undefined;
    /** Weeks whose summaries are stored, as far as readers have written them. */
    readonly told?: readonly { readonly week: Week; readonly ask: Ask }[];
  },
) {
  let read: Evidence | null = null;
  let name = '';
  let reworded: ReturnType<typeof rewordByReaders> | null = null;
  const engine: Engine = {
    name: 'reading',
    draft: async ({ evidence }) => {
      read = evidence;
      return nothing;
    },
    ...(ask && {
      reword: async ({ payer: _, ...task }) => {
        reworded = rewordByReaders(name, ask, task);
        return { wordings: reworded.wordings, usage: null };
      },
    }),
  };
  const scene = await createScene({ engine });
  const { world, guild, playground } = scene;
  if (!isSearched) world.setSearch({ isReady: false, retryAfterSecs: 3_600 });
  const ids = new Map<string, string>();
  const people = new Map<string, ReturnType<typeof scene.addMember>>();
  const toPerson = (name: string) => {
    const known = people.get(name) ?? world.addUser({ name: `person${people.size}`, displayName: name });
    if (!people.has(name)) world.addMember(guild, known);
    people.set(name, known);
    return known;
  };
  const channels = new Map<string, ReturnType<typeof world.addChannel>>();
  const strangers = new Map<string, ReturnType<typeof toPerson>>();
  const forbid = (channel: ReturnType<typeof world.addChannel>, member: ReturnType<typeof toPerson>) =>
    world.overwrite(channel, { member, deny: PermissionFlagsBits.ViewChannel });
  for (const place of places) {
    const stranger = toPerson(`not in ${place.id}`);
    strangers.set(place.id, stranger);
    const channel = world.addChannel(guild, {
      name: place.id,
    });
    forbid(channel, stranger);
    channels.set(place.id, channel);
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
  /** Stores the summary of a week, of the messages as they are in this server. */
  const tell = async ({ name: weekName, channel, conversation }: Week, askForWeek: Ask) => {
    const channelId = sure(channels.get(channel)).id;
    const ownIds = new Map([...ids].map(([id, own]) => [own, id]));
    const messages = conversation.messages.map(message => ({
      ...message,
      id: ownIds.get(message.id) ?? '',
      author: { ...message.author, id: sure(people.get(message.author.name)).id },
      ...(message.replyTo !== undefined && { replyTo: ownIds.get(message.replyTo) ?? '' }),
    }));
    const source = { ...conversation.source, guildId: guild.id, channelIds: [channelId] };
    const written = await summarizeByReaders(weekName, { ...conversation, source, messages }, askForWeek, {
      id: weekName.padEnd(36, '0'),
    });
    // Claims that no reader has judged are stored too.
    if (written === null) throw new Error(`the summary of ${weekName} waits for readers`);
    const { summary } = written;
    await scene.running().store.summaries.put({
      summary,
      request: { detail: 'standard' },
      requesterId: scene.ann.id,
      guildId: guild.id,
      channelId,
      createdAt: new Date().toISOString(),
      locale: 'en',
    });
  };
  for (const { week, ask: askForWeek } of told) await tell(week, askForWeek);
  const reach: Reach = async ({ name: asked, text, hidden }) => {
    [name, read, reworded] = [asked, null, null];
    // The bot forgets what it read for the questions before.
    for (const [id, channel] of channels) forbid(channel, sure(strangers.get(id)));
    const before = playground.exchanges.length;
    const user = hidden === undefined ? scene.ann : sure(strangers.get(hidden.id));
    const view = await scene.run('ask', { question: text }, user);
    await view.until(() => read !== null);
    const conversation = toConversation(sure(read as Evidence | null), ids);
    const { isWhole = true, totals } = (reworded as ReturnType<typeof rewordByReaders> | null) ?? {};
    const requests = playground.exchanges.slice(before).filter(isReading).length;
    return isWhole ? { conversation, requests, ...(totals && { totals }) } : null;
  };
  return { reach, close: scene.close };
}

function isReading({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === 'GET' && /\/(?:channels|guilds)\/\d+\/messages/.test(path);
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
