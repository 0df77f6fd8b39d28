import type { PromptMessage } from './conversation.ts';
import { isQuestion, toAnswer } from './cues.ts';

const WITHIN_MESSAGES = 5;
const WITHIN_MINUTES = 30;

/** The replies in a conversation. */
export type ReplyGraph = {
  readonly messages: readonly PromptMessage[];
  /** Replies, and the next messages by others in the same place that reply to nothing else. */
  readonly answersTo: (message: PromptMessage) => readonly PromptMessage[];
  /** The first plain yes to a suggestion that nobody refused; null `by` means reactions to the suggestion itself. */
  readonly agreementTo: (message: PromptMessage) => { readonly by: PromptMessage | null } | null;
  /** Whether a question has no reply, and no statement by others right after it. */
  readonly isUnanswered: (message: PromptMessage) => boolean;
};

export function createReplyGraph(all: readonly PromptMessage[]): ReplyGraph {
  // Messages by bots and messages summarized before are only context.
  const messages = all.filter(({ isBot, isEarlier }) => !isBot && !isEarlier);

  const answersTo = (message: PromptMessage): readonly PromptMessage[] =>
    messages.filter(
      each =>
        each.position > message.position &&
        each.author !== message.author &&
        (each.repliesTo === message.position || (each.repliesTo === null && isNear(message, each))),
    );

  return {
    messages,
    answersTo,
    agreementTo: message => {
      const answers = answersTo(message).map(each => ({ each, answer: toAnswer(each.text) }));
      const isLiked = message.reactions.some(({ name }) => /^(?:👍|✅|\+1|💯|thumbsup)/u.test(name));
      const isDisliked = message.reactions.some(({ name }) => /^(?:👎|❌|-1|thumbsdown)/u.test(name));
      if (isDisliked || answers.some(({ answer }) => answer === 'no')) return null;
      const by = answers.find(({ answer }) => answer === 'yes')?.each ?? null;
      return by || isLiked ? { by } : null;
    },
    isUnanswered: message => {
      if (messages.some(each => each.repliesTo === message.position)) return false;
      const next = answersTo(message).find(({ text }) => !isQuestion(text));
      return next === undefined;
    },
  };
}

function isNear(message: PromptMessage, later: PromptMessage): boolean {
  if (later.place !== message.place || later.position > message.position + WITHIN_MESSAGES) return false;
  if (message.minute === null || later.minute === null) return true;
  return later.day === message.day && later.minute - message.minute <= WITHIN_MINUTES;
}
