import { ChannelType, type GuildMember, type GuildTextBasedChannel } from 'discord.js';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import { toInline } from '../../../render/embed/message-body.ts';
import { findSources } from '../digests/sources.ts';
import { toFirstId } from '../history/message.ts';
import { findThread } from '../history/thread.ts';
import type { Ask, RequestContext } from '../interaction/context.ts';
import { checkAudience } from './audience.ts';
import {
  type AccessSnapshot,
  checkAccess,
  type Denial,
  takeSnapshot,
  toDenialWords,
} from './check-access.ts';
import { findChannel, type ReadableChannel, type SourceChannel, toAnswerChannel } from './places.ts';

/** The channels to read: one channel or thread, or the readable channels of a category or of the server. */
export type RequestedChannels = {
  /** The server as it was when they were requested; null in a direct message. */
  readonly snapshot: AccessSnapshot | null;
} & (
  | { readonly kind: 'channel'; readonly channel: GuildTextBasedChannel }
  | {
      readonly kind: 'category';
      readonly categoryId: string;
      readonly title: string;
      readonly channels: readonly SourceChannel[];
      /** How many of its channels may not be read or shown here. */
      readonly leftOut: number;
    }
  | {
      readonly kind: 'everywhere';
      /** The name of the server. */
      readonly title: string;
      /** With messages of the last `mostDaysBack`, newest first. */
      readonly channels: readonly GuildTextBasedChannel[];
      /** How many of the person's channels the bot may not read, and how many may not be shown here. */
      readonly botBlind: number;
      readonly ageRestricted: number;
    }
);

/** How far back all channels of a server are read. */
export const mostDaysBack = 30;
const dayMs = 86_400_000;

/** The person lost access to the source while the summary was being written or shown. */
export class AccessLost extends Error {
  readonly sentence: string;

  constructor(sentence: string) {
    super('access to the source was lost');
    this.name = 'AccessLost';
    this.sentence = sentence;
  }
}

export function toChannels(requested: RequestedChannels): readonly SourceChannel[] {
  return requested.kind === 'channel' ? [requested.channel] : requested.channels;
}

export function toMention(requested: RequestedChannels): string {
  if (requested.kind === 'everywhere') return toInline(requested.title);
  return requested.kind === 'channel' ? requested.channel.toString() : `<#${requested.categoryId}>`;
}

/**
 * Finds the channels to read; null if they do not exist. Does not check access to a single channel.
 *
 * @param member The person as their request contains them, if it has just come.
 */
export async function findRequestedChannels(
  context: RequestContext,
  ask: Ask,
  member?: GuildMember,
): Promise<RequestedChannels | null> {
  const { interaction, client } = context;
  const { categoryId, everywhere, threadOf, checkOf } = ask.request;
  const snapshot = await takeRequestSnapshot(context, member, everywhere);
  if (everywhere) return findEverywhere(context, ask, snapshot);
  if (categoryId !== undefined) return findCategory(context, categoryId, ask, snapshot);
  const id = (threadOf ?? checkOf)?.channelId ?? ask.channelId ?? interaction.channelId;
  const found = id === null ? null : await findChannel(client, id);
  if (found === null) return null;
  const channel = threadOf ? await findThread(found, threadOf.messageId) : found;
  return { kind: 'channel', channel, snapshot };
}

async function takeRequestSnapshot(
  { interaction: { client, guild, user } }: RequestContext,
  member?: GuildMember,
  withThreads?: boolean,
): Promise<AccessSnapshot | null> {
  return guild && takeSnapshot(client, guild.id, { personId: user.id, member, withThreads });
}

/** Private threads need a request for their members each, so only the newest are checked. */
const mostPrivateThreads = 10;

/** Channels that the person may not read are neither named nor counted. */
async function findEverywhere(
  context: RequestContext,
  { request: { question } }: Ask,
  snapshot: AccessSnapshot | null,
): Promise<RequestedChannels | null> {
  const { interaction } = context;
  const { user, guild } = interaction;
  if (snapshot === null || guild === null) return null;
  const found = await findOpenChannels(
    context,
    snapshot,
    user.id,
    toAnswerChannel(interaction),
    question === undefined ? mostDaysBack : null,
  );
  const { open, roleNeeded, botBlind, ageRestricted } = found;
  // Without the role that the server asks for, the check of these refuses.
  const channels = [...open, ...roleNeeded];
  return { kind: 'everywhere', title: guild.name, channels, botBlind, ageRestricted, snapshot };
}

