import { type Message, toMessageParts } from '../core/conversation/message.ts';

/** Work in a worker process. It yields its results in pieces small enough for the event loop, and gets an answer to each. */
type WorkerTask<Input, Piece, Answer, Result> = (input: Input) => AsyncGenerator<Piece, Result, Answer>;

export type WorkerTasks = {
  /** Runs a task in its turn, as far as its pieces are taken. @throws What it throws, `OutOfMemoryError`, or the signal's reason. */
  readonly run: <Input, Piece, Answer, Result>(
    task: string,
    input: Input,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => ReturnType<WorkerTask<Input, Piece, Answer, Result>>;
};

/** Some of the messages, or null after the last. */
export type MessagesAnswer<Item extends Message> = readonly Item[] | null;

/** Runs a task that begins with `receiveMessages`, and has nothing but a result. */
export async function runWithMessages<Input, Item extends Message, Result>(
  { run }: WorkerTasks,
  task: string,
  input: Input,
  messages: readonly Item[],
  signal?: AbortSignal,
): Promise<Result> {
  const running = run<Input, null, MessagesAnswer<Item>, Result>(task, input, { signal });
  const { done, value } = await sendMessages(running, messages);
  if (!done) throw new TypeError(`the task ${task} ended without a result`);
  return value;
}

/** Begins a task with messages, and returns what comes first: to hand over 50,000 at once would hold the event loop. */
export async function sendMessages<Piece, Item extends Message, Result>(
  running: AsyncGenerator<Piece, Result, MessagesAnswer<Item>>,
  messages: readonly Item[],
): Promise<IteratorResult<Piece, Result>> {
  await running.next();
  for (const part of toMessageParts(messages)) await running.next(part);
  return running.next(null);
}

export async function* receiveMessages<Item extends Message>(): AsyncGenerator<
  null,
  Item[],
  MessagesAnswer<Item>
> {
  const messages: Item[] = [];
  for (let part = yield null; part !== null; part = yield null)
    for (const message of part) messages.push(message);
  return messages;
}
