// The avatars come first: the library reads its defaults, images on Discord's servers, when it loads.
import './library-avatars.ts';
import '@skyra/discord-components-core/discord-action-row.js';
import '@skyra/discord-components-core/discord-button.js';
import '@skyra/discord-components-core/discord-command.js';
import '@skyra/discord-components-core/discord-embed.js';
import '@skyra/discord-components-core/discord-embed-footer.js';
import '@skyra/discord-components-core/discord-input-text.js';
import '@skyra/discord-components-core/discord-message.js';
import '@skyra/discord-components-core/discord-messages.js';
import '@skyra/discord-components-core/discord-modal.js';
import '@skyra/discord-components-core/discord-reply.js';
import '@skyra/discord-components-core/discord-spoiler.js';
import '@skyra/discord-components-core/discord-string-select-menu.js';
import '@skyra/discord-components-core/discord-string-select-menu-option.js';
import '@skyra/discord-components-core/discord-thread.js';
import { type CSSResult, css, type LitElement } from 'lit';

/** Replaces styles of the library that are older than Discord's or too wide for a phone. */
const looks: Readonly<Record<string, CSSResult>> = {
  'discord-embed': css`
    :host { color: var(--text); font-size: 0.875rem; line-height: 1.125rem; margin: 0.25rem 0; }
    :host .discord-left-border { border-radius: 4px 0 0 4px; }
    :host .discord-embed-root { flex: 0 1 auto; }
    :host .discord-embed-wrapper { background: var(--card); border: 0; max-width: 32.5rem; min-width: 0; }
    :host .discord-embed-wrapper .discord-embed-grid { display: block; padding: 0.5rem 1rem 1rem 0.75rem; min-width: 0; }
  `,
  'discord-embed-footer': css`
    :host, :host([light-theme]) { display: block; color: var(--quiet); font-size: 0.75rem; line-height: 1rem; margin-top: 0.5rem; }
  `,
  'discord-button': css`
    :host > *:first-child { margin: 0; padding: 0 1rem; height: 2rem; min-height: 2rem; box-sizing: border-box; border-radius: 4px; color: #fff; }
    .secondary { background: var(--button); }
    .secondary.hoverable:hover { background: var(--button-hover); }
    .primary { background: var(--accent); }
    .destructive { background: #d83c3e; }
    .success { background: #248046; }
    .disabled { opacity: 0.4; }
    button:focus-visible, a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
    @media (max-width: 767px) {
      :host > *:first-child {
        min-width: 2.75rem;
        padding: 0 0.625rem;
      }
    }
  `,
  'discord-message': css`
    :host { color: var(--text); font-size: 1rem; padding-left: 1rem; padding-right: 1rem; }
    :host(:hover) { background: transparent; }
    :host .discord-message-timestamp, :host([light-theme]) .discord-message-timestamp { color: var(--quiet); font-size: 0.75rem; margin-left: 0.25rem; }
    :host .discord-message-edited, :host([light-theme]) .discord-message-edited { color: var(--quiet); font-size: 0.625rem; }
    .discord-message-body-only-indent { width: 56px; flex: none; font-size: 0.625rem; padding-right: 0.5rem; box-sizing: border-box; text-align: right; }
    .discord-message-content { min-width: 0; line-height: 1.375rem; padding-top: 0; }
    .discord-author-avatar { margin-top: 0.125rem; }
    .discord-author-avatar img { cursor: default; }
    .discord-message-body { overflow-wrap: anywhere; word-break: normal; }
    @media (max-width: 767px) {
      :host {
        padding-left: 0.75rem;
        padding-right: 0.75rem;
      }
      .discord-author-avatar {
        min-width: 32px;
        margin-right: 12px;
      }
      .discord-author-avatar img {
        width: 32px;
        height: 32px;
      }
      .discord-message-body-only-indent {
        width: 44px;
      }
    }
  `,
  'discord-reply': css`
    :host {
      max-width: calc(100% - 56px);
      box-sizing: border-box;
      color: var(--soft);
      cursor: pointer;
    }
    :host .discord-replied-message-username {
      color: var(--text);
      font-weight: 600;
      opacity: 1;
    }
    :host .discord-replied-message-content {
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    @media (max-width: 767px) {
      :host {
        max-width: calc(100% - 44px);
        margin-left: 44px;
      }
    }
  `,
  'discord-command': css`
    :host {
      min-width: 0;
      max-width: calc(100% - 56px);
      box-sizing: border-box;
      color: var(--soft);
    }
    :host .discord-slash-command-name { background: var(--mention); }
    :host .discord-replied-message-username, :host([light-theme]) .discord-replied-message-username { color: var(--text) !important; opacity: 1 !important; }
    :host .discord-slash-command-name:not(:hover), .discord-context-command-name { color: var(--mention-text) !important; }
    .discord-context-user,
    .discord-context-command-name {
      flex: none;
    }
    .discord-context-user {
      margin-right: 0.25rem;
    }
    .discord-replied-message-content.discord-message-margintop {
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    @media (max-width: 767px) {
      :host {
        max-width: calc(100% - 44px);
        margin-left: 44px;
      }
    }
  `,
  'discord-thread': css`
    :host { background: var(--card); max-width: 30rem; box-sizing: border-box; width: 100%; cursor: pointer; }
  `,
  'discord-modal': css`
    .discord-modal-root { width: min(27.5rem, calc(100vw - 1.5rem)); background: var(--card); max-height: 90dvh; }
    .discord-modal-slot-input-text { overflow: auto; }
    .discord-modal-content-container, .discord-modal-slot-input-text { padding: 0 1rem; }
    .discord-modal-actions-container { background: var(--side); }
    button:focus-visible { outline: 2px solid var(--focus) !important; outline-offset: 2px; }
  `,
  'discord-input-text': css`
    .discord-text-input-short, .discord-text-input-paragraph { color: var(--text) !important; opacity: 1 !important; }
    ::placeholder { color: var(--quiet) !important; opacity: 1; }
  `,
  'discord-string-select-menu': css`
    :host {
      position: relative;
    }
    :host([upward]) .discord-string-select-menu-option-slot {
      bottom: calc(100% + 2px);
    }
    :host .discord-string-select-menu, :host([light-theme]) .discord-string-select-menu { width: 100%; max-width: 25rem; margin: 0; color: var(--text); background: var(--well); border: 1px solid var(--line); font-size: 0.875rem; height: 2.5rem; }
    :host .discord-string-select-menu-option-slot, :host([light-theme]) .discord-string-select-menu-option-slot { width: 100%; max-width: 25rem; max-height: 16rem; background: var(--side); border: 1px solid var(--line); box-shadow: 0 8px 16px rgb(0 0 0 / 0.35); }
  `,
  'discord-string-select-menu-option': css`
    label { max-width: none; font-size: 0.875rem; line-height: 1.125rem; }
    strong { font-weight: 500; }
  `,
};

/** Whether the system prefers a light theme. */
const isLight = matchMedia('(prefers-color-scheme: light)');

/** The library's own colors follow this attribute, as the page's follow its style sheet. */
export const lightTheme = isLight.matches;

// Most elements read it only once.
isLight.addEventListener('change', () => location.reload());

/** Gives the library's elements current colors and a width that fits a phone; before any of them is created. */
export function restyleLibrary(): void {
  for (const [name, look] of Object.entries(looks)) {
    const element = customElements.get(name);
    if (element && isLit(element)) element.elementStyles.push(look);
  }
}

function isLit(element: CustomElementConstructor): element is typeof LitElement {
  return 'elementStyles' in element;
}
