import { extractiveEngine } from '../../src/app/extractive.ts';
import { tokenize } from '../../src/core/conversation/tokens.ts';
import { type Baseline, repeatBest, takeLead, takeRandom } from './alce/baselines.ts';
import { measureRouge } from './alce/rouge.ts';
import {
  type AlceFigures,
  addFigures,
  createFigures,
  findSupport,
  type ReadClaim,
  type ReadSummary,
  toReadSummary,
} from './alce/score.ts';
import { type HumanTalk, readHumanTalks, toOwnTalks } from './alce/talks.ts';
import { runEngine, runWire, type WireRun } from './alce/wire.ts';
import { createRandom } from './random.ts';
import { print, printTable, type Row, toPercent } from './table.ts';

/** One way to a summary, over all conversations of a set. */
export type Track = {
  readonly figures: AlceFigures;
  marked: number;
  dropped: number;
  readonly rouge: { one: number; two: number; long: number };
  talks: number;
};

export function createTrack(): Track {
  return {
    figures: createFigures(),
    marked: 0,
    dropped: 0,
    rouge: { one: 0, two: 0, long: 0 },
    talks: 0,
  };
}

export function addToTrack(track: Track, talk: HumanTalk, { facts, marked }: ReadSummary, dropped = 0): void {
  addFigures(track.figures, talk, facts);
  track.marked += marked;
  track.dropped += dropped;
  const { one, two, long } = measureRouge(facts.map(({ text }) => text).join('\n'), talk.reference);
  track.rouge.one += one.recall;
  track.rouge.two += two.recall;
  track.rouge.long += long.recall;
  track.talks += 1;
}

/** The written set is small: what chance takes of it is the mean of so many draws. */
const draws = 20;

/** The code's own quotes, and beside them as many words that anybody could have taken. */
export async function measureExtractive(talks: readonly HumanTalk[]): Promise<ReadonlyMap<string, Track>> {
  const random = createRandom(7);
  const baselines: readonly (readonly [string, Baseline])[] = [
    ['first messages', takeLead],
    ['any messages', takeRandom],
    ['one message again and again', repeatBest],
  ];
  const tracks = new Map(
    ['quotes chosen by code', ...baselines.map(([name]) => name)].map(name => [name, createTrack()] as const),
  );
  for (const talk of talks) {
    const summary = await runEngine(talk, extractiveEngine, 'standard');
    const read = toReadSummary(summary);
    const words = countQuoted(read);
    const [own] = tracks.values();
    if (own) addToTrack(own, talk, read, summary.counts.dropped);
    for (const [name, make] of baselines) {
      const track = tracks.get(name);
      if (!track) continue;
      for (let draw = 0; draw < (make === takeRandom && talk.set === 'own' ? draws : 1); draw++) {
        addToTrack(track, talk, { facts: make(talk, words, random), marked: 0 });
      }
    }
  }
  return tracks;
}

function countQuoted({ facts }: ReadSummary): number {
  return facts
    .flatMap(({ cites }) => cites)
    .reduce((sum, { quote }) => sum + tokenize(quote ?? '').length, 0);
}

/** Of a writer with faults: what it wrote, what verification let through, and what the repair call made of the rest. */
export type WriterTracks = {
  readonly written: Track;
  readonly verified: Track;
  readonly repaired: Track;
  /** Claims sent without a fault, and how many of them are not told as fact, without and with repair. */
  good: number;
  lostVerified: number;
  lostRepaired: number;
  /** Claims sent with a fault, and how many of them are told as the person wrote them in the end. */
  faulty: number;
  mended: number;
  /** What is told as fact in the end and not borne out, by the fault it was sent with. */
  readonly left: Map<string, number>;
};

export function measureWriter(runs: readonly WireRun[]): WriterTracks {
  const tracks: WriterTracks = {
    written: createTrack(),
    verified: createTrack(),
    repaired: createTrack(),
    good: 0,
    lostVerified: 0,
    lostRepaired: 0,
    faulty: 0,
    mended: 0,
    left: new Map(),
  };
  for (const { talk, sent, verified, repaired } of runs) {
    const written = sent.map(
      ({ draft: { text, kind, owner, evidence } }): ReadClaim => ({ text, kind, owner, cites: evidence }),
    );
    addToTrack(tracks.written, talk, { facts: written, marked: 0 });
    const [before, after] = [toReadSummary(verified), toReadSummary(repaired)];
    addToTrack(tracks.verified, talk, before, verified.counts.dropped);
    addToTrack(tracks.repaired, talk, after, repaired.counts.dropped);
    for (const { text } of after.facts.filter(claim => findSupport(talk, claim) === null)) {
      const known = sent.find(({ draft }) => draft.text === text);
      const fault = known ? (known.fault ?? 'none') : 'made when written again';
      tracks.left.set(fault, (tracks.left.get(fault) ?? 0) + 1);
    }
    const [shownBefore, shownAfter] = [toSupportedTexts(talk, before), toSupportedTexts(talk, after)];
    for (const { claim, fault } of sent) {
      const { text } = claim.draft;
      if (fault !== null) {
        tracks.faulty += 1;
        if (shownAfter.has(text)) tracks.mended += 1;
        continue;
      }
      tracks.good += 1;
      if (!shownBefore.has(text)) tracks.lostVerified += 1;
      if (!shownAfter.has(text)) tracks.lostRepaired += 1;
    }
  }
  return tracks;
}

