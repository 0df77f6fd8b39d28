import {
  createParticipants,
  type MessageOrder,
  numberMessages,
  orderMessages,
  type TimeRange,
  toEvidence,
  toParticipants,
  toReplyPositions,
} from '../core/conversation/evidence.ts';
import type { Conversation, Message } from '../core/conversation/message.ts';
import { groupStrands, numberStrands, toStrands } from '../core/conversation/strands.ts';
import { toChunks } from '../core/order.ts';
import { toLanguages } from '../core/select/languages.ts';
import { createTermIndex, type Postings, toPostings, toTermIndex } from '../core/select/term-index.ts';
import { createPeople, toPeople } from '../core/verify/people.ts';
import { findWindowStarts } from '../core/windows/cut.ts';
import { OutOfMemoryError, UserError } from '../errors.ts';
import { eachWithPauses, pause } from './pauses.ts';
import { type MessagesAnswer, receiveMessages, sendMessages, type WorkerTasks } from './worker-tasks.ts';

/** What else is computed with the evidence, so that nothing later holds the event loop. */
type Needs = {
  /** Where all terms are: the judge and repairs look for messages. */
  readonly terms?: boolean;
  readonly windows?: number | undefined;
};

type PrepareInput = Omit<Conversation, 'messages'> & { readonly range: TimeRange; readonly needs: Needs };

type Findings = {
  readonly order: MessageOrder;
  /** A position, then the one that it answers. */
  readonly replies: Int32Array;
  readonly strandAt: Int32Array;
  readonly spoken: readonly string[];
  readonly starts: readonly number[] | null;
  readonly postings: Omit<Postings, 'terms'> | null;
};

/** Some of the terms, in the order of their numbers. */
type Piece = null | readonly string[];

const prepareTaskName = 'prepare';

const termsInPiece = 5_000;

export async function* prepareTask({
  range,
  needs,
  ...rest
}: PrepareInput): AsyncGenerator<Piece, Findings, MessagesAnswer<Message>> {
  const conversation = { ...rest, messages: yield* receiveMessages<Message>() };
  const order = orderMessages(conversation, range);
  const evidence = numberMessages(conversation, order);
  const spoken = toLanguages(evidence);
  const { terms, ...postings } = needs.terms ? toPostings(evidence, spoken) : { terms: null };
  for (const some of toChunks([...(terms?.keys() ?? [])], termsInPiece)) yield some;
  return {
    order,
    replies: Int32Array.from([...toReplyPositions(evidence)].flat()),
    strandAt: numberStrands(evidence),
    spoken,
    starts: needs.windows ? findWindowStarts(evidence, needs.windows) : null,
    postings: 'ends' in postings ? postings : null,
  };
}

/** The evidence of shorter conversations takes less than 20 ms, and so do the languages and the terms. */
const fewMessages = 2_000;
/** In UTF-16 units of all texts. */
const fewCharacters = 100_000;

/** The evidence of a conversation; that of a long one, and what it needs, is computed in a worker process. */
export async function prepareEvidence(
  conversation: Conversation,
  range: TimeRange,
  workers: WorkerTasks | undefined,
  signal: AbortSignal | undefined,
  needs: Needs = {},
) {
  if (workers === undefined || isShort(conversation)) {
    const evidence = toEvidence(conversation, range);
    await pause();
    const spoken = toLanguages(evidence);
    await pause();
    // The first question about a term makes the index.
    if (needs.terms) toTermIndex(evidence, spoken).count('');
    return { evidence, spoken };
  }
  const terms = new Map<string, number>();
  const found = await runTask(conversation, { range, needs }, workers, signal, some => {
    for (const term of some) terms.set(term, terms.size);
  });
  const { order, replies, strandAt, spoken, starts, postings } = found;
  const evidence = numberMessages(conversation, order);
  // Each of these steps takes some 15 ms for 50,000 messages.
  await pause();
  toReplyPositions.keep(evidence, toPairs(replies));
  toStrands.keep(evidence, groupStrands(strandAt));
  if (starts && needs.windows) findWindowStarts.keep(evidence, starts, needs.windows);
  await pause();
  if (postings) toTermIndex.keep(evidence, createTermIndex(evidence, spoken, { ...postings, terms }), spoken);
  const [participants, people] = [createParticipants(), createPeople()];
  await eachWithPauses(evidence.messages, message => {
    participants.add(message);
    people.add(message.author);
  });
  toPeople.keep(evidence, people);
  await pause();
  toParticipants.keep(evidence, participants.list());
  return { evidence, spoken };
}

function toPairs(numbers: Int32Array): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  for (let index = 0; index + 1 < numbers.length; index += 2)
    pairs.set(numbers[index] ?? 0, numbers[index + 1] ?? 0);
  return pairs;
}

function isShort({ messages }: Conversation): boolean {
  if (messages.length > fewMessages) return false;
  return messages.reduce((sum, { text }) => sum + text.length, 0) <= fewCharacters;
}

async function runTask(
  { messages, pictures: _, ...rest }: Conversation,
  options: Pick<PrepareInput, 'range' | 'needs'>,
  { run }: WorkerTasks,
  signal: AbortSignal | undefined,
  onTerms: (some: readonly string[]) => void,
): Promise<Findings> {
  const input = { ...rest, ...options };
  const running = run<PrepareInput, Piece, MessagesAnswer<Message>, Findings>(prepareTaskName, input, {
    signal,
  });
  try {
    let next = await sendMessages(running, messages);
    while (!next.done) {
      onTerms(next.value ?? []);
      next = await running.next(null);
    }
    return next.value;
  } catch (error) {
    throw error instanceof OutOfMemoryError ? toTooLarge(error) : error;
  }
}

function toTooLarge(cause: unknown): UserError {
  return new UserError(
    'file_too_large',
    'These messages need more memory than Footnote may use for one summary. Choose fewer messages or a shorter time.',
    { cause },
  );
}
