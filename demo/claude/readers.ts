import type { PromptMessage } from './conversation.ts';
import {
  hasFigure,
  isConstraint,
  isQuestion,
  type PromptSentence,
  toAnswer,
  toDue,
  toPromise,
  toSettled,
  toSuggestion,
  toWish,
  trimEnd,
} from './cues.ts';
import { join, toKeywords, toStatement, toThirdPerson } from './statements.ts';
import { type WrittenClaim, type WrittenEvidence, writeClaim } from './writer.ts';

const WITHIN_MESSAGES = 5;
const WITHIN_MINUTES = 30;

/** The replies in a conversation. */
type ReplyGraph = {
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

/** Makes a claim of a sentence; null if it is not of this reader's kind. */
type ClaimReader = (sentence: PromptSentence, talk: ReplyGraph) => WrittenClaim | null;

function cite({ message, text }: PromptSentence): WrittenEvidence {
  return { position: message.position, quote: text };
}

/** A short answer is quoted whole, a longer one by its first line. */
function citeAnswer(message: PromptMessage): WrittenEvidence {
  const [line = ''] = message.text.split('\n');
  return { position: message.position, quote: line.trim() };
}

function toClaim(
  sentence: PromptSentence,
  kind: WrittenClaim['kind'],
  text: string,
  fields: Partial<WrittenClaim> = {},
): WrittenClaim {
  const topic = toKeywords([sentence.text], 1).join('');
  return writeClaim({ evidence: [cite(sentence)], kind, topic, text, ...fields });
}

const readSettled: ClaimReader = sentence => {
  const settled = toSettled(sentence.text);
  return settled === null ? null : toClaim(sentence, 'decision', `It was decided ${settled}.`);
};

const readSuggestion: ClaimReader = (sentence, talk) => {
  const suggestion = toSuggestion(sentence.text);
  if (!suggestion) return null;
  const { author } = sentence.message;
  const words = toThirdPerson(suggestion.words);
  const agreement = talk.agreementTo(sentence.message);
  if (!agreement) {
    const text = `${author} suggested ${suggestion.form === 'verb' ? 'to ' : ''}${words}.`;
    return toClaim(sentence, 'proposal', text, { speakers: [author], confidence: 0.8 });
  }
  const evidence = [cite(sentence), ...(agreement.by ? [citeAnswer(agreement.by)] : [])];
  return toClaim(
    sentence,
    'decision',
    `It was agreed ${suggestion.form === 'verb' ? 'to' : 'on'} ${words}.`,
    {
      evidence,
    },
  );
};

const readPromise: ClaimReader = sentence => {
  const promise = toPromise(sentence.text);
  if (promise === null) return null;
  const owner = sentence.message.author;
  return toClaim(sentence, 'action', `${owner} will ${toThirdPerson(promise)}.`, {
    owner,
    due: toDue(sentence.text),
    speakers: [owner],
  });
};

const readWish: ClaimReader = (sentence, talk) => {
  const wish = toWish(sentence.text);
  if (!wish) return null;
  const { message, text } = sentence;
  const taker = talk
    .answersTo(message)
    .find(
      each =>
        (toAnswer(each.text) === 'yes' || /^(?:sure|will do|on it|got it|i['’]ll)\b/i.test(each.text)) &&
        (wish.name === null || each.author.toLowerCase().startsWith(wish.name.toLowerCase())),
    );
  if (!taker) {
    return toClaim(sentence, 'request', `${message.author} asked: “${text}”`, { speakers: [message.author] });
  }
  return toClaim(sentence, 'action', `${taker.author} will ${toThirdPerson(wish.words)}.`, {
    evidence: [cite(sentence), citeAnswer(taker)],
    owner: taker.author,
    due: toDue(text),
  });
};

const readQuestion: ClaimReader = (sentence, talk) => {
  const { message, text } = sentence;
  if (!isQuestion(text) || !talk.isUnanswered(message)) return null;
  const isPlain = /^who \p{L}+s /iu.test(text);
  const asked = isPlain ? `${text[0]?.toLowerCase()}${trimEnd(text).slice(1)}.` : `: “${text}”`;
  return toClaim(sentence, 'question', `${message.author} asked${isPlain ? ' ' : ''}${asked}`, {
    speakers: [message.author],
  });
};

const readConstraint: ClaimReader = sentence =>
  isConstraint(sentence.text)
    ? toClaim(sentence, 'constraint', toStatement(sentence.text, sentence.message.author))
    : null;

const readFact: ClaimReader = sentence =>
  hasFigure(sentence.text) && !isQuestion(sentence.text)
    ? toClaim(sentence, 'fact', toStatement(sentence.text, sentence.message.author))
    : null;

/** A message with reactions that is long enough to say something. */
const readKeyPoint: ClaimReader = sentence => {
  const { message, text } = sentence;
  if (isQuestion(text) || message.reactions.length === 0 || text.split(/\s+/).length < 5) return null;
  return toClaim(sentence, 'key_point', toStatement(text, message.author), { confidence: 0.7 });
};

/** In order of priority for a sentence: decisions before mere statements. */
export const claimReaders: readonly ClaimReader[] = [
  readSettled,
  readSuggestion,
  readPromise,
  readWish,
  readQuestion,
  readConstraint,
  readFact,
  readKeyPoint,
];

/** The topic of the conversation, in words from the one or two longest messages. */
export function toOverview(sentences: readonly PromptSentence[]): WrittenClaim | null {
  const [first, second] = [...sentences]
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, 2)
    .sort((a, b) => a.message.position - b.message.position);
  if (!first) return null;
  const cited = second && second.message !== first.message ? [first, second] : [first];
  const words = toKeywords(
    cited.map(({ text }) => text),
    3,
  );
  if (words.length === 0) return null;
  return writeClaim({
    kind: 'key_point',
    topic: words[0] ?? '',
    text: `The conversation is about ${join(words)}.`,
    evidence: cited.map(cite),
  });
}
