import type { Answer, AnswerPart } from '../claims/answer.ts';
import { toCitedText } from '../claims/attached-quotes.ts';
import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toReplyPositions,
} from '../conversation/evidence.ts';
import type { Picture } from '../conversation/message.ts';
import { toSpeakerName } from '../conversation/text.ts';
import { createZonedClock, isDated } from '../time.ts';
import { type AnswerTask, type PromptRequest, toAnswerText, toWordLimit } from './answer.ts';
import { toCiteText } from './cite.ts';
import { type JudgeTaskRequest, judgeSystemText, toJudgeText } from './judge.ts';
import {
  answerClaimsSystemText,
  citeClaimsSystemText,
  type MergedClaim,
  mergeSystemText,
  toAnswerClaimsText,
  toMergeElements,
  toMergeText,
} from './merge.ts';
import {
  answerSystemText,
  citeSystemText,
  escapeAttribute,
  escapeText,
  systemText,
  toGlossaryText,
} from './parts.ts';
import { type FailingClaim, toRepairText } from './repair.ts';
import { toWindowTaskText } from './task.ts';

export type Prompt = {
  readonly system: string;
  readonly conversation: string;
  readonly task: string;
  /** Each stands after this many UTF-16 units of the conversation; in their order. */
  readonly pictures?: readonly { readonly at: number; readonly picture: Picture }[];
};

/** A prompt with the pictures of these messages, each beside its message. */
function withPictures(prompt: Prompt, { messages, pictures }: Evidence, shown?: ReadonlySet<number>): Prompt {
  if (!pictures?.size) return prompt;
  const { conversation } = prompt;
  const placed = messages.flatMap(({ id, position }) => {
    const own = shown?.has(position) === false ? [] : (pictures.get(id) ?? []);
    const start = own.length === 0 ? -1 : conversation.indexOf(`\n<m n="${position}" `);
    const at = conversation.indexOf(elementEnd, start) + elementEnd.length;
    return start < 0 ? [] : own.map(picture => ({ at, picture }));
  });
  return { ...prompt, pictures: placed };
}

const elementEnd = '</m>';

/** Writes the evidence and a member's question, or a draft of its answer that is to be edited. It contains no ids or addresses of messages. */
export function toAnswerPrompt(
  evidence: Evidence,
  request: PromptRequest & Pick<AnswerTask, 'draft'>,
): Prompt {
  const words = toWordLimit(request.detail, countWords(evidence.messages), request.isCard);
  const prompt = {
    system: answerSystemText,
    conversation: toGlossaryText(request.glossary) + toConversationText(evidence, request.zone),
    task: toAnswerText({ ...request, words }),
  };
  return withPictures(prompt, evidence);
}

/** Writes what an answer was written from, the messages or the claims, and its lines, those of a part with their numbers. */
export function toCitePrompt(
  evidence: Evidence,
  answer: Answer,
  request: Pick<PromptRequest, 'zone' | 'memory'>,
  {
    claims,
    part,
  }: { readonly claims?: readonly MergedClaim[] | undefined; readonly part?: AnswerPart | undefined } = {},
): Prompt {
  const { zone } = request;
  const task = toCiteText(answer, request, part);
  if (claims !== undefined)
    return { system: citeClaimsSystemText, conversation: toMergeElements(claims, evidence, zone), task };
  return withPictures(
    { system: citeSystemText, conversation: toConversationText(evidence, zone), task },
    evidence,
  );
}

/** Writes one window of the evidence, each message at its own position; messages summarized before are marked as earlier. */
export function toWindowPrompt(
  evidence: Evidence,
  messages: readonly EvidenceMessage[],
  request: PromptRequest,
): Prompt {
  const prompt = {
    system: systemText,
    conversation:
      toGlossaryText(request.glossary) + toConversationText({ ...evidence, messages }, request.zone),
    task: toWindowTaskText(countWords(messages), request),
  };
  return withPictures(prompt, { ...evidence, messages });
}

/** Claims of several windows, and the most words of what is made of them. */
type ClaimsRequest = PromptRequest & { readonly claims: readonly MergedClaim[]; readonly words: number };

export function toMergePrompt(evidence: Evidence, request: ClaimsRequest): Prompt {
  return {
    system: mergeSystemText,
    conversation: toMergeElements(request.claims, evidence, request.zone),
    task: toMergeText(request.words, request),
  };
}

