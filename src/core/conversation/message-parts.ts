import type { Message } from './message.ts';

/** To copy, write or read one part holds the event loop for a few milliseconds. */
const mostInPart = 500;
/** In UTF-16 units. */
const mostCharactersInPart = 200_000;

/** Messages in parts of a limited size; each has at least one. */
export function* toMessageParts<Item extends Message>(messages: readonly Item[]): Generator<readonly Item[]> {
  let part: Item[] = [];
  let characters = 0;
  for (const message of messages) {
    const isFull = part.length === mostInPart || characters + message.text.length > mostCharactersInPart;
    if (isFull && part.length > 0) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(message);
    characters += message.text.length;
  }
  if (part.length > 0) yield part;
}
