import type { After, Fault } from './conditions/faults.ts';

/** The answer's text after the faults. */
export function spoilText(text: string, faults: readonly Fault[]): string {
  return faults.reduce((words, fault) => {
    switch (fault.kind) {
      case 'say':
        return typeof fault.text === 'string' ? fault.text : fault.text(words);
      case 'prose':
        return 'I read the conversation. People talk about their plans, and some things are still open.';
      case 'code-fence':
        return `\`\`\`json\n${words}\n\`\`\``;
      case 'other-shape':
        return '{"summary":{"points":["Things were said."]},"version":2}';
      case 'empty':
        return '';
      case 'escaped':
        return escapeAll(words);
      default:
        return words;
    }
  }, text);
}

function escapeAll(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The offset of `after` in a text, at most its length. */
export function toOffset(text: string, after: After): number {
  return Math.min(typeof after === 'function' ? after(text) : after.characters, text.length);
}

/** Splits a text into blocks, even inside words and escapes. */
export function splitText(text: string, blocks: number): readonly string[] {
  const length = Math.max(1, Math.ceil(text.length / blocks));
  const characters = [...text];
  const pieces: string[] = [];
  let piece = '';
  for (const character of characters) {
    piece += character;
    if (piece.length >= length && pieces.length < blocks - 1) {
      pieces.push(piece);
      piece = '';
    }
  }
  return [...pieces, piece].filter(each => each !== '');
}
