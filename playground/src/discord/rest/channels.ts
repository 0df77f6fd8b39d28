import { PermissionFlagsBits as Flags, GatewayDispatchEvents as Names } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { z } from 'zod';
import { openChannel, openText, requirePermission } from '../access.ts';
import { deleteChannel, renameChannel } from '../changes/guilds.ts';
import { publishChannel, publishTyping } from '../changes/publish.ts';
import { renameThread, setArchived, setLocked } from '../changes/threads.ts';
import { refuse } from '../errors.ts';
import { choice, parseForm, text } from '../limits/form.ts';
import { toChannelPayload } from '../payloads/channels.ts';
import { writePermission } from '../permissions.ts';
import type { State } from '../state.ts';
import { readBody } from './body.ts';
import { mayManageThread } from './threads.ts';

const channelPatch = z.object({ name: text(100, 1).nullish(), topic: text(1024).nullish() });
const threadPatch = z.object({
  name: text(100, 1).nullish(),
  archived: z.boolean().nullish(),
  locked: z.boolean().nullish(),
  auto_archive_duration: choice([60, 1440, 4320, 10080]).nullish(),
});

/** One channel or thread, as the bot. */
export function channelRoutes(state: State): Hono {
  const me = state.application.id;
  return new Hono()
    .get('/channels/:channel', context => {
      const { channel } = openChannel(state, me, context.req.param('channel'));
      return context.json(toChannelPayload(state, channel));
    })
    .patch('/channels/:channel', async context => {
      const { channel, permissions } = openChannel(state, me, context.req.param('channel'));
      const { json } = await readBody(context);
      if (channel.thread) {
        const body = parseForm(threadPatch, json);
        // Reopening an unlocked thread only requires permission to write in it.
        const isOnlyReopened = body.archived === false && Object.keys(body).length === 1;
        if (isOnlyReopened && !channel.thread.isLocked)
          requirePermission(permissions, Flags.SendMessagesInThreads);
        else if (!mayManageThread(channel, me, permissions)) throw refuse('missingPermissions');
        const isReopened = body.archived === false;
        if (channel.thread.isArchived && !isReopened) throw refuse('threadArchived');
        if (isReopened) setArchived(state, channel, false);
        if (body.auto_archive_duration) channel.thread.autoArchiveMinutes = body.auto_archive_duration;
        if (body.name) renameThread(state, channel, body.name);
        if (typeof body.locked === 'boolean') setLocked(state, channel, body.locked);
        if (body.archived) setArchived(state, channel, true);
      } else {
        const body = parseForm(channelPatch, json);
        requirePermission(permissions, Flags.ManageChannels);
        if (body.topic !== undefined) {
          channel.topic = body.topic;
          if (!body.name) publishChannel(state, channel, Names.ChannelUpdate);
        }
        if (body.name) renameChannel(state, channel, body.name);
      }
      return context.json(toChannelPayload(state, channel));
    })
    .delete('/channels/:channel', context => {
      const { channel, permissions } = openChannel(state, me, context.req.param('channel'));
      const payload = toChannelPayload(state, channel);
      if (channel.guildId !== null) {
        requirePermission(permissions, channel.thread ? Flags.ManageThreads : Flags.ManageChannels);
        deleteChannel(state, channel);
      }
      return context.json(payload);
    })
    .post('/channels/:channel/typing', context => {
      const { channel, permissions } = openText(state, me, context.req.param('channel'));
      requirePermission(permissions, writePermission(channel));
      publishTyping(state, channel, me);
      return context.body(null, 204);
    });
}
