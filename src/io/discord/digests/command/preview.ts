import { ChannelType } from 'discord.js';
import type { PrivacyStore } from '../../../../app/ports.ts';
import type { DigestChoice, LeftOutReason } from '../../../../core/digests/digest.ts';
import { nextRuns } from '../../../../core/schedule.ts';
import type { DigestPreview } from '../../../../render/digest-text.ts';
import type { BotWords } from '../../../../render/words/bot/words.ts';
import { fetchReaders } from '../../audience.ts';
import { fetchFresh } from '../../standing.ts';
import { findDestination } from '../destination.ts';
import { fetchSourceIds, findSources } from '../sources.ts';
import { type Asker, toNamed } from './asker.ts';

const shownRuns = 3;

export type Previewed = {
  readonly preview: DigestPreview;
  /** Whether there is anything that it may read. */
  readonly canRun: boolean;
};

/** What a choice would do, from permissions that are asked of Discord anew; a sentence if it cannot be saved at all. */
export async function fetchPreview(
  choice: DigestChoice,
  creatorId: string,
  asker: Asker,
  { privacy, now }: { readonly privacy: PrivacyStore; readonly now: () => string },
  words: BotWords,
): Promise<Previewed | string> {
  const { guild, member } = asker;
  const { command, pauseReasons } = words.digest;
  const { sources, destination } = choice;
  const isCreator = creatorId === member.id;
  if (destination.kind === 'dm') return command.noDestination;
  const place = `<#${destination.channelId}>`;
  const found = await findDestination({ destination, creatorId }, guild);
  if (found === 'destination_denied') return command.cannotPost(place);
  if (found === 'destination_gone') return command.noDestination;
  if (found === 'creator_demoted' && isCreator) return command.notManager(place);
  if (typeof found === 'string') return command.cannotRun(pauseReasons[found]);
  const categoryId = sources.kind === 'category' ? sources.categoryId : null;
  if (categoryId !== null && !(await isVisibleCategory(asker, categoryId))) return command.noCategory;
  const { channels, reasons } = await findSources({ sources, creatorId }, guild, found, privacy);
  const preview: DigestPreview = {
    choice,
    reads: await toNamed(
      asker,
      channels.map(({ id }) => id),
    ),
    category: categoryId === null ? null : { ids: [categoryId], hidden: 0 },
    destination: await toNamed(asker, [found.id]),
    readers: found.type === ChannelType.PrivateThread ? 'private_thread' : await fetchReaders(found),
    leftOut: await toLeftOut(asker, reasons),
    nextRuns: nextRuns(choice.schedule, now(), shownRuns),
    isCreator,
  };
  return { preview, canRun: channels.length > 0 };
}

/** The sources of a choice by what the asker may see of them; nothing is said of whether they may be read. */
export async function fetchPlaces(choice: DigestChoice, asker: Asker) {
  const { sources, destination } = choice;
  const destinationIds = destination.kind === 'dm' ? [] : [destination.channelId];
  return {
    reads: await toNamed(asker, await fetchSourceIds({ sources }, asker.guild)),
    category: sources.kind === 'category' ? await toNamed(asker, [sources.categoryId]) : null,
    destination: await toNamed(asker, destinationIds),
  };
}

async function isVisibleCategory(asker: Asker, id: string): Promise<boolean> {
  const category = await fetchFresh(asker.guild, id);
  const isCategory =
    category === 'hidden' || (category !== 'gone' && category.type === ChannelType.GuildCategory);
  return isCategory && (await asker.canSeeChannel(id));
}

/** By reason; of channels that the asker cannot see not even the reason is told. */
async function toLeftOut(
  asker: Asker,
  reasons: ReadonlyMap<string, LeftOutReason>,
): Promise<DigestPreview['leftOut']> {
  const { ids, hidden } = await toNamed(asker, [...reasons.keys()]);
  const byReason = Map.groupBy(ids, id => reasons.get(id) ?? 'gone');
  const named = [...byReason].map(([reason, those]) => ({ reason, ids: those, hidden: 0 }));
  return hidden === 0 ? named : [...named, { reason: null, ids: [], hidden }];
}
