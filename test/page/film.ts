import { writeFileSync } from 'node:fs';
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { wantsPictures } from './picture.ts';

const colors = 128;

/** An animated picture of what a browser test does. */
export type Film = {
  /** Adds what the page shows now, for that many seconds. */
  readonly shoot: (page: Page, seconds: number) => Promise<void>;
  /** Writes the file if FOOTNOTE_PICTURES is set. */
  readonly save: (name: string) => void;
};

export function createFilm(): Film {
  const gif = GIFEncoder();
  let palette: number[][] | null = null;
  return {
    shoot: async (page, seconds) => {
      if (!wantsPictures) return;
      await page.evaluate('document.fonts.ready');
      const { data, width, height } = PNG.sync.read(await page.screenshot({ scale: 'css' }));
      // One palette for all frames: colors do not flicker, and the file is smaller.
      palette ??= quantize(data, colors);
      gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: seconds * 1000 });
    },
    save: name => {
      if (!wantsPictures) return;
      gif.finish();
      writeFileSync(`docs/pictures/${name}.gif`, gif.bytes());
    },
  };
}
