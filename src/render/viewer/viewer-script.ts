import { hash } from 'node:crypto';
import { startViewer } from './browser/viewer.js';

/** The script of a summary's page, complete, without comments and indents. */
export const viewerScript = `(${startViewer})();`
  .replace(/\/\*\*.*?\*\//gs, '')
  .replace(/^\s*(?:\/\/.*)?/gm, '');

/** For a Content-Security-Policy: the source that allows this script and no other. */
export const viewerScriptSource = `'sha256-${hash('sha256', viewerScript, 'base64')}'`;
