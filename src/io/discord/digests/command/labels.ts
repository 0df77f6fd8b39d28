import {
  ChannelType,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  PermissionFlagsBits,
} from 'discord.js';
import type { Digest } from '../../../../core/digests/digest.ts';
import { truncate } from '../../../../render/cut.ts';
import { toScheduleWords } from '../../../../render/embed/digest-text.ts';
import { toTexts } from '../../../../render/texts.ts';

const longestLabel = 100;
const { ViewChannel, ManageThreads } = PermissionFlagsBits;

type Viewer = { readonly guild: Guild; readonly member: GuildMember; readonly locale: string };

/**
 * Labels of digests, by id: "#planning · every Monday at 09:00 (Europe/Berlin)". Equal labels also name the sources;
 * those still equal get their number in `digests`. Channels hidden from the viewer are not named.
 */
export function toLabels(digests: readonly Digest[], viewer: Viewer): ReadonlyMap<string, string> {
  const places = digests.map(digest => toJoined([toPlaceName(digest, viewer), toWhen(digest, viewer)]));
  const named = digests.map((digest, index) => {
    const label = places[index] ?? '';
    return isUnique(label, places) ? label : toJoined([label, toSourceNames(digest, viewer)]);
  });
  return new Map(
    digests.map(({ id }, index) => {
      const label = named[index] ?? '';
      const number = isUnique(label, named) ? '' : ` (${index + 1})`;
      return [id, truncate(label, longestLabel - number.length) + number];
    }),
  );
}

function isUnique(label: string, labels: readonly string[]): boolean {
  return labels.indexOf(label) === labels.lastIndexOf(label);
}

function toJoined(parts: readonly string[]): string {
  return truncate(parts.filter(part => part !== '').join(' · '), longestLabel);
}

function toWhen({ schedule }: Digest, { locale }: Viewer): string {
  return toScheduleWords(schedule, locale, toTexts(locale));
}

function toPlaceName({ destination }: Digest, viewer: Viewer): string {
  return destination.kind === 'dm' ? '' : toName(destination.channelId, viewer);
}

function toSourceNames({ sources }: Digest, viewer: Viewer): string {
  const ids = sources.kind === 'category' ? [sources.categoryId] : sources.channelIds;
  const names = ids.map(id => toName(id, viewer)).filter(name => name !== '');
  return new Intl.ListFormat(viewer.locale).format(names);
}

/** From the cache, because autocomplete must answer at once. Empty if the viewer cannot see it. */
function toName(channelId: string, { guild, member }: Viewer): string {
  const channel = guild.channels.cache.get(channelId);
  if (!channel || !canSee(channel, member)) return '';
  return channel.type === ChannelType.GuildCategory ? channel.name : `#${channel.name}`;
}

function canSee(channel: GuildBasedChannel, member: GuildMember): boolean {
  const permissions = channel.permissionsFor(member);
  if (!permissions.has(ViewChannel)) return false;
  if (channel.type !== ChannelType.PrivateThread) return true;
  return permissions.has(ManageThreads) || channel.members.cache.has(member.id);
}
