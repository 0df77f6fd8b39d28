import { html, nothing, type TemplateResult } from 'lit';
import type { SeenPerson, Snapshot } from '../../shapes.ts';
import type { PageActions } from '../actions.ts';
import { toAvatar } from '../messages/avatars.ts';
import type { Page } from '../state.ts';
import { renderDropdown } from './dropdown.ts';
import { renderSimulate } from './simulate.ts';

/** The bar above Discord: the page's name, the simulation menu, and the user. */
export function renderBar(page: Page, pageActions: PageActions): TemplateResult {
  const { state, update } = page;
  const { snapshot } = state;
  return html`<header class="bar">
    <button
      type="button"
      class="bar-button drawer-button"
      aria-label="Channels"
      aria-expanded=${state.isDrawerOpen}
      @click=${() => update({ isDrawerOpen: !state.isDrawerOpen })}
    >
      <span aria-hidden="true">☰</span>
    </button>
    <p class="bar-title">
      <strong>${state.title}</strong> <span>– a small Discord on your machine${toEngineWords(snapshot)}</span>
    </p>
    ${snapshot ? html`${renderSimulate(page, pageActions, snapshot)} ${renderPeople(page, pageActions, snapshot)}` : nothing}
  </header>`;
}

/** Says which engine runs, so that recorded answers are not taken for a model's. */
function toEngineWords(snapshot: Snapshot | null): string {
  const engine = snapshot?.toolbar.engines.find(({ name }) => name === snapshot.toolbar.engine);
  return engine ? `. ${snapshot?.toolbar.engineLabel}: ${engine.label}` : '';
}

function renderPeople(
  page: Page,
  pageActions: PageActions,
  { people, userId, guild }: Snapshot,
): TemplateResult {
  const me = people.find(one => one.id === userId);
  return html`<div class="who">
    ${renderDropdown(page, {
      popover: 'people',
      kind: 'menu',
      label: `View as ${me?.name ?? ''}`,
      className: 'people',
      button: html`<span class="me-words">View as</span> ${me ? renderFace(me) : nothing}
        <strong>${me?.name}</strong>`,
      first: '[aria-checked=true]',
      content: () => html`<div class="menu-heading" role="presentation">View as</div>
        ${people.map(
          person => html`<button
            type="button"
            role="menuitemradio"
            tabindex="-1"
            aria-checked=${person.id === userId}
            @click=${() => pageActions.become(person.id)}
          >
            ${renderFace(person)} <span>${person.name}</span>
            <small>${toNote(person, guild.ownerId)}</small>
          </button>`,
        )}`,
    })}
  </div>`;
}

function renderFace(person: SeenPerson): TemplateResult {
  return html`<img class="face" src=${toAvatar(person)} alt="" />`;
}

function toNote({ id, locale }: SeenPerson, ownerId: string): string {
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(locale.split('-')[0] ?? 'en') ?? '';
  return [id === ownerId ? 'owner' : '', language === 'English' ? '' : `reads ${language}`]
    .filter(Boolean)
    .join(', ');
}
