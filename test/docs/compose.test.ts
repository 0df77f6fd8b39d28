import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { readConfig } from '../../src/config.ts';
import { environmentSchema } from '../../src/environment.ts';
import { sure } from '../sure.ts';

const read = (path: string) => parse(readFileSync(path, 'utf8'), { merge: true });

const toTexts = (environment: object) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));

/** GitHub's own parser. It imports JSON without the attribute that Node asks for. */
async function loadParser() {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      return found.url.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
    },
  });
  try {
    return await import('@actions/workflow-parser');
  } finally {
    hooks.deregister();
  }
}

/** Keys, values and expressions of a workflow that GitHub would not accept. */
async function findErrors(content: string): Promise<readonly string[]> {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await loadParser();
  const { context, value } = parseWorkflow({ name: 'workflow', content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

test.each(globSync('.github/workflows/*.yml'))('%s is a workflow to GitHub', async path => {
  const text = readFileSync(path, 'utf8');
  expect(await findErrors(text)).toEqual([]);
  for (const [from, to] of [
    ['runs-on:', 'runs_on:'],
    [/timeout-minutes: \d+/, 'timeout-minutes: soon'],
    ['contents: read', 'contents: reads'],
  ] as const)
    expect(await findErrors(text.replace(from, to))).not.toEqual([]);
  expect(await findErrors(`${text}env:\n  X: \${{ secret.X }}\n`)).not.toEqual([]);
});

test('a release publishes what has passed the checks of every change, for both platforms', () => {
  const { jobs } = read('.github/workflows/release.yml');
  const steps: readonly { uses?: string; run?: string; with?: { platforms?: string } }[] = jobs.image.steps;
  const checked = steps.findIndex(({ run }) => run?.includes('.ci/image footnote "$platform"'));
  const pushed = steps.findIndex(({ uses }) => uses?.startsWith('docker/build-push-action@'));
  expect(checked).toBeGreaterThan(0);
  expect(pushed).toBeGreaterThan(checked);
  for (const platform of sure(steps[pushed]?.with?.platforms).split(','))
    expect(steps[checked]?.run).toContain(platform);
  const { jobs: others } = read('.github/workflows/ci.yml');
  expect(JSON.stringify(others.image.steps)).toContain('.ci/image footnote');
});

test('the release notes are a section of the changelog, of the version in package.json', () => {
  const run = (version: string) =>
    spawnSync(process.execPath, ['.ci/release-notes.cjs', version], { encoding: 'utf8' });
  expect(run(packageJson.version)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^\S.*\S\n$/s),
  });
  expect(run('9.9.9')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('not 9.9.9') });
});

test('every place keeps the folder in which the image stores data', () => {
  const folder = '/app/data';
  expect(readFileSync('Dockerfile', 'utf8')).toMatch(/^WORKDIR \/app\n.*^RUN mkdir data /ms);
  expect(read('compose.yaml').services.footnote.volumes).toEqual([`footnote:${folder}`]);
  expect(read('docs/railway.json').deploy.requiredMountPath).toBe(folder);
  expect(readFileSync('docs/fly.toml', 'utf8')).toContain(`destination = "${folder}"`);
});

test('compose.yaml alone starts one process that needs nothing else', () => {
  const { services } = read('compose.yaml');
  expect(Object.keys(services)).toEqual(['footnote']);
  expect(services.footnote.depends_on).toBeUndefined();
});

test('compose.scale.yaml starts a gateway and two workers that share a Redis with an append-only file', () => {
  const { services, volumes } = read('compose.scale.yaml');
  const { footnote, worker, redis, prometheus } = services;
  const [scraped] = read('docs/prometheus.yaml').scrape_configs[0].dns_sd_configs;
  expect(scraped.names).toEqual(['footnote', 'worker']);
  for (const { environment } of [footnote, worker]) {
    expect(Object.keys(environment).filter(name => !(name in environmentSchema.shape))).toEqual([]);
    const { storeUrl, redisUrl, http } = readConfig(toTexts(environment));
    expect([storeUrl, redisUrl]).toEqual(['redis://redis:6379', 'redis://redis:6379']);
    expect(http).toMatchObject({ host: '0.0.0.0', port: scraped.port });
  }
  expect(readConfig(toTexts(footnote.environment)).role).toBe('gateway');
  expect(readConfig(toTexts(worker.environment)).role).toBe('worker');
  expect(worker.deploy.replicas).toBe(2);
  expect(worker.extends).toEqual({ file: 'compose.yaml', service: 'footnote' });
  expect(redis.command).toContain('--appendonly yes');
  const mounted: string[] = [...redis.volumes, ...prometheus.volumes].map(volume => volume.split(':')[0]);
  expect(mounted.filter(source => !source.startsWith('.')).sort()).toEqual(Object.keys(volumes).sort());
  for (const source of mounted.filter(each => each.startsWith('.')))
    expect(read(source).scrape_configs[0].job_name).toBe('footnote');
});
