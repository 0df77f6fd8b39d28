import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Judgement } from '../../src/core/claims/judgement.ts';
import { weights } from '../../src/core/highlights/weights.ts';
import { startScript } from '../start-script.ts';
import { type Dialogue, sampleTexts } from './dialogues.ts';
import { type ClaimResult, measureDraft, toTally } from './drafts/measure.ts';
import { toDrafts } from './drafts/records.ts';
import { readOwnMarkedTalks } from './highlights/marks.ts';
import { addScores, measureHighlights } from './highlights/measure.ts';
import { createDraftFileJudge, createRecordedJudge } from './judges.ts';
import { toMessage, toPlainConversation } from './material.ts';
import { ownDrafts } from './own/own.ts';
import { groups, measureGroup, toEnding, toRecordedJudge } from './parts/dictated.ts';
import { joinWeeks, type Week } from './week-records.ts';

describe('npm run eval', () => {
  test('says which data it does not find, once, and measures the own drafts', async () => {
    const { code, stdout, stderr } = await startScript('test/eval/run.ts', {}, [
      '--data',
      '/nope',
      'drafts',
      'dictated',
      'highlights',
    ]).ended;
    expect([code, stderr]).toEqual([
      0,
      ['model_drafts.jsonl', 'message_marks.jsonl', 'week_quizzes.jsonl']
        .map(name => `There is no ${name} in /nope: what is measured by it is left out (--data PATH).\n`)
        .join(''),
    ]);
    expect(stdout).toContain('Own drafts: claims');
    expect(stdout).toContain('| dictated |');
    expect(stdout).not.toContain('Model drafts');
    expect(stdout).toContain('Highlights of our 2 marked conversations');
  });

  test.each([['--dta'], ['label']])('refuses %s with 2', async word => {
    const { code, stdout, stderr } = await startScript('test/eval/run.ts', {}, [word]).ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(word);
  });
});

describe('the measure of dictated claims', () => {
  const [own, alike] = groups;
  if (own === undefined || alike === undefined) throw new Error('no claims');
  const toSame = (verdict: 'supported' | 'not_supported', { drafts }: typeof own) =>
    drafts.map(
      ({ id }) => [id, { verdict, missing: '', kind: null, outcome: 'none', positions: [] }] as const,
    );
  const toEndings = async (group: typeof own, judge: Parameters<typeof measureGroup>[1]) =>
    new Set((await measureGroup(group, judge)).map(toEnding));

  test('takes 20 of each kind that only a judge can tell apart', async () => {
    for (const group of [own, alike]) {
      expect(new Set(group.drafts.map(({ id }) => id)).size).toBe(20);
      expect(await toEndings(group, () => null)).toEqual(new Set(['shown']));
    }
    const verdicts = [...toSame('not_supported', own), ...toSame('supported', alike)];
    const judge = toRecordedJudge({ answeredBy: 'nobody', verdicts: Object.fromEntries(verdicts) });
    expect(await toEndings(own, judge)).toEqual(new Set(['removed']));
    expect(await toEndings(alike, judge)).toEqual(new Set(['shown']));
  });
});

