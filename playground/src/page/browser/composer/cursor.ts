import type { PageState } from '../state.ts';

/** Focuses the active field of the composer. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('.composer [data-cursor]')?.focus();
}

/** Moves the focus as a command's line grows; called after each render. */
export function createCursor(): (state: PageState) => void {
  let at = 'words';
  return ({ line, replyTo, editing, marked }) => {
    const now = line
      ? [line.command.command, line.command.subcommand, line.filled.length, line.active].join(' ')
      : ['words', replyTo?.id, editing?.id].join(' ').trim();
    // On a phone, the keyboard would cover the answer.
    const isWanted =
      line !== null || replyTo !== null || editing !== null || !matchMedia('(hover: none)').matches;
    if (now !== at && isWanted) focusComposer();
    at = now;
    document.getElementById(`suggestion-${marked}`)?.scrollIntoView({ block: 'nearest' });
  };
}
