import {
  type AnySelectMenuInteraction,
  type ButtonInteraction,
  ButtonStyle,
  ChannelType,
  ComponentType,
  type Guild,
  PermissionFlagsBits,
  type RepliableInteraction,
  SelectMenuDefaultValueType,
} from 'discord.js';
import type { Logger } from 'pino';
import type { SummaryStore } from '../../../app/store-ports.ts';
import { type AccessRules, channelRules } from '../../../core/access-rules.ts';
import { addMs } from '../../../core/time.ts';
import { toLoggedError } from '../../../log.ts';
import { toButton, toEmbed, toRow, toSelect, toTextBody } from '../../../render/embed/message-body.ts';
import type { Texts } from '../../../render/texts.ts';
import type { GivenServices, RequestContext } from '../interaction/context.ts';
import { orUnavailable } from '../interaction/failures.ts';
import { type AnswerBody, edit, replyPrivately } from '../interaction/reply.ts';

export type PrivacyPress = RequestContext<ButtonInteraction | AnySelectMenuInteraction>;

export const privacyIds = {
  ask: 'privacy:ask',
  delete: 'privacy:delete',
  erase: 'privacy:erase',
  rule: 'privacy:rule',
  channels: 'privacy:channels',
  roles: 'privacy:roles',
} as const;

const maxChosen = 25;

/** The server, if the person has Manage Server; otherwise answers that they need it. */
export async function findManaged({ interaction, t }: RequestContext): Promise<Guild | null> {
  const { guild, memberPermissions } = interaction;
  if (guild !== null && memberPermissions?.has(PermissionFlagsBits.ManageGuild)) return guild;
  await replyPrivately(interaction, t('bot.settings.notManager'));
  return null;
}

export async function showAccess(context: RequestContext): Promise<void> {
  const guild = await findManaged(context);
  if (guild === null) return;
  const rules = await context.privacy.access(guild.id);
  await edit(context.interaction, renderPanel(context, guild, rules));
}

export async function changeAccess(context: PrivacyPress): Promise<void> {
  const { interaction, t, privacy, log } = context;
  const guild = await findManaged(context);
  if (guild === null || !interaction.isAnySelectMenu()) return;
  const { customId, values } = interaction;
  const rules = await privacy.changeAccess(guild.id, before => {
    const { channels } = before;
    // Channels hidden from the person stay on the list.
    const unseen = channels.ids.filter(id => isHidden(id, guild, interaction));
    return {
      ...before,
      channels: {
        ...channels,
        rule:
          customId === privacyIds.rule
            ? (channelRules.find(each => each === values[0]) ?? channels.rule)
            : channels.rule,
        ids: customId === privacyIds.channels ? [...unseen, ...values] : channels.ids,
      },
      roleIds: customId === privacyIds.roles ? values : before.roleIds,
    };
  });
  log.info(
    {
      guild: guild.id,
      rule: rules.channels.rule,
      channels: rules.channels.ids.length,
      roles: rules.roleIds.length,
    },
    'access-changed',
  );
  await edit(interaction, { ...renderPanel(context, guild, rules), content: t('bot.settings.saved') });
}

function isHidden(id: string, guild: Guild, { user }: RepliableInteraction): boolean {
  const member = guild.members.cache.get(user.id);
  const channel = guild.channels.cache.get(id);
  if (channel === undefined || member === undefined) return false;
  return !channel.permissionsFor(member).has(PermissionFlagsBits.ViewChannel);
}

function renderPanel(context: RequestContext, guild: Guild, rules: AccessRules): AnswerBody {
  const { interaction, t } = context;
  const shownIds = rules.channels.ids.filter(
    id => guild.channels.cache.has(id) && !isHidden(id, guild, interaction),
  );
  const roleIds = rules.roleIds.filter(id => guild.roles.cache.has(id));
  return {
    embeds: [
      toEmbed(
        t('bot.privacy.access.title'),
        [
          `**${t('bot.privacy.access.channels')}**\n${renderChannels(rules, guild, interaction, t)}`,
          `**${t('bot.privacy.access.roles')}**\n${renderRoles(rules, guild, t)}`,
        ].join('\n\n'),
      ),
    ],
    components: [
      toRow(
        toSelect(
          privacyIds.rule,
          channelRules.map(value => ({
            label: t(`bot.privacy.access.rules.${value}`),
            value,
            default: value === rules.channels.rule,
          })),
        ),
      ),
      toRow({
        type: ComponentType.ChannelSelect,
        custom_id: privacyIds.channels,
        placeholder: t('bot.privacy.access.chooseChannels'),
        channel_types: [
          ChannelType.GuildText,
          ChannelType.GuildAnnouncement,
          ChannelType.GuildVoice,
          ChannelType.GuildStageVoice,
          ChannelType.GuildForum,
          ChannelType.GuildCategory,
        ],
        min_values: 0,
        max_values: maxChosen,
        default_values: toDefaults(shownIds, SelectMenuDefaultValueType.Channel),
      }),
      toRow({
        type: ComponentType.RoleSelect,
        custom_id: privacyIds.roles,
        placeholder: t('bot.privacy.access.chooseRoles'),
        min_values: 0,
        max_values: maxChosen,
        default_values: toDefaults(roleIds, SelectMenuDefaultValueType.Role),
      }),
    ],
  };
}

