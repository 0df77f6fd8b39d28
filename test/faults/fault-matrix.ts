import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, InteractionView } from '@footnote/playground/discord';
import { sure } from '../sure.ts';
import { type ActionScene, cited, createActionScene, type Place } from './action-scene.ts';
import { countSummaries, isApology, isTold, toBefore, toLook } from './ending.ts';
import { type FaultKind, faultKinds } from './fault-kinds.ts';
import { canPlay, listPresses, play, roots, type Step, toVisible } from './steps.ts';
import { until } from './until.ts';

/** An action as it goes without faults. */
export type RecordedAction = {
  readonly title: string;
  /** What leads to the action, and the action itself. */
  readonly path: readonly Step[];
  /** How often it uses each route, in the order in which they were first used. */
  readonly routes: ReadonlyMap<string, number>;
  /** Whether it is acknowledged only after Discord could have answered another request. */
  readonly hasWaited: boolean;
  readonly look: string;
  readonly summaries: number;
  /** The steps that its ending leads on to. */
  readonly next: readonly Step[];
};

export type Pair = {
  readonly action: RecordedAction;
  readonly route: string;
  readonly fault: FaultKind;
  /** The request of the route that meets a fault that comes once. */
  readonly request: 'first' | 'last';
};

export type Outcome = {
  readonly pair: Pair;
  /** `impossible`: all that the bot sent to answer within its time was refused or lost by the fault. */
  readonly verdict: 'held' | 'impossible' | 'failed';
  /** How a held one ended, or why one failed. */
  readonly reason: string;
};

/** What takes longer is taken for hanging. */
const usualPatienceMs = 15_000;
/** How long Discord takes for all requests until an action is acknowledged, except the acknowledgement. */
const slowMs = 1_500;
const acknowledging = 'POST /interactions/*/*/callback';
const notAcknowledging = [
  'GET /**',
  'PATCH /**',
  'PUT /**',
  'DELETE /**',
  'POST /channels/**',
  'POST /webhooks/**',
];
const quietMs = 250;
const calmMs = 600;

const toRoute = ({ method, path }: Exchange) =>
  `${method} ${path}`
    .replace(/^(\w+ \/(?:interactions|webhooks)\/\d+)\/[^/]+/, '$1/*')
    .replace(/\d{15,20}/g, '*')
    .replace(/(\/reactions\/)[^/]+/, '$1*');

function since({ playground }: Place, ms: number): readonly Exchange[] {
  return playground.exchanges.filter(({ cameAtMs }) => cameAtMs >= ms);
}

/** Waits until the bot has asked nothing for a while. */
async function quiet(place: Place, forMs: number): Promise<void> {
  const last = () => place.playground.exchanges.at(-1);
  for (let seen = last(), tries = 0; tries < 20; tries++) {
    await sleep(forMs);
    const now = last();
    if (now === seen) return;
    seen = now;
  }
}

/** The last answer before an action, and the one before that. */
type Led = { readonly view: InteractionView | null; readonly earlier: InteractionView | null };

/** Does what leads to an action, until the action itself can be done. */
async function lead(place: Place, path: readonly Step[]): Promise<Led> {
  let view: InteractionView | null = null;
  let earlier: InteractionView | null = null;
  for (const [index, step] of path.slice(0, -1).entries()) {
    const before = toBefore(place, view);
    earlier = view;
    view = await play(place, step, view);
    // Without a fault, only a busy machine misses Discord's three seconds.
    for (let tries = 0; view?.status === 'failed' && tries < 5; tries += 1)
      view = await play(place, step, earlier);
    const led = view;
    if (led !== null && step.kind !== 'situation')
      await until(() => isTold(place, led, before), { withinMs: usualPatienceMs });
    const next = path[index + 1];
    if (next && !(await until(() => canPlay(place, next, led), { withinMs: usualPatienceMs })))
      throw new Error(`${step.title} did not lead to ${next.title} without a fault: ${toLook(place, led)}`);
  }
  if (path.length > 1) await quiet(place, quietMs / 5);
  return { view, earlier };
}

async function isIdle({ store, guild }: Place): Promise<boolean> {
  return (await store.digests.list(guild.id)).every(({ run }) => run === null);
}

const isGone = (place: Place) => !JSON.stringify(place.posts()).includes(cited);

