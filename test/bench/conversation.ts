import { createRandom } from '@footnote/playground/random';
import type { Conversation, Message } from '../../src/core/conversation/message.ts';

const people = [
  'Ann',
  'Bob',
  'Carol',
  'Dmitri',
  'Emre',
  'Fatima',
  'Goran',
  'Hana',
  'Ines',
  'Jonas',
  'Kofi',
  'Liu',
];
const openings = [
  'I think',
  'So',
  'Looks like',
  'For the record,',
  'Honestly',
  'As of today',
  'Yesterday',
  'Btw',
];
const verbs = ['breaks', 'improves', 'replaces', 'slows down', 'needs', 'ignores', 'covers', 'duplicates'];
const patterns = [
  (s: string, o: string) => `Does anybody know why ${s} ${o}?`,
  (s: string, o: string) => `Let's move ${s} to the ${o} before we ship`,
  (s: string, o: string) => `I'll write up ${s} and the ${o} by Friday`,
  (s: string, o: string) => `We decided to keep ${s} and drop the ${o}.`,
];
const short = ['+1', 'LGTM', 'yes', 'sounds good', 'no idea', '👍', 'thanks!', 'ok'];

/** A made-up channel of so many messages: replies, short approvals, questions, figures, a growing vocabulary. */
export function makeConversation(count: number, seed = 7): Conversation {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  // Real vocabularies grow with the square root of the text (Heaps' law).
  const vocabulary = 200 + Math.floor(30 * Math.sqrt(count));
  const noun = () => `module${Math.floor(random() ** 2 * vocabulary).toString(36)}`;
  let time = Date.UTC(2026, 0, 5, 9);
  const messages = Array.from({ length: count }, (_, index): Message => {
    time += Math.floor(random() ** 4 * 3_600_000) + 5_000;
    const name = pick(people);
    return {
      id: String(1_300_000_000_000_000_000n + BigInt(index) * 4_194_304_000n),
      kind: 'said',
      author: { id: name, name, bot: false },
      time: new Date(time).toISOString(),
      text: toText(),
      forwarded: false,
      ...(random() < 0.3 && index > 5
        ? {
            replyTo: String(
              1_300_000_000_000_000_000n + BigInt(index - 1 - Math.floor(random() * 4)) * 4_194_304_000n,
            ),
          }
        : {}),
      attachments: [],
      reactions: random() < 0.05 ? [{ name: '👍', count: 1 + Math.floor(random() * 4) }] : [],
      url: `https://discord.com/channels/1200000000000000001/1200000000000000002/${1_300_000_000_000_000_000n + BigInt(index)}`,
    };
  });
  return {
    source: {
      type: 'discord',
      title: '#bench',
      guildId: '1200000000000000001',
      channelIds: ['1200000000000000002'],
    },
    messages,
    unreadable: 0,
  };

  function toText(): string {
    const kind = random();
    if (kind < 0.12) return pick(short);
    if (kind < 0.3) return pick(patterns)(noun(), noun());
    const sentences = 1 + Math.floor(random() ** 2 * 4);
    return Array.from(
      { length: sentences },
      () =>
        `${pick(openings)} ${noun()} ${pick(verbs)} ${noun()} and ${noun()} in ${Math.floor(random() * 90)} cases.`,
    ).join(' ');
  }
}
