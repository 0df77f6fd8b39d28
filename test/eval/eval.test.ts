import { beforeAll, describe, expect, test } from 'vitest';
import { startScript } from '../e2e/run-script.ts';
import { measureRouge } from './alce/rouge.ts';
import { findSupport, type ReadClaim } from './alce/score.ts';
import { toOwnTalks } from './alce/talks.ts';
import { runWire, type WireRun } from './alce/wire.ts';
import { measureAlarms, measureMutations } from './measure-mutations.ts';
import { mutations } from './mutations/index.ts';
import { writeNoisily } from './noisy-writer.ts';
import { toOwnClaims } from './own/index.ts';
import { measureExtractive, measureWriter, type Track } from './part-alce.ts';
import { type Judged, measureAcross } from './part-labels.ts';
import { createRandom } from './random.ts';

const claims = toOwnClaims();

describe('npm run eval', () => {
  test('says what of other people’s conversations it does not find, once', async () => {
    const { code, stderr } = await startScript('test/eval/run.ts', {}, [
      '--data',
      '/nope',
      'labels',
      'check',
      'citing',
    ]).ended;
    expect([code, stderr]).toEqual([
      0,
      [
        'There is no verify.jsonl in /nope: what is measured by it is left out (--data PATH).',
        'There is no qmsum.jsonl in /nope: what is measured by it is left out (--data PATH).',
        '',
      ].join('\n'),
    ]);
  });

  test.each([['--dta'], ['label']])('refuses %s with 2', async word => {
    const { code, stdout, stderr } = await startScript('test/eval/run.ts', {}, [word]).ended;
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(word);
  });
});

describe('the measure of verification', () => {
  test('shows every good claim of the written set as fact', () => {
    const { byCheck } = measureAlarms(claims);
    expect([...byCheck]).toEqual([]);
  });

  test.each(mutations.filter(({ name }) => name !== 'number word, 11 and more'))(
    'makes good claims wrong by $name',
    ({ mutate }) => {
      const random = createRandom(3);
      const changed = claims.flatMap(claim => {
        const draft = mutate(claim, claims, random);
        return draft ? [{ claim, draft }] : [];
      });
      expect(changed.length).toBeGreaterThan(2);
      for (const { claim, draft } of changed) expect(draft).not.toEqual(claim.draft);
    },
  );

  test('catches what it is made to catch', () => {
    const tallies = measureMutations(claims);
    const share = (name: string) => {
      const { caught, tried } = tallies.get(name) ?? { caught: 0, tried: 1 };
      return caught / tried;
    };
    for (const name of ['position', 'quote', 'speaker, one citation', 'date', 'owner', 'number']) {
      expect(share(name), name).toBe(1);
    }
    expect(share('name')).toBeGreaterThan(0.9);
    expect(share('invented claim')).toBeGreaterThan(0.9);
    expect(share('polarity: negation')).toBeGreaterThan(0.65);
    expect(share('modality')).toBeGreaterThan(0.75);
  });

  test('is the same every time', () => {
    const write = () => writeNoisily(claims, createRandom(5)).map(({ draft }) => draft);
    expect(write()).toEqual(write());
  });
});

