import { type Answer, type AnswerPart, toWholePart } from '../claims/answer.ts';
import type { PromptRequest } from './answer.ts';
import { escapeText, toMemoryElements } from './parts.ts';
import { kindLines } from './task.ts';

/** The shape of the answer. Position 0 belongs to no message, so that an example that is copied cites nothing. */
const example =
  '{"headings":[{"heading":1,"topic":"(three words)","tells":false,"continues":0,"evidence":[]}],"lines":[{"line":1,"evidence":[{"position":0,"quote":"(words of the message)"}],"kind":"key_point","speakers":[],"owner":"","due":"","confidence":0.9}]}';

export function toCiteText(
  answer: Answer,
  { memory = [] }: Pick<PromptRequest, 'memory'>,
  part = toWholePart(answer),
): string {
  const isWhole = part.from === 1 && part.to === answer.lines.length;
  const told =
    memory.length === 0
      ? 'continues is 0.'
      : `continues is the number of the matter of an earlier summary that the lines under it go on with, or 0:\n${toMemoryElements(memory)}`;
  return `This was written about the conversation:
<text>
${toLineElements(answer, part).join('\n')}
</text>
${isWhole ? '' : '\nSay nothing of headings and lines without n: they only tell what stands around the others.\n'}
For each heading, in their order:
- topic: what the lines under it are about, named neutrally in at most three words.
- tells: whether the heading itself says what happened or how things stand ("The release moves to Thursday"), and not only what stands under it or what it is for ("Releases", "Before you update", "Still open").
- evidence: of a heading that tells, the one to three messages that carry it, like those of a line; otherwise empty.
- ${told}

For each line, in their order:
- evidence: the messages that carry it, one to six, each with its n as position and, as quote, 4 to 25 words of it, copied character by character. Together they say everything that the line says: the names, numbers, days and addresses too. Cite a short yes or no together with the message it answers. Where a later message changes, answers or takes back what the line says, cite that one too. A line that no message bears out has an empty list, and so has one that only sums up the others or tells nothing about the conversation.
- kind is what the line tells:
${Object.entries(kindLines)
  .map(([kind, line]) => `- ${kind}: ${line}`)
  .join('\n')}
- speakers: the authors of cited messages whom the line names as saying, doing or deciding something; often none. owner and due only of an action.
- confidence, 0 to 1: how surely the quotes say what the line says.

Answer in exactly this shape; leave unused fields empty:
${example}`;
}

function toLineElements({ headings, lines }: Answer, { from, to }: AnswerPart): readonly string[] {
  const isOf = (line: number) => from <= line && line <= to;
  const toElement = (tag: string, number: number, isNumbered: boolean, text: string) =>
    `<${tag}${isNumbered ? ` n="${number}"` : ''}>${escapeText(text)}</${tag}>`;
  const written = lines.map(
    ({ text, heading }, index) => [heading, toElement('line', index + 1, isOf(index + 1), text)] as const,
  );
  const under = (number: number) => written.flatMap(([heading, line]) => (heading === number ? [line] : []));
  return [
    ...under(0),
    ...headings.flatMap((text, index) => {
      const first = lines.findIndex(({ heading }) => heading === index + 1) + 1;
      return [
        ...(text === '' ? [] : [toElement('heading', index + 1, isOf(first), text)]),
        ...under(index + 1),
      ];
    }),
  ];
}
