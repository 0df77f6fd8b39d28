import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { OpenChannel } from '../../shapes.ts';
import type { PageActions } from '../actions.ts';
import type { OpenMenu, Page } from '../state.ts';

const emoji = ['👍', '👎', '🎉', '👀'];
const WIDTH = 220;
const MARGIN = 8;

/** A message's menu: its own actions, then the bot's commands for messages. */
export function renderMenu({ state, update }: Page, pageActions: PageActions): unknown {
  const { menu, snapshot } = state;
  const open = snapshot?.open;
  if (!menu || !snapshot || !open) return nothing;
  const { message } = menu;
  const isOwn = message.author.id === snapshot.userId;
  const close = (): void => update({ menu: null });
  const item = (words: string, act: () => void): TemplateResult =>
    html`<button
      type="button"
      role="menuitem"
      tabindex="-1"
      @click=${() => {
        close();
        act();
      }}
    >
      ${words}
    </button>`;
  return html`<div class="veil" @click=${close} @contextmenu=${(event: Event) => {
    event.preventDefault();
    close();
  }}></div>
    <div
      class="menu"
      role="menu"
      aria-label="Message"
      style="left:0;top:0"
      @keydown=${(event: KeyboardEvent) => moveInMenu(event, close)}
      ${ref(element => place(element, menu))}
    >
      ${
        message.isEphemeral
          ? item('Dismiss message', () => void pageActions.remove(message))
          : html`<div class="quick" role="group" aria-label="Reactions">
                ${emoji.map(
                  name => html`<button
                  type="button"
                  role="menuitem"
                  tabindex="-1"
                  aria-label="React with ${name}"
                  @click=${() => {
                    close();
                    void pageActions.react(message, name, isMine(menu, name));
                  }}
                >${name}</button>`,
                )}
              </div>
              ${open.mayWrite ? item('Reply', () => update({ replyTo: message, editing: null })) : nothing}
              ${isOwn ? item('Edit message', () => update({ editing: message, replyTo: null, text: message.content })) : nothing}
              ${isOwn ? item('Delete message', () => void pageActions.remove(message)) : nothing}
              ${renderApps(open, name => void pageActions.runMenu(message, name))}`
      }
    </div>`;
}

function renderApps({ menuCommands }: OpenChannel, run: (command: string) => void): unknown {
  if (menuCommands.length === 0) return nothing;
  return html`<div class="menu-heading" role="presentation">Apps</div>
    ${menuCommands.map(
      ({ command, label }) =>
        html`<button type="button" role="menuitem" tabindex="-1" @click=${() => run(command)}>${label}</button>`,
    )}`;
}

function isMine({ message }: OpenMenu, name: string): boolean {
  return message.reactions?.some(one => one.emoji.name === name && one.me) ?? false;
}

/** Beside the pointer and inside the window; once it is in the page. */
function place(element: Element | undefined, menu: OpenMenu): void {
  if (element instanceof HTMLElement) queueMicrotask(() => placeNow(element, menu));
}

function placeNow(element: HTMLElement, { x, y }: OpenMenu): void {
  const left = Math.max(MARGIN, Math.min(x, innerWidth - WIDTH - MARGIN));
  const top = Math.max(MARGIN, Math.min(y, innerHeight - element.offsetHeight - MARGIN));
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  focusFirst(element, '[role=menuitem]');
}

/** Focuses the first item of a menu that just opened. */
export function focusFirst(menu: Element, selector: string): void {
  if (!menu.contains(document.activeElement)) menu.querySelector<HTMLElement>(selector)?.focus();
}

/** Arrows move in a menu, Escape closes it. */
export function moveInMenu(event: KeyboardEvent, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') {
    close();
    event.preventDefault();
    return;
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.currentTarget instanceof HTMLElement)) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const at = items.findIndex(one => one.matches(':focus'));
  items[(at + step + items.length) % items.length]?.focus();
  event.preventDefault();
}
