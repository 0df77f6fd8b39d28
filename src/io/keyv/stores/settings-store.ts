import type { SettingsStore, ZoneStore } from '../../../app/ports.ts';
import type { GuildSettings } from '../../../core/settings.ts';
import { UserError } from '../../../errors.ts';
import { guildFormat, settingsFormat, zoneFormat } from '../formats.ts';
import type { Records } from '../records.ts';

type SettingsRecords = {
  readonly settings: Records<GuildSettings | 'unreadable'>;
  readonly zones: ZoneStore;
  /** The servers with stored records. */
  readonly guilds: Records<string>;
  /** Adjusts the remaining time of a server's summaries to its settings. */
  readonly retain: (guildId: string) => Promise<void>;
};

/** The zones of people and servers. */
export function createZoneStore(zones: Records<string>): ZoneStore {
  return {
    get: ownerId => zones.get(ownerId),
    set: (ownerId, zone) =>
      zone === null ? zones.remove(ownerId) : zones.put([ownerId], zoneFormat.toRecord(zone)),
  };
}

/** The settings of servers. The zone is stored only once, with the zones of people. */
export function createSettingsStore({ settings, zones, guilds, retain }: SettingsRecords): SettingsStore {
  const withZone = async (guildId: string, others: GuildSettings): Promise<GuildSettings> => {
    const zone = await zones.get(guildId);
    return { ...others, ...(zone !== null && { zone }) };
  };
  const update = async (
    guildId: string,
    change: (before: GuildSettings | 'unreadable') => GuildSettings | null,
  ) => {
    // Nothing is written where the settings cannot be decrypted.
    await settings.get(guildId);
    await guilds.put([guildId], guildFormat.toRecord(guildId));
    const zone = await withZone(guildId, {});
    let before: GuildSettings | 'unreadable' = {};
    let after: GuildSettings | null = null;
    await settings.update([guildId], stored => {
      before = stored === 'unreadable' ? stored : { ...stored, ...zone };
      after = change(before);
      if (after === null) return null;
      const { zone: _, ...others } = after;
      return settingsFormat.toRecord(others);
    });
    const [old, wanted] = [toReadable(before), after as GuildSettings | null];
    if (wanted === null) return false;
    if (wanted.zone !== zone.zone) await zones.set(guildId, wanted.zone ?? null);
    if (old === null || wanted.retentionDays !== old.retentionDays) await retain(guildId);
    return true;
  };
  return {
    zone: zones.get,
    async get(guildId) {
      const stored = toReadable((await settings.get(guildId)) ?? {});
      if (stored === null) throw toUnreadable();
      return withZone(guildId, stored);
    },
    async change(guildId, change) {
      const isChanged = await update(guildId, before => (before === 'unreadable' ? null : change(before)));
      if (!isChanged) throw toUnreadable();
    },
    set: async (guildId, wanted) => void (await update(guildId, () => wanted)),
  };
}

function toReadable(settings: GuildSettings | 'unreadable'): GuildSettings | null {
  return settings === 'unreadable' ? null : settings;
}

function toUnreadable(): UserError {
  return new UserError(
    'settings_unreadable',
    'The settings of this server cannot be read, so Footnote reads, posts and deletes nothing in it. Someone with Manage Server can run "/settings reset" in Discord with "all", then set again what the server needs.',
  );
}
