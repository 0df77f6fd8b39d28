import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { SeenMessage } from '../../shapes.ts';
import { toAvatar } from './avatars.ts';
import { renderEmbed } from './embed.ts';
import { renderFiles } from './files.ts';
import { renderMarkdown, type Surroundings, toPlainWords } from './markup.ts';
import { type RowActions, renderRows } from './rows.ts';
import { toTime, toWhen } from './timestamps.ts';

/** A message's actions, and its place in the list. */
type MessageView = {
  readonly around: Surroundings;
  readonly rows: RowActions;
  /** Continues the same person's previous message. */
  readonly isContinued: boolean;
  readonly isLit: boolean;
  readonly showsEmbeds: boolean;
  readonly openMenu: (x: number, y: number) => void;
  readonly remove: () => void;
  readonly react: (emoji: string, isMine: boolean) => void;
};

const LOADING = 1 << 7;
const TOKEN_LIFE_MS = 15 * 60_000;

/** A person's name in this server. */
export function nameOf(author: SeenMessage['author'], { snapshot }: Surroundings): string {
  const member = snapshot.guild.members.find(one => one.id === author.id);
  return member?.name ?? author.global_name ?? author.username;
}

function avatarOf(author: SeenMessage['author'], around: Surroundings): string {
  return toAvatar({
    id: author.id,
    name: nameOf(author, around),
    isBot: author.id === around.snapshot.bot.id,
  });
}

/** One message as its reader sees it. */
export function renderMessage(message: SeenMessage, view: MessageView): TemplateResult {
  const { around } = view;
  const name = nameOf(message.author, around);
  const when = toWhen(message.timestamp, around.reader);
  const time = view.isContinued ? toTime(message.timestamp, around.reader) : when;
  const classes = [
    'message',
    view.isLit && 'lit',
    message.isEphemeral && 'ephemeral',
    view.isContinued && 'continued',
  ];
  const openMenu = (event: MouseEvent): void => {
    event.preventDefault();
    view.openMenu(event.clientX, event.clientY);
  };
  return html`<div
    class=${classes.filter(Boolean).join(' ')}
    id="message-${message.id}"
    role="article"
    tabindex="-1"
    aria-label="${name}, ${when}"
    @contextmenu=${openMenu}
  >
    <discord-message
      author=${name}
      avatar=${avatarOf(message.author, around)}
      ?bot=${message.author.bot === true}
      ?edited=${message.edited_timestamp !== null && message.content !== ''}
      ?message-body-only=${view.isContinued}
      .timestamp=${time}
    >
      ${renderAbove(message, around)}${renderBody(message, around)}
      ${view.showsEmbeds ? message.embeds.map(embed => renderEmbed(embed, around)) : nothing}${renderFiles(message)}
      ${renderRows(message, view.rows, around)} ${renderReactions(message, view)}
      ${renderThread(message, around)} ${message.isEphemeral ? renderOnlyYou(view) : nothing}
    </discord-message>
    <button type="button" class="more" tabindex="-1" aria-label="More for this message" @click=${openMore(view)}>⋯</button>
  </div>`;
}

function openMore(view: MessageView): (event: MouseEvent) => void {
  return event => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    const box = event.currentTarget.getBoundingClientRect();
    view.openMenu(box.right, box.bottom);
  };
}

function renderBody(message: SeenMessage, around: Surroundings): unknown {
  if (((message.flags ?? 0) & LOADING) !== 0) {
    const age = around.reader.nowMs - Date.parse(message.timestamp);
    if (age > TOKEN_LIFE_MS) return html`<span class="failed">The application did not respond</span>`;
    const name = nameOf(message.author, around);
    return html`<span class="thinking"
      ><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${name} is thinking…</span
    >`;
  }
  const snapshots = message.message_snapshots ?? [];
  return html`<div class="content">${renderMarkdown(message.content, around)}</div>
    ${snapshots.map(
      ({ message: forwarded }) => html`<blockquote class="forwarded">
        <small>Forwarded</small>${renderMarkdown(forwarded.content, around)}
      </blockquote>`,
    )}`;
}

