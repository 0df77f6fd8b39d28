import { toEvidence } from '../../src/core/conversation/evidence.ts';
import { toPrompt } from '../../src/core/prompt/prompt.ts';
import { makeConversation } from './conversation.ts';

/** What share of the characters of a prompt is what, in percent. */
export function toPromptShare(count: number) {
  const evidence = toEvidence(makeConversation(count));
  const { system, conversation, tasks } = toPrompt(evidence, {
    detail: 'standard',
    language: 'en',
    zone: 'UTC',
  });
  const task = tasks.join('');
  const whole = system.length + conversation.length + task.length;
  const numbering = evidence.messages.reduce((sum, { position }) => sum + ` n="${position}"`.length, 0);
  const words = evidence.messages.reduce((sum, { text }) => sum + text.length, 0);
  const percent = (characters: number) => Math.round((1000 * characters) / whole) / 10;
  return {
    words: percent(words),
    numbering: percent(numbering),
    'times, names, replies, tags': percent(conversation.length - numbering - words),
    instructions: percent(system.length + task.length),
  };
}
