import type { ModalSubmitInteraction, RepliableInteraction } from 'discord.js';
import { isPersonal, toDigestChoice } from '../../../core/digests/digest.ts';
import { toNextRun } from '../../../core/digests/run.ts';
import { isZone } from '../../../core/time.ts';
import { parseSinceWords } from '../../../core/time-words.ts';
import { toScheduleWords } from '../../../render/embed/digest-text.ts';
import { escapeDiscord, toTimestamp } from '../../../render/embed/discord-markup.ts';
import { type Row, toButton, toInline, toRow, toTextField } from '../../../render/embed/message-body.ts';
import type { Texts } from '../../../render/texts.ts';
import type { ComponentPress, RequestContext } from '../interaction/context.ts';
import { defer, readField, replyPrivately } from '../interaction/reply.ts';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const maxSuggestions = 25;

const toCity = (zone: string) => zone.toLowerCase().split('/').at(-1) ?? '';
const areas = new Set(zones.filter(zone => zone.includes('/')).map(zone => zone.replace(/\/.*/, '')));
/** "São Paulo" is sao_paulo. */
const toWanted = (typed: string) =>
  typed.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, '_');

/**
 * The zones whose name contains the typed text, matching cities first: "new y" finds America/New_York. Of a city with two names,
 * such as Kolkata, ICU lists only the older one, so the other must be complete.
 */
export function suggestZones(typed: string): readonly string[] {
  const wanted = toWanted(typed);
  const found = zones.filter(zone => zone.toLowerCase().includes(wanted));
  const city = wanted.replace(/(?<![a-z])[a-z]/g, letter => letter.toUpperCase());
  if (found.length === 0) return [...areas].map(area => `${area}/${city}`).filter(isZone);
  const startsCity = (zone: string) => toCity(zone).startsWith(wanted);
  return [...found.filter(startsCity), ...found.filter(zone => !startsCity(zone))].slice(0, maxSuggestions);
}

const ownZone = 'own-zone';

export function isZonePress({ customId }: { readonly customId: string }): boolean {
  return customId === ownZone;
}

/** Asks for the person's time zone, where something depends on it. */
export function toZoneButton(t: Texts) {
  return toButton(t('bot.zone.button'), ownZone);
}

/** The same, if words mean another time elsewhere, and neither the person nor the server has set a zone. */
export async function toZoneRows(
  { interaction, zones: known, t, now }: RequestContext,
  words: string | undefined,
): Promise<readonly Row[]> {
  if (words === undefined) return [];
  const instant = now();
  const [first, last] = ['Pacific/Kiritimati', 'Etc/GMT+12'].map(zone =>
    parseSinceWords(words, instant, zone),
  );
  if (first === last) return [];
  const { user, guildId } = interaction;
  const set = (await known.get(user.id)) ?? (guildId === null ? null : await known.get(guildId));
  return set === null ? [toRow(toZoneButton(t))] : [];
}

export async function showZoneForm({ interaction, t }: RequestContext<ComponentPress>): Promise<void> {
  await interaction.showModal({
    custom_id: ownZone,
    title: t('bot.settings.names.zone'),
    components: [
      toTextField(ownZone, t('bot.zone.label'), { longest: 64, hint: t('bot.zone.hint'), required: false }),
    ],
  });
}

/** Stores or clears a person's time zone, also for their cards. The answer contains the time there, so that a wrong zone is noticed. */
export async function saveZone(context: RequestContext<ModalSubmitInteraction>): Promise<void> {
  const { interaction, locale, t, zones: known, now } = context;
  await defer(context);
  const typed = (readField(interaction, ownZone) ?? '').trim();
  const found = typed === '' ? [] : isZone(typed) ? [typed] : suggestZones(typed);
  const zone = found.length === 1 ? found[0] : found.find(each => toCity(each) === toWanted(typed));
  if (typed !== '' && zone === undefined)
    return replyPrivately(interaction, t('bot.zone.unknown', { zone: toInline(typed) }));
  await known.set(interaction.user.id, zone ?? null);
  const time = new Date(now()).toLocaleTimeString(locale, { timeZone: zone, timeStyle: 'short' });
  const said = zone === undefined ? t('bot.zone.forgotten') : t('bot.zone.set', { zone, now: time });
  await replyPrivately(interaction, [said, ...(await moveCards(context, zone))].join('\n'));
}

/** Says when each of the person's cards comes from now on; without a zone of the person, in that of its server. */
async function moveCards(
  { interaction, client, digests, settings, locale, t, now }: RequestContext<RepliableInteraction>,
  personZone: string | undefined,
): Promise<readonly string[]> {
  const own = ((await digests?.createdBy(interaction.user.id)) ?? []).filter(isPersonal);
  const said: string[] = [];
  for (const card of own) {
    const zone = personZone ?? (await settings.zoneOf(card.guildId));
    if (card.schedule.zone === zone) continue;
    const schedule = { ...card.schedule, zone };
    const moved = await digests?.edit(card.guildId, card.id, { ...toDigestChoice(card), schedule });
    const next = moved && toNextRun(moved, now());
    const server = client.guilds.cache.get(card.guildId)?.name;
    if (next && server !== undefined)
      said.push(
        t('bot.digest.me.set', {
          server: escapeDiscord(server),
          schedule: toScheduleWords(schedule, locale, t),
          next: toTimestamp(next, 'F'),
        }),
      );
  }
  return said;
}
