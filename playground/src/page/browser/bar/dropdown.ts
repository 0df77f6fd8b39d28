import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { focusFirst, moveInMenu } from '../messages/message-menu.ts';
import type { Page, Popover } from '../state.ts';

type Dropdown = {
  readonly popover: NonNullable<Popover>;
  readonly kind: 'menu' | 'dialog';
  readonly label: string;
  readonly className: string;
  /** The button's content, if it is more than its label. */
  readonly button: unknown;
  /** Selector of the element that gets the focus. */
  readonly first: string;
  readonly content: () => unknown;
};

/** A button of the bar, and its popover. */
export function renderDropdown({ state, update }: Page, dropdown: Dropdown): TemplateResult {
  const { popover, kind, label, className, button, first, content } = dropdown;
  const isOpen = state.popover === popover;
  const close = (): void => update({ popover: null });
  const onKey = (event: KeyboardEvent): void => {
    if (kind === 'menu') moveInMenu(event, close);
    else if (event.key === 'Escape') close();
  };
  return html`<button
      type="button"
      class="bar-button"
      aria-haspopup=${kind}
      aria-expanded=${isOpen}
      aria-label=${label}
      @click=${() => update({ popover: isOpen ? null : popover })}
    >
      ${button} <span aria-hidden="true">▾</span>
    </button>
    ${
      isOpen
        ? html`<div class="veil" @click=${close}></div>
            <div
              class="menu ${className}"
              role=${kind}
              aria-label=${label}
              @keydown=${onKey}
              ${ref(element => {
                if (element) queueMicrotask(() => focusFirst(element, first));
              })}
            >
              ${content()}
            </div>`
        : nothing
    }`;
}
