import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { Snapshot } from '../shapes.ts';
import { toFieldText, toMondayMs, toPlaygroundMs, toTomorrowMs } from './clock-times.ts';
import type { Deeds } from './deeds.ts';
import { focusFirst } from './message-menu.ts';
import type { Page } from './state.ts';

const hourMs = 3_600_000;

/** What time it is here, and how to move on from it. */
export function renderClock({ state, update }: Page, deeds: Deeds, snapshot: Snapshot): TemplateResult {
  const isOpen = state.popover === 'clock';
  const nowMs = toPlaygroundMs(snapshot);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', options).format(nowMs);
  const [weekday, day] = [format({ weekday: 'short' }), format({ day: 'numeric', month: 'short' })];
  const time = format({ hour: '2-digit', minute: '2-digit' });
  const close = (): void => update({ popover: null });
  return html`<div class="clock ${snapshot.knobs.clockOffsetMs === 0 ? '' : 'moved'}">
    <button
      type="button"
      class="bar-button"
      aria-haspopup="dialog"
      aria-expanded=${isOpen}
      aria-label="Clock: ${weekday} ${day}, ${time}"
      @click=${() => update({ popover: isOpen ? null : 'clock' })}
    >
      <span class="wide" aria-hidden="true">🕘</span>
      <time>${weekday} <span class="wide">${day},</span> ${time}</time>
    </button>
    ${isOpen ? html`<div class="veil" @click=${close}></div>${renderMoves(nowMs, deeds, close)}` : nothing}
  </div>`;
}

function renderMoves(nowMs: number, deeds: Deeds, close: () => void): TemplateResult {
  const move = (words: string, toMs: number): TemplateResult =>
    html`<button type="button" @click=${() => void deeds.moveClock(toMs)}>${words}</button>`;
  return html`<div
    class="menu clock-menu"
    role="dialog"
    aria-label="Move the clock"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    }}
    ${ref(element => {
      if (element) queueMicrotask(() => focusFirst(element, 'button'));
    })}
  >
    <div class="menu-heading">Move the clock</div>
    ${move('Jump to Monday 9:00', toMondayMs(nowMs))} ${move('+1 hour', nowMs + hourMs)}
    ${move('+1 day', toTomorrowMs(nowMs))}
    <form
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const input = (event.currentTarget as HTMLFormElement).querySelector('input');
        if (input?.value) void deeds.moveClock(new Date(input.value).getTime());
      }}
    >
      <input type="datetime-local" aria-label="Date and time" required .defaultValue=${toFieldText(nowMs)} />
      <button type="submit">Set</button>
    </form>
    <p>The bot follows within a second. The clock only moves forward.</p>
  </div>`;
}
