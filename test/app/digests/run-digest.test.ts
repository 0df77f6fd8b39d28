import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DigestPlace, DigestRunParts } from '../../../src/app/digests/ports.ts';
import { runDigest } from '../../../src/app/digests/run-digest.ts';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import type { LogEntry } from '../../../src/core/decisions/entry.ts';
import type { PauseReason } from '../../../src/core/digests/digest.ts';
import { pauseDigest, resumeDigest } from '../../../src/core/digests/run.ts';
import { summaryOf, toSource } from '../../core/decisions/log-input.ts';
import { scale } from '../../scale.ts';
import { sure } from '../../sure.ts';
import { Crash, type CrashAt, createDigestWorld, type DigestWorld, guildId } from './digest-world.ts';

const monday = '2026-03-02';
const tuesday = '2026-03-03';
const wednesday = '2026-03-04';
const never = new AbortController().signal;

function run(world: DigestWorld, crashAt: CrashAt | null = null) {
  return runDigest(guildId, 'd1', world.createParts(crashAt), never);
}

function ignoreCrash(error: unknown): null {
  if (!(error instanceof Crash)) throw error;
  return null;
}

/** Runs until it ends without a crash. */
async function runTo(world: DigestWorld, at: string, crashAt: CrashAt | null = null) {
  world.setNow(at);
  try {
    return await run(world, crashAt);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return run(world);
  }
}

/** A digest that is due, with one message to post. */
function createDueWorld(): DigestWorld {
  const world = createDigestWorld();
  world.say('c1', 'The tent is 450 euros.');
  world.setNow(`${monday}T09:00:00.000Z`);
  return world;
}

/** In how many posts each message is. */
const counts = (world: DigestWorld) => [...world.countPosts().values()];

/** An open action item of a channel. */
function toTask(placeId: string): LogEntry {
  const cites = [toSource(1, 'bob', placeId)];
  const told = summaryOf('s1', [{ kind: 'action', text: 'Bob books it.', cites }]);
  return sure(applySummary([], told, () => placeId).put[0]);
}

async function pass(steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await Promise.resolve();
}

describe('a run', () => {
  test('posts what was said since the last one, and says when the next is', async () => {
    const world = createDigestWorld();
    const first = world.say('c1', 'The tent is 450 euros.');
    expect(await runTo(world, `${monday}T09:00:00.000Z`)).toBe(`${tuesday}T09:00:00.000Z`);
    const second = world.say('c2', 'We open at ten.');
    expect(await runTo(world, `${tuesday}T09:00:00.000Z`)).toBe(`${wednesday}T09:00:00.000Z`);
    expect(world.postedIds()).toEqual([[first], [second]]);
    expect(world.summaries.get(world.posts[0]?.summaryId ?? '')).toMatchObject({
      requesterId: 'ann',
      guildId,
      answeredAs: { channelId: 'out', messageId: 'p0' },
    });
  });

  test('that two workers do at once posts each message once, also what is said meanwhile', async () => {
    const steps = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(steps, async ([beforeOther = 0, beforeNew = 0, beforeTick = 0]) => {
        const world = createDigestWorld();
        const ids = ['The tent is 450 euros.', 'We open at ten.'].map(text => world.say('c1', text));
        world.state.limit = 1;
        world.state.hasNonces = true;
        world.setNow(`${monday}T09:00:00.000Z`);
        const first = run(world);
        await pass(beforeOther);
        const second = run(world);
        await pass(beforeNew);
        ids.push(world.say('c1', 'The tent is sold.'));
        await pass(beforeTick);
        world.setNow(`${tuesday}T09:00:00.000Z`);
        const third = run(world);
        await Promise.all([first, second, third]);
        await run(world);
        expect(world.countPosts()).toEqual(new Map(ids.map(id => [id, 1])));
        expect(world.summaries.size).toBe(world.posts.length);
        expect([...world.delivered].sort()).toEqual(world.posts.map(({ summaryId }) => summaryId).sort());
        expect(world.digest()?.run).toBeNull();
      }),
      { numRuns: scale(200), examples: [[[4, 53, 51]]] },
    );
  }, 60_000);

  test('of more messages than a summary reads becomes a chain of posts, without gap or overlap', async () => {
    const world = createDigestWorld();
    world.state.limit = 2;
    const ids = ['c1', 'c2', 'c1', 'c1', 'c2'].map((channel, index) =>
      world.say(channel, `Crate ${index} holds 40 apples.`),
    );
    await runTo(world, `${monday}T09:00:00.000Z`);
    expect(world.postedIds()).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  });
});

