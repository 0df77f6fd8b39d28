'use strict';
// Runs before the sources. Written so that old versions of Node can run it.
var packageJson = require('./package.json');
var required = packageJson.engines.node.replace(/\D/g, '');
if (parseInt(process.versions.node, 10) < required) {
  stop(
    'Footnote needs Node.js ' +
      required +
      ' or later, but this is ' +
      process.versions.node +
      '. Install it, or run `npm install` without --omit=dev, which adds it to this folder.',
  );
} else {
  requirePackages(Object.keys(packageJson.dependencies));
}

function requirePackages(names) {
  const { existsSync } = require('node:fs');
  const missing = names.find(name => !module.paths.some(folder => existsSync(`${folder}/${name}`)));
  if (missing) stop(`Run \`npm install\` first: the package ${missing} is not installed.`);
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  // As for everything that somebody must correct first: systemd does not restart the bot.
  process.exit(2);
}
