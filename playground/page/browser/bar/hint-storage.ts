const key = 'footnote-hint-closed';

/** Whether the user has not yet closed the hint in this browser. */
export function isHintWanted(): boolean {
  return localStorage.getItem(key) === null;
}

export function rememberHintClosed(): void {
  localStorage.setItem(key, 'yes');
}
