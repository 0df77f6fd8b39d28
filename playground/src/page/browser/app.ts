import { html, nothing, type TemplateResult } from 'lit';
import type { Snapshot } from '../shapes.ts';
import type { PageActions } from './actions.ts';
import { renderBar } from './bar/bar.ts';
import { renderTryHint } from './bar/hint.ts';
import { renderSidebar } from './channels/channel-list.ts';
import { renderPosts } from './channels/forum.ts';
import { renderHeader } from './channels/header.ts';
import { renderComposer } from './composer/composer.ts';
import { moveInList } from './composer/list-keys.ts';
import { renderModal } from './composer/modal.ts';
import { toPlaygroundMs } from './messages/clock-times.ts';
import { renderMessages } from './messages/message-list.ts';
import { renderMenu } from './messages/message-menu.ts';
import type { Page, PageState } from './state.ts';

/** The whole page. */
export function renderApp(page: Page, pageActions: PageActions): TemplateResult {
  const { state } = page;
  const { snapshot } = state;
  return html`<div class="page" @keydown=${(event: KeyboardEvent) => closeOnEscape(event, page)}>
    <div>${renderBar(page, pageActions)} ${renderTryHint(page)}</div>
    ${snapshot ? renderServer(page, pageActions, snapshot) : html`<p class="blank">Connecting to the demo…</p>`}
    ${renderMenu(page, pageActions)} ${renderModal(page, pageActions)} ${renderToasts(state, pageActions)}
  </div>`;
}

function closeOnEscape(event: KeyboardEvent, { state, update }: Page): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  if (state.popover || state.isDrawerOpen) update({ popover: null, isDrawerOpen: false });
}

function renderServer(page: Page, pageActions: PageActions, snapshot: Snapshot): TemplateResult {
  const { state } = page;
  return html`<div class="server-view">
    ${renderSidebar(page, pageActions, snapshot)}
    <main>${snapshot.open ? renderOpen(page, pageActions, snapshot) : renderClosed(snapshot)}</main>
    ${state.isConnected ? nothing : html`<p class="offline" role="alert">The demo has stopped. Waiting for it to come back…</p>`}
  </div>`;
}

function renderOpen(page: Page, pageActions: PageActions, snapshot: Snapshot): unknown {
  const { open } = snapshot;
  if (!open) return nothing;
  const me = snapshot.people.find(one => one.id === snapshot.userId);
  const reader = { locale: me?.locale ?? 'en-US', nowMs: toPlaygroundMs(snapshot) };
  return html`${renderHeader(page, pageActions, snapshot, open)}
    ${
      open.channel.kind === 'forum'
        ? renderPosts(open, pageActions, { snapshot, reader, jump: () => undefined })
        : html`<div class="scroller" tabindex="0" role="region" aria-label="Messages" @keydown=${moveInList}>
            <div class="scrolled">${renderMessages(page, pageActions, open, reader)}</div>
          </div>`
    }
    ${renderComposer(page, pageActions, snapshot, open)}`;
}

function renderClosed({ channels }: Snapshot): TemplateResult {
  return html`<div class="blank">
    <h2>${channels.length === 0 ? 'There is no channel here that you can see.' : 'You cannot see this channel.'}</h2>
    <p>Choose another channel, or change <em>View as</em>.</p>
  </div>`;
}

function renderToasts({ toasts }: PageState, { dropToast }: PageActions): TemplateResult {
  return html`<div class="toasts" role="status" aria-live="polite">
    ${toasts.map(
      ({ id, text, isBad }) => html`<div class="toast ${isBad ? 'bad' : ''}">
        <span>${text}</span>
        <button type="button" aria-label="Close" @click=${() => dropToast(id)}>✕</button>
      </div>`,
    )}
  </div>`;
}
