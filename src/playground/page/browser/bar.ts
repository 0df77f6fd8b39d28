import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { SeenPerson, Snapshot, Weather } from '../shapes.ts';
import { toAvatar } from './avatars.ts';
import { renderClock } from './clock.ts';
import type { Deeds } from './deeds.ts';
import { focusFirst, moveInMenu } from './message-menu.ts';
import type { Page } from './state.ts';

const weathers: Readonly<Record<Weather, string>> = {
  fair: 'works well',
  slow: 'is slow',
  'rate-limited': 'limits rates',
  dropping: 'drops connections',
};

/** The bar that is not Discord's: what this is, who one is here, and the knobs. */
export function renderBar(page: Page, deeds: Deeds): TemplateResult {
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
    <p class="bar-title"><strong>playground</strong> <span>– a small Discord on your machine</span></p>
    ${snapshot ? renderControls(page, deeds, snapshot) : nothing}
  </header>`;
}

function renderControls(page: Page, deeds: Deeds, snapshot: Snapshot): TemplateResult {
  const { state, update } = page;
  const areKnobsOpen = state.popover === 'weather';
  return html`<button
      type="button"
      class="bar-button knobs-button"
      aria-expanded=${areKnobsOpen}
      @click=${() => update({ popover: areKnobsOpen ? null : 'weather' })}
    >
      Knobs
    </button>
    ${renderClock(page, deeds, snapshot)}
    <div class="knobs ${areKnobsOpen ? 'open' : ''}">${renderKnobs(state.pending, deeds, snapshot)}</div>
    ${renderPeople(page, deeds, snapshot)}`;
}

function renderKnobs(pending: ReadonlySet<string>, deeds: Deeds, { knobs, bot }: Snapshot): TemplateResult {
  const isRestarting = pending.has('restart');
  const status = isRestarting ? 'is restarting…' : bot.isOnline ? 'is online' : 'is away';
  return html`<label class="knob ${knobs.weather === 'fair' ? '' : 'turned'}"
      >Discord
      <select aria-label="How well Discord works" @change=${pick(name => void deeds.setWeather(name as Weather))}>
        ${Object.entries(weathers).map(
          ([name, words]) =>
            html`<option value=${name} .selected=${name === knobs.weather}>${words}</option>`,
        )}
      </select></label
    >
    ${
      knobs.engines.length > 1
        ? html`<label class="knob"
            >Engine
            <select aria-label="What writes the summaries" @change=${pick(name => void deeds.setEngine(name))}>
              ${knobs.engines.map(
                ({ name, label }) =>
                  html`<option value=${name} .selected=${name === knobs.engine}>${label}</option>`,
              )}
            </select></label
          >`
        : nothing
    }
    <span class="status ${bot.isOnline && !isRestarting ? 'online' : ''}" role="status">${bot.name} ${status}</span>
    ${
      knobs.canRestart
        ? html`<button
            type="button"
            class="bar-button"
            ?disabled=${isRestarting}
            @click=${() => void deeds.restart()}
          >
            Restart the bot
          </button>`
        : nothing
    }`;
}

function pick(act: (value: string) => void): (event: Event) => void {
  return event => {
    if (event.currentTarget instanceof HTMLSelectElement) act(event.currentTarget.value);
  };
}

function renderPeople(
  { state, update }: Page,
  deeds: Deeds,
  { people, userId, guild }: Snapshot,
): TemplateResult {
  const me = people.find(one => one.id === userId);
  const isOpen = state.popover === 'people';
  const close = (): void => update({ popover: null });
  return html`<div class="who">
    <button
      type="button"
      class="bar-button me"
      aria-haspopup="menu"
      aria-expanded=${isOpen}
      aria-label="You are ${me?.name ?? ''}; be somebody else"
      @click=${() => update({ popover: isOpen ? null : 'people' })}
    >
      <span class="me-words">You are</span> ${me ? renderFace(me) : nothing} <strong>${me?.name}</strong>
      <span aria-hidden="true">▾</span>
    </button>
    ${
      isOpen
        ? html`<div class="veil" @click=${close}></div>
            <div
              class="menu people"
              role="menu"
              aria-label="Be somebody else"
              @keydown=${(event: KeyboardEvent) => moveInMenu(event, close)}
              ${ref(element => {
                if (element) queueMicrotask(() => focusFirst(element, '[aria-checked=true]'));
              })}
            >
              <div class="menu-heading" role="presentation">Be somebody else</div>
              ${people.map(
                person => html`<button
                  type="button"
                  role="menuitemradio"
                  tabindex="-1"
                  aria-checked=${person.id === userId}
                  @click=${() => deeds.become(person.id)}
                >
                  ${renderFace(person)} <span>${person.name}</span>
                  <small>${toNote(person, guild.ownerId)}</small>
                </button>`,
              )}
            </div>`
        : nothing
    }
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
