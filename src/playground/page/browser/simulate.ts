import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { Snapshot, Weather } from '../shapes.ts';
import { renderClock } from './clock.ts';
import type { Deeds } from './deeds.ts';
import { focusFirst } from './message-menu.ts';
import type { Page } from './state.ts';

const networks: Readonly<Record<Weather, string>> = {
  fair: 'Works well',
  slow: 'Slow',
  'rate-limited': 'Rate limits',
  dropping: 'Drops connections',
};

/** The menu of what can be simulated: who writes the summaries, Discord's network, the clock and a restart. */
export function renderSimulate({ state, update }: Page, deeds: Deeds, snapshot: Snapshot): TemplateResult {
  const { knobs } = snapshot;
  const isOpen = state.popover === 'simulate';
  const isChanged = knobs.weather !== 'fair' || knobs.clockOffsetMs !== 0;
  const close = (): void => update({ popover: null });
  return html`<div class="simulate ${isChanged ? 'changed' : ''}">
    <button
      type="button"
      class="bar-button"
      aria-haspopup="dialog"
      aria-expanded=${isOpen}
      @click=${() => update({ popover: isOpen ? null : 'simulate' })}
    >
      Simulate <span aria-hidden="true">▾</span>
    </button>
    ${
      isOpen
        ? html`<div class="veil" @click=${close}></div>
            <div
              class="menu simulate-menu"
              role="dialog"
              aria-label="Simulate"
              @keydown=${(event: KeyboardEvent) => {
                if (event.key === 'Escape') close();
              }}
              ${ref(element => {
                if (element) queueMicrotask(() => focusFirst(element, 'select, button'));
              })}
            >
              ${renderEngine(deeds, snapshot)} ${renderNetwork(deeds, snapshot)}
              ${renderClock(deeds, snapshot)} ${renderBot(state.pending, deeds, snapshot)}
            </div>`
        : nothing
    }
  </div>`;
}

function renderEngine(deeds: Deeds, { knobs }: Snapshot): unknown {
  if (knobs.engines.length < 2) return nothing;
  const options = knobs.engines.map(({ name, label }) => [name, label] as const);
  return renderSelect('Summaries', options, knobs.engine ?? '', name => void deeds.setEngine(name));
}

function renderNetwork(deeds: Deeds, { knobs }: Snapshot): TemplateResult {
  return renderSelect('Network', Object.entries(networks), knobs.weather, name => {
    void deeds.setWeather(name as Weather);
  });
}

function renderSelect(
  label: string,
  options: readonly (readonly [name: string, words: string])[],
  chosen: string,
  act: (name: string) => void,
): TemplateResult {
  return html`<label class="choice"
    >${label}
    <select
      @change=${(event: Event) => {
        if (event.currentTarget instanceof HTMLSelectElement) act(event.currentTarget.value);
      }}
    >
      ${options.map(([name, words]) => html`<option value=${name} .selected=${name === chosen}>${words}</option>`)}
    </select></label
  >`;
}

function renderBot(pending: ReadonlySet<string>, deeds: Deeds, { knobs, bot }: Snapshot): TemplateResult {
  const isRestarting = pending.has('restart');
  const status = isRestarting ? 'is restarting…' : bot.isOnline ? 'is online' : 'is offline';
  return html`<div class="choice">
    <span class="status ${bot.isOnline && !isRestarting ? 'online' : ''}" role="status">${bot.name} ${status}</span>
    ${
      knobs.canRestart
        ? html`<button type="button" ?disabled=${isRestarting} @click=${() => void deeds.restart()}>Restart</button>`
        : nothing
    }
  </div>`;
}
