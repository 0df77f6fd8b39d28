import { type Guild, type GuildMember, PermissionFlagsBits } from 'discord.js';
import {
  isErased,
  isOwnTask,
  type ListedEntry,
  type LogEntry,
  toLinkIds,
  toShownStatement,
  toVisibleEntry,
} from '../../../core/decisions/entry.ts';
import { searchEntries } from '../../../core/decisions/search.ts';
import { compare } from '../../../core/order.ts';
import { createZonedClock } from '../../../core/time.ts';
import { type ShownEntry, toTaskLine } from '../../../render/embed/entry-text.ts';
import { type AccessSnapshot, takeSnapshot, toCachedSnapshot } from '../access/check-access.ts';
import { learnGuild } from '../access/places.ts';
import { findReadable } from '../access/stored-sources.ts';
import { findZone, type PersonContext } from '../interaction/context.ts';

export type Log = {
  readonly entries: readonly LogEntry[];
  readonly guild: Guild;
  readonly person: GuildMember;
  /** The channels and threads of all entries that the person may read. */
  readonly readable: ReadonlySet<string>;
};

/** @param given Without it, a snapshot is taken. */
export async function openLog(
  { client, interaction, decisionLog, privacy }: PersonContext,
  guildId = interaction.guildId,
  given?: AccessSnapshot | null,
): Promise<Log | null> {
  if (guildId === null) return null;
  await learnGuild(client, guildId);
  const guild = client.guilds.cache.get(guildId);
  if (guild === undefined) return null;
  const personId = interaction.user.id;
  const snapshot = given ?? (await takeSnapshot(client, guildId, { personId }));
  const person = await snapshot.member(personId);
  if (typeof person === 'string') return null;
  const all = await decisionLog.list(guildId);
  // The snapshot has brought what is known of channels up to date; each thread would be another request.
  const known = { privacy, snapshot: toCachedSnapshot(person) };
  const placeIds = all.flatMap(({ places }) => places);
  const readable = await findReadable(placeIds, client, personId, known);
  return {
    entries: all.flatMap(entry => toVisibleEntry(entry, id => readable.has(id)) ?? []),
    ...{ guild, person, readable },
  };
}

/** The open tasks of the person: what is due, the latest first, then the rest by date; at most `most` of `count`. Without `snapshot`, one is taken. */
export async function findOwnTasks(context: PersonContext, most: number, snapshot: AccessSnapshot | null) {
  const { interaction, t, now } = context;
  const zone = await findZone(context);
  const log = await openLog(context, interaction.guildId, snapshot);
  const today = createZonedClock(zone).day(now());
  const toDay = (entry: LogEntry) => toShownStatement(entry)?.dueDate?.day ?? '9';
  const query = {
    kind: 'action',
    words: '',
    personId: interaction.user.id,
    status: 'open',
    topic: null,
  } as const;
  const open = searchEntries(log?.entries ?? [], query, now(), null).toSorted((a, b) => {
    const [one, other] = [toDay(a), toDay(b)];
    return one <= today && other <= today ? compare(other, one) : compare(one, other);
  });
  const chosen = open.slice(0, most);
  const current = log === null ? [] : await fetchCurrent(chosen, log, context);
  // Some may have lost their messages unseen.
  const tasks = current.flatMap(({ entry }) => (entry.kind === 'action' && !isErased(entry) ? [entry] : []));
  const lines = tasks.map(entry => toTaskLine(entry, { t, now: now(), zone }));
  return {
    lines,
    tasks,
    count: open.length - chosen.length + tasks.length,
    sources: current.flatMap(({ entry }) => entry.sources),
  };
}

/** The chosen entries and those they are linked to, after checking their messages with Discord. */
export async function fetchCurrent(
  chosen: readonly ListedEntry[],
  { entries, readable }: Log,
  { decisionLog, refreshEntries }: PersonContext,
): Promise<readonly ShownEntry[]> {
  const ids = new Set(chosen.flatMap(entry => [entry.id, ...toLinkedIds(entry, entries)]));
  const linked = entries.filter(({ id }) => ids.has(id));
  await refreshEntries(linked);
  const current = new Map<string, LogEntry>();
  for (const { guildId, id } of linked) {
    const entry = await decisionLog.get(guildId, id);
    const visible = entry && toVisibleEntry(entry, placeId => readable.has(placeId));
    if (visible) current.set(id, visible);
  }
  return chosen.flatMap(({ id }): readonly ShownEntry[] => {
    const entry = current.get(id);
    return entry && entry.kind !== 'statement' ? [withLinked(entry, [...current.values()])] : [];
  });
}

/** An entry with those of the others that it is linked with. */
export function withLinked(entry: ListedEntry, others: readonly LogEntry[]): ShownEntry {
  if (entry.kind === 'action') return { entry, supersedes: [], supersededBy: [] };
  const find = (ids: readonly string[]) => ids.flatMap(id => others.find(each => each.id === id) ?? []);
  const toIds = (links: readonly { readonly entryId: string }[]) => links.map(({ entryId }) => entryId);
  const replaced = toIds(entry.supersedes);
  return {
    entry,
    supersedes: find(replaced),
    supersededBy: find(entry.supersededBy),
    contradictedBy: find(toIds(entry.contradictedBy).filter(id => !entry.supersededBy.includes(id))),
    contradicts: others.filter(each => !replaced.includes(each.id) && isContradictedBy(each, entry.id)),
  };
}

function isContradictedBy(entry: LogEntry, id: string): boolean {
  return entry.kind === 'decision' && entry.contradictedBy.some(({ entryId }) => entryId === id);
}

export function toLinkedIds(entry: LogEntry, log: readonly LogEntry[]): readonly string[] {
  if (entry.kind !== 'decision') return [];
  const contradicted = log.filter(each => isContradictedBy(each, entry.id)).map(({ id }) => id);
  return [...toLinkIds(entry), ...contradicted];
}

/** Whether it is theirs, they wrote a message behind it, or they have Manage Messages. */
export function mayChange(entry: LogEntry, person: GuildMember): boolean {
  return (
    (entry.kind === 'action' && isOwnTask(entry, person.id)) ||
    person.permissions.has(PermissionFlagsBits.ManageMessages)
  );
}