export function toAnswerClaimsPrompt(
  evidence: Evidence,
  request: ClaimsRequest & Pick<AnswerTask, 'draft'>,
): Prompt {
  return {
    system: answerClaimsSystemText,
    conversation: toGlossaryText(request.glossary) + toMergeElements(request.claims, evidence, request.zone),
    task: toAnswerClaimsText(request),
  };
}

function countWords(messages: readonly EvidenceMessage[]): number {
  return messages.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
}

/** Writes the messages around claims that failed, each at its own position, and the problems of those claims. */
export function toRepairPrompt(
  evidence: Evidence,
  request: Pick<PromptRequest, 'language' | 'zone'> & {
    readonly failing: readonly FailingClaim[];
    readonly positions: ReadonlySet<number>;
  },
): Prompt {
  const prompt = {
    system: systemText,
    conversation: toConversationText(evidence, request.zone, request.positions),
    task: toRepairText(request.failing, request),
  };
  return withPictures(prompt, evidence, request.positions);
}

type JudgePromptRequest = JudgeTaskRequest &
  Pick<PromptRequest, 'zone'> & {
    readonly positions: ReadonlySet<number>;
  };

/** Writes the messages that the judge sees, each at its own position, and the claims to judge. */
export function toJudgePrompt(evidence: Evidence, request: JudgePromptRequest): Prompt {
  const all = request.claims.flatMap(({ citations, before }) => [...citations, ...(before?.citations ?? [])]);
  const isWhole = request.positions.size === evidence.messages.length;
  const prompt = {
    system: judgeSystemText,
    conversation: toConversationText(evidence, request.zone, request.positions, message =>
      request.isUncited && isWhole
        ? message.text
        : toCitedText(
            message,
            all.filter(({ position }) => position === message.position),
          ),
    ),
    task: toJudgeText(request),
  };
  return withPictures(prompt, evidence, new Set(all.map(({ position }) => position)));
}

/** In place of the position of a message that is left out of an excerpt. */
const notShown = 'not shown';

/** Writes messages as escaped elements; none can close its element or open another. With `shown`, no other position is named. */
export function toConversationText(
  evidence: Evidence,
  zone: string,
  shown?: ReadonlySet<number>,
  toText: (message: EvidenceMessage) => string = ({ text }) => text,
): string {
  const replies = toReplyPositions(evidence);
  const messages = shown
    ? [...shown].sort((a, b) => a - b).flatMap(position => messageAt(evidence, position) ?? [])
    : evidence.messages;
  const toAnswered = (position: number) => {
    const answered = replies.get(position);
    return answered === undefined || (shown?.has(answered) ?? true) ? answered : notShown;
  };
  const clock = createZonedClock(zone);
  const names = new Map<string, string>();
  const toName = (name: string) => {
    const known = names.get(name) ?? escapeAttribute(toSpeakerName(name));
    names.set(name, known);
    return known;
  };
  const lines: string[] = [];
  let day = '';
  let place = '';
  for (const message of messages) {
    const own = message.thread?.title ?? message.channel?.title ?? '';
    if (own !== place) lines.push(`<in place="${escapeAttribute(own)}"/>`);
    place = own;
    const hasDay = isDated(message.time);
    const today = hasDay ? clock.day(message.time) : '';
    if (hasDay && today !== day) lines.push(`<day date="${today}"/>`);
    day = today;
    const by = toName(message.author.name);
    const written = { ...message, text: toText(message) };
    lines.push(
      toElement(written, by, hasDay ? clock.minute(message.time) : null, toAnswered(message.position)),
    );
  }
  return `<conversation>\n${lines.join('\n')}\n</conversation>`;
}

function toElement(
  message: EvidenceMessage,
  by: string,
  minute: string | null,
  repliesTo: number | typeof notShown | undefined,
): string {
  const reactions = message.reactions.map(({ name, count }) => `${name} ${count}`).join(', ');
  const attributes = [
    `n="${message.position}"`,
    ...(minute === null ? [] : [`t="${minute}"`]),
    `by="${by}"`,
    ...(message.earlier || message.linked ? ['earlier="yes"'] : message.context ? ['bot="yes"'] : []),
    ...(repliesTo === undefined ? [] : [`re="${repliesTo}"`]),
    ...(reactions === '' ? [] : [`reactions="${escapeAttribute(reactions)}"`]),
  ];
  return `<m ${attributes.join(' ')}>${escapeText(message.text)}</m>`;
}
