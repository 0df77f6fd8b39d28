import fc from 'fast-check';

// The same cases in every run, so that a test that fails was broken by a change. `TEST_SEED=random` tries others;
// fast-check prints the seed of a case that fails.
const seed = process.env['TEST_SEED'] ?? '20261122';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
