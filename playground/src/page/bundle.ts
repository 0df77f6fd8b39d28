import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

/** The browser's script and style. */
type Bundle = { readonly script: string; readonly style: string };

const folder = new URL('browser/', import.meta.url);
const styles = [
  'theme',
  'layout',
  'bar/bar',
  'bar/simulate',
  'messages/messages',
  'channels/forum',
  'messages/markup',
  'composer/composer',
  'composer/overlays',
];

let bundled: Promise<Bundle> | null = null;

/** Bundles the page's modules and their libraries in memory; once per process. */
export function bundlePage(): Promise<Bundle> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<Bundle> {
  const { output } = await build({
    input: fileURLToPath(new URL('main.ts', folder)),
    platform: 'browser',
    // It extends one of this repository, which a copy of the folder lacks.
    tsconfig: false,
    write: false,
    logLevel: 'silent',
    output: { format: 'esm', codeSplitting: false, minify: true },
  });
  const [script, ...others] = output;
  if (!script || others.length > 0) throw new Error('the page is to be one script');
  return { script: script.code, style: styles.map(readStyle).join('\n') };
}

function readStyle(name: string): string {
  return readFileSync(new URL(`${name}.css`, folder), 'utf8');
}
