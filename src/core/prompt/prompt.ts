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
import { type AnswerTaskRequest, toAnswerText, toWordLimit } from './answer.ts';
import { type CiteTaskRequest, toCiteText } from './cite.ts';
import { type EditTaskRequest, toEditElement, toEditText } from './edit.ts';
import { type JudgeTaskRequest, judgeSystemText, toJudgeText } from './judge.ts';
import {
  answerClaimsSystemText,
  citeClaimsSystemText,
  type MergedClaim,
  type MergeTaskRequest,
  mergeSystemText,
  toAnswerClaimsText,
  toMergeElements,
  toMergeText,
} from './merge.ts';
import {
  answerSystemText,
  citeSystemText,
  editSystemText,
  escapeAttribute,
  escapeText,
  systemText,
  toGlossaryText,
} from './parts.ts';
import { type RepairTaskRequest, toRepairText } from './repair.ts';
import { type TaskRequest, toWindowTaskText } from './task.ts';

/** The text of one call. */
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

/** The IANA zone in which the times of messages are written, and the terms of the server. */
type Zoned = { readonly zone: string; readonly glossary?: readonly string[] | undefined };

type AnswerPromptRequest = Omit<AnswerTaskRequest, 'words'> & Zoned;

/** Writes the evidence and a member's question. It contains no ids or addresses of messages. */
export function toAnswerPrompt(evidence: Evidence, request: AnswerPromptRequest): Prompt {
  const words = toWordLimit(request.detail, countWords(evidence.messages), request.isCard);
  const prompt = {
    system: answerSystemText,
    conversation: toGlossaryText(request.glossary) + toConversationText(evidence, request.zone),
    task: toAnswerText({ ...request, words }),
  };
  return withPictures(prompt, evidence);
}

/** Writes an answer that is to be edited, without what it was written from. */
export function toEditPrompt(request: EditTaskRequest): Prompt {
  return { system: editSystemText, conversation: toEditElement(request), task: toEditText(request) };
}

type CitePromptRequest = CiteTaskRequest &
  Zoned & {
    /** Where the answer was written from claims: these, in place of the messages. */
    readonly claims?: readonly MergedClaim[];
  };

/** Writes what an answer was written from, and its numbered lines. */
export function toCitePrompt(evidence: Evidence, request: CitePromptRequest): Prompt {
  const { claims, zone } = request;
  return claims === undefined
    ? withPictures(
        {
          system: citeSystemText,
          conversation: toConversationText(evidence, zone),
          task: toCiteText(request),
        },
        evidence,
      )
    : {
        system: citeClaimsSystemText,
        conversation: toMergeElements(claims, evidence, zone),
        task: toCiteText(request),
      };
}

type WindowPromptRequest = Omit<TaskRequest, 'wordsRead'> & Zoned;

/**
 * Writes one window of the evidence, each message at its own position; messages summarized before are marked as
 * earlier.
 */
export function toWindowPrompt(
  evidence: Evidence,
  messages: readonly EvidenceMessage[],
  request: WindowPromptRequest,
): Prompt {
  const prompt = {
    system: systemText,
    conversation:
      toGlossaryText(request.glossary) + toConversationText({ ...evidence, messages }, request.zone),
    task: toWindowTaskText({ ...request, wordsRead: countWords(messages) }),
  };
  return withPictures(prompt, { ...evidence, messages });
}

type ClaimsRequest = Zoned & { readonly claims: readonly MergedClaim[] };

/** Writes the claims of several windows with their quotes, without the messages around them. */
export function toMergePrompt(evidence: Evidence, request: MergeTaskRequest & ClaimsRequest): Prompt {
  return {
    system: mergeSystemText,
    conversation: toMergeElements(request.claims, evidence, request.zone),
    task: toMergeText(request),
  };
}

/** The same claims, and a member's question. */
export function toAnswerClaimsPrompt(evidence: Evidence, request: AnswerTaskRequest & ClaimsRequest): Prompt {
  return {
    system: answerClaimsSystemText,
    conversation: toGlossaryText(request.glossary) + toMergeElements(request.claims, evidence, request.zone),
    task: toAnswerClaimsText(request),
  };
}

function countWords(messages: readonly EvidenceMessage[]): number {
  return messages.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
}

type RepairPromptRequest = RepairTaskRequest &
  Zoned & {
    /** The positions of the messages to read again. */
    readonly positions: ReadonlySet<number>;
  };

/** Writes the messages around claims that failed, each at its own position, and the problems of those claims. */
export function toRepairPrompt(evidence: Evidence, request: RepairPromptRequest): Prompt {
  const prompt = {
    system: systemText,
    conversation: toConversationText(evidence, request.zone, request.positions),
    task: toRepairText(request),
  };
  return withPictures(prompt, evidence, request.positions);
}

type JudgePromptRequest = JudgeTaskRequest &
  Zoned & {
    /** The positions of the messages that the judge sees. */
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

/**
 * Writes messages as escaped elements with position, time, author, reply target and reactions. A message cannot close its
 * element or open another. With `shown`, only those at these positions are written, and no other is named.
 */
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
