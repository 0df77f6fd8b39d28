import {
  type GuildSettings,
  guildSettingsSchema,
  type Setting,
  type SettingDefaults,
  type SettingName,
  serverSettings,
} from '../core/settings.ts';
import { isZone } from '../core/time.ts';
import { UserError } from '../errors.ts';
import { findLanguage } from './languages.ts';
import type { SettingsStore } from './store-ports.ts';

/** What holds in a server: its own settings over the defaults. */
export type Settings = {
  readonly defaults: SettingDefaults;
  /** What a server has set for itself; nothing in a direct message. Rejects as `of` does. */
  readonly own: (guildId: string | null) => Promise<GuildSettings>;
  /** Rejects with `settings_unreadable` if nobody knows what the server has set: it may forbid anything. */
  readonly of: (guildId: string | null) => Promise<GuildSettings & SettingDefaults>;
  /** The zone of a server, also if its other settings are unreadable. */
  readonly zoneOf: (guildId: string | null) => Promise<string>;
  readonly change: (guildId: string, settings: GuildSettings) => Promise<void>;
  /** Goes back to the default, of one or of all. Only `all` also replaces unreadable settings. */
  readonly reset: (guildId: string, name: SettingName | 'all') => Promise<void>;
  /** Called with a server whose settings are unreadable, once until they are readable or the process ends. */
  readonly onUnreadable: (listener: (guildId: string) => void) => void;
};

export function createSettings(store: SettingsStore, defaults: SettingDefaults): Settings {
  const unreadable = new Set<string>();
  let report: (guildId: string) => void = () => {};
  const own = async (guildId: string | null): Promise<GuildSettings> => {
    if (guildId === null) return {};
    try {
      const settings = await store.get(guildId);
      unreadable.delete(guildId);
      return settings;
    } catch (error) {
      if (isSettingsUnreadable(error) && !unreadable.has(guildId)) {
        unreadable.add(guildId);
        report(guildId);
      }
      throw error;
    }
  };
  return {
    defaults,
    own,
    of: async guildId => ({ ...defaults, ...(await own(guildId)) }),
    zoneOf: async guildId => (guildId === null ? null : await store.zone(guildId)) ?? 'UTC',
    change: (guildId, settings) => store.change(guildId, before => ({ ...before, ...settings })),
    reset: async (guildId, name) => {
      if (name === 'all') return store.set(guildId, {});
      await store.change(guildId, ({ [name]: _, ...others }) => others);
    },
    onUnreadable: listener => {
      report = listener;
    },
  };
}

export function isSettingsUnreadable(error: unknown): boolean {
  return error instanceof UserError && error.code === 'settings_unreadable';
}

/** Reads a value as somebody typed or chose it; null if the setting cannot have it. */
export function parseSetting(name: SettingName, given: string): GuildSettings | null {
  const setting: Setting = serverSettings[name];
  const text = given.trim();
  const isNumber = 'min' in setting;
  if ((isNumber && text === '') || (setting.kind === 'zone' && !isZone(text))) return null;
  // A channel or role that is written as a mention.
  const plain = text
    .replace(/<(?:#|@&|@!?)(\d+)>/g, '$1')
    .replace(/[\s,]+/g, ' ')
    .trim();
  const value = isNumber
    ? Number(text.replace(',', '.'))
    : setting.kind === 'language'
      ? findLanguage(text)
      : setting.kind === 'terms'
        ? text
        : plain;
  const read = guildSettingsSchema.shape[name].safeParse(value);
  return read.success ? { [name]: read.data } : null;
}