describe('the measure of drafts', () => {
  const drafts = toDrafts(ownDrafts);
  const measure = async (isJudged: boolean, of = drafts): Promise<readonly ClaimResult[]> =>
    (
      await Promise.all(
        of.map(draft => measureDraft(draft, isJudged ? createRecordedJudge(draft).judge : null)),
      )
    ).flat();
  const toTexts = (results: readonly ClaimResult[]) => results.map(({ claim }) => claim.written.text);

  test('has own drafts whose quotes stand in the messages, two aside that are wrong on purpose', () => {
    const strays = ownDrafts.flatMap(({ messages, drafts: written }) =>
      written
        .flatMap(draft => draft.claims.map(({ claim }) => claim))
        .filter(({ evidence }) =>
          evidence.some(({ position, quote }) => !messages[position - 1]?.text.includes(quote)),
        ),
    );
    expect(strays.map(({ text }) => text)).toEqual([
      'Returns fell because of the new supplier.',
      'In January 14 of 350 parcels came back.',
    ]);
  });

  test('proofs hurt few true claims and catch what they can see', async () => {
    const results = await measure(false);
    const { hurt, trueClaims } = toTally(results);
    expect(hurt / trueClaims).toBeLessThan(0.05);
    expect(toTexts(results.filter(({ isCaught }) => isCaught))).toEqual(
      expect.arrayContaining([
        'Lara asked to raise the ban to 24 hours.',
        'With v7.6 it still worked on the door PC.',
        'Order 0x5F3A-19 was paid on 13 March.',
        'Returns fell because of the new supplier.',
        'Miro will sign for the smaller room tomorrow.',
        'Die Probe am Montag beginnt um 19:30 Uhr.',
      ]),
    );
  });

  test('verdicts catch what is left', async () => {
    const { caught, wrongClaims, wrongShown } = toTally(await measure(true));
    expect([caught, wrongShown]).toEqual([wrongClaims, 0]);
  });

  test('a true claim that is marked, dropped or given a wrong kind is hurt', async () => {
    const [draft] = drafts;
    if (!draft) throw new Error('there are no drafts');
    const supported = {
      verdict: 'supported',
      missing: '',
      kind: null,
      outcome: 'none',
      positions: [],
    } as const;
    const judge = async (changes: Partial<Judgement>) => {
      const claims = draft.claims.map(claim => ({
        ...claim,
        judgement: claim.index === 4 ? { ...supported, ...changes } : null,
      }));
      return (await measure(true, [{ ...draft, claims }])).filter(({ isHurt }) => isHurt);
    };
    expect(await judge({})).toEqual([]);
    expect(await judge({ verdict: 'partly' })).toMatchObject([{ cause: 'judge', isMoved: false }]);
    expect(await judge({ verdict: 'not_supported', positions: [7] })).toMatchObject([
      { cause: 'judge', shown: null },
    ]);
    expect(await judge({ kind: 'question' })).toMatchObject([{ cause: 'kind' }]);
  });

  test('writes the prompts, and takes the verdicts from files', async () => {
    const [draft] = drafts;
    if (!draft) throw new Error('there are no drafts');
    const folder = mkdtempSync(join(tmpdir(), 'footnote-eval-'));
    const run = () => measureDraft(draft, createDraftFileJudge(draft, folder).judge);
    expect((await run()).filter(({ isHurt }) => isHurt)).toEqual([]);
    const readKeys = () =>
      readFileSync(join(folder, 'keys.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line) as { name: string; claims: (number | string)[] });
    const answer = (toVerdict: (key: number | string) => string) => {
      for (const { name, claims: asked } of readKeys()) {
        const verdicts = asked.map((key, at) => ({ claim: at + 1, verdict: toVerdict(key) }));
        writeFileSync(join(folder, 'answers', `${name}.txt`), JSON.stringify({ verdicts }));
      }
    };
    const batches = readKeys().length;
    // A batch is not trusted where the control claims are judged wrongly: each claim is asked about alone.
    answer(() => 'contradicted');
    expect((await run()).filter(({ isHurt }) => isHurt)).toEqual([]);
    expect(readKeys().length).toBe(batches + draft.claims.length);
    answer(key => (typeof key === 'number' ? 'contradicted' : key));
    expect((await run()).filter(({ isHurt }) => isHurt)).toHaveLength(draft.claims.length);
    rmSync(folder, { recursive: true });
  });
});

describe('the measure of highlights', () => {
  const marked = readOwnMarkedTalks();

  test('with the weights in use, most of what must be known is cited in few words, and little chatter', () => {
    const all = addScores(marked.map(talk => measureHighlights(talk, weights)));
    expect(all.must.cited / all.must.all).toBeGreaterThan(0.7);
    expect(all.words).toBeLessThanOrEqual(150);
    expect(all.chatter / all.quotes).toBeLessThan(0.2);
    const blind = Object.fromEntries(Object.keys(weights).map(name => [name, 0])) as typeof weights;
    const guessed = addScores(marked.map(talk => measureHighlights(talk, blind)));
    expect(guessed.must.cited).toBeLessThan(all.must.cited);
  });
});

test('weeks are joined into one server, at the same time', () => {
  const toWeek = (name: string, from: string, count: number): Week => ({
    name,
    channel: name,
    from,
    to: from,
    conversation: {
      source: { type: 'discord', title: `#${name}`, guildId: '1', channelIds: ['2'] },
      messages: Array.from({ length: count }, (_, index) =>
        toMessage({
          id: `${name}${index}`,
          author: 'Ann',
          time: Date.parse(from) + index * 60_000,
          text: `${index}`,
          replyTo: undefined,
        }),
      ),
      unreadable: 0,
    },
    quiz: [{ q: `${name}?`, a: 'yes', n: [1], weight: 3 }],
  });
  const joined = joinWeeks([
    toWeek('a', '2026-02-09T08:00:00Z', 120),
    toWeek('b', '2026-03-16T09:00:00Z', 3),
  ]);
  const { messages, source } = joined.conversation;
  expect(messages).toHaveLength(123);
  expect(messages[0]).toMatchObject({ text: '0', time: '2026-03-16T08:00:00.000Z' });
  expect(messages.findIndex(({ id }) => id === 'b0')).toBe(61);
  expect(messages.map(({ time }) => time)).toEqual(messages.map(({ time }) => time).sort());
  expect(new Set(messages.map(({ channel }) => channel?.title))).toEqual(new Set(['#a', '#b']));
  expect(source.channelIds).toHaveLength(2);
  expect(joined.quiz.map(({ q }) => q)).toEqual(['a?', 'b?']);
});

test('a sample takes as many dialogues of each source, and the sentences of one writer as one text', () => {
  const toDialogue = (id: string, source: string): Dialogue => ({
    id,
    source,
    conversation: toPlainConversation(id, [{ n: 1, author: 'Ann', text: 'Hello' }]),
    claims: ['a', 'b', 'a', 'b', 'c'].map((by, at) => ({
      text: `${at}`,
      by,
      isTrue: true,
      level: source === 'whole' ? 'summary' : 'sentence',
    })),
  });
  const dialogues = ['single', 'whole'].flatMap(source =>
    Array.from({ length: 4 }, (_, at) => toDialogue(`${source}${at}`, source)),
  );
  const take = (seed: number) => sampleTexts(dialogues, { seed, dialoguesPerSource: 2, texts: 4 });
  const counts = Map.groupBy(take(1), ({ id }) => id);
  expect([...counts.keys()].map(id => id.slice(0, -1)).sort()).toEqual([
    'single',
    'single',
    'whole',
    'whole',
  ]);
  expect([...counts.values()].map(({ length }) => length)).toEqual([3, 3, 4, 4]);
  for (const { claims: text } of take(1)) expect(new Set(text.map(({ by }) => by)).size).toBe(1);
  expect(take(1)).toEqual(take(1));
  expect(take(1)).not.toEqual(take(2));
});
