import { toFields, unescapeText } from './conversation.ts';

/** A claim in a prompt that asks for a verdict; missing fields are empty. */
export type JudgedClaim = {
  readonly number: number;
  /** All cited positions, including those for what was true before. */
  readonly cites: readonly number[];
  readonly kind: string;
  readonly text: string;
  readonly by: string;
  readonly owner: string;
  readonly due: string;
  readonly before: string;
};

const element =
  /<claim((?:\s+[a-z]+="[^"]*")*)>([^<]*)(?:<before((?:\s+[a-z]+="[^"]*")*)>([^<]*)<\/before>)?<\/claim>/g;

/** The claims after the conversation, in order. */
export function parseJudgedClaims(prompt: string): readonly JudgedClaim[] {
  const task = prompt.slice(prompt.lastIndexOf('</conversation>'));
  return [...task.matchAll(element)].map(([, written = '', text, former = '', before]) => {
    const fields = toFields(written);
    const cites = `${fields.get('cites') ?? ''} ${toFields(former).get('cites') ?? ''}`;
    return {
      number: Number(fields.get('n')),
      cites: cites.split(/\s+/).filter(Boolean).map(Number),
      kind: fields.get('kind') ?? '',
      text: unescapeText(text),
      by: fields.get('by') ?? '',
      owner: fields.get('owner') ?? '',
      due: fields.get('due') ?? '',
      before: unescapeText(before),
    };
  });
}
