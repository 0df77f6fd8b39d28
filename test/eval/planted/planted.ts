import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { createLongEngine } from '../../../src/app/windows/engine.ts';
import { defaultLongLimits } from '../../../src/app/windows/ports.ts';
import type { VerifiedClaim } from '../../../src/core/claims/claim.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Conversation, Message } from '../../../src/core/conversation/message.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { claimBudget } from '../../../src/core/windows/merge.ts';
import { readRecords, toMessage } from '../material.ts';
import labeled from '../own/planted-decisions.json' with { type: 'json' };
import { print, printTable } from '../table.ts';
import type { ChannelRecord } from '../weeks/records.ts';
import { createFileWriter } from './file-writer.ts';

const size = 20_000;
const never = new AbortController().signal;
const detail = 'standard';

export type PlantedOptions = {
  /** A folder to which prompts are written, and from which answers are read. */
  readonly prompts?: string;
};

/**
 * Writes the prompts of a summary of a conversation with planted decisions, step by step: those of the windows, then of
 * the merges. Once all are answered, prints which decisions come through.
 */
export async function printPlanted(data: string, { prompts }: PlantedOptions): Promise<void> {
  if (prompts === undefined) return print('planted needs --prompts DIR; see docs/figures.md.\n');
  const made = plantDecisions(data, size);
  if (made === null) return;
  const { conversation, planted } = made;
  const evidence = toEvidence(conversation);
  const positions = new Map(evidence.messages.map(({ id, position }) => [id, position]));
  const verifier = createVerifier(evidence, { languages: ['en'], zone: 'UTC' });
  const collect = () => {
    const proven: VerifiedClaim[] = [];
    let count = 0;
    return {
      proven,
      count: () => count,
      add: (claim: unknown) => {
        count += 1;
        const verdict = verifier.verify(claim);
        if (verdict.ok) proven.push(verdict.claim);
      },
    };
  };
  const [drafted, merged] = [collect(), collect()];
  const keys = new Set(planted.flatMap(({ key, firstKey }) => [key, firstKey]));
  const { writer, progress } = createFileWriter({
    folder: prompts,
    isNeeded: ({ messages }) => messages.some(({ id }) => keys.has(id)),
    onWindowClaim: drafted.add,
  });
  const engine = createLongEngine({
    short: { name: 'files', draft: () => Promise.reject(new Error('the conversation is too short')) },
    writer,
    hash: text => createHash('sha256').update(text).digest('hex'),
    now: () => new Date().toISOString(),
    log: pino({ level: 'silent' }),
    limits: { ...defaultLongLimits, rounds: 0 },
  });
  await engine.draft(
    { evidence, detail, language: 'en', spoken: ['en'], zone: 'UTC' },
    (claim, stage) => {
      if (stage !== 'preview') merged.add(claim);
    },
    never,
  );
  const { unanswered, answered, byCode } = progress();
  print(
    `${evidence.messages.length} messages; answered prompts: ${answered}; windows that code quotes: ${byCode}`,
  );
  if (unanswered.length > 0) {
    print(`Answer these in ${prompts}, each NAME.txt by a NAME.json, then run this again:`);
    for (const name of unanswered) print(name);
    return print();
  }
  print(
    `proven claims of windows: ${drafted.proven.length} of ${drafted.count()}; of the last merge: ${merged.proven.length} of ${merged.count()}, at most ${claimBudget[detail]}`,
  );
  printFound(planted, id => positions.get(id) ?? 0, drafted.proven, merged.proven);
}

function printFound(
  planted: readonly Planted[],
  toPosition: (id: string) => number,
  drafted: readonly VerifiedClaim[],
  merged: readonly VerifiedClaim[],
): void {
  const isCited = (claims: readonly VerifiedClaim[], id: string) =>
    claims.some(claim => cites(claim, toPosition(id)));
  const found = planted.map(({ id, how, key, firstKey }) => ({
    id,
    how,
    inWindow: isCited(drafted, key),
    inSummary: isCited(merged, key),
    // As if it still held: cited by a claim that cites nothing of what came later.
    isOutdated:
      firstKey !== null &&
      merged.some(claim => cites(claim, toPosition(firstKey)) && !cites(claim, toPosition(key))),
  }));
  const toCell = (is: boolean) => (is ? 'yes' : 'no');
  const total = (is: (each: (typeof found)[number]) => boolean) =>
    `${found.filter(is).length} of ${found.length}`;
  printTable(
    'Planted decisions',
    ['', 'how', 'in its window’s draft', `at ${detail}`, 'former one told as valid'],
    [
      ...found.map(
        ({ id, how, inWindow, inSummary, isOutdated }) =>
          [
            id,
            how,
            toCell(inWindow),
            toCell(inSummary),
            how === 'superseded' ? toCell(isOutdated) : '',
          ] as const,
      ),
      [
        'all',
        '',
        total(each => each.inWindow),
        total(each => each.inSummary),
        total(each => each.isOutdated),
      ],
    ],
  );
}