/** The channels with messages of the last days, or with any, that a person may read, and those that they may not. */
export async function findOpenChannels(
  { privacy, now }: Pick<RequestContext, 'privacy' | 'now'>,
  snapshot: AccessSnapshot,
  personId: string,
  shownIn: ReadableChannel | undefined,
  days: number | null = mostDaysBack,
) {
  const floorId = days === null ? '0' : String(toFirstId(Date.parse(now()) - days * dayMs));
  const places = snapshot.channels
    .filter(each => each.isTextBased())
    .filter(({ lastMessageId }) => compareSnowflakes(lastMessageId ?? '0', floorId) > 0)
    .sort((a, b) => compareSnowflakes(b.lastMessageId ?? '0', a.lastMessageId ?? '0'));
  const isPrivate = ({ type }: GuildTextBasedChannel) => type === ChannelType.PrivateThread;
  const privateThreads = new Set(places.filter(isPrivate).slice(0, mostPrivateThreads));
  const judged = await Promise.all(
    places
      .filter(place => !isPrivate(place) || privateThreads.has(place))
      .map(async channel => {
        const denial = await checkAccess(channel, personId, { privacy, shownIn, snapshot });
        return { channel, reason: denial?.reason };
      }),
  );
  const count = (...reasons: readonly (string | undefined)[]) =>
    judged.filter(({ reason }) => reasons.includes(reason)).length;
  const select = (wanted: (typeof judged)[number]['reason']) =>
    judged.flatMap(({ channel, reason }) => (reason === wanted ? [channel] : []));
  return {
    open: select(undefined),
    roleNeeded: select('role_needed'),
    botBlind: count('bot_view', 'bot_history'),
    ageRestricted: count('age_restricted'),
  };
}

/** A public answer uses only channels that all its readers may read. */
async function findCategory(
  { interaction, privacy }: RequestContext,
  categoryId: string,
  { isPrivate }: Ask,
  snapshot: AccessSnapshot | null,
): Promise<RequestedChannels | null> {
  const here = toAnswerChannel(interaction);
  if (snapshot === null || here === undefined || here.isDMBased()) return null;
  const category = snapshot.channels.find(({ id }) => id === categoryId);
  if (category === undefined) return null;
  const sources = { kind: 'channels' as const, channelIds: [categoryId] };
  const shown = isPrivate ? { shownTo: here } : here;
  const creatorId = interaction.user.id;
  const { channels, leftOut } = await findSources({ sources, creatorId }, snapshot, shown, privacy);
  const { name: title } = category;
  return { kind: 'category', categoryId, title, channels, leftOut: leftOut.length, snapshot };
}

/**
 * Checks access before anything is fetched, and again before anything is shown. Null if allowed, otherwise a sentence that
 * says why not. A public answer must also be allowed for everyone who can read the channel.
 *
 * @param given The server as it was at the request; without it, a new snapshot is taken.
 */
export async function checkRequestAccess(
  context: RequestContext,
  requested: RequestedChannels,
  ask: Ask,
  given?: AccessSnapshot | null,
): Promise<string | null> {
  for await (const { denial } of findDenials(context, requested, ask, given))
    return toDenialWords(denial, context.t);
  return null;
}

async function* findDenials(
  context: RequestContext,
  requested: RequestedChannels,
  ask: Ask,
  given?: AccessSnapshot | null,
): AsyncGenerator<{ readonly id: string; readonly denial: Denial }> {
  const { interaction, privacy } = context;
  const here = interaction.inGuild() ? (interaction.channel ?? undefined) : undefined;
  const snapshot = given ?? (await takeRequestSnapshot(context));
  for (const channel of toChannels(requested)) {
    const denial =
      (await checkAccess(channel, interaction.user.id, { privacy, shownIn: here, snapshot })) ??
      (ask.isPrivate || here === undefined ? null : await checkAudience(channel, here, snapshot));
    if (denial !== null) yield { id: channel.id, denial };
  }
}

/** What was lost since channels were requested. */
type Loss = {
  /** Why nothing may be shown; null if something may. */
  readonly refusal: string | null;
  /** Of a card, the channels whose lines may not be shown. */
  readonly closed: ReadonlySet<string>;
};

/** Checks access as `checkRequestAccess` does; a card goes on without the channels that its reader has lost. */
export async function findLoss(...asked: Parameters<typeof checkRequestAccess>): Promise<Loss> {
  const [context, requested] = asked;
  const closed = new Set<string>();
  if (requested.kind !== 'everywhere') return { refusal: await checkRequestAccess(...asked), closed };
  for await (const { id, denial } of findDenials(...asked)) {
    closed.add(id);
    const isAll = closed.size === requested.channels.length || isOfPerson(denial);
    if (isAll) return { refusal: toDenialWords(denial, context.t), closed };
  }
  return { refusal: null, closed };
}

/** Whether it is the same for all channels. */
function isOfPerson({ reason }: Denial): boolean {
  return reason === 'role_needed' || reason === 'not_a_member';
}
