import type { Conversation } from '../../../src/core/conversation/message.ts';
import { say } from '../../core/conversation/messages.ts';

const people = ['Ann', 'Bob', 'Carol', 'Dave', 'Emma', 'Finn'];
/** What anybody would leave out for a decision, though it looks like something to tell. */
const trifles = [
  'the ferry took 43 minutes today',
  "I'll bring my cup tomorrow.",
  'Has anybody seen my blue umbrella?',
  'I suggest more cake',
];
const chatter = [
  'the ferry was late again',
  'nice pictures from the pier',
  'my tea got cold',
  'what a windy day',
];

/** Sentences that are planted among small talk, each by its place between 0 and 1. */
export type Planted = readonly { readonly at: number; readonly author?: string; readonly text: string }[];

/** Small talk and trifles with a few sentences that matter; a long silence after every 40 messages or so. */
export function makePlanted(count: number, planted: Planted): Conversation {
  let ms = Date.UTC(2026, 2, 9, 9);
  const messages = Array.from({ length: count }, (_, index) => {
    ms += index % 41 === 40 ? 3 * 3_600_000 : 60_000 + (index % 7) * 1_000;
    const found = planted.find(({ at }) => Math.floor(at * count) === index);
    const name = found?.author ?? people[index % people.length] ?? 'Ann';
    return say(name, new Date(ms).toISOString(), found?.text ?? toSmallTalk(index), {
      id: String(1_300_000_000_000_000_000n + BigInt(index) * 4_194_304_000n),
      url: `https://chat.example/${index}`,
    });
  });
  return {
    source: { type: 'discord', title: '#pier', guildId: '1200000000000000001', channelIds: ['2'] },
    messages,
    unreadable: 0,
  };
}

function toSmallTalk(index: number): string {
  if (index % 9 === 4) return `${trifles[index % trifles.length]}`;
  return `${chatter[index % chatter.length]}, and so it went`;
}

export const decisions: Planted = [
  { at: 0.02, author: 'Ann', text: 'We decided to sell the old rowing boat in April.' },
  { at: 0.21, author: 'Bob', text: "I'll order the new anchor by Friday." },
  { at: 0.47, author: 'Carol', text: 'We agreed on the harbour office as our meeting place.' },
  { at: 0.66, author: 'Dave', text: 'The mooring must be paid at the latest in June.' },
  { at: 0.93, author: 'Emma', text: 'Who has the key of the boathouse?' },
];
