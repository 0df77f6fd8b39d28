import { html, nothing, type TemplateResult } from 'lit';
import type { SeenChannel, Snapshot } from '../../shapes.ts';
import type { PageActions } from '../actions.ts';
import type { Page } from '../state.ts';

/** The server, and the channels that this person sees, each with its threads. */
export function renderSidebar(
  { state, update }: Page,
  pageActions: PageActions,
  snapshot: Snapshot,
): TemplateResult {
  const { guild, guilds, channels } = snapshot;
  const categories = channels.filter(one => one.kind === 'category');
  const topmost = channels.filter(
    one =>
      one.kind !== 'category' && one.kind !== 'thread' && !categories.some(each => each.id === one.parentId),
  );
  const row = (channel: SeenChannel): unknown => renderWithThreads(channel, snapshot, pageActions);
  return html`<div
      class="shade ${state.isDrawerOpen ? 'open' : ''}"
      @click=${() => update({ isDrawerOpen: false })}
    ></div>
    <nav class="sidebar ${state.isDrawerOpen ? 'open' : ''}" aria-label="Channels">
      <div class="rail">
        ${guilds.map(
          ({ id, name, channelId }) => html`<button
            type="button"
            class="server"
            title=${name}
            aria-label="Server ${name}"
            aria-current=${id === guild.id}
            ?disabled=${channelId === null}
            @click=${() => channelId !== null && pageActions.open(channelId)}
          >
            ${toInitials(name)}
          </button>`,
        )}
      </div>
      <div class="channels">
        <h1>${guild.name}</h1>
        <ul>
          ${topmost.map(row)}
          ${categories.map(
            category => html`<li class="category">
              <span>${category.name}</span>
              <ul>
                ${channels.filter(one => one.parentId === category.id && one.kind !== 'thread').map(row)}
              </ul>
            </li>`,
          )}
        </ul>
      </div>
    </nav>`;
}

function renderWithThreads(
  channel: SeenChannel,
  snapshot: Snapshot,
  pageActions: PageActions,
): TemplateResult {
  const threads = snapshot.channels.filter(one => one.kind === 'thread' && one.parentId === channel.id);
  const isOpen = (one: SeenChannel): boolean => one.id === snapshot.open?.channel.id;
  const link = (one: SeenChannel): TemplateResult => html`<button
    type="button"
    class="channel ${one.kind}"
    aria-current=${isOpen(one) ? 'page' : 'false'}
    @click=${() => pageActions.open(one.id)}
  >
    <span class="sign" aria-hidden="true">${toChannelIcon(one)}</span><span class="name">${one.name}</span>
    ${one.isPrivate ? html`<span class="lock" role="img" aria-label="private" title="Not for everyone">🔒</span>` : nothing}
    ${one.isArchived ? html`<small>archived</small>` : nothing}
  </button>`;
  return html`<li>
    ${link(channel)}
    ${threads.length > 0 ? html`<ul class="threads">${threads.map(one => html`<li>${link(one)}</li>`)}</ul>` : nothing}
  </li>`;
}

/** The icon before a channel's name. */
export function toChannelIcon({ kind }: SeenChannel): string {
  return { text: '#', voice: '🔊', forum: '▤', category: '', thread: '↳' }[kind];
}

function toInitials(name: string): string {
  return name
    .split(/\s+/)
    .map(word => word.slice(0, 1))
    .join('')
    .slice(0, 3);
}
