import type { Conversation } from '../core/conversation/message.ts';

/** What an importer found beside the messages: sentences for the person who asked, most important first. */
export type ReadNotice = string;

/** A conversation read from somewhere, with a sentence for every kind of thing that could not be read. */
export type ReadResult = {
  readonly conversation: Conversation;
  readonly notices: readonly ReadNotice[];
};