test('a run with nothing to tell posts nothing, and covers what was not worth a summary', async () => {
  const world = createDigestWorld();
  world.say('c1', 'hi');
  world.setNow(`${monday}T09:00:00.000Z`);
  const parts = world.createParts();
  const summarize: typeof parts.summarize = async (...args) => {
    const summary = await parts.summarize(...args);
    const { reason: _, ...engine } = summary.engine;
    return Object.assign(summary, { claims: [], engine });
  };
  await runDigest(guildId, 'd1', { ...parts, summarize }, never);
  expect(world.posts).toEqual([]);
  expect(Object.keys(world.digest()?.covered ?? {})).toEqual(['c1']);
});

describe('a digest is paused, and its creator is told why', () => {
  test('if it cannot run at all', async () => {
    const world = createDigestWorld();
    world.say('c1', 'The tent is 450 euros.');
    world.state.problem = 'destination_gone';
    expect(await runTo(world, `${monday}T09:00:00.000Z`)).toBeNull();
    expect(world.posts).toEqual([]);
    expect(world.digest()?.paused?.reason).toBe('destination_gone');
    expect(world.notices).toEqual([{ kind: 'paused', reason: 'destination_gone' }]);
  });

  test('by somebody during a run: what was posted counts, and nothing more is posted', async () => {
    const world = createDigestWorld();
    world.state.limit = 1;
    world.say('c1', 'The tent is 450 euros.');
    world.say('c1', 'We open at ten.');
    world.setNow(`${monday}T09:00:00.000Z`);
    const pausing = withSend(world, async (send, ...args) => {
      const posted = await send(...args);
      world.change(digest => pauseDigest(digest, 'by_person', world.now()));
      return posted;
    });
    expect(await runDigest(guildId, 'd1', pausing, never)).toBeNull();
    expect(world.posts).toHaveLength(1);
    world.change(digest => resumeDigest(digest, world.now()));
    await run(world);
    expect(counts(world)).toEqual([1, 1]);
  });
});

test('a digest that was deleted while it ran posts nothing', async () => {
  const world = createDueWorld();
  const parts = world.createParts();
  const summarize: typeof parts.summarize = async (...args) => {
    world.remove();
    return parts.summarize(...args);
  };
  expect(await runDigest(guildId, 'd1', { ...parts, summarize }, never)).toBeNull();
  expect(world.posts).toEqual([]);
});

test('a digest that was deleted while its summary was stored leaves none', async () => {
  const world = createDueWorld();
  const parts = world.createParts();
  const put: typeof parts.summaries.put = async stored => {
    await parts.summaries.put(stored);
    world.remove();
  };
  const summaries = { ...parts.summaries, put };
  expect(await runDigest(guildId, 'd1', { ...parts, summaries }, never)).toBeNull();
  expect([...world.summaries]).toEqual([]);
});

test('a source that is left out is named to the creator once', async () => {
  const world = createDigestWorld();
  world.state.leftOut = ['c2'];
  world.say('c1', 'The tent is 450 euros.');
  await runTo(world, `${monday}T09:00:00.000Z`);
  world.say('c1', 'We open at ten.');
  await runTo(world, `${tuesday}T09:00:00.000Z`);
  expect(world.notices).toEqual([{ kind: 'left_out', channelIds: ['c2'] }]);
  world.state.leftOut = [];
  await runTo(world, `${wednesday}T09:00:00.000Z`);
  world.state.leftOut = ['c2'];
  await runTo(world, '2026-03-05T09:00:00.000Z');
  expect(world.notices).toHaveLength(2);
});

