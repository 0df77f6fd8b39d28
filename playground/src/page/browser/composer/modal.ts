import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { Snapshot } from '../../shapes.ts';
import type { PageActions } from '../actions.ts';
import { lightTheme } from '../library.ts';
import { toAvatar } from '../messages/avatars.ts';
import type { Part } from '../messages/rows.ts';
import type { OpenModal, Page } from '../state.ts';
import { isSelect, renderSelect, toChoosable } from './select-menu.ts';

type Field = Part & {
  readonly placeholder?: string;
  readonly description?: string;
  readonly value?: string;
  readonly required?: boolean;
  readonly min_length?: number;
  readonly max_length?: number;
};

const textInput = 4;
const paragraph = 2;

/** The bot's open form, above the page. */
export function renderModal({ state, update }: Page, pageActions: PageActions): unknown {
  const { modal, snapshot } = state;
  if (!modal || !snapshot) return nothing;
  const { bot } = snapshot;
  // Keyed by interaction: each form starts with empty fields.
  return [modal].map(
    open => html`<discord-modal
      modal-id="form-${open.interactionId}"
      modal-title=${open.modal.title}
      author=${bot.name}
      avatar=${toAvatar({ ...bot, isBot: true })}
      .originalBodyOverflow=${'hidden'}
      ?light-theme=${lightTheme}
      .closeForm=${() => update({ modal: null })}
      ${ref(element => show(element, open, pageActions))}
    >
      ${toFields(open).map(field => renderField(field, snapshot, open))}
    </discord-modal>`,
  );
}

type Labelled = { readonly field: Field; readonly label: string; readonly note: string };

function toFields({ modal }: OpenModal): readonly Labelled[] {
  const parts = modal.components as readonly Field[];
  return parts.flatMap(part => {
    const { component, components = [], label = '', description = '' } = part;
    if (component) return [{ field: component, label, note: description }];
    return components.map(field => ({ field, label: field.label ?? '', note: '' }));
  });
}

/** The chosen values of a form's selects; text inputs store their own. */
const chosen = new WeakMap<OpenModal, Map<string, readonly string[]>>();

function renderField({ field, label, note }: Labelled, snapshot: Snapshot, open: OpenModal): TemplateResult {
  const customId = field.custom_id ?? '';
  if (isSelect(field.type)) {
    const kept = chosen.get(open) ?? new Map<string, readonly string[]>();
    chosen.set(open, kept);
    return html`<div class="modal-select">
      <div class="modal-label">${label}</div>
      ${renderSelect({
        ...toChoosable(field, snapshot),
        name: label || 'Make a selection',
        isDisabled: false,
        onPick: values => kept.set(customId, values),
      })}
    </div>`;
  }
  if (field.type !== textInput) return html``;
  return html`<discord-input-text
    data-field=${customId}
    ?light-theme=${lightTheme}
    label=${label || 'Text'}
    type=${field.style === paragraph ? 'paragraph' : 'short'}
    placeholder=${field.placeholder ?? ''}
    .value=${field.value ?? ''}
    .required=${field.required !== false}
    .minLength=${field.min_length ?? 0}
    .maxLength=${field.max_length ?? 4000}
  ></discord-input-text>
    ${note ? html`<p class="modal-note">${note}</p>` : nothing}`;
}

/** The library can only open a form by its own button; this does the same. */
async function show(element: Element | undefined, open: OpenModal, pageActions: PageActions): Promise<void> {
  if (!(element instanceof LitElement)) return;
  Object.assign(element, { submitForm: () => void pageActions.submit(open, read(element, open)) });
  await element.updateComplete;
  const dialog = element.shadowRoot?.querySelector('dialog');
  const box = dialog?.querySelector<HTMLElement>('.discord-modal-box');
  if (!dialog || !box || dialog.open) return;
  box.style.display = 'flex';
  dialog.showModal();
  for (const input of element.querySelectorAll<LitElement>('discord-input-text')) {
    await input.updateComplete;
    input.shadowRoot
      ?.querySelector('input, textarea')
      ?.setAttribute('aria-label', input.getAttribute('label') ?? '');
  }
  element
    .querySelector('discord-input-text')
    ?.shadowRoot?.querySelector<HTMLElement>('input, textarea')
    ?.focus();
}

function read(element: Element, open: OpenModal): object {
  const texts = [...element.querySelectorAll<HTMLElement>('[data-field]')].map(field => {
    const input = field.shadowRoot?.querySelector<HTMLInputElement>('input, textarea');
    return [field.dataset['field'] ?? '', input?.value ?? ''] as const;
  });
  return Object.fromEntries([...texts, ...(chosen.get(open) ?? [])]);
}
