import type { Page } from 'playwright-core';

/** Whether pictures for README and docs are to be taken. */
export const wantsPictures = process.env['FOOTNOTE_PICTURES'] !== undefined;

/** Takes a picture for README and docs if FOOTNOTE_PICTURES is set; other test runs leave the folder unchanged. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!wantsPictures) return;
  await page.mouse.move(0, 0);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: `docs/pictures/${name}.png` });
}