function cites({ citations }: VerifiedClaim, position: number): boolean {
  return citations.some(citation => citation.position === position);
}

/** One message of an exchange; `by` tells its speakers apart. */
type PlantedLine = { readonly by: 'a' | 'b'; readonly text: string };

/** Messages one after the other, the last of which settles something unless `keyAt` names another. */
type Exchange = {
  /** Between 0 and 1: the place in the conversation. */
  readonly at: number;
  readonly lines: readonly PlantedLine[];
  readonly keyAt?: number;
};

/** A decision, and for a superseded one also what was decided before. */
type PlantedDecision = {
  readonly id: string;
  readonly how: 'plain' | 'rare' | 'short' | 'casual' | 'in passing' | 'superseded';
  readonly first?: Exchange;
  readonly last: Exchange;
};

/** Twenty decisions that a community of radio amateurs might take, in many ways of saying so. */
const plantedDecisions = labeled as readonly PlantedDecision[];

/** The decision is in English; a room in another language would give it away. */
const otherLanguages = new Set(['regional-channels--polska']);
const longestSilenceMs = 6 * 3_600_000;
const discordEpoch = Date.UTC(2015, 0, 1);
const begin = Date.UTC(2026, 0, 5, 9);

/** A decision with the ids of the messages that settle it, and of those that settled it before. */
export type Planted = PlantedDecision & { readonly key: string; readonly firstKey: string | null };

/** Recorded rooms one after the other as one channel of so many messages, with all decisions planted in it; null without the data. */
export function plantDecisions(
  data: string,
  size: number,
): { readonly conversation: Conversation; readonly planted: readonly Planted[] } | null {
  const records = ['discord_channels.jsonl', 'discord_threads.jsonl'].flatMap(
    name => readRecords(data, name) as readonly ChannelRecord[],
  );
  const recorded = toChannel(records.filter(({ id }) => !otherLanguages.has(id))).slice(0, size);
  if (recorded.length === 0) return null;
  const after = new Map<number, Message[]>();
  const plant = (name: string, { at, lines, keyAt = lines.length - 1 }: Exchange): string => {
    const index = Math.floor(at * recorded.length);
    const messages = toMessages(name, lines, recorded, index);
    after.set(index, messages);
    return messages[keyAt]?.id ?? '';
  };
  const planted = plantedDecisions.map(decision => ({
    ...decision,
    key: plant(decision.id, decision.last),
    firstKey: decision.first ? plant(`${decision.id}, first`, decision.first) : null,
  }));
  const messages = recorded.flatMap((message, index) => [message, ...(after.get(index) ?? [])]);
  const source = { type: 'discord', title: '#radio', guildId: '1', channelIds: ['2'] } as const;
  return { conversation: { source, messages, unreadable: 0 }, planted };
}

/** Silences are shortened and rooms follow each other, so that all is one channel of about a year. */
function toChannel(records: readonly ChannelRecord[]): readonly Message[] {
  let ms = begin;
  const seen = new Set<string>();
  return records.flatMap(({ messages }) => {
    const ids = new Map<number, string>();
    let before: number | null = null;
    ms += longestSilenceMs;
    return messages.flatMap(({ n, time, author, text, reply_to }): readonly Message[] => {
      const key = `${time} ${author} ${text}`;
      if (text.trim() === '' || seen.has(key)) return [];
      seen.add(key);
      const at = Date.parse(time);
      ms += Math.max(2_000, Math.min(longestSilenceMs, at - (before ?? at)));
      before = at;
      const id = toId(ms);
      ids.set(n, id);
      return [toMessage({ id, author, time: ms, text, replyTo: ids.get(reply_to ?? Number.NaN) })];
    });
  });
}

/** Said by people who wrote just before, in the silence after the message at `index`. */
function toMessages(
  name: string,
  lines: Exchange['lines'],
  recorded: readonly Message[],
  index: number,
): Message[] {
  const near = recorded.slice(Math.max(0, index - 40), index).map(({ author }) => author.name);
  const [a, b] = [...new Set(near.reverse())];
  const before = recorded[index];
  if (a === undefined || b === undefined || before === undefined)
    throw new Error(`nobody is there to say "${name}"`);
  const from = Date.parse(before.time);
  const next = recorded[index + 1];
  const step = Math.min(
    60_000,
    (next === undefined ? 60_000 : Date.parse(next.time) - from) / (lines.length + 1),
  );
  return lines.map(({ by, text }, at) => {
    const ms = Math.round(from + step * (at + 1));
    return toMessage({ id: toId(ms), author: by === 'a' ? a : b, time: ms, text });
  });
}

function toId(ms: number): string {
  return String(BigInt(ms - discordEpoch) << 22n);
}
