import { isDeepStrictEqual } from 'node:util';
import type { DigestNotice, DigestPlace, DigestRunParts } from '../../../src/app/digests/ports.ts';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { PostedMessage, StoredSummary } from '../../../src/app/store-ports.ts';
import { summarize } from '../../../src/app/summarize.ts';
import { noTelemetry } from '../../../src/app/telemetry-ports.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import type { Message } from '../../../src/core/conversation/message.ts';
import type { LogEntry } from '../../../src/core/decisions/entry.ts';
import { type Digest, type PauseReason, toPlaceId } from '../../../src/core/digests/digest.ts';
import {
  createDigest,
  type DigestPostId,
  type NewDigest,
  parsePostId,
} from '../../../src/core/digests/run.ts';
import { say as sayAt } from '../../core/conversation/messages.ts';
import { sure } from '../../sure.ts';

export const guildId = 'g1';

/** The process died at this moment. */
export class Crash extends Error {}

export type CrashAt = { readonly step: number; readonly mode: 'before' | 'after' };

const epochMs = Date.UTC(2015, 0, 1);

function toId(atMs: number, sequence: number): string {
  return String((BigInt(atMs - epochMs) << 22n) + BigInt(sequence));
}

export const choice: NewDigest = {
  id: 'd1',
  guildId,
  creatorId: 'ann',
  locale: 'en-US',
  sources: { kind: 'channels', channelIds: ['c1', 'c2'] },
  destination: { kind: 'channel', channelId: 'out' },
  schedule: { kind: 'daily', time: '09:00', zone: 'UTC' },
  detail: 'brief',
  review: false,
};

function toPosted({ channelId, messageId }: PostedMessage): PostedMessage {
  return { channelId, messageId };
}

const toPostIdOf = (summaryId: string): DigestPostId => sure(parsePostId(summaryId, choice.id));

/** What takes most of a run's time is done once for all worlds. */
const summarized = new Map<string, Summary>();

