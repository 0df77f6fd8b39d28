'use strict';
// Runs before the sources. Written so that old versions of Node can run it.
var required = require('./package.json').engines.node.replace(/\D/g, '');
if (parseInt(process.versions.node, 10) < required) {
  process.stderr.write(
    'Footnote needs Node.js ' +
      required +
      ' or later, but this is ' +
      process.versions.node +
      '. Install it, or run `npm install` without --omit=dev, which adds it to this folder.\n',
  );
  process.exit(1);
}
