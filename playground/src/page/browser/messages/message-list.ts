import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { OpenChannel, SeenMessage, Snapshot } from '../../shapes.ts';
import type { PageActions } from '../actions.ts';
import { lightTheme } from '../library.ts';
import type { Page } from '../state.ts';
import type { Address, Surroundings } from './markup.ts';
import { nameOf, renderMessage } from './message.ts';
import { type Reader, toDay } from './timestamps.ts';

type Standing = {
  readonly isNewDay: boolean;
  readonly isContinued: boolean;
  readonly isLit: boolean;
  readonly showsEmbeds: boolean;
};

const GAP_MS = 7 * 60_000;
const DEFAULT = 0;
/** Discord's type number of a thread's starter message. */
const THREAD_STARTER = 21;

/** The messages of the open channel, oldest first, with a line before each new day. */
export function renderMessages(
  { state, update }: Page,
  pageActions: PageActions,
  open: OpenChannel,
  reader: Reader,
): unknown {
  const { snapshot } = state;
  if (!snapshot) return nothing;
  const { messages, hasOlder, channel } = open;
  // "Today" changes at midnight, and when the clock is moved.
  const today = `${new Date(reader.nowMs).toDateString()} ${snapshot.toolbar.clockOffsetMs}`;
  const around: Surroundings = {
    snapshot,
    reader,
    jump: (address: Address) => {
      pageActions.jump(address).catch(reportError);
    },
  };
  const renderEntry = (message: SeenMessage, { isNewDay, ...stands }: Standing): TemplateResult => {
    return html`<div class="entry">
      ${isNewDay ? html`<div class="day" role="separator"><span>${toDay(message.timestamp, reader)}</span></div>` : nothing}
      ${
        isSystem(message)
          ? renderSystem(message, around)
          : renderMessage(toShown(message), {
              around,
              ...stands,
              rows: {
                isPending: customId => state.pending.has(`${message.id} ${customId}`),
                press: customId => void pageActions.press(message, customId),
                select: (customId, values) => void pageActions.select(message, customId, values),
              },
              openMenu: (x, y) => update({ menu: { message, x, y }, popover: null }),
              remove: () => void pageActions.remove(message),
              react: (emoji, isMine) => void pageActions.react(message, emoji, isMine),
            })
      }
    </div>`;
  };
  return html`<div class="history" role="log" aria-label="Messages in ${channel.name}">
    ${hasOlder ? renderOlder(pageActions) : renderBeginning(open)}
    <discord-messages no-background ?light-theme=${lightTheme}>
      ${repeat(
        messages,
        message => message.id,
        (message, index) => {
          const before = messages[index - 1];
          const isNewDay = before === undefined || isOtherDay(before, message);
          const stands = {
            isNewDay,
            isContinued: !isNewDay && isContinued(before, message),
            isLit: state.litId === message.id,
            showsEmbeds: state.showsEmbeds,
          };
          const pending = [...state.pending].filter(key => key.startsWith(message.id)).join();
          // Most changes (such as each typed letter) affect no message.
          return guard(
            [message, snapshot.guild, snapshot.channels, ...Object.values(stands), pending, today],
            () => renderEntry(message, stands),
          );
        },
      )}
    </discord-messages>
    ${renderPending(state.pending, snapshot.bot)}
  </div>`;
}

function renderOlder({ showOlder }: PageActions): TemplateResult {
  return html`<button type="button" class="older" @click=${showOlder}>Show older messages</button>`;
}

function renderBeginning({ channel, messages }: OpenChannel): TemplateResult {
  const name = channel.kind === 'thread' ? channel.name : `#${channel.name}`;
  return html`<header class="beginning">
    <h2>${name}</h2>
    <p>
      ${channel.kind === 'thread' ? 'The start of this thread.' : `The start of ${name}.`}
      ${messages.length === 0 ? 'Nobody has written here yet.' : ''}
    </p>
  </header>`;
}

/** Requests to the bot that are not yet "thinking". */
function renderPending(pending: ReadonlySet<string>, bot: Snapshot['bot']): unknown {
  const commands = [...pending].filter(key => key.startsWith('/'));
  return commands.map(
    command => html`<div class="sending" role="status">
      <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
      ${bot.isOnline ? `Sending ${command} to ${bot.name}…` : `${command} waits until ${bot.name} is online…`}
    </div>`,
  );
}

function isOtherDay(a: SeenMessage, b: SeenMessage): boolean {
  return new Date(a.timestamp).toDateString() !== new Date(b.timestamp).toDateString();
}

function isContinued(before: SeenMessage | undefined, message: SeenMessage): boolean {
  if (before?.author.id !== message.author.id || message.type !== DEFAULT) return false;
  // A webhook chooses a name for each message.
  if (before.author.username !== message.author.username) return false;
  if (message.interaction_metadata || before.isEphemeral !== message.isEphemeral) return false;
  return Date.parse(message.timestamp) - Date.parse(before.timestamp) < GAP_MS;
}

/** A thread starts with a message from the channel above. */
function toShown(message: SeenMessage): SeenMessage {
  const starter = message.type === THREAD_STARTER ? message.referenced_message : null;
  if (!starter) return message;
  const { thread: _thread, components: _components, reactions: _reactions, ...rest } = starter;
  return { ...rest, id: message.id, channel_id: message.channel_id, isEphemeral: false };
}

const ordinary = [DEFAULT, 19, 20, THREAD_STARTER, 23];

function isSystem({ type }: SeenMessage): boolean {
  return !ordinary.includes(type);
}

const said: Readonly<Record<number, (name: string, content: string) => string>> = {
  4: (name, content) => `${name} changed the name: ${content}`,
  6: name => `${name} pinned a message.`,
  7: name => `${name} joined the server.`,
  18: (name, content) => `${name} started a thread: ${content}`,
};

function renderSystem(message: SeenMessage, around: Surroundings): TemplateResult {
  const name = nameOf(message.author, around);
  const words = said[message.type]?.(name, message.content) ?? `${name}: a system message`;
  return html`<div class="message system" id="message-${message.id}" tabindex="-1">→ ${words}</div>`;
}