describe('the measure of whole summaries', () => {
  const talks = toOwnTalks();
  const pool = talks.flatMap(talk => talk.claims);
  const write = () => runWire(talks, pool, { faulty: 0.2, corrected: 0.7 }, 29);
  const share = ({ figures: { claims: told, supported } }: Track) => supported / told;
  let runs: readonly WireRun[] = [];
  beforeAll(async () => {
    runs = await write();
  });

  test('counts as borne out what a person wrote with all that this person cites, and nothing beside it', () => {
    for (const talk of talks) {
      for (const { draft } of talk.claims) {
        const { text, kind, owner } = draft;
        const claim: ReadClaim = { text, kind, owner, cites: draft.evidence };
        expect(findSupport(talk, claim)?.size, text).toBe(new Set(claim.cites).size);
        expect(findSupport(talk, { ...claim, text: `${text} Not.` })).toBeNull();
        expect(findSupport(talk, { ...claim, cites: claim.cites.slice(1) })).toBeNull();
        const misquoted = claim.cites.map(cite => ({ ...cite, quote: `${cite.quote} indeed` }));
        expect(findSupport(talk, { ...claim, cites: misquoted })).toBeNull();
      }
    }
  });

  test('takes quotes for borne out that stand there under the name of who wrote them', () => {
    const [talk] = talks;
    if (!talk) throw new Error('there are no conversations');
    const quote = 'Disk on vault-2 is at 96 %.';
    const claim: ReadClaim = {
      text: `Ivo: “… ${quote}”`,
      kind: 'key_point',
      owner: null,
      cites: [{ position: 1, quote }],
    };
    expect(findSupport(talk, claim)).toEqual(new Set([1]));
    expect(findSupport(talk, { ...claim, text: `Rosa: “… ${quote}”` })).toBeNull();
    expect(findSupport(talk, { ...claim, text: `Ivo: “${quote}” and so on` })).toBeNull();
  });

  test('sees verification take out what a writer over the wire made wrong, and the repair call bring it back', () => {
    const { written, verified, repaired, ...counts } = measureWriter(runs);
    expect(share(written)).toBeLessThan(0.9);
    expect(share(verified)).toBeGreaterThan(0.96);
    expect(share(repaired)).toBeGreaterThan(0.96);
    expect(repaired.figures.supported).toBeGreaterThan(verified.figures.supported);
    expect(repaired.figures.relevant / repaired.figures.cites).toBeGreaterThan(0.96);
    expect(repaired.figures.reached / repaired.figures.sentences).toBeGreaterThan(0.95);
    expect(counts.lostRepaired / counts.good).toBeLessThan(0.05);
    expect(counts.mended / counts.faulty).toBeGreaterThan(0.5);
  });

  test('lets nobody score by saying one thing again and again', async () => {
    const tracks = await measureExtractive(talks);
    const reached = (name: string) => {
      const { figures } = tracks.get(name) ?? {};
      return (figures?.reached ?? 0) / (figures?.sentences ?? 1);
    };
    for (const track of tracks.values()) expect(share(track)).toBe(1);
    expect(reached('quotes chosen by code')).toBeGreaterThan(0.6);
    expect(reached('one message again and again')).toBeLessThan(0.2);
  });

  test('is the same every time, over the wire too', async () => {
    const again = await write();
    expect(again.map(({ repaired }) => repaired.claims)).toEqual(runs.map(({ repaired }) => repaired.claims));
  });

  test('counts words in common as ROUGE does', () => {
    const { one, two, long } = measureRouge('the gunman police killed', 'police killed the gunman');
    expect([one.f1, two.f1, long.f1]).toEqual([1, 2 / 3, 0.5]);
    const short = measureRouge('A cat.', 'The cat sat. It slept on the mat.');
    expect(short.one.recall).toBeCloseTo(1 / 8);
    expect(short.one.precision).toBeCloseTo(1 / 2);
    expect(measureRouge('', 'words').one.f1).toBe(0);
  });
});

describe('the measure of human labels', () => {
  /** Statements of two sources about the same dialogues, with a sign for each of these. */
  const judge = (toSigns: (label: number, dialogue: number, next: () => number) => readonly number[]) => {
    const { next } = createRandom(5);
    return Array.from({ length: 400 }, (_, at): Judged => {
      const dialogue = at % 20;
      const label = next() < 0.5 ? 0 : 1;
      return {
        dialogue: String(dialogue),
        source: at % 40 < 20 ? 'one' : 'other',
        label,
        types: [],
        signs: toSigns(label, dialogue, next),
        failed: null,
      };
    });
  };
  const accuracies = (list: readonly Judged[]) =>
    [...measureAcross(list).values()].map(
      ({ accuracies: values }) => values.reduce((sum, value) => sum + value, 0) / values.length,
    );

  test('learns a sign that tells, however many tell nothing', () => {
    const told = judge((label, _, next) => [next(), 1 - label + next() / 2, next()]);
    for (const accuracy of accuracies(told)) expect(accuracy).toBeGreaterThan(0.95);
  });

  test('finds nothing where there is nothing to find', () => {
    for (const accuracy of accuracies(judge((_, _dialogue, next) => [next(), next(), next()]))) {
      expect(accuracy).toBeGreaterThan(0.4);
      expect(accuracy).toBeLessThan(0.6);
    }
  });

  test('does not learn of a dialogue by what another source says of it', () => {
    const known = judge((_, dialogue) =>
      Array.from({ length: 20 }, (__, at) => (at === dialogue ? 1 : 0)),
    ).map(each => ({ ...each, label: Number(each.dialogue) % 2 }));
    for (const accuracy of accuracies(known)) expect(accuracy).toBeLessThan(0.6);
  });
});