/** Does an action without faults, and finds what it uses. */
async function recordAction(scene: ActionScene, path: readonly Step[]): Promise<RecordedAction> {
  const place = await scene.createPlace();
  const { view: earlier } = await lead(place, path);
  const known = new Set(listPresses(toVisible(place, earlier)).map(({ title }) => title));
  const before = toBefore(place, earlier);
  const startMs = performance.now();
  const step = sure(path.at(-1));
  const { faults } = place.playground;
  if (step.kind !== 'situation') for (const route of notAcknowledging) faults.delay(slowMs, route, 1_000);
  const view = await play(place, step, earlier);
  faults.clear();
  const isDone = () => (step.kind === 'event' ? isGone(place) : view === null || isTold(place, view, before));
  if (step.kind !== 'situation') await until(isDone, { withinMs: usualPatienceMs });
  await quiet(place, calmMs);
  // What a step before has begun is posted once too.
  if (step.kind !== 'situation') await until(() => isIdle(place), { withinMs: usualPatienceMs });
  const routes = new Map<string, number>();
  const asked = since(place, startMs).toSorted((a, b) => a.cameAtMs - b.cameAtMs);
  const acknowledgedMs = asked.find(each => toRoute(each) === acknowledging)?.cameAtMs ?? null;
  const hasWaited =
    acknowledgedMs === null || asked.some(({ cameAtMs }) => cameAtMs + slowMs <= acknowledgedMs);
  for (const route of asked.map(toRoute)) routes.set(route, (routes.get(route) ?? 0) + 1);
  const presses = listPresses(toVisible(place, view)).filter(({ title }) => !known.has(title));
  place.holdSummaries(false);
  const form: readonly Step[] =
    view?.status === 'modal' ? [{ kind: 'submit', title: `form of ${step.title}` }] : [];
  return {
    title: step.title,
    path,
    routes: step.kind === 'situation' ? new Map() : routes,
    hasWaited,
    look: toLook(place, view),
    summaries: countSummaries(place),
    next: [...presses, ...form],
  };
}

/** Every action that can be reached, each with what it uses without faults. */
async function recordActions(scenes: readonly ActionScene[]): Promise<readonly RecordedAction[]> {
  const found: RecordedAction[] = [];
  const seen = new Set<string>();
  let paths: (readonly Step[])[] = [...roots];
  while (paths.length > 0) {
    const recorded = await spread(scenes, paths, (scene, path) => recordAction(scene, path));
    paths = [];
    for (const action of recorded) {
      if (action.routes.size > 0) found.push(action);
      for (const step of action.next) {
        if (seen.has(step.title)) continue;
        seen.add(step.title);
        paths.push([...action.path, step]);
      }
    }
  }
  return found;
}

/** All pairs of an action, a route that it uses, and a fault. */
function toPairs(actions: readonly RecordedAction[]): readonly Pair[] {
  return actions.flatMap(action =>
    [...action.routes].flatMap(([route, count]) =>
      faultKinds.flatMap((fault): Pair[] => {
        const first: Pair = { action, route, fault, request: 'first' };
        return fault.isOnce && count > 1 ? [first, { ...first, request: 'last' }] : [first];
      }),
    ),
  );
}

export function toPairName({ action, route, fault, request }: Pair): string {
  return `${action.title} × ${route}${request === 'last' ? ' (last)' : ''} × ${fault.name}`;
}

