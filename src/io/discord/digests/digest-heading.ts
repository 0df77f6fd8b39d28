import type { Guild } from 'discord.js';
import type { Digest } from '../../../core/digests/digest.ts';
import type { GuildSettings } from '../../../core/settings.ts';
import { toScheduleWords } from '../../../render/embed/digest-text.ts';
import { escapeDiscord } from '../../../render/embed/discord-markup.ts';
import { toTexts } from '../../../render/texts.ts';

/** The language in which everybody who reads a digest reads it. */
export function toDigestLanguage(
  digest: Pick<Digest, 'language' | 'locale'>,
  { language }: Pick<GuildSettings, 'language'>,
): string {
  return digest.language ?? language ?? digest.locale;
}

/** The line that names a digest by its schedule; where a server is given, by that too. */
export function toDigestHeading(
  { schedule }: Digest,
  server: Pick<Guild, 'name'> | undefined,
  language: string,
  next: string | null,
): string {
  const t = toTexts(language);
  const when = toScheduleWords(schedule, language, t);
  const heading = server ? `${escapeDiscord(server.name)} · ${when}` : when;
  return next === null
    ? t('bot.digest.headingLast', { schedule: heading })
    : t('bot.digest.heading', { schedule: heading, next });
}
