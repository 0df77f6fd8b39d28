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
      <strong>Try it:</strong> type <b>/summarize</b> and press Enter. Then press <b>[1]</b>, <b>Sources</b> and
      <b>More</b> → <b>Why</b>. Change <b>View as</b> at the top right to
      read as someone else.
    </p>
    <button type="button" aria-label="Close the hint" @click=${close}>✕</button>
  </aside>`;
}
