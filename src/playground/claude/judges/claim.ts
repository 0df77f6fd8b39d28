import { toFields, unescapeText } from '../writers/conversation.ts';

/** The claim that a prompt asks a verdict on; fields that it does not have are empty. */
export type JudgedClaim = {
  readonly kind: string;
  readonly text: string;
  readonly owner: string;
  readonly due: string;
  readonly before: string;
};

/** The claim behind the conversation; null where there is none. */
export function parseJudgedClaim(prompt: string): JudgedClaim | null {
  const task = prompt.slice(prompt.lastIndexOf('</conversation>'));
  const [, written = '', text, before] =
    /<claim((?:\s+[a-z]+="[^"]*")*)>([^<]*)<\/claim>(?:\s*<before>([^<]*)<\/before>)?/.exec(task) ?? [];
  if (text === undefined) return null;
  const fields = toFields(written);
  return {
    kind: fields.get('kind') ?? '',
    text: unescapeText(text),
    owner: fields.get('owner') ?? '',
    due: fields.get('due') ?? '',
    before: unescapeText(before),
  };
}
