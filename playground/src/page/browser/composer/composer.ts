import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { OpenChannel, Snapshot } from '../../shapes.ts';
import type { PageActions } from '../actions.ts';
import { nameOf } from '../messages/message.ts';
import type { Page } from '../state.ts';
import { renderAttachment, toFileProblem } from './attachment.ts';
import {
  type Around,
  activate,
  addOption,
  attachFile,
  type CommandLine,
  continueLine,
  findTyped,
  openOptions,
  optionTypes,
  pickValue,
  removeOption,
  type Suggestion,
  startLine,
  suggest,
  toCommandName,
  typeTail,
  typeValue,
} from './command-line.ts';
import { focusComposer } from './cursor.ts';
import { renderHint, renderSuggestions } from './suggestions.ts';

/** The field for messages and for commands with their options. */
export function renderComposer(
  page: Page,
  pageActions: PageActions,
  snapshot: Snapshot,
  open: OpenChannel,
): TemplateResult {
  const { state } = page;
  if (!open.mayWrite) {
    const words =
      open.channel.kind === 'forum' ? 'Open a post to write in it.' : 'You may not write in this channel.';
    return html`<footer class="composer"><p class="composer-box closed">${words}</p></footer>`;
  }
  const around: Around = {
    commands: open.commands,
    channels: snapshot.channels,
    members: snapshot.guild.members,
    roles: snapshot.guild.roles,
  };
  const offered = state.areSuggestionsHidden ? [] : suggest(state.text, state.line, around);
  const keys = createKeys(page, pageActions, around, offered);
  const buttonName = offered[state.marked] ? 'Choose' : state.line ? 'Run the command' : 'Send';
  return html`<footer
    class="composer"
    @dragover=${(event: DragEvent) => event.preventDefault()}
    @drop=${(event: DragEvent) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) attach(page, pageActions, file);
    }}
  >
    ${renderSuggestions(offered, state, keys.take)} ${renderHint(state.line)} ${renderContext(page, snapshot)}
    <div class="composer-box" @keydown=${keys.onKey}>
      ${state.line ? renderLine(state.line, page, pageActions, offered) : renderText(page, open, offered, around)}
      <button
        type="button"
        class="composer-button"
        aria-label=${state.line || state.text ? buttonName : 'Commands'}
        @click=${keys.onButton}
      >
        ${state.line || state.text ? '➤' : '/'}
      </button>
    </div>
  </footer>`;
}

function renderText(
  { state, update }: Page,
  open: OpenChannel,
  offered: readonly Suggestion[],
  around: Around,
): TemplateResult {
  const name = open.channel.kind === 'thread' ? open.channel.name : `#${open.channel.name}`;
  const isNarrow = matchMedia('(max-width: 767px)').matches;
  return html`<textarea
    rows="1"
    class="words"
    placeholder=${isNarrow ? `Message ${name}` : `Message ${name}, or type / for commands`}
    aria-label="Message ${name}"
    data-cursor
    role="combobox"
    aria-autocomplete="list"
    aria-controls="suggestions"
    aria-expanded=${offered.length > 0}
    aria-activedescendant=${state.marked >= 0 && offered.length > 0 ? `suggestion-${state.marked}` : nothing}
    .value=${live(state.text)}
    @input=${(event: InputEvent) => {
      if (!(event.currentTarget instanceof HTMLTextAreaElement)) return;
      const text = event.currentTarget.value;
      const line = findTyped(text, around.commands);
      const marked = line ? (line.tail === '' && line.active === null ? -1 : 0) : 0;
      update(line ? { line, text: '', marked } : { text, marked, areSuggestionsHidden: false });
    }}
  ></textarea>`;
}

function renderLine(
  line: CommandLine,
  page: Page,
  pageActions: PageActions,
  offered: readonly Suggestion[],
): TemplateResult {
  const { state } = page;
  const change = (next: CommandLine, marked: number): void =>
    page.update({ line: next, marked, areSuggestionsHidden: false });
  const activateAt = (index: number): void => {
    if (page.state.line && page.state.line.active !== index) change(activate(line, index), 0);
  };
  const aria = {
    expanded: offered.length > 0,
    active: state.marked >= 0 && offered.length > 0 ? `suggestion-${state.marked}` : nothing,
  };
  return html`<div class="line" role="group" aria-label="Command ${toCommandName(line.command)}">
    <span class="command-name">${toCommandName(line.command)}</span>
    ${line.filled.map(
      ({ option, text, value }, index) => html`<span class="option ${index === line.active ? 'active' : ''}">
        <span class="option-name">${option.name}</span>
        ${
          option.type === optionTypes.attachment
            ? renderAttachment(option, value instanceof File ? value : null, index === line.active, {
                attach: file => attach(page, pageActions, file),
                remove: () => change(removeOption(line, index) ?? line, -1),
                focus: () => activateAt(index),
              })
            : html`<input
          size=${Math.max(2, text.length + 1)}
          .value=${live(text)}
          aria-label=${option.name}
          role="combobox"
          aria-controls="suggestions"
          aria-expanded=${index === line.active && aria.expanded}
          aria-activedescendant=${index === line.active ? aria.active : nothing}
          autocomplete="off"
          enterkeyhint="done"
          ?data-cursor=${index === line.active}
          @focus=${() => activateAt(index)}
          @input=${(event: InputEvent) => {
            if (!(event.currentTarget instanceof HTMLInputElement)) return;
            const next = typeValue(activate(line, index), event.currentTarget.value);
            change(next, 0);
            void pageActions.suggest(next);
          }}
        />`
        }
      </span>`,
    )}
    <input
      class="tail"
      .value=${live(line.tail)}
      placeholder=${openOptions(line).length > 0 ? toMore(line) : ''}
      aria-label="Options"
      role="combobox"
      aria-controls="suggestions"
      aria-expanded=${line.active === null && aria.expanded}
      aria-activedescendant=${line.active === null ? aria.active : nothing}
      autocomplete="off"
      enterkeyhint="send"
      ?data-cursor=${line.active === null}
      @focus=${() => {
        if (page.state.line && page.state.line.active !== null) change(activate(line, null), -1);
      }}
      @input=${(event: InputEvent) => {
        if (!(event.currentTarget instanceof HTMLInputElement)) return;
        const next = typeTail(line, event.currentTarget.value);
        change(next, next.tail === '' && next.active === null ? -1 : 0);
        if (next.active !== null) void pageActions.suggest(next);
      }}
    />
  </div>`;
}

