const key = 'footnote-hint-closed';

/** Whether the hint was not yet closed in this browser. */
export function isHintWanted(): boolean {
  return localStorage.getItem(key) === null;
}

export function rememberHintClosed(): void {
  localStorage.setItem(key, 'yes');
}
