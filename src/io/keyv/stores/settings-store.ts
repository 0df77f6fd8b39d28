import type { SettingsStore, ZoneStore } from '../../../app/ports.ts';
import type { GuildSettings } from '../../../core/settings.ts';
import * as kept from '../record-schemas.ts';
import type { Records } from '../records.ts';

type SettingsRecords = {
  readonly settings: Records<GuildSettings>;
  readonly zones: ZoneStore;
  /** The servers with stored records. */
  readonly guilds: Records<string>;
  /** Adjusts the remaining time of a server's summaries to its settings. */
  readonly retain: (guildId: string) => Promise<void>;
};

/** The settings of servers. The zone is stored only once, with the zones of people. */
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