function toSupportedTexts(talk: HumanTalk, { facts }: ReadSummary): ReadonlySet<string> {
  return new Set(facts.filter(claim => findSupport(talk, claim) !== null).map(({ text }) => text));
}

/** The written set is small: it is written about so many times, each time with other faults. */
const seeds = [29, 129, 229, 329, 429];
const usualRates = { faulty: 0.2, corrected: 0.7 };
const otherRates = [
  { faulty: 0.1, corrected: 0.7 },
  { faulty: 0.4, corrected: 0.7 },
  { faulty: 0.2, corrected: 0.4 },
];

const head = [
  '',
  'told as fact',
  'marked',
  'dropped',
  'citation recall',
  'citation precision',
  'citations a claim',
  'reached',
  'only touched',
  'words told',
  'ROUGE-1',
  'ROUGE-2',
  'ROUGE-L',
];

function toRow(name: string, { figures, marked, dropped, rouge, talks }: Track): Row {
  const { claims, supported, cites, relevant, sentences, touched, reached, words } = figures;
  return [
    name,
    (claims / talks).toFixed(1),
    (marked / talks).toFixed(1),
    (dropped / talks).toFixed(1),
    toPercent(supported, claims),
    toPercent(relevant, cites),
    (cites / claims).toFixed(2),
    toPercent(reached, sentences),
    toPercent(touched - reached, sentences),
    toPercent(words, sentences),
    toPercent(rouge.one, talks),
    toPercent(rouge.two, talks),
    toPercent(rouge.long, talks),
  ];
}

/** Prints what whole summaries are worth: whether what they tell is borne out, and how much of what people tell is in them. */
export async function printAlce(data: string): Promise<void> {
  const meetings = readHumanTalks(data);
  const sets: readonly (readonly [string, readonly HumanTalk[]])[] = [
    ['own', toOwnTalks()],
    ...(meetings.length > 0 ? [['qmsum', meetings] as const] : []),
  ];
  const byRate: Row[] = [];
  const left = new Map<string, ReadonlyMap<string, number>>();
  for (const [name, talks] of sets) {
    const pool = talks.flatMap(({ claims }) => claims);
    const rows: Row[] = [];
    // Each rate takes the meetings half a minute, and tells of them what it tells of the written set.
    for (const rates of [usualRates, ...(name === 'own' ? otherRates : [])]) {
      const runs: WireRun[] = [];
      for (const seed of name === 'own' ? seeds : seeds.slice(0, 1)) {
        runs.push(...(await runWire(talks, pool, rates, seed)));
      }
      const tracks = measureWriter(runs);
      byRate.push(toRateRow(name, rates, tracks));
      if (rates !== usualRates) continue;
      left.set(name, tracks.left);
      rows.push(toRow('writer with faults, as written', tracks.written));
      rows.push(toRow('... verified', tracks.verified));
      rows.push(toRow('... verified and repaired', tracks.repaired));
    }
    for (const [way, track] of await measureExtractive(talks)) rows.push(toRow(way, track));
    printTable(
      `Whole summaries of the ${talks.length} conversations of ${name}: claims a summary, and %`,
      head,
      rows,
    );
  }
  printTable(
    'A writer with faults, over the wire, %',
    [
      'set, faults, put right when told',
      'claims',
      'unsupported as written',
      'verified',
      'and repaired',
      'good ones lost, verified',
      'and repaired',
      'faults put right in the end',
    ],
    byRate,
  );
  const faults = new Set([...left.values()].flatMap(byFault => [...byFault.keys()]));
  const most = (fault: string) => Math.max(...[...left.values()].map(byFault => byFault.get(fault) ?? 0));
  printTable(
    'What is left unsupported after repair, at the usual rates, by fault',
    ['fault', ...left.keys()],
    [...faults]
      .sort((a, b) => most(b) - most(a))
      .map(fault => [fault, ...[...left.values()].map(byFault => String(byFault.get(fault) ?? 0))]),
  );
  print();
}

function toRateRow(set: string, rates: typeof usualRates, tracks: WriterTracks): Row {
  const unsupported = ({ figures: { claims, supported } }: Track) => toPercent(claims - supported, claims);
  return [
    `${set}, ${100 * rates.faulty} %, ${100 * rates.corrected} %`,
    String(tracks.written.figures.claims),
    unsupported(tracks.written),
    unsupported(tracks.verified),
    unsupported(tracks.repaired),
    toPercent(tracks.lostVerified, tracks.good),
    toPercent(tracks.lostRepaired, tracks.good),
    toPercent(tracks.mended, tracks.faulty),
  ];
}
