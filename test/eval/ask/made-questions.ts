import { z } from 'zod';
import type { Asking } from '../asking.ts';
import { toTranscript } from '../readers.ts';
import type { Question } from './questions.ts';

const falsely = z.object({ question: z.string().min(1), key: z.string().min(1) });
const opinions = z.object({ question: z.string(), key: z.string(), n: z.array(z.number()) });

/**
 * Questions that take something false for granted, which a reader makes of questions with answers; those that still wait are
 * left out.
 */
export function makeFalseQuestions(questions: readonly Question[], asking: Asking): readonly Question[] {
  return questions.flatMap(question => {
    const name = `${question.name}-false`;
    const made = asking.askFor(`make.${name}`, toFalseTask(question), falsely);
    return made === null
      ? []
      : [{ ...question, name, kind: 'false premise', text: made.question, key: made.key }];
  });
}

function toFalseTask({ text, key }: Question): string {
  return `Below are a question about a chat, and its right answer by somebody who read the messages. Write another question, as a member would ask it who heard something wrong: it takes for granted something that the answer plainly contradicts, such as another day, person, number or outcome, or that something happened which did not ("Why was the release moved to Friday?" where it was not moved). It does not ask whether that is so. It keeps the days in parentheses. The key says what is false in it, and how it is.

--- question ---
${text}

--- answer ---
${key}

Answer as JSON: {"question": "...", "key": "..."}
`;
}

/** So many messages before and after what answers the question that it was made of. */
const around = 40;

/** Questions about opinions, which a reader makes of the messages around the answers to questions. */
export function makeOpinionQuestions(questions: readonly Question[], asking: Asking): readonly Question[] {
  return questions.flatMap((question): readonly Question[] => {
    const { messages } = question.place.conversation;
    const at = messages.findIndex(({ id }) => id === question.carriers[0]);
    const shown = messages.slice(Math.max(0, at - around), at + around);
    const name = `${question.name}-opinion`;
    const made = asking.askFor(`make.${name}`, toOpinionTask(toTranscript(shown)), opinions);
    if (made === null || made.question === '') return [];
    const [days = ''] = /\([^()]*\)$/.exec(question.text) ?? [];
    const carriers = made.n.flatMap(n => shown[n - 1]?.id ?? []);
    return [
      { ...question, name, kind: 'opinion', text: `${made.question} ${days}`, key: made.key, carriers },
    ];
  });
}

function toOpinionTask(transcript: string): string {
  const lines = transcript.split(/\n(?=\[\d{4}-)/).map((line, index) => `${index + 1}. ${line}`);
  return `Below are messages of a chat, numbered. Write a question, as a member would ask it who has not read them, about what people think of something on which at least two of them say what they think. The key says who thinks what, with their names, and n are the numbers of the messages in which they say so. If there is no such thing, the question is empty.

--- messages ---
${lines.join('\n')}

Answer as JSON: {"question": "...", "key": "...", "n": [1, 2]}
`;
}
