import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { ApiJobStore, SharedApiJobs, TokenStore } from '../../../app/api-ports.ts';
import type { EntryStore } from '../../../app/decisions/ports.ts';
import type { DigestStore } from '../../../app/digests/ports.ts';
import type { StoredGrade } from '../../../app/ports.ts';
import type { PrivacyStore, SettingsStore, ZoneStore } from '../../../app/store-ports.ts';
import { accessRulesSchema, closedRules, openRules } from '../../../core/access-rules.ts';
import { apiTokenSchema, storedJobSchema, usedKeySchema } from '../../../core/api-records.ts';
import { toOptOutIds } from '../../../core/conversation/message.ts';
import { entrySchema, type LogEntry, toEntryCitedIds } from '../../../core/decisions/entry.ts';
import { type Digest, digestSchema } from '../../../core/digests/digest.ts';
import { compare, toChunks } from '../../../core/order.ts';
import { type GuildSettings, guildSettingsSchema } from '../../../core/settings.ts';
import { storedObject } from '../../../core/stored.ts';
import { isZone } from '../../../core/time.ts';
import { UserError } from '../../../errors.ts';
import { createFieldFormat, createFormat, type Format, presentFormat, summaryFormat } from '../formats.ts';
import type { Kinds, StoreParts } from '../kinds.ts';
import { createSourceIndex, type Indexed } from '../source-index.ts';

const zoneFormat = createFieldFormat('zone', z.string().max(100).refine(isZone));

export function createZoneStore({ open }: Pick<StoreParts, 'open'>): ZoneStore {
  const zones = open('zones', zoneFormat);
  return {
    get: ownerId => zones.get(ownerId),
    set: (ownerId, zone) => (zone === null ? zones.remove(ownerId) : zones.put([ownerId], zone)),
  };
}

const gradeFormat = createFormat(
  storedObject({ place: z.string().max(1_000), caught: z.number(), hurt: z.number() }),
);

export function createGradeStore({ open }: Pick<StoreParts, 'open'>) {
  const grades = open('grades', gradeFormat);
  return {
    get: async (place: string): Promise<StoredGrade | null> => {
      const grade = await grades.get('judge');
      return grade?.place === place ? grade : null;
    },
    set: (grade: StoredGrade) => grades.put(['judge'], grade),
  };
}

/** All settings except the zone, which is stored with the zones of people. */
const settingsFormat = createFormat(guildSettingsSchema.omit({ zone: true }));
type SettingsRecords = ReturnType<typeof openSettings>;

export function openSettings({ open }: Pick<Kinds, 'open'>) {
  return open('settings', settingsFormat, { unreadable: 'unreadable' as const, keys: 'servers' });
}

/** The settings of servers. The zone is stored only once, with the zones of people. */
export function createSettingsStore(
  settings: SettingsRecords,
  zones: ZoneStore,
  { servers }: Pick<StoreParts, 'servers'>,
  retain: (guildId: string) => Promise<void>,
): SettingsStore {
  const withZone = async (guildId: string, others: GuildSettings): Promise<GuildSettings> => {
    const zone = await zones.get(guildId);
    return { ...others, ...(zone !== null && { zone }) };
  };
  /** False, without changes, if there is nothing to change. */
  const update = async (
    guildId: string,
    change: (before: GuildSettings | 'unreadable') => GuildSettings | null,
  ) => {
    // Nothing is written where the settings cannot be decrypted.
    await settings.get(guildId);
    await servers.note(guildId);
    const zone = await withZone(guildId, {});
    let before: GuildSettings | 'unreadable' = {};
    let after: GuildSettings | null = null;
    await settings.update([guildId], stored => {
      before = stored === 'unreadable' ? stored : { ...stored, ...zone };
      after = change(before);
      if (after === null) return null;
      const { zone: _, ...others } = after;
      return others;
    });
    const [old, wanted] = [before as GuildSettings | 'unreadable', after as GuildSettings | null];
    if (wanted === null) return false;
    if (wanted.zone !== zone.zone) await zones.set(guildId, wanted.zone ?? null);
    if (old === 'unreadable' || wanted.retentionDays !== old.retentionDays) await retain(guildId);
    return true;
  };
  return {
    zone: zones.get,
    async get(guildId) {
      const stored = (await settings.get(guildId)) ?? {};
      if (stored === 'unreadable') throw toUnreadable();
      return withZone(guildId, stored);
    },
    async change(guildId, change) {
      const isChanged = await update(guildId, before => (before === 'unreadable' ? null : change(before)));
      if (!isChanged) throw toUnreadable();
    },
    set: async (guildId, wanted) => void (await update(guildId, () => wanted)),
  };
}

