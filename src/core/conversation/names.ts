/** Characters that show nothing by themselves make nothing visible. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees anything of it. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

/** A name as one well-formed line, so that it can stand in front of a message; empty where nothing of it shows. */
export function toOneLine(name: string): string {
  return isVisible(name) ? name.replace(/\s+/g, ' ').trim().toWellFormed() : '';
}

/**
 * A name as claims write it: nothing in it looks like a marker, a mention or the quotation marks around what its
 * owner said. "[42] Clan" is "(42) Clan".
 */
export function toSpeakerName(name: string): string {
  const plain = toOneLine(name)
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/["“”„‟«»「」『』]/gu, "'")
    .replace(/^@+/, '');
  return plain || 'someone';
}