test('the open tasks of a source that was private for one digest are counted again in the next', async () => {
  const world = createDigestWorld();
  world.state.entries = [toTask('c1'), toTask('c2')];
  const open: (number | undefined)[] = [];
  for (const [day, leftOut] of [
    [monday, []],
    [tuesday, ['c2']],
    [wednesday, []],
  ] as const) {
    world.state.leftOut = leftOut;
    world.say('c1', 'The tent is 450 euros.');
    await runTo(world, `${day}T09:00:00.000Z`);
    open.push(world.summaries.get(world.posts.at(-1)?.summaryId ?? '')?.summary.openBefore?.tasks);
  }
  expect(open).toEqual([2, 1, 2]);
});

/** A decision of the channel "c1", and what was said against it in "c2". */
function toContradicted(more: object = {}): readonly LogEntry[] {
  const [decision, statement] = (
    [
      ['c1', 18],
      ['c2', 20],
    ] as const
  ).map(([id, number]) => {
    const cites = [toSource(number, 'u', id)];
    const said = summaryOf(id, [{ kind: 'decision', text: `We close at ${number}.`, cites }]);
    return sure(applySummary([], said, () => id).put[0]);
  });
  const contradictedBy = [{ entryId: 'c2', toldIn: [] }];
  return [
    { ...decision, contradictedBy },
    { ...statement, kind: 'statement', ...more },
  ] as unknown as readonly LogEntry[];
}

test('a contradiction is said once, by a digest that reads both of its channels, also after a crash or if it is written again', async () => {
  const world = createDigestWorld();
  world.state.entries = toContradicted();
  const told: (readonly string[])[] = [];
  for (const [day, leftOut] of [
    [monday, ['c2']],
    [tuesday, []],
    [wednesday, []],
  ] as const) {
    world.state.leftOut = leftOut;
    world.say('c1', 'The tent is 450 euros.');
    if (day === tuesday) {
      world.setNow(`${day}T09:00:00.000Z`);
      await crashWhilePosting(world, 'before');
      world.summaries.clear();
    }
    await runTo(world, `${day}T09:00:00.000Z`);
    const { summary, places } = sure(world.summaries.get(world.posts.at(-1)?.summaryId ?? ''));
    const own = summary.claims.filter(({ text }) => text.startsWith('Contradicts'));
    told.push(own.map(({ text }) => text));
    if (own.length > 0) expect(places).toMatchObject({ m18: 'c1', m20: 'c2' });
  }
  expect(told).toEqual([[], ['Contradicts an earlier decision (“We close at 18.”): We close at 20.'], []]);
});

test('what contradicts a decision is looked up before anything is paid, and a digest waits until it can be', async () => {
  const world = createDueWorld();
  const [decision, by] = toContradicted();
  const statements = by?.statements.map(each => ({ ...each, isDisputed: true as const }));
  world.state.entries = [decision, { ...by, statements }] as unknown as readonly LogEntry[];
  let calls = 0;
  const { summarize, ...parts } = world.createParts();
  const counted = (...args: Parameters<typeof summarize>) => {
    calls += 1;
    return summarize(...args);
  };
  const attempt = () => runDigest(guildId, 'd1', { ...parts, summarize: counted }, never);
  world.state.refresh = () => {
    throw new Error('Discord failed');
  };
  await expect(attempt()).rejects.toThrow('Discord failed');
  expect([calls, world.posts.length]).toEqual([0, 0]);
  world.state.refresh = () => {};
  await attempt();
  expect([calls, world.posts.length]).toEqual([1, 1]);
  expect(JSON.stringify([...world.summaries.values()])).toContain('We close at 20. (disputed)');
});

test('a contradiction is not said with a message that was deleted unnoticed', async () => {
  const world = createDueWorld();
  world.state.entries = toContradicted();
  world.state.refresh = () => {
    world.state.entries = toContradicted({ sources: [], statements: [] });
  };
  await run(world);
  const [stored] = world.summaries.values();
  expect(JSON.stringify(stored)).not.toContain('We close at');
});

