/** What a person typed, said back to them as code: nothing in it is live. */
export function toInline(typed: string): string {
  const plain = typed.replace(/[`\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `\`${plain.slice(0, 100).toWellFormed() || ' '}\``;
}
