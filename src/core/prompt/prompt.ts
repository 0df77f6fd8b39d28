import type { OpenItem } from '../claims/open-items.ts';
import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toReplyPositions,
} from '../conversation/evidence.ts';
import { toSpeakerName } from '../conversation/names.ts';
import { createZonedClock } from '../time.ts';
import { escapeAttribute, escapeText } from './escape.ts';
import { type JudgeTaskRequest, judgeSystemText, toJudgeText } from './judge.ts';
import {
  type MergedClaim,
  type MergeTaskRequest,
  mergeSystemText,
  toMergeElements,
  toMergeText,
} from './merge.ts';
import { type RepairTaskRequest, toRepairText } from './repair.ts';
import { systemText } from './system.ts';
import { type TaskRequest, toTaskTexts, toWindowTaskText } from './task.ts';

/** What is sent: the conversation is one block, so that it can be cached, and the task comes last. */
export type Prompt = {
  readonly system: string;
  readonly conversation: string;
  /** One a call, at least one. */
  readonly tasks: readonly string[];
};

export type PromptRequest = Omit<TaskRequest, 'open'> & {
  readonly open?: readonly OpenItem[];
  /** The IANA zone in which the times of messages are written. */
  readonly zone: string;
};

/**
 * Writes evidence as escaped elements with position, time, author, reply target and reactions. Nothing a
 * message says can close its element or open another; no id and no address of a message is in it.
 */
export function toPrompt(evidence: Evidence, request: PromptRequest): Prompt {
  return {
    system: systemText,
    conversation: toConversationText(evidence.messages, {
      zone: request.zone,
      replies: toReplyPositions(evidence),
    }),
    tasks: toTaskTexts({ ...request, open: toOpenLines(evidence, request.open) }),
  };
}

/** Writes one window of the evidence, each message at its own position, those from before it marked as earlier. */
export function toWindowPrompt(
  evidence: Evidence,
  messages: readonly EvidenceMessage[],
  request: PromptRequest,
): Prompt {
  const shown = { ...evidence, messages };
  return {
    system: systemText,
    conversation: toConversationText(messages, { zone: request.zone, replies: toReplyPositions(shown) }),
    tasks: [toWindowTaskText({ ...request, open: toOpenLines(shown, request.open) })],
  };
}

export type MergePromptRequest = MergeTaskRequest &
  Pick<PromptRequest, 'zone'> & { readonly claims: readonly MergedClaim[] };

/** Writes the claims of several windows with their quotes, and none of the messages around these. */
export function toMergePrompt(evidence: Evidence, request: MergePromptRequest): Prompt {
  return {
    system: mergeSystemText,
    conversation: toMergeElements(request.claims, evidence, request.zone),
    tasks: [toMergeText(request)],
  };
}

/** Items with the positions of their messages. */
function toOpenLines(evidence: Evidence, open: readonly OpenItem[] = []): NonNullable<TaskRequest['open']> {
  const positions = new Map(evidence.messages.map(({ id, position }) => [id, position]));
  return open.map(({ kind, text, cited }) => ({
    kind,
    text,
    positions: cited.flatMap(({ messageId }) => positions.get(messageId) ?? []),
  }));
}

export type RepairPromptRequest = RepairTaskRequest &
  Pick<PromptRequest, 'zone'> & {
    /** The messages to look at again, by position. */
    readonly positions: ReadonlySet<number>;
  };

/** Writes the part of the evidence that claims which did not hold are about, each message at its own position, and what is wrong with them. */
export function toRepairPrompt(evidence: Evidence, request: RepairPromptRequest): Prompt {
  return {
    system: systemText,
    conversation: toConversationText(toExcerpt(evidence, request.positions), {
      zone: request.zone,
      replies: toReplyPositions(evidence),
    }),
    tasks: [toRepairText(request)],
  };
}

export type JudgePromptRequest = JudgeTaskRequest &
  Pick<PromptRequest, 'zone'> & {
    /** The messages that the judge is shown, by position. */
    readonly positions: ReadonlySet<number>;
  };

/** Writes the messages that a judge is shown, each at its own position, and the claims that it judges. */
export function toJudgePrompt(evidence: Evidence, request: JudgePromptRequest): Prompt {
  const messages = toExcerpt(evidence, request.positions);
  return {
    system: judgeSystemText,
    conversation: toConversationText(messages, {
      zone: request.zone,
      // Of messages that are not shown not even the position is given.
      replies: toReplyPositions({ ...evidence, messages }),
    }),
    tasks: [toJudgeText(request)],
  };
}

function toExcerpt(evidence: Evidence, positions: ReadonlySet<number>): readonly EvidenceMessage[] {
  return [...positions].sort((a, b) => a - b).flatMap(position => messageAt(evidence, position) ?? []);
}

type Writing = {
  readonly zone: string;
  /** Positions that are answered, by the position that answers. */
  readonly replies: ReadonlyMap<number, number>;
};

function toConversationText(messages: readonly EvidenceMessage[], { zone, replies }: Writing): string {
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
    const today = clock.day(message.time);
    if (today !== day) lines.push(`<day date="${today}"/>`);
    day = today;
    const by = toName(message.author.name);
    lines.push(toElement(message, by, clock.minute(message.time), replies.get(message.position)));
  }
  return `<conversation>\n${lines.join('\n')}\n</conversation>`;
}

function toElement(
  message: EvidenceMessage,
  by: string,
  minute: string,
  repliesTo: number | undefined,
): string {
  const reactions = message.reactions.map(({ name, count }) => `${name} ${count}`).join(', ');
  const attributes = [
    `n="${message.position}"`,
    `t="${minute}"`,
    `by="${by}"`,
    ...(message.earlier ? ['earlier="yes"'] : message.context ? ['bot="yes"'] : []),
    ...(repliesTo === undefined ? [] : [`re="${repliesTo}"`]),
    ...(reactions === '' ? [] : [`reactions="${escapeAttribute(reactions)}"`]),
  ];
  return `<m ${attributes.join(' ')}>${escapeText(message.text)}</m>`;
}
