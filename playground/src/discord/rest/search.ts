import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { type Context, Hono } from 'hono';
import { isText, isVoice } from '../access.ts';
import { refuse } from '../errors.ts';
import { findGuild, listHistory } from '../lookup.ts';
import { toThreadPayload } from '../payloads/channels.ts';
import { toMessagePayload } from '../payloads/messages.ts';
import { has, permissionsIn } from '../permissions.ts';
import { compareIds, toTimeMs } from '../snowflake.ts';
import type { Channel, Message, State } from '../state.ts';
import { readId, readIds, readWhole } from './query.ts';

/** Discord's code for an index that is still being built. */
const INDEX_NOT_READY = 110_000;

/** Search in a server's messages, as the bot: by words, author, mention, reply, channel and id. */
export function searchRoutes(state: State): Hono {
  const me = state.application.id;
  return new Hono().get('/guilds/:guild/messages/search', context => {
    const guild = findGuild(state, context.req.param('guild'));
    if (!guild.members.has(me) || !state.application.approved.messageContent) throw refuse('missingAccess');
    const limit = readWhole('limit', context.req.query('limit'), { min: 1, max: 25, byDefault: 25 });
    const offset = readWhole('offset', context.req.query('offset'), { min: 0, max: 9975, byDefault: 0 });
    const isWanted = readFilters(state, context);
    if (!state.search.isReady) {
      const { retryAfterSecs, isBuiltBySearch } = state.search;
      state.search.isReady = isBuiltBySearch;
      const message = 'Index not yet available. Try again later';
      return context.json(
        { message, code: INDEX_NOT_READY, documents_indexed: 0, retry_after: retryAfterSecs },
        202,
      );
    }
    const withRestricted = context.req.query('include_nsfw') === 'true';
    const channels = state.channels
      .ofGuild(guild.id)
      .filter(
        channel =>
          isSearchable(state, channel) && (withRestricted || !toRuling(state, channel).isAgeRestricted),
      );
    const indexedMs = state.now() - state.search.lagSecs * 1_000;
    const found = channels
      .flatMap(channel => listHistory(state, channel.id))
      .filter(message => toTimeMs(message.id) <= indexedMs && isWanted(message))
      .sort((a, b) => compareIds(b.id, a.id));
    if (context.req.query('sort_order') === 'asc') found.reverse();
    const page = found.slice(offset, offset + limit);
    const threads = channels.flatMap(channel =>
      channel.thread && page.some(one => one.channelId === channel.id)
        ? [toThreadPayload(state, channel, channel.thread)]
        : [],
    );
    return context.json({
      doing_deep_historical_index: false,
      total_results: found.length,
      messages: page.map(message => {
        const { reactions, ...payload } = toMessagePayload(state, message, { mayReadContent: true });
        return [{ ...payload, hit: true }];
      }),
      threads,
    });
  });
}

function readFilters(state: State, context: Context): (message: Message) => boolean {
  const ids = (name: string, max = 100) => readIds(name, context.req.queries(name), max);
  const [authors, channels] = [ids('author_id'), ids('channel_id', 500)];
  const [mentioned, answered] = [ids('mentions'), ids('replied_to_user_id')];
  const content = context.req.query('content')?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const minId = readId('min_id', context.req.query('min_id'));
  const maxId = readId('max_id', context.req.query('max_id'));
  const toAnswered = ({ reference }: Message) =>
    reference?.kind === 'reply'
      ? (state.messages.get(reference.channelId)?.get(reference.messageId ?? '')?.authorId ?? '')
      : '';
  const toWords = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  // All words are wanted, as they are.
  const holds = (text: string) => content.every(word => toWords(text).has(word));
  return message =>
    holds(message.content) &&
    (authors === null || authors.has(message.authorId)) &&
    (channels === null || channels.has(message.channelId)) &&
    (mentioned === null || message.pings.userIds.some(id => mentioned.has(id))) &&
    (answered === null || answered.has(toAnswered(message))) &&
    (minId === null || compareIds(message.id, minId) > 0) &&
    (maxId === null || compareIds(message.id, maxId) < 0);
}

function isSearchable(state: State, channel: Channel): boolean {
  const permissions = permissionsIn(state, state.application.id, channel);
  const wanted = Flags.ViewChannel | Flags.ReadMessageHistory | (isVoice(channel) ? Flags.Connect : 0n);
  return isText(channel) && has(permissions, wanted);
}

/** A thread is age-restricted if its parent is. */
function toRuling(state: State, channel: Channel): Channel {
  return (channel.thread && state.channels.get(channel.parentId ?? '')) || channel;
}
