import { html, nothing } from 'lit';
import { type Page, rememberHintClosed } from '../state.ts';

/** A hint on what to try first, until it is closed. */
export function renderTryHint({ state, update }: Page): unknown {
  const [first, ...others] = state.snapshot?.toolbar.tips ?? [];
  if (!state.isHintOpen || first === undefined) return nothing;
  const close = (): void => {
    rememberHintClosed();
    update({ isHintOpen: false });
  };
  return html`<aside class="try" aria-label="What to try">
    <p><strong>Try it:</strong> ${toBold(first)} ${others.map(tip => html`<span>${toBold(tip)}</span> `)}</p>
    <button type="button" aria-label="Close the hint" @click=${close}>✕</button>
  </aside>`;
}

/** Every other part between ** is bold. */
function toBold(tip: string): unknown {
  return tip.split('**').map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part));
}
