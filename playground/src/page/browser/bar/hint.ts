import { html, nothing } from 'lit';
import type { Page } from '../state.ts';
import { rememberHintClosed } from './hint-storage.ts';

/** A hint on what to try first, until it is closed. */
export function renderTryHint({ state, update }: Page): unknown {
  if (!state.isHintOpen) return nothing;
  const close = (): void => {
    rememberHintClosed();
    update({ isHintOpen: false });
  };
  return html`<aside class="try" aria-label="What to try">
    <p>
      <strong>Try it:</strong> type <b>/summarize</b>, press Enter twice, then <b>[1]</b> and <b>Sources</b>.
      <span
        >To see mistakes caught: <b>Simulate</b> → <b>Recorded, with mistakes</b>, summarize, <b>More</b> →
        <b>Why</b>.</span
      >
    </p>
    <button type="button" aria-label="Close the hint" @click=${close}>✕</button>
  </aside>`;
}
