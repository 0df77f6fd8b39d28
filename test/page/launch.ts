import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const found = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap(folder => names.map(name => join(folder, name)))
  .find(path => existsSync(path));

/** Why no browser can be driven here; null where one can. */
export const noChromium: string | null = found
  ? null
  : 'there is no Chromium: apt-get install --no-install-recommends chromium';

export function launchChromium(): Promise<Browser> {
  // In a container the sandbox has nothing to build on; what is opened here is ours alone.
  return chromium.launch({ executablePath: found ?? '', args: ['--no-sandbox', '--disable-gpu'] });
}

export const desktop: BrowserContextOptions = { viewport: { width: 1180, height: 900 } };
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  hasTouch: true,
  isMobile: true,
};
