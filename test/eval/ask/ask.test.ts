import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toConversation } from '../../core/talk.ts';
import { sure } from '../../sure.ts';
import { createAsking } from '../asking.ts';
import { answer, findUnanswered, type Reach } from './answers.ts';
import { makeFalseQuestions, makeOpinionQuestions } from './made-questions.ts';
import type { Place, Question } from './questions.ts';
import { openServer } from './server.ts';

const fair: Place = {
  kind: 'quiz',
  id: 'fair',
  conversation: toConversation(
    'Ann: The school fair is on 21 March.',
    'Bob: How about we rent the big tent from last year for 450?',
    'Carol: Approved, rent the big tent.',
  ),
};
const boats: Place = {
  kind: 'quiz',
  id: 'boats',
  conversation: toConversation('Dan: The blue boat leaks.', 'Eve: I will mend it.'),
};
const whole = async ({ place }: { readonly place: Place }) => ({ conversation: place.conversation });

function toQuestion(name: string, place: Place): Question {
  const [first] = place.conversation.messages;
  return { name, place, text: `${name}?`, key: 'yes', carriers: [first?.id ?? ''] };
}

type Reply = string | object | ((text: string) => object);

/** A folder whose waiting texts are answered by kind, one after the other. */
function createReaders(replies: Readonly<Record<string, readonly Reply[]>>) {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-eval-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const left = new Map(Object.entries(replies).map(([kind, all]) => [kind, [...all]]));
  const reply = (name: string) => {
    const next = left.get(name.split('.')[0] ?? '')?.shift();
    if (next === undefined) throw new Error(`nobody answers ${name}`);
    const answered =
      typeof next === 'function' ? next(readFileSync(join(folder, 'prompts', `${name}.txt`), 'utf8')) : next;
    writeFileSync(
      join(folder, 'answers', `${name}.txt`),
      typeof answered === 'string' ? answered : JSON.stringify(answered),
    );
  };
  return {
    folder,
    /** Runs until nothing waits; also the kinds that waited each time. */
    finish: async <Result>(run: (asking: ReturnType<typeof createAsking>) => Promise<Result>) => {
      const stages: string[] = [];
      for (;;) {
        const asking = createAsking(folder);
        const result = await run(asking);
        const { waiting } = asking;
        if (waiting.length === 0) return { result, stages };
        stages.push(waiting.map(name => name.split('.')[0]).join());
        for (const name of waiting) reply(name);
      }
    },
  };
}

/** Supports a claim of these words, and control claims that quote a person. */
const judge = (words: string) => (text: string) => ({
  verdicts: [...text.matchAll(/<claim n="(\d+)"[^>]*>(?:(.+) \w+: “(.+)”|(.+))<\/claim>/g)].map(
    ([, claim, by, quote, said]) => ({
      claim: Number(claim),
      verdict: said === words || text.includes(`by="${by}">${quote}<`) ? 'supported' : 'not_supported',
      missing: '',
      kind: 'decision',
      outcome: 'none',
      position: 0,
    }),
  ),
});

test('a question is answered, cited, judged, written again, graded and labeled, each from a file', async () => {
  const claim = (text: string) => ({
    text,
    evidence: [{ position: 3, quote: 'Approved, rent the big tent.' }],
    kind: 'decision',
    speakers: [],
    owner: '',
    due: '',
    confidence: 0.9,
  });
  const line = { line: 1, ...claim('') };
  const readers = createReaders({
    answer: ['Carol bought the big tent.'],
    cite: [{ headings: [], lines: [line] }],
    judge: [judge('Carol approved the big tent.'), judge('Carol approved the big tent.')],
    repair: [
      { matters: [{ topic: '', title: '', continues: 1, claims: [claim('Carol approved the big tent.')] }] },
    ],
    grade: ['```json\n{"score": 0.5, "why": "no price"}\n```'],
    labels: [[{ n: 1, isTrue: false }]],
  });
  const asked = { ...toQuestion('tent', fair), carriers: ['m3'] };
  const { result, stages } = await readers.finish(asking => answer(asked, whole, asking, readers.folder));
  expect(stages).toEqual(['answer', 'cite', 'judge', 'repair', 'judge', 'grade,labels']);
  expect(result).toMatchObject({
    outcome: 'answered',
    score: 0.5,
    citesCarrier: true,
    found: 1,
    claims: [{ text: 'Carol approved the big tent.', isMarked: false, isTrue: false }],
    calls: 5,
  });
  expect(readFileSync(join(readers.folder, 'shown', 'tent.txt'), 'utf8')).toContain('Carol approved');
});

test('questions whose answer is in the other conversation make room for others', async () => {
  const readers = createReaders({
    'unanswerable-check': [{ isAnswered: true }, { isAnswered: false }, { isAnswered: false }],
  });
  const misplaced = ['a', 'b', 'c', 'd'].map(name => ({ ...toQuestion(name, boats), hidden: fair }));
  const { result, stages } = await readers.finish(asking =>
    findUnanswered(misplaced, 2, whole, asking, ({ place }) => [place]),
  );
  expect(stages).toEqual(['unanswerable-check,unanswerable-check', 'unanswerable-check']);
  expect(result.map(({ name }) => name)).toEqual(['b', 'c']);
});

test('readers make questions with false premises and about opinions, with their key and what carries it', async () => {
  const opinion = (question: string) => ({ question, key: 'Carol is for it', n: [3] });
  const readers = createReaders({
    make: [
      { question: 'Why is no tent rented?', key: 'It is.' },
      opinion('Who is for the tent?'),
      opinion(''),
    ],
  });
  const tent = { ...toQuestion('tent', fair), text: 'Is it rented? (3 May 2026)' };
  const { result } = await readers.finish(async asking => [
    ...makeFalseQuestions([tent], asking),
    ...makeOpinionQuestions([tent, { ...tent, name: 'other' }], asking),
  ]);
  expect(result).toMatchObject([
    { kind: 'false premise', text: 'Why is no tent rented?', key: 'It is.', carriers: ['m1'] },
    { kind: 'opinion', text: 'Who is for the tent? (3 May 2026)', key: 'Carol is for it', carriers: ['m3'] },
  ]);
});

test('in a server, the bot reads what its search finds, or older pages without one, but no channel that is hidden', async () => {
  const filler = Array.from(
    { length: 120 },
    (_, index) => `Zoe: ${index % 2 ? 'The generator' : 'A bird that hums'} ${index} is at the lake.`,
  );
  const old: Place = {
    kind: 'quiz',
    id: 'old',
    conversation: toConversation('Dan: The generator hums.', ...filler),
  };
  const question = { name: 'hum', place: old, text: 'Why is it that the generator hums loudly?' };
  const read = async (isSearched: boolean, asked: Parameters<Reach>[0]) => {
    const { reach, close } = await openServer([old, boats], { isSearched });
    try {
      return sure(await reach(asked)).conversation.messages;
    } finally {
      await close();
    }
  };
  const searched = await read(true, question);
  expect(searched.map(({ text }) => text)).toContain('The generator hums.');
  expect(searched.map(({ text }) => text)).toContain('I will mend it.');
  expect(searched.find(({ text }) => text === 'The generator hums.')?.id).toBe('m1');
  const unsearched = (await read(false, question)).map(({ text }) => text);
  expect(unsearched).toContain('The generator 119 is at the lake.');
  expect(unsearched).toContain('The generator hums.');
  const hidden = await read(true, { ...question, place: boats, hidden: old });
  expect(hidden.map(({ text }) => text)).toEqual(['The blue boat leaks.', 'I will mend it.']);
});
