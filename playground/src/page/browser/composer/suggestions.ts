import { html, nothing, type TemplateResult } from 'lit';
import type { PageState } from '../state.ts';
import { type CommandLine, type Suggestion, toCommandName } from './command-line.ts';

/** The suggestions above the line: Enter or Tab picks the marked one, a click any. */
export function renderSuggestions(
  offered: readonly Suggestion[],
  { marked, line }: PageState,
  take: (suggestion: Suggestion) => void,
): unknown {
  if (offered.length === 0) return nothing;
  return html`<div class="suggestions" id="suggestions" role="listbox" aria-label=${toHeading(offered, line)}>
    <div class="menu-heading" role="presentation">${toHeading(offered, line)}</div>
    ${offered.map(
      (one, index) => html`<div
        class="suggestion"
        id="suggestion-${index}"
        role="option"
        aria-selected=${index === marked}
        @mousedown=${(event: Event) => event.preventDefault()}
        @click=${() => take(one)}
      >
        ${renderSuggestion(one)}
      </div>`,
    )}
  </div>`;
}

function toHeading([first]: readonly Suggestion[], line: CommandLine | null): string {
  if (first?.kind === 'command') return 'Commands';
  if (first?.kind === 'option') return 'Options';
  const active = line?.active === null || line?.active === undefined ? undefined : line.filled[line.active];
  return active?.option.name ?? 'Values';
}

function renderSuggestion(one: Suggestion): TemplateResult {
  switch (one.kind) {
    case 'command':
      return html`<strong>${toCommandName(one.command)}</strong> <span>${one.command.description}</span>`;
    case 'option':
      return html`<strong>${one.option.name}</strong> <span>${one.option.description}</span>
        ${one.option.isRequired ? html`<em>required</em>` : nothing}`;
    default:
      return html`<strong>${one.label}</strong> <span>${one.note}</span>`;
  }
}

/** The description of the active option. */
export function renderHint(line: CommandLine | null): unknown {
  if (!line) return nothing;
  const active = line.active === null ? null : line.filled[line.active];
  const words = active
    ? [active.option.description, active.option.range].filter(Boolean).join(' · ')
    : line.command.description;
  return html`<div class="hint" role="status">
    <strong>${active ? active.option.name : toCommandName(line.command)}</strong> ${words}
    ${active ? nothing : html`<span class="hint-keys">Enter runs it</span>`}
  </div>`;
}
