/** Arrows move between messages, Enter opens the menu of the focused one. */
export function moveInList(event: KeyboardEvent): void {
  const { target, currentTarget: list, key } = event;
  if (!(list instanceof HTMLElement) || !(target instanceof HTMLElement)) return;
  const messages = [...list.querySelectorAll<HTMLElement>('.message')];
  const at = messages.indexOf(target);
  if (at === -1 && target !== list) return;
  const from = at === -1 ? messages.length : at;
  const next =
    key === 'ArrowUp'
      ? from - 1
      : key === 'ArrowDown'
        ? from + 1
        : key === 'End'
          ? messages.length - 1
          : null;
  if (next !== null) messages[Math.max(0, Math.min(next, messages.length - 1))]?.focus();
  else if (key === 'Enter' && at !== -1) target.querySelector<HTMLElement>('.more')?.click();
  else return;
  event.preventDefault();
}