test('each message is posted once, at whichever step the process is killed', async () => {
  for (const mode of ['before', 'after'] as const)
    for (let step = 1; step < 60; step++) {
      const world = createDigestWorld();
      world.state.limit = 1;
      world.say('c1', 'The tent is 450 euros.');
      world.say('c2', 'We open at ten.');
      world.setNow(`${monday}T09:00:00.000Z`);
      // The process after it may die as well.
      for (const crashAt of [{ step, mode }, { step: (7 * step) % 60, mode }, null])
        await run(world, crashAt).catch(ignoreCrash);
      expect(counts(world), `${mode} step ${step}`).toEqual([1, 1]);
      expect(world.summaries.size, `${mode} step ${step}`).toBe(2);
      expect(world.delivered.size, `${mode} step ${step}`).toBe(2);
    }
});

test('what is due is told once without news, at whichever step the process is killed, and covers nothing', async () => {
  for (const mode of ['before', 'after'] as const)
    for (let step = 1; step < 30; step++) {
      const world = createDigestWorld();
      world.state.hasDue = true;
      const since = world.digest()?.since;
      await runTo(world, `${monday}T09:00:00.000Z`, { step, mode });
      expect(world.posts.length, `${mode} step ${step}`).toBe(1);
      world.state.hasDue = false;
      await runTo(world, `${tuesday}T09:00:00.000Z`);
      expect(world.posts.length, `${mode} step ${step}`).toBe(1);
      expect(world.digest()).toMatchObject({ since, covered: {} });
      // What was said before it was created is no news.
      const coveredTo = BigInt(world.digest()?.coveredTo ?? '');
      expect(Number(coveredTo >> 22n) + Date.UTC(2015, 0, 1)).toBe(Date.parse(since ?? ''));
    }
});

test('a worker that another overtakes, at whichever step, leaves no summary that is not posted', async () => {
  for (let step = 1; step < 20; step++) {
    const world = createDueWorld();
    const parts = world.createParts(null, async each => void (each === step && (await run(world))));
    await runDigest(guildId, 'd1', parts, never);
    expect(counts(world), `step ${step}`).toEqual([1]);
    expect([...world.summaries.keys()], `step ${step}`).toEqual(world.posts.map(post => post.summaryId));
  }
});

test('a card whose member left takes with it the summary that was not posted', async () => {
  const world = createDigestWorld({ sources: { kind: 'everywhere' } });
  world.say('c1', 'The tent is 450 euros.');
  world.setNow(`${monday}T09:00:00.000Z`);
  await crashWhilePosting(world, 'before');
  expect(world.summaries.size).toBe(1);
  world.state.problem = 'creator_left';
  await run(world);
  expect([world.digest(), world.summaries.size]).toEqual([null, 0]);
});

test('a summary that was erased before it was posted is written again', async () => {
  const world = createDueWorld();
  await crashWhilePosting(world, 'before');
  world.summaries.clear();
  await run(world);
  expect(counts(world)).toEqual([1]);
});

describe('a store that is restored from a backup', () => {
  const days = [monday, tuesday, wednesday];

  async function postOnTwoDays(changes: Parameters<typeof createDigestWorld>[0] = {}) {
    const world = createDigestWorld(changes);
    const ids: string[] = [];
    for (const day of days.slice(0, 2)) {
      ids.push(world.say('c1', `We decided on ${day} to rent the big tent.`));
      await runTo(world, `${day}T09:00:00.000Z`);
    }
    return { world, ids };
  }

  test('learns from the posts what they cover', async () => {
    const { world, ids } = await postOnTwoDays();
    world.forget(world.countWrites());
    ids.push(world.say('c2', 'We agreed to open the gates at ten.'));
    await runTo(world, `${wednesday}T09:00:00.000Z`);
    expect(world.postedIds()).toEqual(ids.map(id => [id]));
    world.forget(world.countWrites());
    await runTo(world, '2026-03-05T09:00:00.000Z');
    expect(world.postedIds()).toEqual(ids.map(id => [id]));
  });
});

