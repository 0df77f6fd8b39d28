import type { After, Fault } from './conditions/faults.ts';

/** The answer's text after the faults. */
export function spoilText(text: string, faults: readonly Fault[]): string {
  return faults.reduce((words, fault) => {
    switch (fault.kind) {
      case 'say':
        return fault.text;
      case 'prose':
        return 'I read the conversation. People talk about their plans, and some things are still open.';
      case 'code-fence':
        return `\`\`\`json\n${words}\n\`\`\``;
      case 'other-shape':
        return '{"summary":{"points":["Things were said."]},"version":2}';
      case 'empty':
        return '';
      case 'invalid-claims':
        return addInvalidClaims(words);
      case 'escaped':
        return escapeAll(words);
      default:
        return words;
    }
  }, text);
}

/** Invalid claims: not an object, without text, a field of another type, invalid evidence. */
const invalid: readonly unknown[] = [
  null,
  'The tent is booked.',
  { kind: 'fact' },
  { evidence: [], kind: 'fact', text: 17 },
  { evidence: 'message two', kind: 'rumour', topic: 4, text: '', speakers: 'Ann', confidence: 'high' },
];

const opening = '"claims":[';

function addInvalidClaims(text: string): string {
  const ends = toClaimEnds(text);
  const [first, ...later] = invalid.map(claim => JSON.stringify(claim));
  if (ends.length === 0)
    return `{"matters":[{"topic":"","title":"","continues":0,"claims":[${[first, ...later].join(',')}]}]}`;
  const pieces = ends.map((end, index) => {
    const extra = later.filter((_, at) => at % ends.length === index);
    return [text.slice(ends[index - 1] ?? 0, end), ...extra].join(',');
  });
  const begin = text.indexOf(opening) + opening.length;
  const whole = pieces.join('') + text.slice(ends.at(-1));
  return `${whole.slice(0, begin)}${first},${whole.slice(begin)}`;
}

function escapeAll(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The end of each claim in `{"matters":[{"claims":[{…},{…}]}]}`; empty for other texts. */
function toClaimEnds(text: string): readonly number[] {
  const ends: number[] = [];
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (sign === '}' && depth === 4) ends.push(at + 1);
    }
  }
  return ends;
}

/** The offset of `after` in a text; after the last claim, the end of the text. */
export function toOffset(text: string, after: After): number {
  if ('characters' in after) return Math.min(after.characters, text.length);
  if (after.claims === 0) return Math.max(0, text.indexOf('[') + 1);
  return toClaimEnds(text)[after.claims - 1] ?? text.length;
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
