import type { GuildTextBasedChannel } from 'discord.js';
import { toOneLine } from '../../../core/conversation/text.ts';
import type { ChannelNews } from '../../../core/digests/channel-news.ts';
import { truncate } from '../../../render/cut.ts';
import { colors } from '../../../render/embed/embed.ts';
import type { Texts } from '../../../render/texts.ts';
import { type Row, toButton, toRow, toSelect } from '../components.ts';
import type { Press, PressContext } from '../interaction/context.ts';

/** The buttons in one row; for more channels, a select is used. */
const maxButtons = 5;
const maxLabel = 80;
/** Discord's limit for an option of a select. */
const maxDescription = 100;

type CatchupList = {
  readonly news: readonly ChannelNews[];
  /** A line above the list, and smaller ones below it. */
  readonly title: string;
  readonly notes: readonly string[];
  readonly nameOf: (channelId: string) => GuildTextBasedChannel | undefined;
};

/** One line per channel, and a button or option to summarize it. */
export function toCatchupMessage({ news, title, notes, nameOf }: CatchupList, t: Texts) {
  return {
    content: toContent(title, notes),
    embeds: [
      {
        description: news.map(each => `<#${each.channelId}> · ${toSignals(each, t)}`).join('\n'),
        color: colors.empty,
      },
    ],
    components: [toControls(news, nameOf, t)],
  };
}

export function toContent(title: string, notes: readonly string[]): string {
  return [`**${title}**`, ...notes.map(note => `-# ${note}`)].join('\n');
}

function toSignals(
  { questions, replies, mentions, messages, people, hasMore }: ChannelNews,
  t: Texts,
): string {
  return [
    questions > 0 && t('bot.catchup.questions', { count: questions }),
    replies > 0 && t('bot.catchup.replies', { count: replies }),
    mentions > 0 && t('bot.catchup.mentions', { count: mentions }),
    t(hasMore ? 'bot.catchup.messagesMore' : 'bot.catchup.messages', { messages, people }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function toControls(news: readonly ChannelNews[], nameOf: CatchupList['nameOf'], t: Texts): Row {
  const toLabel = ({ channelId }: ChannelNews) => {
    const channel = nameOf(channelId);
    const name = toOneLine(channel?.name ?? '') || channelId;
    return truncate(channel?.isThread() ? name : `#${name}`, maxLabel);
  };
  if (news.length <= maxButtons) return toRow(...news.map(each => toButton(toLabel(each), toMissedId(each))));
  const options = news.map(each => ({
    label: toLabel(each),
    value: toMissedId(each),
    description: truncate(toSignals(each, t), maxDescription),
  }));
  return toRow(toSelect(missedSelectId, options, t('bot.catchup.select')));
}

/** A channel; the messages with a greater id are what a person missed. */
type Missed = { readonly channelId: string; readonly afterId: string };

const shape = /^catchup:(\d{15,20}):(\d{15,20})$/;
/** The select; its values have the format of a button's custom id. */
const missedSelectId = 'catchup';

/** Writes `catchup:CHANNEL:AFTER`, so that nothing has to be stored. */
function toMissedId({ channelId, afterId }: Missed): string {
  return `catchup:${channelId}:${afterId}`;
}

/** The channel of a button or option of the list; null for anything else. */
export function parseMissed(interaction: Press): Missed | null {
  const isSelect = interaction.isStringSelectMenu() && interaction.customId === missedSelectId;
  const [, channelId, afterId] =
    shape.exec(isSelect ? (interaction.values[0] ?? '') : interaction.customId) ?? [];
  return channelId === undefined || afterId === undefined ? null : { channelId, afterId };
}

/** Summarizes it for this person only, after a new access check. */
export async function summarizeMissed(context: PressContext, { channelId, afterId }: Missed): Promise<void> {
  // A link, which *Again…* can repeat; its message need not exist.
  const from = String(BigInt(afterId) + 1n);
  await context.summarize(context, {
    request: {
      detail: 'standard',
      since: `https://discord.com/channels/${context.interaction.guildId}/${channelId}/${from}`,
    },
    channelId,
    isPrivate: true,
  });
}
