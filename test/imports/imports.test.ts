import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findCircularImports, findForbiddenCasts, findForbiddenImports, type SourceFile } from './rules.ts';

function readSources(): readonly SourceFile[] {
  return globSync(['{src,playground,demo,commands}/**/*.ts', 'deploy-commands.ts']).map(path => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(path, 'utf8'),
  }));
}

function file(path: string, text: string): readonly SourceFile[] {
  return [{ path, text }];
}

describe('the sources', () => {
  const sources = readSources();

  test('are read in every layer', () => {
    for (const folder of [
      'src/core/conversation',
      'src/core/verify',
      'src/render',
      'src/app',
      'src/io/import',
    ]) {
      expect(sources.filter(({ path }) => path.startsWith(`${folder}/`)).length, folder).toBeGreaterThan(0);
    }
  });

  test('have no import that the design forbids', () => {
    expect(findForbiddenImports(sources)).toEqual([]);
  });

  test('have no circular import', () => {
    expect(findCircularImports(sources)).toEqual([]);
  });

  test('have no cast to a branded type outside verification and renumbering', () => {
    expect(findForbiddenCasts(sources)).toEqual([]);
  });
});

describe('the import rules', () => {
  test.each([
    ['src/core/highlights/a.ts', "import { Client } from 'discord.js';"],
    ['src/core/highlights/a.ts', "import type { Client } from 'discord.js';"],
    ['src/core/verify/a.ts', "import { readFile } from 'node:fs/promises';"],
    ['src/core/verify/a.ts', "import {\n  toHighlights,\n} from '../highlights/highlights.ts';"],
    ['src/core/conversation/a.ts', "export { toLanguages } from '../select/languages.ts';"],
    ['src/core/prompt/a.ts', "import { createVerifier } from '../verify/verifier.ts';"],
    ['src/core/claims/a.ts', "const late = await import('discord.js');"],
    ['src/core/claims/a.ts', "import { UserError } from '../../errors.ts';"],
    ['src/render/a.ts', "import { Client } from 'discord.js';"],
    ['src/render/a.ts', "import { Engine } from '../app/ports.ts';"],
    ['src/app/a.ts', "import { z } from 'zod';"],
    ['src/app/a.ts', "import { readExport } from '../io/import/import-chat.ts';"],
    ['src/io/import/a.ts', "import { createWebhooks } from '../webhooks.ts';"],
    ['src/io/import/a.ts', "import { render } from '../../render/render.ts';"],
    ['playground/src/discord/a.ts', "import { UserError } from '../../../src/errors.ts';"],
    ['playground/src/a.ts', "import { start } from '../test/scene.ts';"],
    ['playground/test/a.test.ts', "import { createScene } from '../../test/e2e/scene.ts';"],
    ['src/io/discord/a.ts', "import { createPlayground } from '@footnote/playground/discord';"],
    ['demo/claude/a.ts', "import { toPrompt } from '../../src/core/prompt/prompt.ts';"],
    ['src/errors.ts', "import { readConfig } from './config.ts';"],
    ['src/utils/a.ts', ''],
  ])('refuse %s: %s', (path, text) => {
    expect(findForbiddenImports(file(path, text))).toHaveLength(1);
  });

  test.each([
    ['src/core/highlights/a.ts', "import { createVerifier } from '../verify/verifier.ts';"],
    ['src/core/verify/a.ts', "import { createZonedClock } from '../time.ts';"],
    ['src/render/a.ts', "import type { APIEmbed } from 'discord.js';"],
    ['src/io/import/a.ts', "import { parseJson } from './parse-json.ts';"],
    ['src/io/discord/a.ts', "import { render } from '../../render/render.ts';"],
    ['demo/claude/a.ts', "import { createClaude } from '@footnote/playground/claude';"],
    ['src/cli.ts', "import { createLogger } from './log.ts';"],
  ])('allow %s: %s', (path, text) => {
    expect(findForbiddenImports(file(path, text))).toEqual([]);
  });

  test('refuse every way of casting to a branded type, except where it is made', () => {
    const casts = [
      'x as VerifiedClaim',
      'x as unknown as Summary',
      '<Summary>{}',
      'x as readonly VerifiedClaim[]',
    ];
    for (const text of casts) {
      expect(findForbiddenCasts(file('src/app/a.ts', text)), text).toHaveLength(1);
      expect(findForbiddenCasts(file('src/core/verify/verifier.ts', text)), text).toEqual([]);
    }
    expect(findForbiddenCasts(file('src/app/a.ts', 'const s: Summary = renumber();'))).toEqual([]);
  });
});
