import { ChannelType, PermissionFlagsBits as Flags, MessageType } from 'discord-api-types/v10';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { isForum, openChannel, openText, requirePermission } from '../access.ts';
import { toDraft } from '../bodies.ts';
import { createMessage } from '../changes/messages.ts';
import { createThread, joinThread, leaveThread, toStarter } from '../changes/threads.ts';
import { refuse } from '../errors.ts';
import { choice, list, parseForm, snowflake, text, whole } from '../limits/form.ts';
import { parseMessage } from '../limits/message.ts';
import { findGuild, findMember, findMessage, threadsOf } from '../lookup.ts';
import { toChannelPayload, toThreadMember } from '../payloads/channels.ts';
import { toMessagePayload } from '../payloads/messages.ts';
import { canView, has } from '../permissions.ts';
import { checkMayWrite } from '../send-message.ts';
import { compareIds } from '../snowflake.ts';
import type { Channel, State, Thread } from '../state.ts';
import { readBody } from './body.ts';
import { readId, readTime, readWhole } from './query.ts';

const common = {
  name: text(100, 1),
  auto_archive_duration: choice([60, 1440, 4320, 10080]).nullish(),
  rate_limit_per_user: whole(0, 21_600).nullish(),
};
const fromMessage = z.object(common);
const plain = z.object({ ...common, type: choice([10, 11, 12]).nullish(), invitable: z.boolean().nullish() });
const post = z.object({
  ...common,
  applied_tags: list(snowflake(), 5).nullish(),
  message: z.record(z.string(), z.unknown()),
});

type ThreadChannel = { readonly channel: Channel; readonly thread: Thread };