/** A world for digests that outlives crashes of the process: messages, posts and what the store holds. */
export function createDigestWorld(
  changes: Partial<NewDigest> & Pick<Partial<Digest>, 'webhook'> = {},
  createdAt = '2026-03-02T08:00:00.000Z',
) {
  let nowMs = Date.parse(createdAt);
  let ids = 0;
  let posted = 0;
  const messages: Message[] = [];
  const stored = new Map<string, Digest>();
  const summaries = new Map<string, StoredSummary>();
  /** Undoes each write of the store, the last one first. */
  const undo: (() => void)[] = [];
  const write = <Value>(records: Map<string, Value>, id: string, value: Value | undefined) => {
    const before = records.get(id);
    const set = (to: Value | undefined) => void (to === undefined ? records.delete(id) : records.set(id, to));
    undo.push(() => set(before));
    set(value);
  };
  /** Which messages a summary was written from, by its id. */
  const written = new Map<string, readonly string[]>();
  const posts: (PostedMessage & { summaryId: string; messageIds: readonly string[] })[] = [];
  const notices: DigestNotice[] = [];
  /** The summaries that were to be sent to a webhook. */
  const delivered = new Set<string>();
  const state = {
    problem: null as PauseReason | null,
    leftOut: [] as readonly string[],
    entries: [] as readonly LogEntry[],
    /** What is found out when the messages of entries are looked for. */
    refresh: () => {},
    mayShow: true,
    /** Whether the bot may delete a post of its own. */
    mayDelete: true,
    isStoreDown: false,
    /** Discord posts nothing twice that has the same nonce, for some minutes. */
    hasNonces: false,
    limit: Number.POSITIVE_INFINITY,
    /** Whether a task has become due since the last run. */
    hasDue: false,
  };
  const now = () => new Date(nowMs).toISOString();
  const digest = createDigest({ ...choice, ...changes }, now());
  stored.set(digest.id, digest);

  const say = (channelId: string, text: string, isBot = false) => {
    nowMs += 1_000;
    const id = toId(nowMs, messages.length);
    const channel = { id: channelId, title: `#${channelId}` };
    messages.push(sayAt(isBot ? 'Builds' : 'Bob', now(), text, { id, bot: isBot, channel }));
    return id;
  };

  const findHere = (digest: Digest) => posts.filter(({ channelId }) => channelId === toPlaceId(digest));
  const toDigestPost = (post: (typeof posts)[number]) => ({ ...post, ...toPostIdOf(post.summaryId) });

  /** The ports of one process; it dies at that step. `onStep` happens between two of its steps. */
  const createParts = (
    crashAt: CrashAt | null = null,
    onStep: (step: number) => Promise<void> | void = () => {},
  ): DigestRunParts => {
    let steps = 0;
    const effect =
      <Args extends unknown[], Done>(work: (...args: Args) => Done) =>
      async (...args: Args): Promise<Awaited<Done>> => {
        steps += 1;
        const step = steps;
        const isLast = step === crashAt?.step;
        if (isLast && crashAt.mode === 'before') throw new Crash();
        const done = await work(...args);
        if (isLast) throw new Crash();
        await onStep(step);
        return done;
      };
    const place: DigestPlace = {
      read: effect(({ covered, coveredTo = '0', since }, limit) => {
        const isNew = ({ id, time, channel }: Message) => {
          if (BigInt(id) <= BigInt(coveredTo)) return false;
          const known = covered[channel?.id ?? ''];
          return known === undefined ? time >= since : BigInt(id) > BigInt(known);
        };
        const fresh = messages.filter(
          message => isNew(message) && !state.leftOut.includes(message.channel?.id ?? ''),
        );
        const read = fresh.slice(0, Math.min(limit, state.limit));
        return {
          conversation: {
            source: {
              type: 'discord' as const,
              title: '#c1',
              guildId,
              channelIds: ['c1', 'c2'].filter(id => !state.leftOut.includes(id)),
            },
            messages: read,
            unreadable: 0,
          },
          covered: Object.fromEntries(read.map(({ channel, id }) => [channel?.id ?? '', id])),
          hasMore: read.length < fresh.length,
          leftOut: state.leftOut,
          hasDue: state.hasDue,
        };
      }),
      mayShow: effect(() => state.mayShow),
      findPosts: effect(digest => findHere(digest).map(toDigestPost).reverse()),
      send: effect((digest, { summary }) => {
        const { tick, number } = toPostIdOf(summary.id);
        const known = findHere(digest)
          .map(toDigestPost)
          .find(post => post.tick === tick && post.number === number);
        if (state.hasNonces && known) return toPosted(known);
        const post = {
          summaryId: summary.id,
          channelId: toPlaceId(digest),
          messageId: `p${posted++}`,
          messageIds: written.get(summary.id) ?? [],
        };
        posts.push(post);
        return toPosted(post);
      }),
      edit: effect((_, { summary }, { messageId }) => {
        const post = posts.find(each => each.messageId === messageId);
        if (post) Object.assign(post, { summaryId: summary.id, messageIds: written.get(summary.id) ?? [] });
      }),
      delete: effect(given => {
        const deleted = new Set(given.map(({ messageId }) => messageId));
        posts.splice(0, posts.length, ...posts.filter(({ messageId }) => !deleted.has(messageId)));
      }),
      get mayDelete() {
        return state.mayDelete;
      },
      hasNonces: true,
      isClosed: false,
      hasPost: effect(({ messageId }) => posts.some(each => each.messageId === messageId)),
      isRefusal: () => false,
    };
    return {
      maxMessages: 50_000,
      telemetry: noTelemetry,
      digests: {
        get: effect((_, id) => structuredClone(stored.get(id) ?? null)),
        create: effect(created => void stored.set(created.id, structuredClone(created))),
        update: effect((_, id, change) => {
          const before = stored.get(id);
          if (state.isStoreDown) throw new Crash();
          if (!before) return null;
          const after = structuredClone(change(structuredClone(before)));
          if (!isDeepStrictEqual(before, after)) write(stored, id, after);
          return structuredClone(after);
        }),
        remove: effect((_, id) => void stored.delete(id)),
        list: effect(() => [...stored.values()]),
        guildIds: effect(() => [guildId]),
      },
      summaries: {
        put: effect(stored => write(summaries, stored.summary.id, stored)),
        get: effect((_, id) => summaries.get(id) ?? null),
        remove: effect((_, id) => write(summaries, id, undefined)),
      },
      entries: {
        list: async () => state.entries,
        change: async (_, id, work) => {
          state.entries = state.entries.map(each => (each.id === id ? work(each) : each));
          return null;
        },
      },
      refreshEntries: async () => state.refresh(),
      reviseNote: effect(({ lastSummaryId = '' }, change) => {
        const current = summaries.get(lastSummaryId);
        const revised = current ? change(current) : null;
        if (revised) write(summaries, lastSummaryId, revised);
        return revised ?? current ?? null;
      }),
      hasNews: () => false,
      notePost: effect((stored, answeredAs) =>
        write(summaries, stored.summary.id, { ...stored, answeredAs }),
      ),
      openPlace: effect(() => state.problem ?? place),
      summarize: effect(async ({ detail }, conversation, signal, { summaryId }) => {
        const newId = () => summaryId;
        const request = { detail, zone: 'UTC', window: {}, language: 'en' };
        const key = JSON.stringify([summaryId, conversation, request]);
        const known = summarized.get(key);
        const summary =
          known ?? (await summarize(conversation, request, { engine: extractiveEngine, newId }, signal));
        summarized.set(key, summary);
        written.set(
          summary.id,
          conversation.messages.map(({ id }) => id),
        );
        return summary;
      }),
      deliver: effect((_, summaryId) => void delivered.add(summaryId)),
      needsReview: async ({ review }) => review,
      notify: effect((_, notice) => void notices.push(notice)),
      newId: () => {
        ids += 1;
        return `r${ids}`;
      },
      now,
    };
  };

  return {
    messages,
    posts,
    notices,
    delivered,
    state,
    summaries,
    say,
    now,
    createParts,
    digest: () => stored.get('d1') ?? null,
    change: (change: (digest: Digest) => Digest) => {
      const before = stored.get('d1');
      if (before) stored.set('d1', change(before));
    },
    remove: () => stored.delete('d1'),
    /** The store loses its last writes, as Redis may whose disk loses a second. */
    forget: (writes: number) => {
      for (const each of undo.splice(Math.max(0, undo.length - writes)).reverse()) each();
    },
    countWrites: () => undo.length,
    setNow: (at: string) => {
      nowMs = Date.parse(at);
    },
    /** How many posts each message is in, by its id. */
    countPosts: () => {
      const counts = new Map(messages.map(({ id }) => [id, 0]));
      for (const { messageIds } of posts)
        for (const id of messageIds) counts.set(id, (counts.get(id) ?? 0) + 1);
      return counts;
    },
    postedIds: () => posts.map(({ messageIds }) => messageIds),
  };
}
export type DigestWorld = ReturnType<typeof createDigestWorld>;
