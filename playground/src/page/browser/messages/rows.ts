import { html, nothing, type TemplateResult } from 'lit';
import type { SeenMessage } from '../../shapes.ts';
import { type Choosable, isSelect, renderSelect, toChoosable } from '../composer/select-menu.ts';
import { parseAddress, renderMarkdown, type Surroundings } from './markup.ts';

/** A component with the fields shown here; its type determines which it has. */
export type Part = {
  readonly type: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly style?: number;
  readonly url?: string;
  readonly disabled?: boolean;
  readonly emoji?: { readonly name?: string | null };
  readonly content?: string;
  readonly components?: readonly Part[];
  readonly component?: Part;
  readonly accessory?: Part;
} & Partial<Choosable>;

/** The actions of buttons and selects, and whether they are pending. */
export type RowActions = {
  readonly isPending: (customId: string) => boolean;
  readonly press: (customId: string) => void;
  readonly select: (customId: string, values: readonly string[]) => void;
};

const types = { row: 1, button: 2, section: 9, text: 10, separator: 14, container: 17 } as const;
const styles = ['', 'primary', 'secondary', 'success', 'destructive', 'secondary'] as const;

/** The buttons and selects under a message. */
export function renderRows(message: SeenMessage, actions: RowActions, around: Surroundings): unknown {
  const parts = (message.components ?? []) as readonly Part[];
  return parts.map(part => html`<div slot="components">${renderPart(part, actions, around)}</div>`);
}

function renderPart(part: Part, actions: RowActions, around: Surroundings): unknown {
  const inner = part.components ?? [];
  switch (part.type) {
    case types.row:
      return html`<discord-action-row class="row">
        ${inner.map(each => renderPart(each, actions, around))}
      </discord-action-row>`;
    case types.button:
      return renderButton(part, actions, around);
    case types.section:
      return html`<div class="section">
        <div>${inner.map(each => renderPart(each, actions, around))}</div>
        ${
          part.accessory
            ? html`<discord-action-row>${renderPart(part.accessory, actions, around)}</discord-action-row>`
            : nothing
        }
      </div>`;
    case types.text:
      return html`<div class="text-part">${renderMarkdown(part.content ?? '', around)}</div>`;
    case types.separator:
      return html`<hr />`;
    case types.container:
      return html`<div class="container-part">${inner.map(each => renderPart(each, actions, around))}</div>`;
    default:
      return isSelect(part.type) ? renderSelectPart(part, actions, around) : nothing;
  }
}

function renderButton(part: Part, actions: RowActions, around: Surroundings): TemplateResult {
  const customId = part.custom_id ?? '';
  const isPending = actions.isPending(customId);
  const words = [part.emoji?.name, part.label].filter(Boolean).join(' ');
  if (part.url) return renderLinkButton(part.url, words, around);
  return html`<discord-button
    type=${styles[part.style ?? 2] || 'secondary'}
    ?disabled=${part.disabled === true}
    ?inert=${part.disabled === true}
    class=${isPending ? 'busy' : ''}
    @click=${() => {
      if (!isPending) actions.press(customId);
    }}
    >${words}</discord-button
  >`;
}

function renderLinkButton(url: string, words: string, around: Surroundings): TemplateResult {
  const to = parseAddress(url);
  const go = (event: Event): void => {
    if (!to) return;
    event.preventDefault();
    around.jump(to);
  };
  const isSafe = /^https?:\/\//i.test(url);
  return html`<discord-button type="secondary" url=${isSafe ? url : ''} @click=${go}>${words}</discord-button>`;
}

function renderSelectPart(part: Part, actions: RowActions, around: Surroundings): TemplateResult {
  const customId = part.custom_id ?? '';
  return renderSelect({
    ...toChoosable(part, around.snapshot),
    name: part.placeholder ?? 'Make a selection',
    isDisabled: part.disabled === true || actions.isPending(customId),
    onPick: values => actions.select(customId, values),
  });
}
