import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { environmentSchema, readConfig } from '../src/config.ts';

describe('the configuration', () => {
  test('holds without any variable, and takes an empty one as unset', () => {
    expect(readConfig({})).toEqual({ logLevel: 'warn' });
    expect(readConfig({ LOG_LEVEL: ' ' })).toEqual({ logLevel: 'warn' });
    expect(readConfig({ LOG_LEVEL: 'debug', PATH: '/bin' })).toEqual({ logLevel: 'debug' });
  });

  test('names the variable that is wrong and what it may be', () => {
    expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow(
      'The environment is not usable: LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
    );
  });

  test('is listed whole in .env.example, with what each variable is for and its default', () => {
    const example = readFileSync('.env.example', 'utf8');
    const listed = [...example.matchAll(/^(\w+)=/gm)].map(match => match[1]);
    expect(listed).toEqual(Object.keys(environmentSchema.shape));
    for (const [name, schema] of Object.entries(environmentSchema.shape)) {
      const [block = ''] = example.split(`\n${name}=`)[0]?.split('\n\n').slice(-1) ?? [];
      expect(block, name).toContain(schema.description ?? name);
      expect(block, name).toContain(`Default: ${schema.parse(undefined)}`);
    }
  });
});