describe('a worker that slept while its post was under way', () => {
  async function sleepWhilePosting(mayDelete: boolean) {
    const world = createDueWorld();
    world.state.mayDelete = mayDelete;
    const sleeping = withSend(world, async (send, ...args) => {
      await run(world);
      return send(...args);
    });
    await runDigest(guildId, 'd1', sleeping, never);
    return world;
  }

  test('deletes the second post', async () => {
    const world = await sleepWhilePosting(true);
    expect(counts(world)).toEqual([1]);
    await run(world);
    expect(counts(world)).toEqual([1]);
  });

  test('finds that no other has posted where the second could not be deleted', async () => {
    const world = await sleepWhilePosting(false);
    expect(counts(world)).toEqual([1]);
    expect(world.notices).toEqual([{ kind: 'paused', reason: 'post_unsure' }]);
    world.change(digest => resumeDigest(digest, world.now()));
    await run(world);
    expect(counts(world)).toEqual([1]);
    expect(world.digest()?.lastRun?.posted).toBe(1);
  });

  test.each<[string, boolean, PauseReason | undefined]>([
    ['refused, is made again', true, undefined],
    ['not answered, is not made again without a person', false, 'post_unsure'],
  ])('whose post was %s', async (_, isRefused, reason) => {
    const world = createDueWorld();
    world.state.mayDelete = false;
    const failing = withPlace(world, () => ({
      send: () => Promise.reject(new Error('no')),
      isRefusal: () => isRefused,
    }));
    await expect(runDigest(guildId, 'd1', failing, never)).rejects.toThrow('no');
    await run(world);
    expect(world.digest()?.paused?.reason).toBe(reason);
    expect(world.posts).toHaveLength(isRefused ? 1 : 0);
  });

  test('and died is replaced once somebody resumes the digest', async () => {
    const world = createDueWorld();
    world.state.mayDelete = false;
    const dying = withSend(world, async () => {
      // Nothing more is noted.
      world.state.isStoreDown = true;
      throw new Crash();
    });
    await expect(runDigest(guildId, 'd1', dying, never)).rejects.toThrow(Crash);
    world.state.isStoreDown = false;
    expect(await run(world)).toBeNull();
    expect(world.posts).toEqual([]);
    world.change(digest => resumeDigest(digest, world.now()));
    await run(world);
    expect(counts(world)).toEqual([1]);
  });
});

describe('a destination that is changed after a crash', () => {
  const move = (world: DigestWorld) => world.change(digest => ({ ...digest, destination: { kind: 'dm' } }));

  test('gets no second post of what was posted in the old one', async () => {
    const world = createDueWorld();
    await crashWhilePosting(world);
    move(world);
    await run(world);
    expect(world.posts.map(({ channelId }) => channelId)).toEqual(['out']);
    expect(world.digest()?.run).toBeNull();
  });

  test('gets a summary of its own if nothing was posted', async () => {
    const world = createDueWorld();
    await crashWhilePosting(world, 'before');
    move(world);
    await run(world);
    expect(world.posts.map(({ channelId }) => channelId)).toEqual(['dm']);
    expect(counts(world)).toEqual([1]);
    expect([...world.summaries.values()].map(({ isDirect }) => isDirect)).toEqual([true]);
  });
});

/** A process that dies right before or after Discord makes its post. */
async function crashWhilePosting(world: DigestWorld, mode: CrashAt['mode'] = 'after'): Promise<void> {
  const dying = withSend(world, async (send, ...args) => {
    if (mode === 'after') await send(...args);
    throw new Crash();
  });
  await expect(runDigest(guildId, 'd1', dying, never)).rejects.toThrow(Crash);
}

type Send = DigestPlace['send'];

/** The parts of a process with another way of sending. */
function withSend(
  world: DigestWorld,
  replace: (send: Send, ...args: Parameters<Send>) => ReturnType<Send>,
): DigestRunParts {
  return withPlace(world, ({ send }) => ({ send: (...args) => replace(send, ...args) }));
}

function withPlace(
  world: DigestWorld,
  replace: (place: DigestPlace) => Partial<DigestPlace>,
): DigestRunParts {
  const parts = world.createParts();
  return {
    ...parts,
    openPlace: async (digest, by) => {
      const place = await parts.openPlace(digest, by);
      return typeof place === 'string' ? place : { ...place, ...replace(place) };
    },
  };
}