/** Threads and forum posts, as the bot. */
export function threadRoutes(state: State): Hono {
  const me = state.application.id;

  const openThread = (id: string): ThreadChannel & { readonly permissions: bigint } => {
    const { channel, permissions } = openChannel(state, me, id);
    if (!channel.thread) throw refuse('notThisChannelType');
    return { channel, thread: channel.thread, permissions };
  };

  const toList = (threads: readonly ThreadChannel[], hasMore: boolean) => ({
    threads: threads.map(({ channel }) => toChannelPayload(state, channel)),
    members: threads
      .filter(({ thread }) => thread.memberIds.has(me))
      .map(({ channel, thread }) => toThreadMember(state, channel, thread, me)),
    has_more: hasMore,
  });

  const listArchived = (context: Context, isPrivate: boolean) => {
    const { channel, permissions } = openChannel(state, me, context.req.param('channel') ?? '');
    requirePermission(permissions, Flags.ReadMessageHistory | (isPrivate ? Flags.ManageThreads : 0n));
    const limit = readWhole('limit', context.req.query('limit'), { min: 2, max: 100, byDefault: 50 });
    const before = readTime('before', context.req.query('before'));
    const found = threadsUnder(state, channel)
      .filter(({ thread }) => thread.isArchived && thread.isPrivate === isPrivate)
      .filter(({ thread }) => before === null || thread.archiveChangedAtMs < before)
      .sort(
        (a, b) =>
          b.thread.archiveChangedAtMs - a.thread.archiveChangedAtMs || compareIds(b.channel.id, a.channel.id),
      );
    return context.json(toList(found.slice(0, limit), found.length > limit));
  };

  return new Hono()
    .get('/guilds/:guild/threads/active', context => {
      const guild = findGuild(state, context.req.param('guild'));
      findMember(guild, me);
      const active = threadsOf(state, guild.id)
        .filter(channel => !channel.thread?.isArchived && canView(state, me, channel))
        .sort((a, b) => compareIds(b.id, a.id));
      return context.json(toList(active.flatMap(toThreadChannel), false));
    })
    .get('/channels/:channel/threads/archived/public', context => listArchived(context, false))
    .get('/channels/:channel/threads/archived/private', context => listArchived(context, true))
    .get('/channels/:channel/users/:me/threads/archived/private', context => {
      const { channel, permissions } = openChannel(state, me, context.req.param('channel'));
      requirePermission(permissions, Flags.ReadMessageHistory);
      const limit = readWhole('limit', context.req.query('limit'), { min: 2, max: 100, byDefault: 50 });
      const before = readId('before', context.req.query('before'));
      const found = threadsUnder(state, channel)
        .filter(({ thread }) => thread.isArchived && thread.isPrivate && thread.memberIds.has(me))
        .filter(one => before === null || compareIds(one.channel.id, before) < 0)
        .sort((a, b) => compareIds(b.channel.id, a.channel.id));
      return context.json(toList(found.slice(0, limit), found.length > limit));
    })
    .post('/channels/:channel/threads', async context => {
      const { channel: parent, permissions } = openChannel(state, me, context.req.param('channel'));
      const { json, files } = await readBody(context);
      if (isForum(parent)) {
        requirePermission(permissions, Flags.SendMessages);
        const body = parseForm(post, json);
        const message = parseMessage(body.message);
        checkMayWrite(parent, permissions, message, files);
        const tags = body.applied_tags ?? [];
        if (tags.some(id => !parent.tags.some(tag => tag.id === id))) throw refuse('unknownTag');
        const isModerated = parent.tags.some(tag => tag.isModerated && tags.includes(tag.id));
        if (isModerated) requirePermission(permissions, Flags.ManageThreads);
        if (parent.isTagRequired && tags.length === 0) throw refuse('tagRequired');
        const draft = toDraft(state, message, files);
        const channel = createThread(state, {
          parent,
          ownerId: me,
          name: body.name,
          autoArchiveMinutes: body.auto_archive_duration ?? 4320,
          appliedTags: tags,
        });
        const first = createMessage(state, { ...draft, id: channel.id, channelId: channel.id, authorId: me });
        const payload = toMessagePayload(state, first, { mayReadContent: true });
        return context.json({ ...toChannelPayload(state, channel), message: payload }, 201);
      }
      if (parent.thread || !TAKES_THREADS.has(parent.type)) throw refuse('notThisChannelType');
      const body = parseForm(plain, json);
      const isPrivate = (body.type ?? ChannelType.PrivateThread) === ChannelType.PrivateThread;
      requirePermission(permissions, isPrivate ? Flags.CreatePrivateThreads : Flags.CreatePublicThreads);
      const channel = createThread(state, {
        parent,
        ownerId: me,
        name: body.name,
        isPrivate,
        autoArchiveMinutes: body.auto_archive_duration ?? 4320,
      });
      if (!isPrivate) announceThread(state, parent, channel, me);
      return context.json(toChannelPayload(state, channel), 201);
    })
    .post('/channels/:channel/messages/:message/threads', async context => {
      const { channel: parent, permissions } = openText(state, me, context.req.param('channel'));
      const message = findMessage(state, parent.id, context.req.param('message'));
      const { json } = await readBody(context);
      const body = parseForm(fromMessage, json);
      if (parent.thread || !TAKES_THREADS.has(parent.type)) throw refuse('notThisChannelType');
      requirePermission(permissions, Flags.CreatePublicThreads | Flags.ReadMessageHistory);
      if (message.threadId !== null) throw refuse('threadAlreadyCreated');
      const channel = createThread(state, {
        parent,
        ownerId: me,
        name: body.name,
        from: message,
        autoArchiveMinutes: body.auto_archive_duration ?? 4320,
      });
      createMessage(state, { ...toStarter(message), channelId: channel.id, authorId: me });
      return context.json(toChannelPayload(state, channel), 201);
    })
    .get('/channels/:channel/thread-members', context => {
      const { channel, thread } = openThread(context.req.param('channel'));
      if (!state.application.approved.members) throw refuse('missingAccess');
      const withMember = context.req.query('with_member') === 'true';
      const ids = [...thread.memberIds.keys()].sort(compareIds);
      return context.json(ids.map(id => toThreadMember(state, channel, thread, id, withMember)));
    })
    .get('/channels/:channel/thread-members/:user', context => {
      const { channel, thread } = openThread(context.req.param('channel'));
      const user = context.req.param('user');
      const id = user === '@me' ? me : user;
      if (!thread.memberIds.has(id)) throw refuse('unknownMember');
      const withMember = context.req.query('with_member') === 'true';
      return context.json(toThreadMember(state, channel, thread, id, withMember));
    })
    .put('/channels/:channel/thread-members/:user', context => {
      const { channel, thread, permissions } = openThread(context.req.param('channel'));
      if (thread.isArchived) throw refuse('threadArchived');
      const user = context.req.param('user');
      if (user !== '@me') requirePermission(permissions, Flags.SendMessagesInThreads);
      joinThread(state, channel, user === '@me' ? me : user);
      return context.body(null, 204);
    })
    .delete('/channels/:channel/thread-members/:user', context => {
      const { channel, thread, permissions } = openThread(context.req.param('channel'));
      if (thread.isArchived) throw refuse('threadArchived');
      const user = context.req.param('user');
      if (user !== '@me' && thread.ownerId !== me) requirePermission(permissions, Flags.ManageThreads);
      leaveThread(state, channel, user === '@me' ? me : user);
      return context.body(null, 204);
    });
}

const TAKES_THREADS: ReadonlySet<ChannelType> = new Set([
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
]);

function toThreadChannel(channel: Channel): ThreadChannel[] {
  return channel.thread ? [{ channel, thread: channel.thread }] : [];
}

function threadsUnder(state: State, parent: Channel): ThreadChannel[] {
  const threads = state.channels.ofGuild(parent.guildId).filter(channel => channel.parentId === parent.id);
  return threads.flatMap(toThreadChannel);
}

/** The system message in the parent for a new public thread without a message. */
function announceThread(state: State, parent: Channel, thread: Channel, userId: string): void {
  createMessage(state, {
    channelId: parent.id,
    authorId: userId,
    type: MessageType.ThreadCreated,
    content: thread.name,
    reference: { kind: 'thread', channelId: thread.id, messageId: null },
  });
}

/** Whether a person may archive, lock or rename a thread. */
export function mayManageThread(channel: Channel, userId: string, permissions: bigint): boolean {
  return channel.thread?.ownerId === userId || has(permissions, Flags.ManageThreads);
}
