import type { SettingsStore, ZoneStore } from '../../../app/ports.ts';
import type { GuildSettings } from '../../../core/settings.ts';
import * as kept from '../record-schemas.ts';
import type { Records } from '../records.ts';

export type SettingsRecords = {
  readonly settings: Records<GuildSettings>;
  readonly zones: ZoneStore;
  /** The servers of which something is kept. */
  readonly guilds: Records<string>;
  /** Brings the time that is left to the summaries of a server into line with its settings. */
  readonly retain: (guildId: string) => Promise<void>;
};

/** What servers have set; the zone stands with everybody's zones, so that there is one of it. */
export function createSettingsStore({ settings, zones, guilds, retain }: SettingsRecords): SettingsStore {
  const get = async (guildId: string): Promise<GuildSettings> => {
    const zone = await zones.get(guildId);
    return { ...(await settings.get(guildId)), ...(zone !== null && { zone }) };
  };
  return {
    get,
    async set(guildId, wanted) {
      const before = await get(guildId);
      await guilds.put([guildId], kept.toGuildRecord(guildId));
      await settings.put([guildId], kept.toSettingsRecord(wanted));
      if (wanted.zone !== before.zone) await zones.set(guildId, wanted.zone ?? null);
      if (wanted.retentionDays !== before.retentionDays) await retain(guildId);
    },
  };
}