function toDefaults<Type extends SelectMenuDefaultValueType>(ids: readonly string[], type: Type) {
  return ids.slice(0, maxChosen).map(id => ({ id, type }));
}

function renderChannels(
  { channels: { rule, ids } }: AccessRules,
  guild: Guild,
  interaction: RepliableInteraction,
  t: Texts,
): string {
  if (rule === 'all') return t('bot.privacy.access.all');
  if (ids.length === 0)
    return rule === 'only' ? t('bot.privacy.access.noneOnly') : t('bot.privacy.access.noneNever');
  const hidden = ids.filter(id => isHidden(id, guild, interaction)).length;
  const seen = ids
    .filter(id => !isHidden(id, guild, interaction))
    .map(id => (guild.channels.cache.has(id) ? `<#${id}>` : t('bot.privacy.access.deletedChannel')));
  return t(`bot.privacy.access.${rule}`, {
    channels: t.list([...seen, ...(hidden > 0 ? [t('bot.privacy.access.hidden', { count: hidden })] : [])]),
  });
}

function renderRoles({ roleIds }: AccessRules, guild: Guild, t: Texts): string {
  if (roleIds.length === 0) return t('bot.privacy.access.everybody');
  const roles = roleIds.map(id =>
    guild.roles.cache.has(id) ? `<@&${id}>` : t('bot.privacy.access.deletedRole'),
  );
  return t('bot.privacy.access.members', { roles: t.list(roles) });
}

/** Asks for confirmation; nothing is deleted yet. */
export async function askErase(context: RequestContext): Promise<void> {
  const { interaction, t } = context;
  const guild = await findManaged(context);
  if (guild === null) return;
  const button = toButton(t('bot.privacy.erase.button'), privacyIds.erase, { style: ButtonStyle.Danger });
  await edit(interaction, { content: t('bot.privacy.erase.ask'), components: [toRow(button)] });
}

/** Erases all data of a server; a second press finds nothing left. */
export async function eraseServer(context: RequestContext): Promise<void> {
  const { interaction, summaries, log, t } = context;
  const guild = await findManaged(context);
  if (guild === null) return;
  const count = await summaries.eraseGuild(guild.id);
  log.info({ guild: guild.id, summaries: count }, 'guild-erased');
  await edit(interaction, toTextBody(t('bot.privacy.erase.done', { summaries: count })));
}

const hourMs = 60 * 60_000;

/** Erases, at the start and every hour, the data of servers that the bot is not in: it may have been removed while it was not running. */
export async function eraseLeft(
  { client, summaries, clock, log }: GivenServices,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const guildId of await summaries.storedGuildIds()) {
        if (client.guilds.cache.has(guildId)) continue;
        // Asked for each: with several processes a server may be another's.
        const guild = await orUnavailable(client.guilds.fetch({ guild: guildId, force: true }));
        if (typeof guild === 'string') await eraseGuild(guildId, summaries, log);
      }
    } catch (error) {
      log.warn(toLoggedError(error), 'guild-reconcile-failed');
    }
    await clock.sleepUntil(addMs(clock.now(), hourMs), signal).catch(() => undefined);
  }
}

export async function eraseGuild(guildId: string, summaries: SummaryStore, log: Logger): Promise<void> {
  try {
    log.info({ guild: guildId, summaries: await summaries.eraseGuild(guildId) }, 'guild-erased');
  } catch (error) {
    log.error({ guild: guildId, ...toLoggedError(error) }, 'guild-erase-failed');
  }
}
