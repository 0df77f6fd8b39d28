import { stages } from '../faults/digest-process.ts';
import { type KillFigures, killDigests } from '../faults/kill-digests.ts';

const killsOfOne = 20;
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** So many bots are killed at the same time, each with a Discord and a store of its own. */
const lanes = 2;

/** 200 kills of a bot that runs two digests. */
export async function measureDigestKills(): Promise<KillFigures> {
  const left = [...seeds];
  const all: KillFigures[] = [];
  const runLane = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      all.push(await killDigests({ seed, kills: killsOfOne, digests: 2 }));
      process.stderr.write(`killed ${all.length * killsOfOne} of ${seeds.length * killsOfOne} times\n`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  const sum = (pick: (figures: KillFigures) => number) => all.reduce((total, each) => total + pick(each), 0);
  return {
    kills: sum(each => each.kills),
    due: sum(each => each.due),
    once: sum(each => each.once),
    twice: sum(each => each.twice),
    lost: sum(each => each.lost),
    stages: new Map(stages.map(stage => [stage, sum(each => each.stages.get(stage) ?? 0)])),
  };
}
