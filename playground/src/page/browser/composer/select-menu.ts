import { html, type TemplateResult } from 'lit';
import type { SeenChannel, Snapshot } from '../../shapes.ts';
import { toChannelIcon } from '../channels/channel-list.ts';
import { isWanted } from './command-line.ts';

/** The fields of a select component. */
export type Choosable = {
  readonly placeholder: string;
  readonly min_values: number;
  readonly max_values: number;
  readonly channel_types: readonly number[];
  /** The default values of a select without its own options. */
  readonly default_values: readonly { readonly id: string }[];
  readonly options: readonly {
    readonly label: string;
    readonly value: string;
    readonly description?: string;
    readonly default?: boolean;
    readonly emoji?: { readonly name?: string | null };
  }[];
};

export type Choice = {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly isChosen: boolean;
};

export type SelectOptions = {
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly least: number;
  readonly most: number;
  readonly isDisabled: boolean;
  readonly onPick: (values: readonly string[]) => void;
};

/** The largest height of an open list. */
const LIST_PX = 264;

const types = { string: 3, user: 5, role: 6, mentionable: 7, channel: 8 } as const;

export function isSelect(type: number): boolean {
  return Object.values<number>(types).includes(type);
}

/** The choices of a select: its own, or the people, roles and channels of the server. */
export function toChoosable(
  part: { readonly type: number } & Partial<Choosable>,
  { guild, channels }: Snapshot,
): Pick<SelectOptions, 'choices' | 'least' | 'most'> {
  const people = guild.members.map(({ id, name, username }) => toChoice(name, id, `@${username}`));
  const roles = guild.roles.map(({ id, name }) => toChoice(name, id, 'role'));
  const byType: Readonly<Record<number, readonly Choice[]>> = {
    [types.user]: people,
    [types.role]: roles,
    [types.mentionable]: [...people, ...roles],
    [types.channel]: channels
      .filter(channel => isWanted(channel, part.channel_types ?? []))
      .map(channel =>
        toChoice(`${toChannelIcon(channel)}${channel.name}`, channel.id, toPlace(channel, channels)),
      ),
  };
  const own = (part.options ?? []).map(
    ({ label, value, description = '', default: isChosen = false, emoji }) => ({
      label: [emoji?.name, label].filter(Boolean).join(' '),
      value,
      note: description,
      isChosen,
    }),
  );
  const beforehand = new Set(part.default_values?.map(({ id }) => id));
  const named = byType[part.type]?.map(one => ({ ...one, isChosen: beforehand.has(one.value) }));
  return { choices: named ?? own, least: part.min_values ?? 1, most: part.max_values ?? 1 };
}

/** A channel's type and parent, because several have the same name. */
function toPlace({ kind, parentId }: SeenChannel, channels: readonly SeenChannel[]): string {
  const parent = channels.find(one => one.id === parentId)?.name;
  return [kind === 'text' ? '' : kind, parent ? `in ${parent}` : ''].filter(Boolean).join(' ');
}

function toChoice(label: string, value: string, note: string): Choice {
  return { label, value, note, isChosen: false };
}

/**
 * The library's select menu with missing features added: keys, roles, several choices, and closing on a click
 * elsewhere.
 */
export function renderSelect({
  name,
  choices,
  least,
  most,
  isDisabled,
  onPick,
}: SelectOptions): TemplateResult {
  const chosen = new Set(choices.filter(one => one.isChosen).map(one => one.value));
  let isChanged = false;
  const shown = choices.filter(one => one.isChosen).map(one => one.label);

  const pick = (option: HTMLElement, value: string): void => {
    const menu = option.closest<HTMLElement>('discord-string-select-menu');
    if (!menu) return;
    if (most === 1) {
      setOpen(menu, false);
      menu.focus();
      // Choosing the value of an optional select again clears it.
      onPick(least === 0 && chosen.has(value) ? [] : [value]);
      return;
    }
    isChanged = true;
    if (!chosen.delete(value) && chosen.size < most) chosen.add(value);
    option.setAttribute('aria-selected', String(chosen.has(value)));
  };
  const close = (menu: HTMLElement): void => {
    setOpen(menu, false);
    if (isChanged) onPick([...chosen]);
    isChanged = false;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (isDisabled || !(event.currentTarget instanceof HTMLElement)) return;
    const menu = event.currentTarget;
    const options = [...menu.querySelectorAll<HTMLElement>('[role=option]')];
    const at = options.findIndex(option => option.matches(':focus'));
    const move = (to: number): void => options[(to + options.length) % options.length]?.focus();
    const value = choices[at]?.value;
    const option = options[at];
    if (event.key === 'Escape' && isOpen(menu)) {
      close(menu);
      menu.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen(menu)) setOpen(menu, true);
      move(event.key === 'ArrowDown' ? at + 1 : at < 0 ? options.length - 1 : at - 1);
    } else if ((event.key === 'Enter' || event.key === ' ') && option && value !== undefined) {
      pick(option, value);
    } else if (event.key === 'Enter' || event.key === ' ') {
      setOpen(menu, true);
      move(0);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onLeave = (event: FocusEvent): void => {
    const { currentTarget: menu, relatedTarget } = event;
    if (!(menu instanceof HTMLElement) || (relatedTarget instanceof Node && menu.contains(relatedTarget)))
      return;
    close(menu);
  };

  return html`<discord-string-select-menu
    class="select"
    role="combobox"
    tabindex=${isDisabled ? -1 : 0}
    aria-label=${name}
    aria-haspopup="listbox"
    aria-expanded="false"
    ?disabled=${isDisabled}
    placeholder=${shown.join(', ') || name}
    @keydown=${onKey}
    @click=${markOpen}
    @focusout=${onLeave}
  >
    ${choices.map(
      ({ label, value, note }) => html`<discord-string-select-menu-option
        role="option"
        tabindex="-1"
        aria-label=${label}
        aria-selected=${chosen.has(value)}
        label=${label}
        description=${note}
        .selectOption=${function (this: HTMLElement) {
          pick(this, value);
        }}
      ></discord-string-select-menu-option>`,
    )}
  </discord-string-select-menu>`;
}

function isOpen(menu: HTMLElement): boolean {
  return menu.shadowRoot?.querySelector('.discord-string-select-menu-hidden slot') === null;
}

/** The library's menu is opened and closed by an internal checkbox. */
function setOpen(menu: HTMLElement, wanted: boolean): void {
  if (isOpen(menu) !== wanted) menu.shadowRoot?.querySelector('input')?.click();
}

function markOpen(event: Event): void {
  const menu = event.currentTarget;
  if (!(menu instanceof HTMLElement)) return;
  menu.setAttribute('aria-expanded', String(isOpen(menu)));
  const floor = menu.closest('.scroller')?.getBoundingClientRect().bottom ?? innerHeight;
  menu.toggleAttribute('upward', menu.getBoundingClientRect().bottom + LIST_PX > floor);
}
