import { toFields, unescapeText } from '../writers/conversation.ts';

/** A claim that a prompt asks a verdict on; fields that it does not have are empty. */
export type JudgedClaim = {
  readonly number: number;
  /** What it cites, what held before included. */
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

/** The claims behind the conversation, in order. */
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
