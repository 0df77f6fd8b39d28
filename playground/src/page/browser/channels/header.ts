import { html, nothing, type TemplateResult } from 'lit';
import type { OpenChannel, Snapshot } from '../../shapes.ts';
import type { PageActions } from '../actions.ts';
import { toAvatar } from '../messages/avatars.ts';
import type { Page } from '../state.ts';
import { toChannelIcon } from './channel-list.ts';

/** The open channel's name and topic, and a switch of access for each user, to show how the bot checks it. */
export function renderHeader(
  { state, update }: Page,
  pageActions: PageActions,
  snapshot: Snapshot,
  open: OpenChannel,
): TemplateResult {
  const { channel, readerIds } = open;
  const isOpen = state.popover === 'readers';
  const parent = snapshot.channels.find(one => one.id === channel.parentId && channel.kind === 'thread');
  return html`<header class="channel-header">
    ${
      parent
        ? html`<button type="button" class="link parent" @click=${() => pageActions.open(parent.id)}>
            ${toChannelIcon(parent)}${parent.name}</button><span aria-hidden="true">›</span>`
        : html`<span class="sign" aria-hidden="true">${toChannelIcon(channel)}</span>`
    }
    <h2>${channel.name}</h2>
    ${channel.topic ? html`<p class="topic">${channel.topic}</p>` : html`<p class="topic"></p>`}
    <button
      type="button"
      class="readers-button"
      aria-expanded=${isOpen}
      @click=${() => update({ popover: isOpen ? null : 'readers' })}
    >
      ${readerIds.length} of ${snapshot.people.length} see this
    </button>
    ${isOpen ? renderReaders(snapshot, open, pageActions, () => update({ popover: null })) : nothing}
  </header>`;
}

function renderReaders(
  { people, guild }: Snapshot,
  { channel, readerIds }: OpenChannel,
  pageActions: PageActions,
  close: () => void,
): TemplateResult {
  const ruled = channel.kind === 'thread' ? channel.parentId : channel.id;
  return html`<div class="veil" @click=${close}></div>
    <div
      class="menu readers"
      role="group"
      aria-label="Who sees this channel"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div class="menu-heading">Who sees this channel</div>
      ${people.map(
        person => html`<label
          ><img class="face" src=${toAvatar(person)} alt="" /> <span>${person.name}</span>
          <input
            type="checkbox"
            .checked=${readerIds.includes(person.id)}
            ?disabled=${person.id === guild.ownerId || ruled !== channel.id}
            @change=${(event: Event) => {
              if (event.currentTarget instanceof HTMLInputElement)
                void pageActions.setReader(person.id, event.currentTarget.checked);
            }}
        /></label>`,
      )}
      <p>People you turn off are refused at their next click, too.</p>
    </div>`;
}