async function runPair(scene: ActionScene, pair: Pair): Promise<Outcome> {
  try {
    return { pair, ...(await judge(scene, pair)) };
  } catch (error) {
    return { pair, verdict: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

type Verdict = Pick<Outcome, 'verdict' | 'reason'>;
const failed = (reason: string): Verdict => ({ verdict: 'failed', reason });

async function judge(scene: ActionScene, pair: Pair): Promise<Verdict> {
  const { action, route, fault, request } = pair;
  const step = action.path.at(-1);
  if (step === undefined) return failed('no step');
  const place = await scene.createPlace();
  const { faults } = place.playground;
  const led = await lead(place, action.path);
  const before = toBefore(place, led.view);
  const mostSummaries = Math.max(countSummaries(place), action.summaries);
  const startMs = performance.now();
  if (request === 'last') faults.pass(route, (action.routes.get(route) ?? 1) - 1);
  fault.strike(faults, route);
  const ending = fault.endsAfterMs === undefined ? undefined : setTimeout(faults.clear, fault.endsAfterMs);
  let verdict: Verdict;
  try {
    const view = await play(place, step, led.view);
    verdict =
      step.kind === 'event' || view === null
        ? await judgeEvent(place, pair, startMs)
        : await judgeAnswer(place, view, before, pair, startMs);
  } finally {
    clearTimeout(ending);
    faults.clear();
    place.holdSummaries(false);
  }
  const lingersMs = startMs + (fault.lingersMs ?? 0) - performance.now();
  if (lingersMs > 0) await sleep(lingersMs);
  if (verdict.verdict === 'failed') return verdict;
  await quiet(place, quietMs);
  if (countSummaries(place) > mostSummaries) return failed('posted twice');
  if (step.kind === 'event') return verdict;
  if (verdict.reason !== 'result') {
    const retried = await retry(place, action, led);
    if (retried !== null) return failed(retried);
    await quiet(place, quietMs);
    if (countSummaries(place) > mostSummaries) return failed('posted twice, after a second try');
  }
  if (await losesDeleted(place)) return verdict;
  // Discord said that the post does not exist.
  const isHidden = since(place, startMs).some(({ method, status }) => method === 'DELETE' && status === 404);
  return isHidden ? { verdict: 'impossible', reason: 'deletion' } : failed('deleted words stay readable');
}

async function judgeEvent(place: Place, { fault }: Pair, startMs: number): Promise<Verdict> {
  const isLasting = !fault.isOnce && fault.endsAfterMs === undefined && fault.patienceMs === undefined;
  const withinMs = isLasting ? 3_000 : (fault.patienceMs ?? usualPatienceMs);
  if (await until(() => isGone(place), { withinMs })) return { verdict: 'held', reason: 'result' };
  const isRefused = since(place, startMs).some(({ status }) => status === 403 || status === 404);
  return isRefused ? { verdict: 'impossible', reason: 'redraw' } : failed('deleted words stay readable');
}

async function judgeAnswer(
  place: Place,
  view: InteractionView,
  before: ReturnType<typeof toBefore>,
  { action, fault }: Pair,
  startMs: number,
): Promise<Verdict> {
  if (view.status === 'failed') {
    const tries = since(place, startMs).filter(({ path }) => path.startsWith(`/interactions/${view.id}/`));
    const areLost = tries.length > 0 && tries.every(each => each.faults.length > 0);
    if (!areLost)
      return failed(`not acknowledged: ${tries.map(({ status }) => status).join(', ') || 'no try'}`);
    return { verdict: 'impossible', reason: 'acknowledgement' };
  }
  const withinMs = fault.patienceMs ?? usualPatienceMs;
  const isDone = await until(() => isTold(place, view, before), { withinMs });
  await quiet(place, quietMs);
  // One that came too late is posted beside its answer.
  const hasResult =
    toLook(place, view) === action.look || (action.summaries > 0 && countSummaries(place) > 0);
  if (isDone) return { verdict: 'held', reason: hasResult ? 'result' : 'sentence' };
  // What the interaction before still sends, such as the end of its "thinking", is no answer to this one.
  const asked = since(place, startMs);
  const token = asked.find(({ path }) => path.startsWith(`/interactions/${view.id}/`))?.path.split('/')[3];
  const answers = asked.filter(({ path }) => path.startsWith('/webhooks/') && path.split('/')[3] === token);
  const areLost = answers.length > 0 && answers.every(({ faults }) => faults.length > 0);
  const isRefused = answers.some(({ status }) => status === 403 || status === 404);
  if (areLost && isRefused) return { verdict: 'impossible', reason: 'answer' };
  return failed(`hangs: ${view.status} "${view.message?.content ?? ''}"`);
}

/** Does it once more without a fault; null where that ends as it should. */
async function retry(place: Place, { path }: RecordedAction, led: Led): Promise<string | null> {
  const step = path.at(-1);
  if (step === undefined) return 'no step';
  let start = led.view;
  const opener = step.kind === 'submit' ? path.at(-2) : undefined;
  if (opener !== undefined) {
    if (!canPlay(place, opener, led.earlier)) return null;
    start = await play(place, opener, led.earlier);
    if (start?.modal === null) return null;
  }
  // It was done, and what was pressed is no longer there.
  if (!canPlay(place, step, start)) return null;
  const before = toBefore(place, start);
  const view = await play(place, step, start);
  if (view === null) return null;
  if (view.status === 'failed') return 'a second try is not acknowledged';
  const isSame = () =>
    isTold(place, view, before) || (step.kind === 'press' && view.status === 'acknowledged');
  if (!(await until(isSame, { withinMs: usualPatienceMs }))) return `a second try hangs: ${view.status}`;
  return isApology(view) ? `a second try fails: ${view.message?.content ?? ''}` : null;
}

async function losesDeleted(place: Place): Promise<boolean> {
  if (isGone(place)) return true;
  const { actions, ann, channel, world } = place;
  const message = actions.read(ann, channel, 100).find(({ content }) => content.startsWith(cited));
  if (message) world.removeMessage(message.id);
  return until(() => isGone(place), { withinMs: usualPatienceMs });
}

/** Does work on each item, one after the other in each scene. */
async function spread<Item, Result>(
  scenes: readonly ActionScene[],
  items: readonly Item[],
  work: (scene: ActionScene, item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const left = items.map((item, index) => ({ item, index }));
  const results: Result[] = [];
  const runLane = async (scene: ActionScene) => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      results[next.index] = await work(scene, next.item);
  };
  await Promise.all(scenes.map(runLane));
  return results;
}

export type MatrixOptions = {
  /** How many bots meet faults at the same time. */
  readonly lanes: number;
  /** Which of all pairs are tried. */
  readonly choose: (pairs: readonly Pair[]) => readonly Pair[];
  readonly onOutcome?: (outcome: Outcome, left: number) => void;
};

/** Records what each action uses, then has it meet each fault there. */
export async function runMatrix({ lanes, choose, onOutcome }: MatrixOptions) {
  const scenes = await Promise.all(Array.from({ length: lanes }, createActionScene));
  try {
    const actions = await recordActions(scenes);
    const all = toPairs(actions);
    const pairs = choose(all);
    let left = pairs.length;
    const outcomes = await spread(scenes, pairs, async (scene, pair) => {
      const outcome = await runPair(scene, pair);
      left -= 1;
      onOutcome?.(outcome, left);
      return outcome;
    });
    return { actions, pairCount: all.length, outcomes };
  } finally {
    await Promise.all(scenes.map(scene => scene.close()));
  }
}
