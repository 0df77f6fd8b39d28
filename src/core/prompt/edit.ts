import type { Answer } from '../claims/answer.ts';
import { type PromptRequest, toFocusLines } from './answer.ts';
import { escapeText } from './parts.ts';

/** Shorter answers are read as they are. */
const fewestLines = 8;

/**
 * Whether an answer is edited: a standard summary, unless it is short. A brief one has no room for too much, and a
 * comprehensive one is asked for all of it.
 */
export function isEdited(
  { detail, question, isCard }: Pick<PromptRequest, 'detail' | 'question' | 'isCard'>,
  answer?: Answer,
): boolean {
  const lines = answer?.lines.length ?? fewestLines;
  return detail === 'standard' && question === undefined && !isCard && lines >= fewestLines;
}

/** The answer as data. Its editor does not see the conversation, and could add nothing but inventions. */
export function toEditElement(text: string): string {
  return `<draft>\n${escapeText(text.trim())}\n</draft>`;
}

/** What an editor does with an answer. */
export function toEditText({ focus }: Pick<PromptRequest, 'focus'>): string {
  return `A member of a chat community was away and got this text about what happened. It was written in a hurry: some lines hold too many names and details, some stand under a heading where nobody would look for them, some cannot be followed by somebody who was not there.

Edit it, as a good editor would, for somebody who wants to know in a minute what mattered. Say nothing that the text does not say; leave out what hardly anybody needs. It keeps its language and does not get longer. Answer with the edited text alone.${toFocusLines(focus)}`;
}
