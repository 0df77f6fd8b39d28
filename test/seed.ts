import { getPriority, setPriority } from 'node:os';
import fc from 'fast-check';

// The same cases in every run, so that a test that fails was broken by a change. `TEST_SEED=random` tries others;
// fast-check prints the seed of a case that fails.
const seed = process.env['TEST_SEED'] ?? '20261122';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

// The bot's worker processes have a lower priority than the bot. Beside nine files of tests they would wait for most of a
// minute, so the tests are nearly as low, which leaves the machine to its user.
const priority = 15;
if (getPriority() < priority) setPriority(priority);
