import { type APIMessage, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { z } from 'zod';
import { openText, requirePermission } from '../access.ts';
import { toEdit } from '../bodies.ts';
import { deleteMessage, deleteMessages, editMessage, isOrdinary, setPinned } from '../changes/messages.ts';
import { refuse } from '../errors.ts';
import { parseForm, snowflake } from '../limits/form.ts';
import { findMessage, listHistory } from '../lookup.ts';
import { toMessagePayload } from '../payloads/messages.ts';
import { has } from '../permissions.ts';
import { sendMessage } from '../send-message.ts';
import { compareIds, toTimeMs } from '../snowflake.ts';
import type { Message, State } from '../state.ts';
import { readBody } from './body.ts';
import { readId, readTime, readWhole } from './query.ts';

const TWO_WEEKS_MS = 14 * 24 * 3_600_000;
const MAX_PINS = 250;

/** Messages and pins of a channel, as the bot. */
export function messageRoutes(state: State): Hono {
  const me = state.application.id;
  const show = (message: Message): APIMessage =>
    toMessagePayload(state, message, { mayReadContent: state.application.approved.messageContent });

  /** An existing message that the bot may read; ephemeral messages cannot be fetched. */
  const open = (channelId: string, id: string) => {
    const access = openText(state, me, channelId);
    const message = findMessage(state, channelId, id);
    if (message.ephemeralTo !== null) throw refuse('unknownMessage');
    return { ...access, message };
  };

  return new Hono()
    .get('/channels/:channel/messages', context => {
      const { permissions, channel } = openText(state, me, context.req.param('channel'));
      const limit = readWhole('limit', context.req.query('limit'), { min: 1, max: 100, byDefault: 50 });
      const before = readId('before', context.req.query('before'));
      const after = readId('after', context.req.query('after'));
      const around = readId('around', context.req.query('around'));
      // Not an error: without the permission, a bot gets an empty list.
      if (!has(permissions, Flags.ReadMessageHistory)) return context.json([]);
      const page = cutPage(listHistory(state, channel.id), { before, after, around }, limit);
      return context.json(page.reverse().map(show));
    })
    .post('/channels/:channel/messages', async context => {
      const { json, files } = await readBody(context);
      const message = sendMessage(state, me, context.req.param('channel'), json, files);
      // Only the sender gets the nonce, and only now; the history does not contain it.
      return context.json({ ...show(message), ...(message.nonce === null ? {} : { nonce: message.nonce }) });
    })
    .post('/channels/:channel/messages/bulk-delete', async context => {
      const { channel, permissions } = openText(state, me, context.req.param('channel'));
      requirePermission(permissions, Flags.ManageMessages);
      const { json } = await readBody(context);
      const { messages } = parseForm(z.object({ messages: z.array(snowflake()) }), json);
      if (messages.length < 2 || messages.length > 100) throw refuse('bulkDeleteCount');
      if (messages.some(id => state.now() - toTimeMs(id) > TWO_WEEKS_MS)) throw refuse('bulkDeleteAge');
      deleteMessages(state, channel, messages);
      return context.body(null, 204);
    })
    .get('/channels/:channel/messages/pins', context => {
      const { channel, permissions } = openText(state, me, context.req.param('channel'));
      const limit = readWhole('limit', context.req.query('limit'), { min: 1, max: 50, byDefault: 50 });
      const before = readTime('before', context.req.query('before'));
      const pins = has(permissions, Flags.ReadMessageHistory) ? listPins(state, channel.id) : [];
      const older = pins.filter(pin => before === null || pin.pinnedAtMs < before);
      return context.json({
        items: older.slice(0, limit).map(pin => ({
          pinned_at: new Date(pin.pinnedAtMs).toISOString(),
          message: show(pin.message),
        })),
        has_more: older.length > limit,
      });
    })
    .get('/channels/:channel/pins', context => {
      const { channel, permissions } = openText(state, me, context.req.param('channel'));
      const pins = has(permissions, Flags.ReadMessageHistory) ? listPins(state, channel.id) : [];
      return context.json(pins.slice(0, 50).map(pin => show(pin.message)));
    })
    .put('/channels/:channel/messages/pins/:message', context => {
      const { permissions, message } = open(context.req.param('channel'), context.req.param('message'));
      requirePermission(permissions, Flags.PinMessages);
      if (listPins(state, message.channelId).length >= MAX_PINS) throw refuse('tooManyPins');
      setPinned(state, message, me, true);
      return context.body(null, 204);
    })
    .delete('/channels/:channel/messages/pins/:message', context => {
      const { permissions, message } = open(context.req.param('channel'), context.req.param('message'));
      requirePermission(permissions, Flags.PinMessages);
      setPinned(state, message, me, false);
      return context.body(null, 204);
    })
    .get('/channels/:channel/messages/:message', context => {
      const { permissions, message } = open(context.req.param('channel'), context.req.param('message'));
      requirePermission(permissions, Flags.ReadMessageHistory);
      return context.json(show(message));
    })
    .patch('/channels/:channel/messages/:message', async context => {
      const { channel, message } = open(context.req.param('channel'), context.req.param('message'));
      if (message.authorId !== me) throw refuse('notYourMessage');
      if (!isOrdinary(message)) throw refuse('systemMessage');
      if (channel.thread?.isArchived) throw refuse('threadArchived');
      const { json, files } = await readBody(context);
      editMessage(state, message, toEdit(state, message, json, files));
      return context.json(show(message));
    })
    .delete('/channels/:channel/messages/:message', context => {
      const { channel, permissions, message } = open(
        context.req.param('channel'),
        context.req.param('message'),
      );
      if (message.authorId !== me) requirePermission(permissions, Flags.ManageMessages);
      if (channel.thread?.isArchived) throw refuse('threadArchived');
      deleteMessage(state, message);
      return context.body(null, 204);
    });
}

type Cursor = {
  readonly before: string | null;
  readonly after: string | null;
  readonly around: string | null;
};

/** The requested part of a history, still oldest first. With `after`, it is the part right after that id. */
function cutPage(history: readonly Message[], cursor: Cursor, limit: number): Message[] {
  const { before, after, around } = cursor;
  if (around !== null) {
    const older = history.filter(message => compareIds(message.id, around) < 0);
    const rest = history.slice(older.length);
    const half = Math.floor(limit / 2);
    return [...older.slice(Math.max(0, older.length - half)), ...rest.slice(0, Math.max(1, limit - half))];
  }
  if (after !== null && before === null) {
    const start = findFirst(history, id => compareIds(id, after) > 0);
    return history.slice(start, start + limit);
  }
  const end = before === null ? history.length : findFirst(history, id => compareIds(id, before) >= 0);
  return history.slice(Math.max(0, end - limit), end);
}

/** The index of the first message that passes the test; all that follow pass it. */
function findFirst(history: readonly Message[], holds: (id: string) => boolean): number {
  let low = 0;
  let high = history.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(history[middle]?.id ?? '')) high = middle;
    else low = middle + 1;
  }
  return low;
}

function listPins(state: State, channelId: string): { message: Message; pinnedAtMs: number }[] {
  return listHistory(state, channelId)
    .flatMap(message => (message.pinnedAtMs === null ? [] : [{ message, pinnedAtMs: message.pinnedAtMs }]))
    .sort((a, b) => b.pinnedAtMs - a.pinnedAtMs || compareIds(b.message.id, a.message.id));
}
