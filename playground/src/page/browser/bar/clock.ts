import { html, type TemplateResult } from 'lit';
import type { Snapshot } from '../../shapes.ts';
import type { PageActions } from '../actions.ts';
import { toFieldText, toMondayMs, toPlaygroundMs, toTomorrowMs } from '../messages/clock-times.ts';

const hourMs = 3_600_000;

/** The playground's time, with buttons that move it forward. */
export function renderClock(pageActions: PageActions, snapshot: Snapshot): TemplateResult {
  const nowMs = toPlaygroundMs(snapshot);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', options).format(nowMs);
  const day = format({ weekday: 'short', day: 'numeric', month: 'short' });
  const time = format({ hour: '2-digit', minute: '2-digit' });
  const move = (words: string, toMs: number): TemplateResult =>
    html`<button type="button" @click=${() => void pageActions.moveClock(toMs)}>${words}</button>`;
  return html`<fieldset class="clock">
    <legend>Clock: <time>${day}, ${time}</time></legend>
    <div>
      ${move('Monday 9:00', toMondayMs(nowMs))} ${move('+1 hour', nowMs + hourMs)}
      ${move('+1 day', toTomorrowMs(nowMs))}
    </div>
    <form
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const input = (event.currentTarget as HTMLFormElement).querySelector('input');
        if (input?.value) void pageActions.moveClock(new Date(input.value).getTime());
      }}
    >
      <input type="datetime-local" aria-label="Date and time" required .defaultValue=${toFieldText(nowMs)} />
      <button type="submit">Set</button>
    </form>
    <p>The bot follows within a second. The clock only moves forward.</p>
  </fieldset>`;
}
