import { randomInt } from 'node:crypto';

/** Another one in each run, because a fault may hit only a few moments. `FAULT_SEED=5` repeats one. */
export function pickFaultSeed(): number {
  const given = process.env['FAULT_SEED'];
  const seed = given === undefined ? randomInt(1_000_000) : Number(given);
  process.stderr.write(`Faults begin at the moments of FAULT_SEED=${seed}\n`);
  return seed;
}