function attach({ state, update }: Page, { toast }: PageActions, file: File): void {
  const line = state.line && attachFile(state.line, file);
  const problem = toFileProblem(file) ?? (line ? null : 'Type a command that takes a file first.');
  if (line && problem === null) update({ line, marked: line.active === null ? -1 : 0 });
  else if (problem !== null) toast(problem);
}

function toMore(line: CommandLine): string {
  const count = openOptions(line).length;
  const more = line.filled.length > 0 ? 'more option' : 'option';
  return `+${count} ${more}${count === 1 ? '' : 's'}`;
}

function renderContext({ state, update }: Page, snapshot: Snapshot): unknown {
  const target = state.editing ?? state.replyTo;
  if (!target) return nothing;
  const reader = { locale: 'en', nowMs: 0 };
  const around = { snapshot, reader, jump: () => undefined };
  const words = state.editing ? 'Editing your message' : `Replying to ${nameOf(target.author, around)}`;
  return html`<div class="composer-context">
    <span>${words}</span>
    <button
      type="button"
      aria-label="Cancel"
      @click=${() => update({ replyTo: null, editing: null, ...(state.editing && { text: '' }) })}
    >
      ✕
    </button>
  </div>`;
}

function createKeys(page: Page, pageActions: PageActions, around: Around, offered: readonly Suggestion[]) {
  const { state, update } = page;

  const take = (suggestion: Suggestion): void => {
    const { line } = state;
    if (suggestion.kind === 'command') {
      const next = startLine(suggestion.command);
      update({ line: next, text: '', marked: next.active === null ? -1 : 0 });
      void pageActions.suggest(next);
    } else if (line && suggestion.kind === 'option') {
      const next = addOption(line, suggestion.option);
      update({ line: next, marked: 0 });
      void pageActions.suggest(next);
    } else if (line && suggestion.kind === 'value') {
      const next = pickValue(line, suggestion.label, suggestion.value);
      update({ line: next, marked: next.active === null ? -1 : 0 });
      void pageActions.suggest(next);
    }
  };

  const finish = (): void => {
    const { line } = state;
    if (line) void pageActions.run(line);
    else void pageActions.send();
  };

  const onEnter = (): void => {
    const marked = offered[state.marked];
    if (marked) take(marked);
    else finish();
  };

  const onTab = (): boolean => {
    const { line } = state;
    const marked = offered[Math.max(0, state.marked)];
    if (marked) take(marked);
    else if (line?.active !== null && line) update({ line: continueLine(line), marked: -1 });
    else return false;
    return true;
  };

  const onBackspace = (event: KeyboardEvent): boolean => {
    const { line } = state;
    if (!line || !(event.target instanceof HTMLInputElement) || event.target.value !== '') return false;
    const next = removeOption(line, line.active);
    update(next ? { line: next, marked: -1 } : { line: null, text: toCommandName(line.command), marked: 0 });
    return true;
  };

  const onEscape = (): boolean => {
    if (offered.length > 0) update({ areSuggestionsHidden: true });
    else if (state.line) update({ line: null, text: '', areSuggestionsHidden: false });
    // The text of an edited message is not a draft of a new one.
    else if (state.replyTo || state.editing)
      update({ replyTo: null, editing: null, ...(state.editing && { text: '' }) });
    else return false;
    return true;
  };

  const move = (step: number): boolean => {
    if (offered.length === 0) return false;
    const from = state.marked < 0 && step < 0 ? 0 : state.marked;
    update({ marked: (from + step + offered.length) % offered.length });
    return true;
  };

  const onKey = (event: KeyboardEvent): void => {
    // Enter also ends the composition of a word (Japanese, Chinese).
    if (event.isComposing || event.target instanceof HTMLButtonElement) return;
    // The browser's own field opens the list of files.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'file')
      return;
    const isDone = (() => {
      switch (event.key) {
        case 'Enter':
          if (event.shiftKey && !state.line) return false;
          onEnter();
          return true;
        case 'Tab':
          return !event.shiftKey && onTab();
        case 'Backspace':
          return onBackspace(event);
        case 'Escape':
          return onEscape();
        case 'ArrowDown':
          return move(1);
        case 'ArrowUp':
          return move(-1);
        default:
          return false;
      }
    })();
    if (isDone) event.preventDefault();
  };

  const onButton = (): void => {
    if (state.line || state.text) {
      onEnter();
      return;
    }
    update({ text: '/', marked: around.commands.length > 0 ? 0 : -1, areSuggestionsHidden: false });
    focusComposer();
  };

  return { take, onKey, onButton };
}
