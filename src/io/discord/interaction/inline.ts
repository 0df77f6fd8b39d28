/** A person's input as inline code, so that nothing in it is markup. */
export function toInline(typed: string): string {
  const plain = typed.replace(/[`\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `\`${plain.slice(0, 100).toWellFormed() || ' '}\``;
}
