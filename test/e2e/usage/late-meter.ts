import type { Meter } from '../../../src/app/usage/ports.ts';
import { sure } from '../../sure.ts';
import type { Scene } from '../scene.ts';

/** The meter of a scene that does not exist yet, because its engine is made first; and of each process after a crash. */
export function createLateMeter(find: () => Scene | undefined): Meter {
  const usage = () => {
    const scene = sure(find());
    return scene.running().usage;
  };
  return {
    reserve: (...given) => usage().reserve(...given),
  };
}