/** The line above a message: its command, or the message it replies to. */
function renderAbove(message: SeenMessage, around: Surroundings): unknown {
  const asked = message.interaction_metadata;
  if (asked && message.interaction?.name) return renderCommand(message, message.interaction.name, around);
  if (message.type !== 19) return nothing;
  const target = message.referenced_message;
  if (!target) return html`<discord-reply slot="reply" deleted></discord-reply>`;
  const to = { guildId: around.snapshot.guild.id, channelId: target.channel_id, messageId: target.id };
  const words = toPlainWords(target.content, around) || 'Click to see the message';
  return html`<discord-reply
    slot="reply"
    role="link"
    tabindex="0"
    author=${nameOf(target.author, around)}
    avatar=${avatarOf(target.author, around)}
    ?bot=${target.author.bot === true}
    ?edited=${target.edited_timestamp !== null && !target.author.bot}
    @click=${() => around.jump(to)}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Enter') around.jump(to);
    }}
    ><span class="preview">${words}</span></discord-reply
  >`;
}

/** The user and the command; for a message command also the target message, if it is known or deleted. */
function renderCommand(message: SeenMessage, command: string, around: Surroundings): unknown {
  const asked = message.interaction_metadata;
  if (!asked) return nothing;
  const { open } = around.snapshot;
  const targetId = 'target_message_id' in asked ? asked.target_message_id : undefined;
  const target = open?.messages.find(({ id }) => id === targetId);
  const isGone = targetId !== undefined && !target && open?.hasOlder === false;
  const words = target && (toPlainWords(target.content, around) || target.embeds[0]?.title || '…');
  return html`<discord-command
    slot="reply"
    author=${nameOf(asked.user, around)}
    avatar=${avatarOf(asked.user, around)}
    type=${target || isGone ? 'message_command' : 'slash_command'}
    command=${command}
    context-user-name=${ifDefined(target && nameOf(target.author, around))}
    context-user-image=${ifDefined(target && avatarOf(target.author, around))}
    ?context-user-bot=${target?.author.bot === true}
    context-message-reply=${ifDefined(words)}
    ?context-message-deleted=${isGone}
  ></discord-command>`;
}

function renderReactions({ reactions = [] }: SeenMessage, { react }: MessageView): unknown {
  if (reactions.length === 0) return nothing;
  return html`<div slot="reactions" class="reactions">
    ${reactions.map(({ emoji, count, me }) => {
      const name = emoji.name ?? '?';
      return html`<button
        type="button"
        class="reaction ${me ? 'mine' : ''}"
        aria-pressed=${me}
        aria-label="${name}, ${count}"
        @click=${() => react(name, me)}
      >
        <span>${name}</span><span>${count}</span>
      </button>`;
    })}
  </div>`;
}

function renderThread({ thread }: SeenMessage, { snapshot, jump }: Surroundings): unknown {
  if (!thread || !('message_count' in thread)) return nothing;
  const count = thread.message_count ?? 0;
  const go = (): void => jump({ guildId: snapshot.guild.id, channelId: thread.id, messageId: null });
  return html`<discord-thread
    slot="thread"
    role="link"
    tabindex="0"
    name=${thread.name}
    cta=${count === 1 ? '1 message' : `${count} messages`}
    aria-label="Thread ${thread.name}"
    @click=${go}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Enter') go();
    }}
    >Open the thread</discord-thread
  >`;
}

function renderOnlyYou({ remove }: MessageView): TemplateResult {
  return html`<div slot="thread" class="only-you">
    <span aria-hidden="true">◉</span> Only you can see this ·
    <button type="button" class="link" @click=${remove}>Dismiss message</button>
  </div>`;
}
