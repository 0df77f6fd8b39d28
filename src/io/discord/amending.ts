import type { Client, RepliableInteraction } from 'discord.js';
import type { KeptSummary, PrivacyStore, SummaryStore } from '../../app/ports.ts';
import { amend, type MessageChanges } from '../../core/claims/amend.ts';
import { toCitedIds, toCitedMessages, toPersonIds } from '../../core/claims/cited.ts';
import type { Summary } from '../../core/claims/summary.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import type { Logger } from '../../log.ts';
import { toBotWords } from '../../render/words/bot/index.ts';
import { askChanges } from './cited.ts';
import { type Copies, createCopies, type Refuse } from './copies.ts';
import type { Deletions } from './deletions.ts';
import { createHearing } from './hearing.ts';
import { checkKeptAccess, toPlaceIds } from './kept-sources.ts';
import { findChannel } from './places.ts';
import { redrawPosts } from './redrawing.ts';

export type AmendingParts = {
  readonly client: Client<true>;
  readonly summaries: SummaryStore;
  readonly deletions: Deletions;
  readonly privacy: PrivacyStore;
  readonly log: Logger;
  readonly now: () => string;
};

type Named = { readonly guildId: string | null; readonly summaryId: string };

/** Keeps what is kept true to the messages it rests on. */
export type Amending = {
  /**
   * Does something with a kept summary as it stands now; nobody else changes it meanwhile. Null where it is no longer
   * kept. Discord is asked only where this process cannot know: it has not heard everything since the summary was made.
   */
  readonly withCurrent: <Result>(
    named: Named,
    work: (current: KeptSummary | null) => Promise<Result>,
  ) => Promise<Result>;
  /** The same without asking Discord anything, for who takes a summary away or notes where it stands. */
  readonly withKept: <Result>(
    named: Named,
    work: (kept: KeptSummary | null) => Promise<Result>,
  ) => Promise<Result>;
  /**
   * Puts what `work` makes of a kept summary as it stands now in its place, and draws all that shows it anew; null leaves
   * it as it is. Resolves to what is kept then, or null where nothing is.
   */
  readonly revise: (
    named: Named,
    work: (current: KeptSummary) => KeptSummary | null,
  ) => Promise<KeptSummary | null>;
  /** Notes where a summary was posted just now, as it was then; what changed meanwhile is changed there as well. */
  readonly notePost: (shown: KeptSummary, note: Partial<KeptSummary>) => Promise<void>;
  /** Draws a message for one anew whenever its summary changes, which was drawn as it was then, as long as Discord lets us. */
  readonly follow: Copies['follow'];
  /** Takes the messages of somebody who opted out from all that is kept and shown, from now on. */
  readonly forgetPerson: (personId: string) => Promise<void>;
};

/** So many summaries are remembered as asked about, the latest. */
const maxRemembered = 10_000;

