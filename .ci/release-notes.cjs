#!/usr/bin/env node
// Prints the section of a version of CHANGELOG.md: .ci/release-notes 1.2.3
const { readFileSync } = require('node:fs');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const [, , wanted] = process.argv;
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const section = sections.find(each => each.split(/[\s\n]/, 1)[0].replace(/^\[|\]$/g, '') === wanted);
const problem =
  version !== wanted
    ? `package.json has version ${version}, not ${wanted}.`
    : section === undefined
      ? `CHANGELOG.md has no section “## ${wanted}”.`
      : '';
if (problem !== '') {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
process.stdout.write(`${section.slice(section.indexOf('\n')).trim()}\n`);
