import { html, nothing, type TemplateResult } from 'lit';
import type { NetworkCondition, Snapshot } from '../../shapes.ts';
import type { PageActions } from '../actions.ts';
import type { Page } from '../state.ts';
import { renderClock } from './clock.ts';
import { renderDropdown } from './dropdown.ts';

const networks: Readonly<Record<NetworkCondition, string>> = {
  normal: 'Works well',
  slow: 'Slow',
  'rate-limited': 'Rate limits',
  dropping: 'Drops connections',
};

/** The simulation menu: the engine, Discord's network, the person's client, the clock and a restart. */
export function renderSimulate(page: Page, pageActions: PageActions, snapshot: Snapshot): TemplateResult {
  const { toolbar } = snapshot;
  const isChanged = toolbar.network !== 'normal' || toolbar.clockOffsetMs !== 0 || !page.state.showsEmbeds;
  return html`<div class="simulate ${isChanged ? 'changed' : ''}">
    ${renderDropdown(page, {
      popover: 'simulate',
      kind: 'dialog',
      label: 'Simulate',
      className: 'simulate-menu',
      button: 'Simulate',
      first: 'select, button',
      content: () => html`${renderEngine(pageActions, snapshot)} ${renderNetwork(pageActions, snapshot)}
        ${renderEmbeds(page)} ${renderClock(pageActions, snapshot)} ${renderBot(page.state.pending, pageActions, snapshot)}`,
    })}
  </div>`;
}

function renderEngine(pageActions: PageActions, { toolbar }: Snapshot): unknown {
  if (toolbar.engines.length < 2) return nothing;
  const options = toolbar.engines.map(({ name, label }) => [name, label] as const);
  return renderSelect(
    toolbar.engineLabel,
    options,
    toolbar.engine ?? '',
    name => void pageActions.setEngine(name),
  );
}

function renderNetwork(pageActions: PageActions, { toolbar }: Snapshot): TemplateResult {
  return renderSelect('Network', Object.entries(networks), toolbar.network, name => {
    void pageActions.setNetwork(name as NetworkCondition);
  });
}

/** Some people have switched embeds off in Discord's settings. */
function renderEmbeds({ state, update }: Page): TemplateResult {
  return html`<label class="choice"
    >Show embeds
    <input
      type="checkbox"
      .checked=${state.showsEmbeds}
      @change=${() => update({ showsEmbeds: !state.showsEmbeds })}
  /></label>`;
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

function renderBot(
  pending: ReadonlySet<string>,
  pageActions: PageActions,
  { toolbar, bot }: Snapshot,
): TemplateResult {
  const isRestarting = pending.has('restart');
  const status = isRestarting ? 'is restarting…' : bot.isOnline ? 'is online' : 'is offline';
  return html`<div class="choice">
    <span class="status ${bot.isOnline && !isRestarting ? 'online' : ''}" role="status">${bot.name} ${status}</span>
    ${
      toolbar.canRestart
        ? html`<button type="button" ?disabled=${isRestarting} @click=${() => void pageActions.restart()}>Restart</button>`
        : nothing
    }
  </div>`;
}