export function createAmending(parts: AmendingParts): Amending {
  const { client, summaries, deletions, privacy, log } = parts;
  const now = () => Date.parse(parts.now());
  const hearing = createHearing(client, now);
  const copies = createCopies(now, log);
  const askedAt = new Map<string, number>();
  const exclusively = createKeyedMutex();

  /** What Discord says where nobody here can know; nothing where somebody can, or where the channel cannot be read. */
  const ask = async (kept: KeptSummary): Promise<MessageChanges | null> => {
    const { guildId, summary, createdAt } = kept;
    const knownMs = askedAt.get(summary.id) ?? Date.parse(createdAt);
    // One that was made before authors were noted tells nothing of who opted out.
    const isKnown = hearing.since(guildId ?? '') <= knownMs && namesAuthors(summary);
    if (guildId === null || isKnown) return null;
    const beganMs = now();
    const deleted = new Set<string>();
    const edited = new Set<string>();
    const authors = new Map<string, string>();
    for (const placeId of toPlaceIds(kept)) {
      const channel = await findChannel(client, placeId);
      if (channel === null) return null;
      const changes = await askChanges(kept, channel, new AbortController().signal);
      for (const id of changes.deleted) deleted.add(id);
      for (const id of changes.edited) edited.add(id);
      for (const [id, authorId] of changes.authors) authors.set(id, authorId);
    }
    const optedOut = await privacy.optedOut([...new Set(authors.values())]);
    for (const [id, authorId] of authors) if (optedOut.has(authorId)) deleted.add(id);
    askedAt.delete(summary.id);
    askedAt.set(summary.id, beganMs);
    const [oldest] = askedAt.keys();
    if (askedAt.size > maxRemembered && oldest !== undefined) askedAt.delete(oldest);
    return { deleted, edited, optedOut };
  };

  /** What is known here of the messages of a summary and of those who wrote them. */
  const hear = async (kept: KeptSummary): Promise<MessageChanges> => ({
    ...hearDeletions(kept, deletions),
    optedOut: await privacy.optedOut(toPersonIds(kept.summary)),
  });

  /** Whether something was heard of its messages since it was drawn so. */
  const isOutdated = async (shown: KeptSummary) => amend(shown.summary, await hear(shown)) !== shown.summary;

  const redraw = async (current: KeptSummary, refuse?: Refuse): Promise<void> => {
    await redrawPosts(current, client, log);
    await copies.redraw(current, refuse);
  };

  /** Keeps what became of a summary, and brings what shows it into line. */
  const update = async (
    kept: KeptSummary,
    asked: MessageChanges | null,
    { note = {}, shown = kept }: { note?: Partial<KeptSummary>; shown?: KeptSummary } = {},
  ) => {
    const heard = await hear(kept);
    const summary = amend(kept.summary, {
      deleted: new Set([...heard.deleted, ...(asked?.deleted ?? [])]),
      edited: new Set([...heard.edited, ...(asked?.edited ?? [])]),
      optedOut: new Set([...(heard.optedOut ?? []), ...(asked?.optedOut ?? [])]),
    });
    const isSame = summary === kept.summary && !(await isOutdated(shown));
    if (isSame && Object.keys(note).length === 0) return kept;
    const current: KeptSummary = { ...kept, ...note, summary };
    await summaries.put(current);
    if (isSame) return current;
    const { counts, footnotes } = summary;
    log.info({ summary: summary.id, dropped: counts.dropped, cited: footnotes.length }, 'summary-amended');
    await redraw(current);
    return current;
  };

  const withKept: Amending['withKept'] = ({ guildId, summaryId }, work) =>
    exclusively(summaryId, async () => work(await summaries.get(guildId, summaryId)));
  const withCurrent: Amending['withCurrent'] = (named, work) =>
    withKept(named, async kept => work(kept && (await update(kept, await ask(kept)))));
  const revise: Amending['revise'] = (named, work) =>
    withCurrent(named, async current => {
      const revised = current && work(current);
      if (!revised) return current;
      await summaries.put(revised);
      // What it cites only now was not looked for when it was deleted.
      const settled = { ...revised, summary: amend(revised.summary, await hear(revised)) };
      if (settled.summary !== revised.summary) await summaries.put(settled);
      // It may say what it did not say before, which only those are shown who may read it now.
      await redraw(settled, interaction => refuseCopy(settled, interaction, client, privacy));
      return settled;
    });
  const settle = (named: Named) =>
    withKept(named, async kept => {
      if (kept !== null) await update(kept, null);
    });
  const notePost: Amending['notePost'] = (shown, note) =>
    withKept({ guildId: shown.guildId, summaryId: shown.summary.id }, async kept => {
      if (kept !== null) await update(kept, null, { note, shown });
    });

  const pending = new Map<string, Set<string>>();
  const catchUp = async (guildId: string): Promise<void> => {
    for (let ids = pending.get(guildId); ids !== undefined && ids.size > 0; ids = pending.get(guildId)) {
      pending.set(guildId, new Set());
      try {
        for (const summaryId of await summaries.citing(guildId, [...ids]))
          await settle({ guildId, summaryId });
      } catch (error) {
        // What was heard is remembered, so that whoever opens it sees it as it should be.
        log.error(
          { guild: guildId, message: error instanceof Error ? error.message : '' },
          'summaries-unamended',
        );
      }
    }
    pending.delete(guildId);
  };
  // One look into the index at a time for each server, with all that was told meanwhile.
  const note = (guildId: string, ids: readonly string[]) => {
    const waiting = pending.get(guildId);
    pending.set(guildId, new Set([...(waiting ?? []), ...ids]));
    if (waiting === undefined) void catchUp(guildId);
  };
  deletions.listen(note);
  const forgetPerson = async (personId: string) => {
    for (const guildId of await summaries.guildIds()) note(guildId, [personId]);
  };

  const follow: Amending['follow'] = async (kept, ...where) => {
    await copies.follow(kept, ...where);
    // Heard while it was being drawn: nobody knew of this copy yet.
    // While the store is away nobody opts out, and what was shown stays.
    if (await isOutdated(kept).catch(() => false))
      await copies.redraw({ ...kept, summary: amend(kept.summary, await hear(kept)) });
  };

  return { withCurrent, withKept, revise, notePost, follow, forgetPerson };
}

/** Whether a summary says who wrote what it cites. */
function namesAuthors(summary: Summary): boolean {
  return toCitedMessages(summary).every(({ authorId }) => authorId !== undefined);
}

/** What this process heard of the messages of a summary; with its channel or thread, all of them went. */
function hearDeletions(kept: KeptSummary, deletions: Deletions): MessageChanges {
  const { summary, channelId, createdAt, places: placeOf } = kept;
  const ids = toCitedIds(summary);
  const heard = deletions.changed(ids, createdAt);
  if (placeOf !== undefined) {
    const isGone = (id: string) => deletions.isPlaceGone([placeOf[id] ?? channelId]);
    return { ...heard, deleted: new Set([...heard.deleted, ...ids.filter(isGone)]) };
  }
  const { threadId, channelIds = [] } = summary.source;
  const places = [channelId, ...channelIds, ...(threadId === undefined ? [] : [threadId])];
  if (deletions.isPlaceGone(places)) return { deleted: new Set(ids), edited: new Set() };
  return heard;
}

/** The gate, before somebody is shown more of a summary than they have seen. */
async function refuseCopy(
  kept: KeptSummary,
  interaction: RepliableInteraction,
  client: Client,
  privacy: PrivacyStore,
): Promise<string | null> {
  const words = toBotWords(interaction.locale);
  const here = interaction.channel;
  const shownIn = here === null || here.isDMBased() ? {} : { shownIn: here };
  const denial = await checkKeptAccess(kept, client, interaction.user.id, { privacy, ...shownIn });
  return denial === null ? null : words.denied(denial.reason, `<#${denial.channelId}>`);
}
