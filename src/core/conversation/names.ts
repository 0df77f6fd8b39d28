/** A name as one well-formed line, so that it can stand in front of a message. */
export function toOneLine(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toWellFormed();
}
