import { toEvidence } from '../../src/core/conversation/evidence.ts';
import type { Conversation } from '../../src/core/conversation/message.ts';
import { createVerifier } from '../../src/core/verify/verifier.ts';
import { toCpuMs } from '../cpu.ts';
import { printTable, type Row, toCell } from '../eval/table.ts';
import { makeConversation } from './conversation.ts';

/** As many as one reading takes. */
const files = 10;
const messages = 500;
/** The most that a claim may have. */
const mostCitations = 40;
const rounds = 2;
const quoteLength = 480;

/** Texts of which each takes long for another step, made of pieces by their index. */
export const texts: Readonly<Record<string, (index: number) => string>> = {
  log: index => `[${index}] the board says that step ${index} took ${index * 3} ms\n`,
  prose: index => `${proseOf[index % proseOf.length]?.text}\n`,
  aaaa: () => 'a',
  'one name': () => 'Ann Lee ',
  'near hits': index => `the board resets by itsel${'abcdefgh'[index % 8]} `,
  'one word': index => ((index * 7_919) % 9_973).toString(36),
  Japanese: index => `来週の金曜日までに${index % 10}号機を直します。`,
  'full width': index => `ＳＴＥＰ　${index}　ｅ\u0301 `,
  ligatures: () => '\ufdfa',
  numbers: index => `${index % 90} ms ${index}k `,
  dates: index => `${1 + (index % 28)}/${1 + (index % 12)} on Monday May 3rd, `,
  times: index => `${index % 24}:30-5pm `,
  spoilers: index => `\ue0f0a${index}\ue0f1 `,
};
const { messages: proseOf } = makeConversation(1_000);

const withTypos = (text: string, every: number) =>
  [...text].map((character, at) => (at % every === 0 ? 'ß' : character)).join('');

/** What a claim may quote of a text. */
const quotes: Readonly<Record<string, (text: string) => string>> = {
  exact: text => text.slice(-90),
  typo: text => `${text.slice(-90, -40)}ß${text.slice(-39)}`,
  absent: () => 'nobody ever wrote this in any of the files of this channel',
  'as many typos as may be': text => withTypos(text.slice(-quoteLength), 11),
  'too many typos': text => withTypos(text.slice(-quoteLength), 8),
  'with gaps': text => `${text.slice(0, 40)} … ${text.slice(40, 80)} … ${text.slice(3, 30)} … ß`,
};
/** What it says: nothing that must be found, or what is found nowhere. */
const claims: Readonly<Record<string, string>> = {
  plain: 'The board resets by itself',
  values: 'The board resets by itself after 777123 hours, since 29 February 1987 at 3:17 pm, with Xq77z_1',
};

export function makeText(toPiece: (index: number) => string, bytes: number): string {
  let text = '';
  let left = bytes;
  for (let index = 0; left > 0; index += 1) {
    const piece = toPiece(index);
    text += piece;
    left -= Buffer.byteLength(piece);
  }
  return text;
}

function withFiles(text: string): Conversation {
  const conversation = makeConversation(messages);
  const each = messages / files;
  return {
    ...conversation,
    messages: conversation.messages.map((message, index) =>
      index % each === 0 ? { ...message, text: `${message.text}\n${text}` } : message,
    ),
  };
}

/** The CPU time of the proofs of one claim over a conversation that was just read, in ms. */
function measureProofs(conversation: Conversation, text: string, quote: string, citations: number): number {
  const times = Array.from({ length: rounds }, () => {
    const verifier = createVerifier(toEvidence(conversation), { languages: ['en'] });
    const evidence = Array.from({ length: citations }, (_, index) => ({
      position: 1 + (index % files) * (conversation.messages.length / files),
      quote: index < files ? quote : `${quote} ${index}`,
    }));
    const start = process.threadCpuUsage();
    verifier.verify({ kind: 'fact', text, evidence });
    return toCpuMs(start);
  });
  return Math.min(...times);
}

/** The longest that the proofs of one claim hold the event loop, by what the files of a channel repeat, and in long channels. */
export function printProofs([kilobytes = '20', ...names]: readonly string[]): void {
  const bytes = Number(kilobytes) * 1_000;
  const toRow = (name: string, conversation: Conversation, text: string): Row => [
    name,
    ...[1, mostCitations].flatMap(citations => {
      const all = Object.entries(quotes).flatMap(([quote, toQuote]) =>
        Object.entries(claims).map(([claim, words]) => ({
          ms: measureProofs(conversation, words, toQuote(text), citations),
          what: `${quote}, ${claim}`,
        })),
      );
      const [worst = { ms: 0, what: '' }] = all.sort((a, b) => b.ms - a.ms);
      return [worst.ms.toFixed(1), worst.what];
    }),
  ];
  const rows = Object.entries(texts)
    .filter(([name]) => names.length === 0 || names.includes(name))
    .map(([name, toPiece]) => {
      const text = makeText(toPiece, bytes);
      return toRow(name, withFiles(text), text);
    });
  const long = (names.length === 0 ? [2_000, 5_000, 50_000] : []).map(count => {
    const conversation = makeConversation(count);
    return toRow(`${toCell(count)} messages`, conversation, conversation.messages[0]?.text ?? '');
  });
  printTable(
    `the slowest proof, ms of CPU: ${messages} messages, ${files} with files of ${kilobytes} KB; long channels`,
    ['', 'one citation', 'the quote', `${mostCitations} citations`, 'the quote'],
    [...rows, ...long],
  );
}