function toUnreadable(): UserError {
  return new UserError(
    'settings_unreadable',
    'The settings of this server cannot be read, so Footnote reads, posts and deletes nothing in it. Someone with Manage Server can run "/settings reset" in Discord with "all", then set again what the server needs.',
  );
}

/** A damaged record still means that the person opted out. */
const optOutFormat = { ...presentFormat, isPart: true } as const;

/** Thousands of people may have written in a file. */
const askedAtOnce = 500;
/** An entry beside the people that says, without a search, whether anyone opted out. No person has this id. */
const anybody = 'anybody';

/** A record for each person who opted out, and the rules of each server. */
export function createPrivacyStore({ open, servers }: StoreParts) {
  const optOuts = open('opt-outs', optOutFormat);
  const access = open('access', createFormat(accessRulesSchema), {
    unreadable: closedRules,
    keys: 'servers',
  });
  const store: PrivacyStore = {
    async optedOut(personIds) {
      const optedOut = new Set<string>();
      for (const ids of toChunks(personIds, askedAtOnce)) {
        const asked = ids.flatMap(id => toOptOutIds(id).map(each => ({ id, each })));
        const found = await optOuts.getMany(asked.map(({ each }) => each));
        for (const [index, { id }] of asked.entries()) if (found[index] === true) optedOut.add(id);
        if (personIds.length > askedAtOnce) await setImmediate();
      }
      return optedOut;
    },
    hasOptOuts: async () => (await optOuts.get(anybody)) === true,
    async setOptedOut(personId, isOptedOut) {
      if (!isOptedOut) return optOuts.remove(personId);
      await optOuts.put([anybody], true);
      await optOuts.put([personId], true);
    },
    access: async guildId => (await access.get(guildId)) ?? openRules,
    async changeAccess(guildId, change) {
      await servers.note(guildId);
      let after = openRules;
      await access.update([guildId], before => {
        after = change(before ?? openRules);
        return after;
      });
      return after;
    },
  };
  return { ...store, forgetAccess: (guildId: string) => access.remove(guildId), listAccess: access.list };
}

const digestFormat = createFieldFormat('digest', digestSchema);

export function createDigestStore({ ofServers, servers }: StoreParts): DigestStore {
  const of = ofServers('digests', digestFormat);
  return {
    get: (guildId, digestId) => of(guildId).get(digestId),
    async create(digest) {
      await servers.note(digest.guildId);
      await of(digest.guildId).put([digest.id], digest);
    },
    async update(guildId, digestId, change) {
      let changed: Digest | null = null;
      await of(guildId).update([digestId], digest => {
        changed = digest && change(digest);
        return changed === digest ? null : changed;
      });
      return changed;
    },
    remove: (guildId, digestId) => of(guildId).remove(digestId),
    list: async guildId =>
      [...(await of(guildId).values())].sort((a, b) => compare(a.createdAt, b.createdAt)),
    guildIds: servers.list,
  };
}

const wrapped = createFieldFormat('entry', entrySchema);
const entryFormat: Format<LogEntry> = {
  ...wrapped,
  toRecord: entry => ({ ...wrapped.toRecord(entry), createdAt: entry.createdAt }),
};

