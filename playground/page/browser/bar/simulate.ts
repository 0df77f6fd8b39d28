import { html, nothing, type TemplateResult } from 'lit';
import type { Snapshot, Weather } from '../../shapes.ts';
import type { Deeds } from '../actions.ts';
import type { Page } from '../state.ts';
import { renderClock } from './clock.ts';
import { renderDropdown } from './dropdown.ts';

const networks: Readonly<Record<Weather, string>> = {
  fair: 'Works well',
  slow: 'Slow',
  'rate-limited': 'Rate limits',
  dropping: 'Drops connections',
};

/** The menu of what can be simulated: who writes the summaries, Discord's network, the clock and a restart. */
export function renderSimulate(page: Page, deeds: Deeds, snapshot: Snapshot): TemplateResult {
  const { knobs } = snapshot;
  const isChanged = knobs.weather !== 'fair' || knobs.clockOffsetMs !== 0;
  return html`<div class="simulate ${isChanged ? 'changed' : ''}">
    ${renderDropdown(page, {
      popover: 'simulate',
      kind: 'dialog',
      label: 'Simulate',
      className: 'simulate-menu',
      button: 'Simulate',
      first: 'select, button',
      content: () => html`${renderEngine(deeds, snapshot)} ${renderNetwork(deeds, snapshot)}
        ${renderClock(deeds, snapshot)} ${renderBot(page.state.pending, deeds, snapshot)}`,
    })}
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
