import type { MessageComponentInteraction } from 'discord.js';
import { createLru } from '../../../lru.ts';

/** Presses on posts: for 15 minutes, one allows its post to be deleted even if the bot can no longer see the channel. */
export type PressedPosts = {
  readonly hold: (press: MessageComponentInteraction) => void;
  /** Whether the post could be deleted through a press on it. */
  readonly delete: (messageId: string) => Promise<boolean>;
};

const mostHeld = 2_000;

export function createPressedPosts(): PressedPosts {
  const presses = createLru<MessageComponentInteraction>(mostHeld);
  return {
    hold: press => void presses.set(press.message.id, press),
    delete: async messageId => {
      const press = presses.get(messageId);
      presses.delete(messageId);
      if (press === undefined) return false;
      return press.webhook.deleteMessage(messageId).then(
        () => true,
        () => false,
      );
    },
  };
}