export function createEntryStore(parts: StoreParts) {
  const { ofServers, servers, toLeftMs } = parts;
  const of = ofServers('entries', entryFormat, { ages: true });
  const index = createSourceIndex('entry-index', guildId => of(guildId).list(), parts);
  const store: EntryStore = {
    list: guildId => of(guildId).values(),
    get: (guildId, entryId) => of(guildId).get(entryId),
    async put(entry) {
      const { id, guildId, createdAt } = entry;
      await servers.note(guildId);
      // First: its sources may be deleted at any moment from now on.
      await index.note(guildId, [toIndexed(entry)]);
      await of(guildId).put([id], entry, await toLeftMs(guildId, createdAt));
    },
    remove: (guildId, entryId) => of(guildId).remove(entryId),
    citing: index.find,
    guildIds: servers.list,
  };
  return {
    ...store,
    indexAll: async (guildId: string) => index.note(guildId, (await of(guildId).values()).map(toIndexed)),
  };
}

function toIndexed(entry: LogEntry): Indexed {
  const { id, createdAt, places, sources, statements } = entry;
  const ids = [
    ...toEntryCitedIds(entry),
    ...places,
    ...sources.flatMap(({ authorId }) => (authorId === undefined ? [] : toOptOutIds(authorId))),
    ...statements.map(({ summaryId }) => summaryId),
    ...(entry.kind === 'action' && entry.ownerId !== null ? [entry.ownerId] : []),
    ...(entry.kind === 'decision'
      ? [
          ...entry.followers.map(({ personId }) => personId),
          ...entry.contradictedBy.map(({ entryId }) => entryId),
        ]
      : []),
  ];
  return { id, ids, createdAt };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function createTokenStore({ open }: Pick<StoreParts, 'open'>): TokenStore {
  const tokens = open('api-tokens', createFormat(apiTokenSchema));
  return {
    get: tokenId => tokens.get(tokenId),
    put: token => tokens.put([token.tokenId], token),
    async remove(tokenId) {
      if ((await tokens.get(tokenId)) === null) return false;
      await tokens.remove(tokenId);
      return true;
    },
    list: async () => [...(await tokens.values())].sort((a, b) => compare(a.createdAt, b.createdAt)),
  };
}

/** Jobs of the API and their results by id, and idempotency keys by token; records of all kinds expire by themselves. */
export function createApiJobStore({ open }: Pick<StoreParts, 'open'>): ApiJobStore {
  const jobs = open('api-jobs', createFormat(storedJobSchema), { ttlMs: dayMs });
  const results = open('api-results', summaryFormat, { ttlMs: hourMs });
  const keys = open('api-keys', createFormat(usedKeySchema), { ttlMs: dayMs, keys: 'chosen' });
  return {
    get: jobId => jobs.get(jobId),
    put: job => jobs.put([job.id], job),
    getResult: jobId => results.get(jobId),
    putResult: (jobId, summary) => results.put([jobId], summary),
    getKey: (tokenId, key) => keys.get(tokenId, key),
    putKey: (tokenId, key, used) => keys.put([tokenId, key], used),
  };
}

const progressSchema = storedObject({ messagesRead: z.number(), claims: z.number(), judging: z.boolean() });

/** The running jobs of all processes. One of a killed process counts as running for six seconds more. */
export function createSharedApiJobs({ open }: Pick<StoreParts, 'open'>): SharedApiJobs {
  const shown = open('api-progress', createFormat(progressSchema), { ttlMs: 6_000 });
  const canceled = open('api-cancels', presentFormat, { ttlMs: 60_000 });
  return {
    async show(id, progress) {
      // Not `put`, for the reason that `noteAlive` has.
      await shown.update([id], () => progress);
      return (await canceled.get(id)) === true;
    },
    find: id => shown.get(id),
    cancel: id => canceled.put([id], true),
  };
}
