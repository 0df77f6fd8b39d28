import type { PageState } from '../state.ts';

/** Puts the cursor into the field in which one goes on writing. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('.composer [data-cursor]')?.focus();
}

/** Moves the cursor along when a command's line goes on; to be called after each time the page was drawn. */
export function createCursor(): (state: PageState) => void {
  let at = 'words';
  return ({ line, replyTo, editing, marked }) => {
    const now = line
      ? [line.command.command, line.command.subcommand, line.filled.length, line.active].join(' ')
      : ['words', replyTo?.id, editing?.id].join(' ').trim();
    // On a phone the keyboard would cover the answer.
    const isWanted =
      line !== null || replyTo !== null || editing !== null || !matchMedia('(hover: none)').matches;
    if (now !== at && isWanted) focusComposer();
    at = now;
    document.getElementById(`suggestion-${marked}`)?.scrollIntoView({ block: 'nearest' });
  };
}
