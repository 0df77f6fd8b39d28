import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly share: number;
  }
}

/** Runs of a property, or the size of a large input: all of it in `npm run test:all`, a tenth in `npm run test:unit`. */
export function scale(count: number): number {
  return Math.ceil(count * inject('share'));
}
