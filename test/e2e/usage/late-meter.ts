import type { Meter } from '../../../src/app/usage/ports.ts';
import type { Scene } from '../scene.ts';

/** The meter of a scene that does not exist yet, because its engine is made first; and of each process after a crash. */
export function createLateMeter(find: () => Scene | undefined): Meter {
  const usage = () => {
    const scene = find();
    if (!scene) throw new Error('nobody pays yet');
    return scene.running().usage;
  };
  return {
    reserve: (...given) => usage().reserve(...given),
  };
}
